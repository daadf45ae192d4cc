import type { KeyValueStore } from '../base/keyValueStore.ts';

/** Where the tokens of accounts are kept: a store that nobody else can read. The editor's secret storage fits as it is. */
export type SecretStore = KeyValueStore;
