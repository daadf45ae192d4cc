import * as vscode from 'vscode';
import { describeDuration, describeMoment, describeTime } from '../../core/base/ages.ts';
import { quoted } from '../../core/base/language.ts';
import {
	describeDifference,
	describeError,
	describeProgress,
	describeRun,
	describeStarter,
	describeState,
	describeUndownloaded,
	elapsed,
	runName,
} from '../../core/runs/describe.ts';
import { failedNodeOf } from '../../core/runs/failedNode.ts';
import type { Marks } from '../../core/runs/history/mark.ts';
import {
	canBeLookedFor,
	hasEnded,
	mayHaveInstance,
	type Run,
	type RunFile,
	undownloadedFiles,
} from '../../core/runs/run.ts';
import { changedInputsText } from '../shell/numbers.ts';
import { labelText } from '../shell/plainText.ts';
import { command, factsTooltip, row } from '../shell/trees/treeRows.ts';

export interface RunExtras {
	readonly marks: Pick<Marks, 'starred' | 'note'>;
	/** The folder with its files. */
	readonly folder: vscode.Uri;
}

const unwatchedIcon = { icon: 'debug-disconnect', color: 'list.warningForeground' };

const undownloadedIcon = { icon: 'warning', color: 'list.warningForeground' };

const icons: Record<Run['state'], { icon: string; color?: string }> = {
	submitting: { icon: 'loading~spin' },
	queued: { icon: 'clock', color: 'charts.yellow' },
	running: { icon: 'loading~spin', color: 'charts.blue' },
	fetching: { icon: 'loading~spin', color: 'charts.blue' },
	succeeded: { icon: 'pass-filled', color: 'testing.iconPassed' },
	failed: { icon: 'error', color: 'testing.iconFailed' },
	canceled: { icon: 'circle-slash', color: 'disabledForeground' },
	unsent: { icon: 'circle-slash', color: 'list.warningForeground' },
	uncertain: { icon: 'question', color: 'list.warningForeground' },
	lost: { icon: 'question', color: 'list.warningForeground' },
};

/** Returns the row of a run below its target: its document, and its difference from the others. */
export function runRow(run: Run, now: number, { marks }: RunExtras): vscode.TreeItem {
	const name = labelText(runName(run));
	return drawn(run, now, marks, name, describeRun(run, now));
}

/** Returns the row of a run among all: its time, its difference from others, its duration, its document and its target. */
export function historyRow(run: Run, now: number, { marks }: RunExtras): vscode.TreeItem {
	const difference = describeDifference(run);
	const about = hasEnded(run)
		? [...difference, describeDuration(elapsed(run, now))]
		: [...describeProgress(run, now), ...difference];
	const names = new Set([labelText(runName(run)), run.target.name]);
	return drawn(run, now, marks, describeTime(run.submittedAt), [...about, ...names]);
}

/** Letters of a note that a narrow row shows. */
const shownNote = 30;

function drawn(
	run: Run,
	now: number,
	marks: RunExtras['marks'],
	label: string,
	about: readonly string[],
): vscode.TreeItem {
	const look = lookOf(run);
	const note = marks.note === '' ? [] : [quoted(labelText(marks.note, shownNote))];
	const starter = run.startedBy === undefined ? [] : [describeStarter(run.startedBy)];
	// Before the part that a narrow row cuts off: it was not started by a person in this window.
	const parts = [
		...describeUndownloaded([run]),
		...note,
		...starter,
		...about.map((part) => labelText(part)),
	];
	return row(`run:${run.id}`, label, {
		...look,
		description: [...(marks.starred ? ['★'] : []), parts.join(' · ')].join(' '),
		tags: tagsOf(run, marks.starred, now),
		command: command('easel.showRun', vscode.l10n.t('Show Result'), run.id),
		spoken: [
			vscode.l10n.t('Run of {0}', labelText(runName(run))),
			describeState(run),
			...(marks.starred ? [vscode.l10n.t('starred')] : []),
			...parts,
			...(label === labelText(runName(run)) ? [] : [label]),
		].join(', '),
	});
}

