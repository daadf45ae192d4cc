import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { FollowedTexts } from '../records/notices.ts';
import type {
	OutputFile,
	RequestError,
	RequestPhase,
	RequestResult,
	RequestStatus,
	Submission,
} from '../requests/request.ts';
import { type FileAbsence, hasEnded, type Run, type RunFile } from './run.ts';
import { traitsOf } from './targetTraits.ts';

/*
 * Every change of a run. Changes are pure and may be applied twice or late: a run never returns to a state it has left
 * permanently, and known facts stay.
 */

export type FilePlace = Pick<RunFile, 'key'>;

export function isSameFile(a: FilePlace, b: FilePlace): boolean {
	return a.key === b.key;
}

type NamedFile = Pick<RunFile, 'key' | 'filename' | 'subfolder'>;

/**
 * Returns the file of a reply that matches `wanted`. `known` are the files of the first reply: another reply may have
 * another shape, and then a file is identified by its name if that is the only one of its kind.
 */
export function sameFileOf<T extends NamedFile>(
	offered: readonly T[],
	wanted: NamedFile,
	known: readonly NamedFile[],
): T | undefined {
	const hasName = ({ filename, subfolder }: NamedFile) =>
		filename === wanted.filename && subfolder === wanted.subfolder;
	const named = offered.filter(hasName);
	const isOnly = named.length === 1 && known.filter(hasName).length === 1;
	return isOnly ? named[0] : offered.find((candidate) => isSameFile(candidate, wanted));
}

/** Returns the run after the service has accepted the submission. Also corrects a run that was given up as uncertain meanwhile. */
export function submitted(
	run: Run,
	requestId: string,
	more: Pick<Submission, 'warning' | 'otherIds'> = {},
): Run {
	if (run.state !== 'submitting' && run.state !== 'uncertain') return run;
	const { notice: _, endedAt: __, ...rest } = run;
	return {
		...rest,
		state: 'queued',
		requestId,
		...compact({ warning: more.warning, otherIds: more.otherIds }),
	};
}

/** Returns the run after the submission has failed, surely (`unsent`) or perhaps (`uncertain`). */
export function notSubmitted(run: Run, state: 'unsent' | 'uncertain', notice: string, now: number): Run {
	if (run.state !== 'submitting') return run;
	return { ...run, state, notice, endedAt: now };
}

/** Replaces the request id, which was not found, with the next id of the reply. */
export function withNextId(run: Run): Run {
	const [next, ...others] = run.otherIds ?? [];
	if (next === undefined || run.requestId === undefined) return run;
	return { ...run, requestId: next, otherIds: [...others, run.requestId] };
}

/** Returns the run after a reply of the status endpoint. `finished`, `failed` and so on are left to the result, which has more details. */
export function withStatus(run: Run, status: RequestStatus, now: number): Run {
	if (run.state !== 'queued' && run.state !== 'running') return run;
	const { queuePosition: _, notice: __, missingSince: ___, otherIds: ____, ...rest } = run;
	const known = { ...rest, serviceStatus: status.status, ...compact({ instanceId: status.instanceId }) };
	if (status.phase === 'running') return { ...known, state: 'running', startedAt: run.startedAt ?? now };
	if (status.phase !== 'queued') return known;
	return { ...known, state: 'queued', ...compact({ queuePosition: status.queuePosition }) };
}

const endings: ReadonlySet<RequestPhase> = new Set(['succeeded', 'failed', 'canceled', 'finished']);

/** Returns whether a result is that of an ended request. An unknown word is an end if the service reports its time. */
export function isOver({ phase, finishedAt }: RequestResult): boolean {
	return endings.has(phase) || (phase === 'unknown' && finishedAt !== undefined);
}

/** Returns the run after a reply of the result endpoint. An unfinished one changes no state. */
export function withResult(run: Run, result: RequestResult, now: number, dialect: Dialect): Run {
	if (run.state !== 'queued' && run.state !== 'running') return run;
	const { phase } = result;
	if (!isOver(result)) return run;
	const { queuePosition: _, notice: __, missingSince: ____, ...rest } = run;
	const endedAt = endOf(run, result, now);
	const ended = {
		...rest,
		serviceStatus: result.status,
		endedAt,
		...compact({ instanceId: result.instanceId, costMicrodollars: result.costMicrodollars }),
	};
	if (phase === 'canceled') return { ...ended, state: 'canceled' };
	if (phase === 'unknown' && !result.error && result.files.length + result.texts.length === 0) {
		const notice = l10n.t(
			'The service ended this run with an unknown state: "{0}".',
			result.status.slice(0, 100),
		);
		return { ...ended, state: 'failed', notice };
	}
	if (phase === 'failed' || result.error) {
		return {
			...ended,
			state: 'failed',
			...(result.error
				? { error: result.error, ...adviceOf(result.error, run, dialect) }
				: { notice: l10n.t('The service reported that the run failed, but gave no reason.') }),
		};
	}
	const files = result.files.map(fileRecord);
	// The requested cancel came too late.
	const { cancelRequested: ___, ...well } = ended;
	return {
		...well,
		state: files.length > 0 ? 'fetching' : 'succeeded',
		files,
		texts: result.texts,
		...compact({ warning: result.warning }),
		...(files.length > 0 && !traitsOf(run.target).keepsFiles
			? { expiresAt: endedAt + dialect.outputLifetimeMs }
			: {}),
	};
}

