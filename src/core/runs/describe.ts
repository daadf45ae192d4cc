import * as l10n from '@vscode/l10n';
import { describeDuration, describeMoment, describeMomentBriefly } from '../base/ages.ts';
import { allOf, counted, shortened } from '../base/language.ts';
import { trimEndOf } from '../base/trimEnd.ts';
import { phaseOf } from '../requests/parseRequest.ts';
import type { RequestError } from '../requests/request.ts';
import { hasEnded, type Run, type RunStarter, type RunState, undownloadedFiles } from './run.ts';
import { traitsOf } from './targetTraits.ts';

const stateWords: Record<RunState, string> = {
	submitting: l10n.t('sending'),
	queued: l10n.t('queued'),
	running: l10n.t('running'),
	fetching: l10n.t('downloading results'),
	succeeded: l10n.t('succeeded'),
	failed: l10n.t('failed'),
	canceled: l10n.t('canceled'),
	unsent: l10n.t('not sent'),
	uncertain: l10n.t('outcome unknown'),
	lost: l10n.t('no longer known where it ran'),
};

type RunStateFacts = Pick<
	Run,
	'state' | 'queuePosition' | 'cancelRequested' | 'missingSince' | 'serviceStatus'
> &
	Partial<Pick<Run, 'target' | 'refusal' | 'files'>>;

/** Describes the state of a run, with its place in the queue, an unknown word of the service, a cancel in progress, and missing results. */
export function describeState(run: RunStateFacts): string {
	if (run.missingSince !== undefined) return l10n.t('not found for now');
	if (run.cancelRequested && !hasEnded(run)) return l10n.t('canceling');
	if (run.state === 'unsent' && run.refusal !== undefined) return l10n.t('refused');
	return [stateWords[run.state], ...describeMore(run)].join(', ');
}

/** Returns the name of a run for people, with its target; a run of inputs has the name of its target. */
export function nameWithTarget({
	documentName,
	target,
}: Pick<Run, 'documentName'> & { readonly target: Pick<Run['target'], 'name'> }): string {
	return documentName === target.name ? documentName : l10n.t('{0} on {1}', documentName, target.name);
}

/** Returns the program that has started a run, if it was not a person in the editor. */
export function describeStarter(starter: RunStarter): string {
	return starter === 'agent' ? l10n.t('AI agent') : l10n.t('command line');
}

/** Describes the place in the queue, and a word of the service that Easel does not know. */
function describeMore(run: RunStateFacts): readonly string[] {
	if (run.state === 'succeeded') return describeUndownloaded([run]);
	if (run.state !== 'queued' && run.state !== 'running') return [];
	const place =
		run.state === 'running' || run.queuePosition === undefined
			? []
			: [run.queuePosition === 0 ? l10n.t('next in line') : l10n.t('position {0}', run.queuePosition)];
	return [...place, ...wordOfService(run)];
}

/** Returns the number of results of runs that could not be downloaded, as text; empty without any. */
export function describeUndownloaded(
	runs: readonly Parameters<typeof undownloadedFiles>[0][],
): readonly string[] {
	const count = runs.flatMap(undownloadedFiles).length;
	return count === 0
		? []
		: [counted(count, l10n.t('1 result not downloaded'), l10n.t('{0} results not downloaded'))];
}

/** Number of characters shown of a word of the service. */
const shownOfWord = 60;

/** Returns the service's word for the activity of a run, if Easel does not know it: as received. */
function wordOfService({
	serviceStatus = '',
	target,
}: Pick<Run, 'serviceStatus'> & Partial<Pick<Run, 'target'>>): readonly string[] {
	if (target !== undefined && traitsOf(target).part === undefined) return [];
	const word = serviceStatus.trim().slice(0, shownOfWord).toWellFormed();
	return word === '' || phaseOf(serviceStatus) !== 'unknown' ? [] : [word];
}

/** Letters of details that a message has room for. */
const shownDetails = 200;

/** The number of lines of the details of an error that are listed, and the most characters of each. */
const [mostDetails, longestDetail] = [20, 500];

/**
 * Describes the error of a run in few words: with the first line of the details that names a node; else by the first line if the error
 * itself is only a name, as exceptions have.
 */
