import { slowDown } from './slowDisk.ts';

/** The thread of the ledger on a slow disk. */
slowDown();
await import('../../../src/core/ledger/worker.ts');
