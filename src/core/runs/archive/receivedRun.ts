import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../../account/session.ts';
import { ownerOf } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { sha256 } from '../../base/files/sha256.ts';
import { allOf } from '../../base/language.ts';
import { exactUsd } from '../../base/money.ts';
import { numberedName, safeFileName } from '../../transfers/names.ts';
import { displayValue } from '../plan/displayValue.ts';
import type { Run, RunFile } from '../run.ts';
import type { SharedResult, SharedRun } from './sharedRun.ts';

/** A shared run as a record of this computer, and the bytes of its results by their names in the archive. */
interface ReceivedRun {
	readonly run: Run;
	readonly results: ReadonlyMap<string, Uint8Array>;
}

/**
 * Returns the record of a shared run. The same file results in the same id, so that it is only once in the history of
 * an account.
 */
export async function receivedRun(shared: SharedRun, text: string, session: SignedIn): Promise<ReceivedRun> {
	const owner = ownerOf(session);
	const id = uuidOf(await sha256(JSON.stringify([owner, text])));
	const { document, target, mode = 'inline', prompt, seed, drawn, changed, outputTitles, texts } = shared;
	const results = new Map<string, Uint8Array>();
	const taken = new Map<string, number>();
	const files = shared.results.map((result, index): RunFile => {
		const archivedAs = freeName(result, taken);
		results.set(archivedAs, result.bytes);
		const { bytes, filename, ...place } = result;
		return {
			...{ key: String(index), ...place, filename, subfolder: '', type: 'output' },
			...{ archivedAs, bytes: bytes.length },
		};
	});
	const name = target?.name ?? l10n.t('another target');
	const { submittedAt = shared.startedAt ?? 0, startedAt, endedAt, error } = shared;
	return {
		run: {
			id,
			...owner,
			target: target ?? { kind: 'deployment', id: '', name },
			documentName: document?.name ?? name,
			state: shared.isFailed ? 'failed' : 'succeeded',
			summary: {
				mode,
				changed,
				outputTitles,
				...compact({ prompt, seed, drawn: drawn.length > 0 ? drawn : undefined }),
			},
			submittedAt,
			files,
			texts,
			notice: noticeOf(shared),
			...compact({
				startedAt,
				endedAt,
				error: error === undefined ? undefined : { error, details: '', debugInfo: '' },
			}),
		},
		results,
	};
}

/** Returns the notice for the recipient of a shared run. */
function noticeOf({ costMicrodollars, leftOut, document, inputs }: SharedRun): string {
	const cost =
		costMicrodollars === undefined
			? l10n.t('Someone else ran this and shared it.')
			: l10n.t('Someone else ran this for {0} and shared it.', exactUsd(costMicrodollars));
	const missing =
		leftOut.length === 0
			? []
			: [l10n.t('These results were not in the file: {0}.', displayValue(allOf(leftOut)))];
	const shortened = (document ?? inputs)?.shortened
		? [l10n.t('Parts of addresses and values that looked like keys were left out of its inputs.')]
		: [];
	return [cost, ...missing, ...shortened].join(' ');
}

/** Returns a safe name that is not taken, even on case-insensitive file systems. `taken` has the last number of each name. */
function freeName({ filename }: SharedResult, taken: Map<string, number>): string {
	const name = safeFileName(filename);
	let number = taken.get(name.toLowerCase()) ?? 0;
	const isTaken = () => taken.has(numberedName(name, number).toLowerCase());
	while (isTaken()) number = Math.max(2, number + 1);
	const free = numberedName(name, number);
	taken.set(name.toLowerCase(), number);
	taken.set(free.toLowerCase(), taken.get(free.toLowerCase()) ?? 0);
	return free;
}

function uuidOf(digest: string): string {
	return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
