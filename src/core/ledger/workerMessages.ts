import type { LedgerFile } from './file.ts';
import type { TableLayout } from './ledger.ts';
import type { Operation, Outcome } from './operations.ts';
import type { Unwritable } from './writer.ts';

export interface WorkerData {
	readonly path: string;
	readonly tables: readonly TableLayout[];
}

/** The calls to the thread, in this order: one `write` at a time, `close` last. */
export type WorkerCall =
	| { readonly kind: 'write'; readonly operations: readonly Operation[] }
	| { readonly kind: 'damaged'; readonly path: string }
	| { readonly kind: 'close' };

/** The messages of the thread. `opened` is sent first, unrequested; `written` and `closed` are answers. */
export type WorkerReport =
	| { readonly kind: 'opened'; readonly file: LedgerFile | Unwritable }
	| { readonly kind: 'written'; readonly outcomes: readonly Outcome[] | Unwritable }
	| { readonly kind: 'closed' }
	| { readonly kind: 'file'; readonly file: LedgerFile }
	| { readonly kind: 'waiting' }
	| { readonly kind: 'error'; readonly message: string; readonly error: string };
