import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import { describeDuration } from '../../core/base/ages.ts';
import type { Clock } from '../../core/base/clock.ts';
import { asSentence } from '../../core/base/failure.ts';
import { kindOfFile } from '../../core/base/fileKind.ts';
import { numberText } from '../../core/base/language.ts';
import {
	countOutputs,
	describeError,
	describeState,
	describeUndownloaded,
	elapsed,
} from '../../core/runs/describe.ts';
import { failedNodeOf } from '../../core/runs/failedNode.ts';
import { groupKey } from '../../core/runs/history/group.ts';
import { hasEnded, type Run, undownloadedFiles } from '../../core/runs/run.ts';
import { CollectedNotices, type Fewer, notice } from '../shell/collectedNotices.ts';
import { runCommand } from '../shell/commands.ts';
import { profilePageAction } from '../shell/failures.ts';
import { readSetting } from '../shell/settings.ts';
import type { WindowRuns } from './windowRuns.ts';

export interface RunNotifierOptions {
	readonly windowRuns: Pick<WindowRuns, 'onDidChange' | 'opened' | 'active'>;
	/** Returns whether a panel visibly shows the end of a run. */
	readonly isVisible: (run: Run) => boolean;
	readonly clock: Clock;
}

/** Notifies of the ends of the runs of this window; successive ends for one document share a message. */
export class RunNotifier implements vscode.Disposable {
	readonly #shown = new Set<string>();
	readonly #windowRuns: RunNotifierOptions['windowRuns'];
	readonly #watch: vscode.Disposable;
	readonly #notices: CollectedNotices<Run>;

	constructor({ windowRuns, isVisible, clock }: RunNotifierOptions) {
		this.#windowRuns = windowRuns;
		this.#notices = new CollectedNotices<Run>({
			groupOf: groupKey,
			isUnderWay: (group) => windowRuns.active().some((run) => groupKey(run) === group),
			// A strip shows that a run has ended, but not that its results are missing, or that a batch has ended.
			isSeen: (run) => run.batchId === undefined && undownloadedFiles(run).length === 0 && isVisible(run),
			say: (runs, group) =>
				say(runs, {
					these: l10n.t('The Runs of "{0}"', runs[0].documentName),
					mute: () => this.#notices.mute(group),
					all: l10n.t('All Runs'),
					setting: 'easel.notifyWhenRunEnds',
				}),
			clock,
		});
		this.#watch = windowRuns.onDidChange((run) => void this.#onRun(run));
	}

	dispose(): void {
		this.#watch.dispose();
		this.#notices.dispose();
	}

	async #onRun(run: Run): Promise<void> {
		if (
			!hasEnded(run) ||
			this.#shown.has(run.id) ||
			!(await this.#windowRuns.opened?.claimNotification(run.id))
		)
			return;
		// The same end may have been checked twice at the same time.
		if (this.#shown.has(run.id)) return;
		this.#shown.add(run.id);
		if (readSetting('easel.notifyWhenRunEnds') && run.state !== 'canceled') this.#notices.add(run);
	}
}

async function say(runs: readonly [Run, ...Run[]], fewer: Fewer): Promise<void> {
	if (runs.length > 1) return reportTogether(runs, fewer);
	const [run] = runs;
	if (undownloadedFiles(run).length > 0) return reportUndownloaded(runs, fewer);
	const show = l10n.t('Show');
	const good = run.state === 'succeeded';
	const time = describeDuration(elapsed(run, Date.now()));
	const text = good
		? l10n.t('"{0}" succeeded after {1}. {2}.', run.documentName, time, outputsOf(runs))
		: run.state === 'uncertain'
			? l10n.t('"{0}": {1}', run.documentName, reasonOf(run))
			: l10n.t('"{0}" did not succeed: {1}', run.documentName, reasonOf(run));
	const [inDocument, page] = [l10n.t('Show in Document'), l10n.t('Open Web Console')];
	const topUp = profilePageAction(run.connectionId);
	const first =
		run.state === 'uncertain'
			? [page]
			: run.refusal === 'balance'
				? [topUp.title]
				: failedNodeOf(run) === undefined
					? []
					: [inDocument];
	const choice = await notice(text, good, [...first, show], fewer);
	if (choice === inDocument) await runCommand('easel.showFailedNode', run.id);
	if (choice === topUp.title) await topUp.run();
	if (choice === page) await runCommand('easel.openWebConsole', run.id);
	if (choice === show) await runCommand('easel.showRun', run.id);
}

