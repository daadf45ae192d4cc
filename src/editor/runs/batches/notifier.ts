import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import { numberText } from '../../../core/base/language.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import { batchTitle } from '../../../core/batches/describe.ts';
import { itemId } from '../../../core/batches/items.ts';
import { isPauseUnreported } from '../../../core/batches/transitions.ts';
import { notice as showNotice } from '../../shell/collectedNotices.ts';
import { runCommand } from '../../shell/commands.ts';
import { warn } from '../../shell/messages.ts';
import { readSetting } from '../../shell/settings.ts';
import type { WindowRuns } from '../windowRuns.ts';
import type { WindowRunBatches } from './windowRunBatches.ts';

interface BatchNotifierDeps {
	readonly batches: Pick<WindowRunBatches, 'onDidChange' | 'opened' | 'unfinished' | 'isOwn'>;
	readonly windowRuns: Pick<WindowRuns, 'opened'>;
	readonly session: Pick<SessionSource, 'onDidChange'>;
	/** Shows a batch among the runs. */
	readonly reveal: (batchId: string) => Promise<void>;
}

/**
 * Notifies once why a batch has paused automatically, and of the refused and uncertain items of one that has ended. The ends of its runs have notices of
 * their own.
 */
export class BatchNotifier implements vscode.Disposable {
	readonly #deps: BatchNotifierDeps;
	readonly #watches: readonly vscode.Disposable[];
	readonly #ended = new Set<string>();
	#isMuted = false;

	constructor(deps: BatchNotifierDeps) {
		this.#deps = deps;
		this.#watches = [
			deps.batches.onDidChange((batch) => void this.#onBatch(batch)),
			// Batches that have paused while another account was in use.
			deps.session.onDidChange(() => {
				for (const batch of deps.batches.unfinished())
					if (isPauseUnreported(batch)) void this.#onBatch(batch);
			}),
		];
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
	}

	async #onBatch(batch: Batch): Promise<void> {
		const { batches } = this.#deps;
		if (!batches.isOwn(batch)) return;
		if (isPauseUnreported(batch) && (await batches.opened?.claimPause(batch.id)))
			await this.#sayPaused(batch);
		if (batch.state === 'ended') await this.#onEnd(batch);
	}

	async #sayPaused({ id, notice = '', ...batch }: Batch): Promise<void> {
		const [resume, cancelAll] = [vscode.l10n.t('Continue'), vscode.l10n.t('Cancel All')];
		const text = vscode.l10n.t('{0}: {1}', batchTitle(batch), notice);
		const choice = await warn(text, resume, cancelAll);
		if (choice === resume) await runCommand('easel.continueBatch', id);
		if (choice === cancelAll) await runCommand('easel.cancelBatch', id);
	}

	async #onEnd(batch: Batch): Promise<void> {
		const text = this.#endText(batch);
		if (text === undefined || this.#ended.has(batch.id)) return;
		if (!(await this.#deps.batches.opened?.claimNotification(batch))) return;
		if (this.#ended.has(batch.id)) return;
		this.#ended.add(batch.id);
		if (this.#isMuted || !readSetting('easel.notifyWhenRunEnds')) return;
		const show = vscode.l10n.t('Show');
		const choice = await showNotice(text, false, [show], {
			these: vscode.l10n.t('Messages Like This One'),
			mute: () => {
				this.#isMuted = true;
			},
			all: vscode.l10n.t('All Runs'),
			setting: 'easel.notifyWhenRunEnds',
		});
		if (choice === show) await this.#deps.reveal(batch.id);
	}

	/** Returns the message about the end of a batch, if it adds something to those about the ends of its runs; otherwise undefined. */
	#endText(batch: Batch): string | undefined {
		const { id, refused, count, counts, notice } = batch;
		const title = batchTitle(batch);
		if (notice !== undefined) return vscode.l10n.t('{0}: {1}', title, notice);
		const [first] = refused;
		const unclear =
			counts.uncertain === 0
				? undefined
				: vscode.l10n.t(
						'{0}: it is unknown whether the service received {1} of {2} runs, so they were not sent again. Select each of them for the next steps.',
						title,
						numberText(counts.uncertain),
						numberText(count),
					);
		if (first === undefined) return unclear;
		const reason = this.#deps.windowRuns.opened?.get(itemId(id, first))?.notice ?? '';
		const refusal = vscode.l10n
			.t('{0}: {1} of {2} were refused. {3}', title, numberText(refused.length), numberText(count), reason)
			.trim();
		return unclear === undefined ? refusal : `${unclear} ${refusal}`;
	}
}
