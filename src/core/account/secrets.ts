import type { KeyValueStore } from '../base/keyValueStore.ts';

/** The private store for the tokens of accounts. The editor's secret storage fits as it is. */
export type SecretStore = KeyValueStore;
