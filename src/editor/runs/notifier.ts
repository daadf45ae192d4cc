import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import { describeDuration } from '../../core/base/ages.ts';
import { kindOfFile } from '../../core/base/fileKind.ts';
import { countOutputs, describeState, elapsed } from '../../core/runs/describe.ts';
import { hasEnded, type Run } from '../../core/runs/run.ts';
import { runCommand } from '../shell/commands.ts';
import { inform, warn } from '../shell/messages.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import type { LazyRunService } from './lazyRunService.ts';

/** Shows once that a run of this window has ended, unless its panel is visible. */
export class RunNotifier implements vscode.Disposable {
	readonly #shown = new Set<string>();
	readonly #history: LazyRunService;
	readonly #watch: vscode.Disposable;
	readonly #isVisible: (runId: string) => boolean;

	constructor(history: LazyRunService, isVisible: (runId: string) => boolean) {
		this.#history = history;
		this.#isVisible = isVisible;
		this.#watch = history.onChange((run) => void this.#onRun(run));
	}

	dispose(): void {
		this.#watch.dispose();
	}

	async #onRun(run: Run): Promise<void> {
		if (!hasEnded(run) || this.#shown.has(run.id) || !(await this.#history.opened?.claimNotification(run.id)))
			return;
		// The same end may have been asked about twice at the same time.
		if (this.#shown.has(run.id)) return;
		this.#shown.add(run.id);
		if (!readSetting('easel.notifyWhenRunEnds') || this.#isVisible(run.id) || run.state === 'canceled')
			return;
		await this.#show(run);
	}

	async #show(run: Run): Promise<void> {
		const time = describeDuration(elapsed(run, Date.now()));
		const [show, never] = [l10n.t('Show'), l10n.t('Do Not Show Again')];
		const choice = await (run.state === 'succeeded'
			? inform(l10n.t('"{0}" succeeded after {1}. {2}.', run.documentName, time, outputsOf(run)), show, never)
			: warn(
					l10n.t(
						'"{0}" did not succeed: {1}',
						run.documentName,
						run.error?.error || run.notice || describeState(run),
					),
					show,
					never,
				));
		if (choice === show) await runCommand('easel.showRun', run.id);
		if (choice === never) {
			await writeSetting('easel.notifyWhenRunEnds', false);
		}
	}
}

function outputsOf(run: Run): string {
	const kinds = [
		...run.files.map(({ filename }) => kindOfFile(filename)),
		...run.texts.map(() => 'text' as const),
	];
	return countOutputs(kinds) || l10n.t('No outputs');
}