export function describeError({ error, details }: RequestError): string {
	const lines = detailLines(details);
	const node = lines.find((line) => /^Node \S+ \(/.test(line));
	const isSentence = /\s/.test(error.trim());
	if (node !== undefined)
		return shortened(isSentence ? `${error.trim().replace(/\.$/, '')}: ${node}` : node, shownDetails);
	const [line] = lines;
	return line === undefined || isSentence ? error : shortened(line, shownDetails);
}

/** Returns the reasons that the service gave for a failed run, a line each. */
export function errorDetails({ details }: RequestError): readonly string[] {
	return detailLines(details)
		.slice(0, mostDetails)
		.map((line) => shortened(line, longestDetail));
}

function detailLines(details: string): readonly string[] {
	return details
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

/** Returns a run for the log, by its id and its name. */
export function loggedRun(run: Pick<Run, 'id' | 'documentName' | 'target'>): string {
	return `Run ${run.id} of "${run.documentName}" on ${run.target.kind} "${run.target.name}"`;
}

/** Returns the text to show before an identical request is sent again while its result is here. */
export function sameRunText({ endedAt, submittedAt }: Run, now: number): string {
	return l10n.t(
		'The same run has already ended ({0}). Its result is available.',
		describeMoment(endedAt ?? submittedAt, now),
	);
}

/** Returns the name that a person knows the document of a run by. */
export function runName(run: Pick<Run, 'documentName'>): string {
	return run.documentName.replace(/\.jsonc?$/i, '') || run.documentName;
}

/** Distinguishes runs of one document: `text-to-image · 14:16:05 · seed 42`. */
export function runTitle(run: Run, now: number): string {
	const seed = seedText(run.summary);
	return [runName(run), describeMoment(run.submittedAt, now), ...(seed === undefined ? [] : [seed])].join(
		' · ',
	);
}

/**
 * Describes a run in its row, in addition to its name; its icon shows the state. While in progress: how long, its place in the queue,
 * whether the state may be old. Then when it was. Always the difference from other runs: the beginning of the prompt, and the seed.
 */
export function describeRun(run: Run, now: number): readonly string[] {
	const when = hasEnded(run) ? [describeMomentBriefly(run.submittedAt, now)] : describeProgress(run, now);
	return [...when, ...describeDifference(run)];
}

/** Describes a run in progress in its row. */
export function describeProgress(run: Run, now: number): readonly string[] {
	return [
		describeDuration(elapsed(run, now)),
		...(run.missingSince !== undefined || run.cancelRequested ? [] : describeMore(run)),
		...(run.cancelRequested ? [l10n.t('canceling')] : []),
		...(run.missingSince === undefined ? [] : [l10n.t('not found for now')]),
		...(run.notice === undefined || run.missingSince !== undefined ? [] : [l10n.t('not up to date')]),
	];
}

/** Digits of a seed and letters of a prompt that a narrow row shows. */
const shownDigits = 6;
const shownLetters = 24;

/** Returns `seed 42`, `seed 1844…`; undefined if no seed was sent. */
function seedText({ seed }: Pick<Run['summary'], 'seed'>): string | undefined {
	if (seed === undefined) return undefined;
	return l10n.t('seed {0}', seed.length <= shownDigits ? seed : `${seed.slice(0, shownDigits - 2)}…`);
}

/**
 * Describes how a run differs from others of its document: the beginning of the prompt, and the seed; empty without
 * both. Runs of a batch have the same prompt, and a narrow row is cut at its end, so for them the seed comes first.
 */
export function describeDifference({
	summary,
	batchId,
}: Pick<Run, 'summary' | 'batchId'>): readonly string[] {
	const { prompt = '' } = summary;
	const words = beginning(prompt);
	const seed = seedText(summary) ?? '';
	return (batchId === undefined ? [words, seed] : [seed, words]).filter((part) => part !== '');
}

/** Returns the first whole words of a prompt that fit. Without an ellipsis: a narrow row ends with that of the editor. */
function beginning(prompt: string): string {
	if (prompt.length <= shownLetters) return prompt;
	const start = prompt.slice(0, shownLetters + 1).toWellFormed();
	const end = start.lastIndexOf(' ');
	return trimEndOf(start.slice(0, end > 0 ? end : shownLetters), /[\s,;:]/);
}

/** Returns the milliseconds that a run has taken so far, including its time in the queue; its final duration after its end. */
export function elapsed(run: RunTimes, now: number): number {
	return took(run) ?? Math.max(0, now - run.submittedAt);
}

type RunTimes = Pick<Run, 'submittedAt' | 'startedAt' | 'endedAt'>;

/** Returns the duration of an ended run in milliseconds, without its time in the queue. */
export function took({ submittedAt, startedAt = submittedAt, endedAt }: RunTimes): number | undefined {
	return endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt);
}

type OutputKind = 'image' | 'video' | 'audio' | 'text' | 'file';

const outputCounts: Readonly<Record<OutputKind, readonly [one: string, several: string]>> = {
	image: [l10n.t('1 image'), l10n.t('{0} images')],
	video: [l10n.t('1 video'), l10n.t('{0} videos')],
	audio: [l10n.t('1 sound'), l10n.t('{0} sounds')],
	text: [l10n.t('1 text'), l10n.t('{0} texts')],
	file: [l10n.t('1 file'), l10n.t('{0} files')],
};

/** Describes the number of outputs: `6 images and 1 text`; empty without outputs. */
export function countOutputs(kinds: readonly OutputKind[]): string {
	const counts = Map.groupBy(kinds, (kind) => kind);
	return allOf([...counts].map(([kind, { length }]) => counted(length, ...outputCounts[kind])));
}
