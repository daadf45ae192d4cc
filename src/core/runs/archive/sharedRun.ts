import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Result, success, yourFailure } from '../../base/failure.ts';
import { fromBase64, toBase64 } from '../../base/files/base64.ts';
import { sha256 } from '../../base/files/sha256.ts';
import { listOf, recordOf, textOf } from '../../json/fields.ts';
import { integerOf, timeOf } from '../../json/scalars.ts';
import { sniffMedia } from '../../wire/mediaType.ts';
import { withoutTexts } from '../../workflow/png/withoutTexts.ts';
import { displayValue } from '../plan/displayValue.ts';
import type { ChangedInput, Run, RunFile, RunText } from '../run.ts';
import {
	changedInputsOf,
	type DescribedRun,
	describedRun,
	describeRun,
	runFileMembers,
	withoutSecrets,
} from './describedRun.ts';

export const sharedRunEnd = '.easelrun.json';

/** The mark by which a JSON file is a shared run, and how it is laid out. */
const format = { format: 'easel-run', version: 1 };

/** All results in a shared run together have at most this many bytes: Base64 adds a third. */
const mostSharedBytes = 40_000_000;
/** Largest number of results, or texts, of a run; further ones of a file are left out. */
const mostResults = 5000;

type ResultPlace = Pick<RunFile, 'nodeId' | 'channel' | 'index' | 'filename'>;

export interface SharedResult extends ResultPlace {
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A result on this computer. */
export interface StoredResult extends ResultPlace {
	/** Reads its bytes; undefined if they are not here. */
	read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export interface SharedRun extends DescribedRun {
	readonly isFailed: boolean;
	readonly error?: string;
	readonly prompt?: string;
	readonly seed?: string;
	readonly changed: readonly ChangedInput[];
	readonly outputTitles: Readonly<Record<string, string>>;
	/** Milliseconds since 1970. */
	readonly startedAt?: number;
	readonly endedAt?: number;
	/** The cost at the account that ran it, in millionths of a US dollar. */
	readonly costMicrodollars?: number;
	readonly results: readonly SharedResult[];
	readonly texts: readonly RunText[];
	/** Names of results that are not in the file, or damaged in it. */
	readonly leftOut: readonly string[];
}

interface SharedParts {
	/** The document of the run with its media, or the values of its form; without it, the run cannot be shared. */
	readonly keptText: string;
	/** Added one after the other until the limit is reached. */
	readonly results: readonly StoredResult[];
}

/** A shared run as text, and the names of the results that are not in it. */
interface SharedText {
	readonly text: string;
	readonly leftOut: readonly string[];
}

/**
 * Returns a run with its results as the text of one file. Queries of addresses, keys and tokens are left out. If the
 * document had any, node editors have also written them into the results: pictures lose their embedded texts, and other
 * files are left out.
 */
export async function writeSharedRun(run: Run, { keptText, results }: SharedParts): Promise<SharedText> {
	const hasSecrets = withoutSecrets(keptText) !== keptText;
	const leftOut: string[] = [];
	const texts: string[] = [];
	let together = 0;
	for (const result of results) {
		const { filename, nodeId, channel, index } = result;
		const stored = together < mostSharedBytes ? await result.read() : undefined;
		const bytes = stored && hasSecrets ? withoutWorkflow(stored) : stored;
		if (bytes === undefined || together + bytes.length > mostSharedBytes) {
			leftOut.push(filename);
			continue;
		}
		together += bytes.length;
		const facts = { name: filename, node: nodeId, channel, index, sha256: await sha256(bytes) };
		const head = withoutSecrets(JSON.stringify(facts));
		texts.push(`${head.slice(0, -1)},"base64":"${toBase64(bytes)}"}`);
	}
	const { requestId: _, ...shared } = run;
	const { state, error, summary, costMicrodollars } = shared;
	const failure = [error?.error, error?.details].filter(Boolean).join(': ');
	const text = describeRun(shared, keptText, {
		format,
		facts: compact({
			ended: state === 'succeeded' ? 'succeeded' : 'failed',
			error: failure === '' ? undefined : failure,
			costMicrodollars,
			outputTitles: summary.outputTitles,
			texts: run.texts.map(({ nodeId, channel, index, text }) => ({ node: nodeId, channel, index, text })),
			leftOut,
		}),
		after: [
			`"results": [${texts.map((each) => `\n    ${each}`).join(',')}${texts.length > 0 ? '\n  ' : ''}]`,
		],
	});
	return { text, leftOut };
}

/** Returns a file without its workflow; undefined if it may still contain it. */
function withoutWorkflow(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
	return sniffMedia(bytes)?.mediaType === 'image/png' ? withoutTexts(bytes) : undefined;
}

/** Reads a shared run. Fails with kind `input` for another file, for one of a later version of Easel, and for one without a document or inputs. */
export async function readSharedRun(text: string): Promise<Result<SharedRun>> {
	const root = runFileMembers(text, format, notShared);
	if (!root.ok) return root;
	const described = describedRun(root.value);
	if (!described.ok) return described;
	const run = recordOf(root.value.run) ?? {};
	const leftOut = listOf(run.leftOut).flatMap((name) => textOf(name) ?? []);
	const results: SharedResult[] = [];
	for (const entry of listOf(root.value.results).slice(0, mostResults)) {
		const { name, base64, sha256: expected, ...place } = recordOf(entry) ?? {};
		const bytes = typeof base64 === 'string' ? fromBase64(base64) : undefined;
		const filename = textOf(name) ?? 'result';
		if (bytes === undefined || (await sha256(bytes)) !== expected) leftOut.push(filename);
		else results.push({ filename, bytes, ...placeOf(place) });
	}
	return success({
		...described.value,
		isFailed: run.ended === 'failed',
		changed: changedInputsOf(run.overrides).map(({ from, to, ...place }) => ({
			...place,
			from: displayValue(from),
			to: displayValue(to),
		})),
		outputTitles: Object.fromEntries(
			Object.entries(recordOf(run.outputTitles) ?? {}).flatMap(([node, title]) => {
				const known = shortOf(title);
				return known === undefined ? [] : [[node, known]];
			}),
		),
		results,
		leftOut,
		texts: listOf(run.texts)
			.slice(0, mostResults)
			.flatMap((entry): RunText[] => {
				const { text, ...place } = recordOf(entry) ?? {};
				const { nodeId = '', channel = '', index = 0 } = placeOf(place);
				return typeof text === 'string' ? [{ nodeId, channel, index, text }] : [];
			}),
		...compact({
			error: shortOf(run.error),
			prompt: shortOf(run.prompt),
			seed: shortOf(run.seed),
			startedAt: timeOf(run.startedAt),
			endedAt: timeOf(run.endedAt),
			costMicrodollars: integerOf(run.costMicrodollars),
		}),
	});
}

function placeOf(entry: Readonly<Record<string, unknown>>): Omit<ResultPlace, 'filename'> {
	return compact({
		nodeId: textOf(entry.node),
		channel: textOf(entry.channel),
		index: integerOf(entry.index),
	});
}

/** Returns a text of the length that is kept of a run. */
function shortOf(value: unknown): string | undefined {
	const text = textOf(value);
	return text === undefined ? undefined : displayValue(text);
}

const notShared = yourFailure(
	'input',
	l10n.t('This file is not a run that was shared with Easel.'),
	l10n.t('Choose a file whose name ends with "{0}".', sharedRunEnd),
);
