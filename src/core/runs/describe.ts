import { describeDuration, describeMoment, describeMomentBriefly } from '../base/ages.ts';
import { plural } from '../base/language.ts';
import { phaseOf } from '../requests/parseRequest.ts';
import type { RequestError } from '../requests/request.ts';
import { hasEnded, type Run, type RunState } from './run.ts';

const stateWords: Record<RunState, string> = {
	submitting: 'sending',
	queued: 'queued',
	running: 'running',
	fetching: 'downloading results',
	succeeded: 'succeeded',
	failed: 'failed',
	canceled: 'canceled',
	unsent: 'not sent',
	uncertain: 'unknown whether it was taken',
	lost: 'no longer known where it ran',
};

/** The state of a run in words, with its place in the queue, a word of the service that Easel does not know, and a cancel under way. */
export function describeState(
	run: Pick<Run, 'state' | 'queuePosition' | 'cancelRequested' | 'missingSince' | 'serviceStatus'> &
		Partial<Pick<Run, 'target'>>,
): string {
	if (run.missingSince !== undefined) return 'not found for now';
	if (run.cancelRequested && !hasEnded(run)) return 'canceling';
	const words = stateWords[run.state];
	if (run.state !== 'queued' && run.state !== 'running') return words;
	const place =
		run.state === 'running' || run.queuePosition === undefined
			? []
			: [run.queuePosition === 0 ? 'next in line' : `position ${run.queuePosition}`];
	return [words, ...place, ...wordOfService(run)].join(', ');
}

/** Letters of a word of the service that are shown. */
const shownOfWord = 60;

/** The service's own word for what a run does, where it is none that Easel knows: as it came. */
function wordOfService({
	serviceStatus = '',
	target,
}: Pick<Run, 'serviceStatus'> & Partial<Pick<Run, 'target'>>): readonly string[] {
	// The words for runs on an engine are Easel's own.
	if (target?.kind === 'engine') return [];
	const word = serviceStatus.trim().slice(0, shownOfWord).toWellFormed();
	return word === '' || phaseOf(serviceStatus) !== 'unknown' ? [] : [word];
}

/** Letters of details that a message has room for. */
const shownDetails = 200;

/** Why a run failed, in few words: the first line of the details where the error itself is only a name, as exceptions have. */
export function describeError({ error, details }: RequestError): string {
	const line = details
		.split(/[\r\n]/)
		.map((each) => each.trim())
		.find((each) => each !== '');
	if (line === undefined || /\s/.test(error.trim())) return error;
	return line.length <= shownDetails ? line : `${line.slice(0, shownDetails - 1).toWellFormed()}…`;
}

/** A run in the log, by its id and by what a person knows it by. */
export function loggedRun(run: Pick<Run, 'id' | 'documentName' | 'target'>): string {
	return `Run ${run.id} of "${run.documentName}" on ${run.target.kind} "${run.target.name}"`;
}

/** What a person calls the document of a run. */
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
 * What a row says of a run beside its name; its icon says the state. While it is under way: how long, its place in the queue,
 * whether what is known may be old. Then when it was. Always what makes it differ: the seed, or the beginning of the prompt.
 */
export function describeRun(run: Run, now: number): readonly string[] {
	const when = hasEnded(run) ? [describeMomentBriefly(run.submittedAt, now)] : describeProgress(run, now);
	return [...when, ...describeDifference(run.summary)];
}

/** What a row says of a run that is under way. */
export function describeProgress(run: Run, now: number): readonly string[] {
	const [_, ...more] = describeState(run).split(', ');
	return [
		describeDuration(elapsed(run, now)),
		...more,
		...(run.cancelRequested ? ['canceling'] : []),
		...(run.missingSince === undefined ? [] : ['not found for now']),
		...(run.notice === undefined || run.missingSince !== undefined ? [] : ['not up to date']),
	];
}

/** Digits of a seed and letters of a prompt that a narrow row shows. */
const shownDigits = 6;
const shownLetters = 24;

/** `seed 42`, `seed 1844…`; undefined where no seed was sent. */
function seedText({ seed }: Pick<Run['summary'], 'seed'>): string | undefined {
	if (seed === undefined) return undefined;
	return `seed ${seed.length <= shownDigits ? seed : `${seed.slice(0, shownDigits - 2)}…`}`;
}

/** What makes a run differ from others of its document: the seed, or the beginning of the prompt; nothing where it has neither. */
export function describeDifference(summary: Run['summary']): readonly string[] {
	const seed = seedText(summary);
	if (seed !== undefined) return [seed];
	const { prompt } = summary;
	if (prompt === undefined || prompt === '') return [];
	return [prompt.length <= shownLetters ? prompt : `${prompt.slice(0, shownLetters).toWellFormed()}…`];
}

/** Milliseconds a run has taken so far, or took in all. */
export function elapsed(run: Pick<Run, 'submittedAt' | 'endedAt'>, now: number): number {
	return Math.max(0, (run.endedAt ?? now) - run.submittedAt);
}

type OutputKind = 'image' | 'video' | 'audio' | 'text' | 'file';

const nouns: Record<OutputKind, string> = {
	image: 'image',
	video: 'video',
	audio: 'sound',
	text: 'text',
	file: 'file',
};

/** `6 images and 1 text`; empty when there is nothing. */
export function countOutputs(kinds: readonly OutputKind[]): string {
	const counts = Map.groupBy(kinds, (kind) => kind);
	const parts = [...counts].map(([kind, { length }]) => plural(length, nouns[kind]));
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