function lookOf(run: Run): { readonly icon: string; readonly color?: string } {
	if (run.missingSince !== undefined) return icons.lost;
	if (undownloadedFiles(run).length > 0) return undownloadedIcon;
	// The icon of a run that is not up to date does not turn.
	return !hasEnded(run) && run.notice !== undefined ? unwatchedIcon : icons[run.state];
}

function tagsOf(run: Run, starred: boolean, now: number): string {
	const tags = ['+run', hasEnded(run) ? '+ended' : '+active'];
	if (run.missingSince !== undefined) tags.push('+missing');
	if (canBeLookedFor(run)) tags.push('+findable');
	if (undownloadedFiles(run).length > 0) tags.push('+undownloaded');
	if (failedNodeOf(run) !== undefined) tags.push('+failedNode');
	if (run.state === 'uncertain') tags.push('+uncertain');
	if (starred) tags.push('+starred');
	if (run.documentUri !== undefined) tags.push('+document');
	if (pictureOf(run) !== undefined) tags.push('+picture');
	if (mayHaveInstance(run, now)) tags.push('+instance');
	return tags.join('');
}

/** Returns the tooltip of the row of a run, with its first picture; text of the service never becomes Markdown. */
export function runTooltip(run: Run, now: number, { marks, folder }: RunExtras): vscode.MarkdownString {
	const facts = factsTooltip(run.documentName, [
		[vscode.l10n.t('Note'), marks.note],
		[vscode.l10n.t('State'), describeState(run)],
		[vscode.l10n.t('Notice'), run.notice ?? undownloadedFiles(run)[0]?.problem],
		[vscode.l10n.t('Error'), run.error && describeError(run.error)],
		[vscode.l10n.t('Ran on'), run.target.name],
		[vscode.l10n.t('Started'), describeMoment(run.submittedAt, now)],
		[vscode.l10n.t('Started by'), run.startedBy && describeStarter(run.startedBy)],
		[vscode.l10n.t('Took'), describeDuration(elapsed(run, now))],
		[vscode.l10n.t('Prompt'), run.summary.prompt],
		[vscode.l10n.t('Seed'), run.summary.seed],
		[vscode.l10n.t('Sent'), sentText(run.summary)],
		[vscode.l10n.t('Files'), run.files.length > 0 ? run.files.length : undefined],
		[vscode.l10n.t('Request'), run.requestId],
		[vscode.l10n.t('Instance'), run.instanceId],
	]);
	const picture = pictureOf(run)?.archivedAs;
	if (picture === undefined) return facts;
	// First, since a long prompt moves the rest out of a small window. The address has no character with a meaning in Markdown: `toString`
	// writes them as their numbers.
	const address = vscode.Uri.joinPath(folder, picture).toString();
	return new vscode.MarkdownString(`![](${address}|width=${pictureWidth})\n\n${facts.value}`);
}

/** Pixels, so that a tooltip fits next to the side bar of a small window. */
const pictureWidth = 240;
/** A larger file would be read completely for a picture of that size. */
const largestPicture = 16_000_000;

/**
 * Returns the picture that represents a run: preferably one of `starred`, by its key, else the first local one that the
 * editor can draw.
 */
export function pictureOf(run: Run, starred: readonly string[] = []): RunFile | undefined {
	const pictures = run.files.filter(
		({ archivedAs, bytes }) =>
			archivedAs !== undefined &&
			/\.(?:png|jpe?g|webp|gif)$/i.test(archivedAs) &&
			(bytes === undefined || bytes <= largestPicture),
	);
	return pictures.find(({ key }) => starred.includes(key)) ?? pictures[0];
}

function sentText({ mode, changed }: Run['summary']): string {
	if (mode === 'inline') return vscode.l10n.t('the whole document');
	return mode === 'inputs' ? vscode.l10n.t('the values of a form') : changedInputsText(changed.length);
}
