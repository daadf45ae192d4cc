import * as vscode from 'vscode';
import { describeDuration } from '../../core/base/ages.ts';
import { numberText } from '../../core/base/language.ts';
import { describeState, elapsed } from '../../core/runs/describe.ts';
import { hasEnded } from '../../core/runs/run.ts';
import type { WindowRuns } from './windowRuns.ts';

/** Shows the runs of this account that are in progress in the status bar: state, place in the queue, time. */
export class RunProgress implements vscode.Disposable {
	readonly #windowRuns: WindowRuns;
	readonly #onCount: (count: number) => void;
	readonly #watches: readonly vscode.Disposable[];
	#showing = false;

	constructor(windowRuns: WindowRuns, onCount: (count: number) => void) {
		this.#windowRuns = windowRuns;
		this.#onCount = onCount;
		// Nothing of these runs is watched while signed out or in another account.
		this.#watches = [
			windowRuns.onDidChange(() => this.#update()),
			windowRuns.onDidChangeSession(() => this.#update()),
		];
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#showing = false;
	}

	#update(): void {
		const count = this.#windowRuns.active().length;
		this.#onCount(count);
		if (count === 0 || this.#showing) return;
		this.#showing = true;
		void vscode.window.withProgress(
			{ location: vscode.ProgressLocation.Window, title: 'Easel' },
			(progress) => this.#follow(progress),
		);
	}

	async #follow(progress: vscode.Progress<{ message?: string }>): Promise<void> {
		for (;;) {
			const [latest, ...others] = this.#windowRuns.active();
			if (!latest || !this.#showing || hasEnded(latest)) break;
			const name =
				others.length === 0
					? latest.documentName
					: vscode.l10n.t('{0} and {1} more', latest.documentName, numberText(others.length));
			const time = describeDuration(elapsed(latest, Date.now()));
			progress.report({ message: `${name}: ${describeState(latest)}, ${time}` });
			await new Promise((resolve) => setTimeout(resolve, 1000));
		}
		this.#showing = false;
	}
}
