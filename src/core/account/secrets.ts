import type { KeyValueStore } from '../base/keyValueStore.ts';

/** The store for the tokens of accounts, which nobody else can read. The editor's secret storage fits as it is. */
export type SecretStore = KeyValueStore;