async function reportTogether(runs: readonly [Run, ...Run[]], fewer: Fewer): Promise<void> {
	const succeeded = runs.filter(({ state }) => state === 'succeeded');
	const failed = runs.findLast(({ state }) => state !== 'succeeded');
	if (failed === undefined && missingText(runs) !== undefined) return reportUndownloaded(runs, fewer);
	const { documentName: name } = runs[0];
	const [count, all] = [numberText(succeeded.length), numberText(runs.length)];
	const [sheet, show, again] = [l10n.t('Show on Contact Sheet'), l10n.t('Show'), l10n.t('Download Again')];
	const missing = missingText(runs);
	const ended =
		failed === undefined
			? l10n.t('{0}: {1} of {2} succeeded, {3}.', name, count, all, outputsOf(succeeded))
			: succeeded.length === 0
				? l10n.t('{0}: none of {1} succeeded. The last one: {2}', name, all, reasonOf(failed))
				: l10n.t(
						'{0}: {1} of {2} succeeded, {3}. The last one that did not: {4}',
						name,
						count,
						all,
						outputsOf(succeeded),
						reasonOf(failed),
					);
	const text = missing === undefined ? ended : `${asSentence(ended)} ${asSentence(missing)}`;
	const buttons = [
		...(missing === undefined ? [] : [again]),
		...(succeeded.length === 0 ? [] : [sheet]),
		...(failed === undefined ? [] : [show]),
	];
	const choice = await notice(text, failed === undefined, buttons, fewer);
	const ids = runs.map(({ id }) => id);
	if (choice === again) await runCommand('easel.downloadMissingResults', ids);
	if (choice === sheet) await runCommand('easel.showContactSheet', { runIds: ids });
	if (choice === show) await runCommand('easel.showRun', failed?.id);
}

/**
 * Warns that runs succeeded without all of their results on this computer: the service deletes its copies after some
 * days.
 */
async function reportUndownloaded(runs: readonly [Run, ...Run[]], fewer: Fewer): Promise<void> {
	const name = runs[0].documentName;
	const [again, show] = [l10n.t('Download Again'), l10n.t('Show')];
	const text = l10n.t('"{0}" succeeded, {1}', name, missingText(runs) ?? '');
	const choice = await notice(text, false, [again, show], fewer);
	const ids = runs.map(({ id }) => id);
	if (choice === again) await runCommand('easel.downloadMissingResults', ids);
	if (choice !== show) return;
	await (runs.length === 1
		? runCommand('easel.showRun', ids[0])
		: runCommand('easel.showContactSheet', { runIds: ids }));
}

/** Returns a text that names the runs with results missing on this computer, with the reason; undefined without any. */
export function missingText(runs: readonly Run[]): string | undefined {
	const problem = runs.flatMap(undownloadedFiles)[0]?.problem;
	return problem === undefined ? undefined : l10n.t('{0}: {1}', describeUndownloaded(runs)[0] ?? '', problem);
}

function reasonOf(run: Run): string {
	const error = run.error && describeError(run.error);
	if (!error || run.notice === undefined) return error || run.notice || describeState(run);
	// The message of the service, followed by its meaning.
	return `${asSentence(error)} ${run.notice}`;
}

function outputsOf(runs: readonly Run[]): string {
	const kinds = runs.flatMap(({ files, texts }) => [
		...files.map(({ filename }) => kindOfFile(filename)),
		...texts.map(() => 'text' as const),
	]);
	return countOutputs(kinds) || l10n.t('No outputs');
}
