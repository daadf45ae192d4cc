import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { answered as Answered } from '../../core/following/unanswered.ts';
import type { OpenLedger } from '../../core/operations/services.ts';
import { warn } from './messages.ts';

interface LazyLedgerOptions {
	/** The folder that this computer keeps for the extension. */
	readonly storage: vscode.Uri;
	readonly log: Log;
	readonly session: SessionSource;
	readonly clock: Clock;
}

/** Whether the window is there: on another computer its process runs for hours after the person has closed it. */
async function isAnswering(answered: typeof Answered, clock: Clock): Promise<boolean> {
	// A command of the window that does nothing; where an editor has none of this name, it is the window that says so.
	const reply = vscode.commands.executeCommand('noop').then(
		() => true,
		() => true,
	);
	return answered(reply, clock).catch(() => false);
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

	/** Returns a folder for files that belong to records, for example `runs`. */
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
		const { log, session, clock } = this.#options;
		const parts = await import('../features.ts');
		const ledger = await parts.openLedger({
			path: this.folder('history.db').fsPath,
			tables: parts.layouts,
			log,
			clock,
			onProblem: (problem) => void warn(problem),
		});
		const queue = new parts.TransferQueue({ store: new parts.TransferTable(ledger), clock });
		const windowId = vscode.env.sessionId;
		const coordinator = new parts.WindowCoordinator({
			leases: ledger.leases,
			session,
			log,
			clock,
			windowId,
			isPresent: () => isAnswering(parts.answered, clock),
		});
		const spending = parts.openWindowSpending({ ledger, coordinator, session, log });
		return { ledger, queue, coordinator, spending };
	}
}
