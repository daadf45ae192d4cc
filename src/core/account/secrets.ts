import type { KeyValueStore } from '../base/keyValueStore.ts';

/** The private store for the tokens of accounts. The editor's secret storage implements it. */
export type SecretStore = KeyValueStore;