/** Returns the advice, by error code, for an end caused by the account or the deployment and not by the document. */
function adviceOf(
	{ errorCode }: RequestError,
	{ target }: Run,
	{ codes }: Dialect,
): Pick<Run, 'notice' | 'refusal'> {
	const { part } = traitsOf(target);
	if (errorCode === undefined || part === undefined) return {};
	const meaning = codes.meaningOf(errorCode, part);
	if (meaning === undefined || !['balance', 'conflict', 'notFound'].includes(meaning.kind)) return {};
	const notice = `${meaning.message} ${meaning.nextStep}`;
	return meaning.kind === 'balance' ? { notice, refusal: 'balance' } : { notice };
}

/** Returns the run after the bytes of a file have arrived, or will not come. Either shows that the way to the service is open again. */
export function withFile(
	run: Run,
	place: FilePlace,
	outcome: { readonly archivedAs: string; readonly bytes: number } | { readonly problem: string },
): Run {
	const { notice: _, ...rest } = run;
	return {
		...rest,
		files: run.files.map((file) => {
			if (!isSameFile(file, place) || file.archivedAs !== undefined) return file;
			const { problem: __, away: ___, ...known } = file;
			return { ...known, ...outcome };
		}),
	};
}

/** Ends a run without its files: they are downloaded on request. */
export function withFilesLeft(run: Run, absence: FileAbsence): Run {
	if (run.state !== 'fetching') return run;
	const files = run.files.map((file) => (file.archivedAs === undefined ? { ...file, ...absence } : file));
	return { ...run, state: 'succeeded', files };
}

/** Returns the run after the copies of its files were removed from this computer. */
export function withoutCopies(run: Run, keys: ReadonlySet<string>, absence: FileAbsence): Run {
	if (!run.files.some((file) => keys.has(file.key) && file.archivedAs !== undefined)) return run;
	const files = run.files.map((file) => {
		const { archivedAs, ...rest } = file;
		return archivedAs !== undefined && keys.has(file.key) ? { ...rest, ...absence } : file;
	});
	return { ...run, files };
}

/** Ends the fetching once no file is missing. */
export function settled(run: Run): Run {
	if (run.state !== 'fetching' || missingFiles(run).length > 0) return run;
	const { notice: _, ...rest } = run;
	return { ...rest, state: 'succeeded' };
}

/** Returns the files that are neither downloaded nor given up. */
export function missingFiles(run: Run): readonly RunFile[] {
	return run.files.filter((file) => file.archivedAs === undefined && file.problem === undefined);
}

/** Sets a run back to fetching the files that were given up. */
export function withFilesRetried(run: Run): Run {
	if (run.state !== 'succeeded' || !run.files.some((file) => file.problem !== undefined)) return run;
	const files = run.files.map(({ problem: _, away: __, ...file }) => file);
	return { ...run, state: 'fetching', filesRetried: true, files };
}

/** Returns the run while the service does not find the request. */
export function withMissing(run: Run, since: number, notice: string): Run {
	if (hasEnded(run) || run.state === 'submitting') return run;
	return { ...run, missingSince: run.missingSince ?? since, notice };
}

/** Returns the record of a run that is no longer polled: the service does not have the request, or a person has given it up. */
export function lost(run: Run, notice: string, now: number): Run {
	if (hasEnded(run)) return run;
	const { queuePosition: _, missingSince: __, ...rest } = run;
	return { ...rest, state: 'lost', notice, endedAt: run.endedAt ?? now };
}

/** Returns a run that a person has given up; unchanged unless it is not found for now, or uncertain. */
export function givenUp(run: Run, texts: Pick<FollowedTexts, 'givenUp' | 'neverTaken'>, now: number): Run {
	if (run.state === 'uncertain') return { ...run, state: 'lost', notice: texts.neverTaken };
	return run.missingSince === undefined ? run : lost(run, texts.givenUp, now);
}

/** Returns a lost run that is to be polled again. */
export function lookedForAgain(run: Run): Run {
	if (run.state !== 'lost' || run.requestId === undefined) return run;
	const { notice: _, endedAt: __, ...rest } = run;
	return { ...rest, state: run.startedAt === undefined ? 'queued' : 'running' };
}

/** Returns the run with a sentence about passing trouble, or without one after its end; the state stays. */
export function withNotice(run: Run, notice: string | undefined): Run {
	if (hasEnded(run) || run.notice === notice) return run;
	const { notice: _, ...rest } = run;
	return notice === undefined ? rest : { ...rest, notice };
}

/**
 * Returns the run after the person has asked to stop it. If only files are being downloaded, nothing is left to stop at
 * the service.
 */
export function withCancelRequested(run: Run): Run {
	return hasEnded(run) || run.state === 'fetching' || run.cancelRequested
		? run
		: { ...run, cancelRequested: true };
}

/** Returns the run after a cancel that did not get through: it continues and can be canceled again. */
export function withCancelFailed(run: Run): Run {
	if (hasEnded(run) || !run.cancelRequested) return run;
	const { cancelRequested: _, ...rest } = run;
	return rest;
}

/**
 * Returns the time when the run ended on our clock. The service's clock may differ, so only its reported duration is used, and only if it
 * is plausible: the poll that saw the end was up to a tenth late.
 */
function endOf(run: Run, result: RequestResult, now: number): number {
	const length = Date.parse(result.finishedAt ?? '') - Date.parse(result.createdAt ?? '');
	if (!Number.isFinite(length) || length < 0) return now;
	return Math.max(run.startedAt ?? run.submittedAt, Math.min(now, run.submittedAt + length));
}

function fileRecord({ url: _, ...file }: OutputFile): RunFile {
	return file;
}
