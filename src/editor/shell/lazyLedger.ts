import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { WindowCoordinator } from '../../core/following/windowCoordinator.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { TransferQueue } from '../../core/transfers/transferQueue.ts';
import type { OpenSpending } from '../spending/open.ts';
import { warn } from './messages.ts';

/** What all kinds of work of this window share once the history is open. */
export interface OpenLedger {
	readonly ledger: Ledger;
	/** All files on their way, up and down. */
	readonly queue: TransferQueue;
	/** Everything that is followed, within one budget. */
	readonly coordinator: WindowCoordinator;
	/** The balance, and what is asked and written down before work that costs money leaves. */
	readonly spending: OpenSpending;
}

export interface LazyLedgerOptions {
	/** The folder that this computer keeps for the extension. */
	readonly storage: vscode.Uri;
	readonly log: Log;
	readonly session: SessionSource;
}

/** The history file of this computer with what works on it, opened with its first use and never during activation. */
export class LazyLedger implements vscode.Disposable {
	readonly #options: LazyLedgerOptions;
	readonly #opened: Lazy<OpenLedger>;

	constructor(options: LazyLedgerOptions) {
		this.#options = options;
		this.#opened = lazy(
			() => this.#open(),
			({ ledger, queue, coordinator, spending }) => {
				spending.dispose();
				coordinator.dispose();
				queue.stop();
				void ledger.close();
			},
		);
	}

	/** A folder for files that belong to records, for example `runs`. */
	folder(name: string): vscode.Uri {
		return vscode.Uri.joinPath(this.#options.storage, name);
	}

	/** Opens the history, once. Rejects where not even a history in memory can be opened. */
	open(): Promise<OpenLedger> {
		return this.#opened.get();
	}

	dispose(): void {
		this.#opened.dispose();
	}

	async #open(): Promise<OpenLedger> {
		const { log, session } = this.#options;
		const parts = await import('../signedIn.ts');
		const ledger = await parts.openLedger({
			path: this.folder('history.db').fsPath,
			tables: [
				parts.runLayout,
				parts.runMarksLayout,
				parts.deploymentChangeLayout,
				parts.jobLayout,
				parts.spendingLayout,
				parts.transferLayout,
				parts.uploadLayout,
				parts.uploadFilesLayout,
				parts.webhookEventLayout,
			],
			log,
			onProblem: (problem) => void warn(problem),
		});
		const queue = new parts.TransferQueue({ store: new parts.TransferTable(ledger) });
		const windowId = vscode.env.sessionId;
		const coordinator = new parts.WindowCoordinator({ leases: ledger.leases, session, log, windowId });
		const spending = parts.openSpending({ ledger, coordinator, session, log });
		return { ledger, queue, coordinator, spending };
	}
}
