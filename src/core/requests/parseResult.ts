import { microdollarsOf } from '../base/money.ts';
import { maskText } from '../http/mask.ts';
import { jsonText, numberOf } from '../json/exact.ts';
import { compact, entriesOf, idOf, integerOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import { phaseOf } from './parseRequest.ts';
import type { OutputFile, OutputText, RequestError, RequestPhase, RequestResult } from './request.ts';

/** The node id that holds the outputs that the service does not assign to a node (`output`). */
export const unassignedNode = 'output';

/** Members of a node that describe its other members and are no output themselves. */
const flags: ReadonlySet<string> = new Set(['animated']);

interface Outputs {
	readonly files: OutputFile[];
	readonly texts: OutputText[];
}

/**
 * A result record in any spelling: `outputs` by node or `output` of a deployment with its own schema, an error as
 * object, list or text (wire-facts.md, sections 3 and 4). `undefined` when it contains no state.
 */
export function parseRequestResult(value: unknown, requestId: string): RequestResult | undefined {
	const record = recordOf(value);
	const status = record && textOf(memberOf(record, 'status', 'outcome'));
	if (record === undefined || status === undefined) return undefined;
	const collected: Outputs = { files: [], texts: [] };
	for (const [nodeId, channels] of entriesOf(memberOf(record, 'outputs'))) {
		collectNode(collected, nodeId, channels);
	}
	collectNode(collected, unassignedNode, memberOf(record, 'output'));
	const error = errorOf(memberOf(record, 'error', 'errors'));
	return compact({
		requestId,
		phase: endOf(phaseOf(status), error),
		status,
		instanceId: idOf(memberOf(record, 'instance_id')),
		createdAt: textOf(memberOf(record, 'created_at')),
		finishedAt: textOf(memberOf(record, 'finished_at', 'completed_at')),
		files: collected.files,
		texts: collected.texts,
		costMicrodollars: costOf(memberOf(record, 'cost', 'cost_usd')),
		error,
		warning: leftOut(memberOf(record, 'node_errors')),
	});
}

/** Reasons that one sentence holds. */
const mostReasons = 3;

/** Which outputs of a document did not run, and why: `node_errors` of the engine, which a result may have beside its outputs. */
function leftOut(nodeErrors: unknown): string | undefined {
	const nodes = entriesOf(nodeErrors);
	if (nodes.length === 0) return undefined;
	const listed = nodes.flatMap(([, node]) => listOf(memberOf(recordOf(node) ?? {}, 'dependent_outputs')));
	const outputs = [...new Set(listed.map((id) => textOf(id) ?? '').filter((id) => id !== ''))];
	const reasons = nodes.flatMap(([nodeId, node]) => {
		const record = recordOf(node) ?? {};
		const name = textOf(memberOf(record, 'class_type'));
		return listOf(memberOf(record, 'errors')).map((each) => {
			const fault = recordOf(each) ?? {};
			const words = [textOf(memberOf(fault, 'message')), textOf(memberOf(fault, 'details'))];
			return `Node ${nodeId}${name === undefined ? '' : ` (${name})`}: ${words.filter(Boolean).join(': ')}.`;
		});
	});
	const which =
		outputs.length === 1
			? `the output of node ${outputs[0]}`
			: outputs.length > 1
				? `the outputs of the nodes ${outputs.join(', ')}`
				: 'some outputs';
	return [
		`Only a part of the document ran: the engine left out ${which}.`,
		...reasons.slice(0, mostReasons),
	].join(' ');
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** A cost in US dollars as whole millionths, which add up exactly. */
function costOf(value: unknown): number | undefined {
	const usd = numberOf(typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value);
	return usd === undefined || usd < 0 ? undefined : microdollarsOf(usd);
}

/** The result endpoint says how a request ended; some hosts say `completed` there too, and an error decides. */
function endOf(phase: RequestPhase, error: RequestError | undefined): RequestPhase {
	if (phase !== 'finished') return phase;
	return error === undefined ? 'succeeded' : 'failed';
}

/** A node's channels by name; a value without channels is taken as one. */
function collectNode(into: Outputs, nodeId: string, value: unknown): void {
	const channels = recordOf(value) === undefined ? [['files', value] as const] : entriesOf(value);
	for (const [channel, entries] of channels) collectChannel(into, nodeId, channel, entries);
}

function collectChannel(into: Outputs, nodeId: string, channel: string, value: unknown): void {
	if (flags.has(channel)) return;
	const entries = Array.isArray(value) ? value : [value];
	entries.forEach((entry: unknown, index) => {
		const place = { nodeId, channel, index };
		const file = fileOf(entry);
		if (file !== undefined) {
			into.files.push({ key: JSON.stringify([nodeId, channel, index]), ...place, ...file });
		} else for (const text of textsOf(entry)) into.texts.push({ ...place, text });
	});
}

type FileParts = Pick<OutputFile, 'filename' | 'subfolder' | 'type' | 'url'>;

/** A file record, or a bare web address. */
function fileOf(entry: unknown): FileParts | undefined {
	const record = recordOf(entry);
	const url = webAddress(record === undefined ? entry : memberOf(record, 'url', 'path'));
	if (url === undefined) return undefined;
	return {
		filename: textOf(record && memberOf(record, 'filename', 'name')) ?? nameInside(url),
		subfolder: textOf(record && memberOf(record, 'subfolder')) ?? '',
		type: textOf(record && memberOf(record, 'type')) ?? 'output',
		url,
	};
}

function webAddress(value: unknown): string | undefined {
	const text = textOf(value);
	return text !== undefined && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : undefined;
}

function nameInside(url: string): string {
	const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(last) || 'file';
	} catch {
		return last;
	}
}

/** Texts come bare or as lists of texts; numbers, switches and records are shown as they are spelled. */
function textsOf(entry: unknown, depth = 0): readonly string[] {
	if (typeof entry === 'string') return [entry];
	if (Array.isArray(entry))
		return depth > 3 ? [] : entry.flatMap((inner: unknown) => textsOf(inner, depth + 1));
	if (entry === null || entry === undefined) return [];
	// A record may hold addresses whose query is a secret.
	return [recordOf(entry) === undefined ? printable(entry) : maskText(printable(entry), [], 10_000)];
}

function errorOf(value: unknown): RequestError | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	if (first === undefined || first === null || first === '') return undefined;
	const record = recordOf(first);
	if (record === undefined) return { error: wordsOf(first), details: '', debugInfo: '' };
	return compact({
		error: wordsOf(memberOf(record, 'error', 'message', 'error_message', 'type')),
		details: wordsOf(memberOf(record, 'details', 'detail')),
		debugInfo: wordsOf(memberOf(record, 'debugInfo', 'debug_info')),
		errorCode: integerOf(memberOf(record, 'errorCode', 'error_code', 'code')),
	});
}

function wordsOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined ? '' : printable(value);
}

/** JSON text for a person; a value nested deeper than can be written is only named. */
function printable(value: unknown): string {
	try {
		return jsonText(value, 2);
	} catch {
		return '(too deeply nested to show)';
	}
}
