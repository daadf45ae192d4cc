import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { microdollarsOf } from '../base/money.ts';
import { maskText } from '../http/mask.ts';
import { type FoundAddress, fileNameOf, filesIn, type TreePath } from '../json/addresses.ts';
import { numberText } from '../json/exact.ts';
import { entriesOf, type JsonRecord, listOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import { indentedJson } from '../json/indented.ts';
import { decimalOf, idOf, integerOf, timeOf } from '../json/scalars.ts';
import { readable, unwrapWith } from '../json/unwrap.ts';
import { namedNode } from './nodeText.ts';
import { phaseOf, stateRecordOf, wordOf } from './parseRequest.ts';
import type { OutputFile, OutputText, RequestError, RequestPhase, RequestResult } from './request.ts';
import { printed } from './schemaText.ts';

/** The node id for outputs that the service does not assign to a node (`output`). */
export const unassignedNode = 'output';

/** The largest reply with a result: some hosts write pictures into it, as data URIs. */
export const resultReply = { replyBytes: 64_000_000 } as const;

/** Members with the outputs in a record that has neither `outputs` nor `output`. */
const otherOutputs = ['result', 'results', 'data', 'images', 'image', 'videos', 'video', 'audio', 'files'];

interface Outputs {
	readonly files: OutputFile[];
	readonly texts: OutputText[];
}

/**
 * Returns a result record in any spelling: `outputs` by node or `output` of a deployment with its own schema, an error as object, list or
 * text (wire-facts.md, sections 3 and 4). `undefined` when it contains no state.
 */
export function parseRequestResult(value: unknown): RequestResult | undefined {
	const record = stateRecordOf(value);
	const status = record && wordOf(record);
	if (record === undefined || status === undefined) return undefined;
	const { files, texts } = outputsOf(value, record);
	const error = errorOf(memberOf(record, 'error', 'errors')) ?? errorBeside(record, phaseOf(status));
	return compact({
		phase: endOf(phaseOf(status), error),
		status,
		instanceId: idOf(memberOf(record, 'instance_id')),
		createdAt: momentOf(memberOf(record, 'created_at')),
		finishedAt: momentOf(memberOf(record, 'finished_at', 'completed_at')),
		files,
		texts,
		costMicrodollars: costOf(memberOf(record, 'cost', 'cost_usd')),
		error,
		warning: leftOut(memberOf(record, 'node_errors')),
	});
}

/** Returns a time as text, even if it came as a number. */
function momentOf(value: unknown): string | undefined {
	const time = typeof value === 'string' ? undefined : timeOf(value);
	return time === undefined ? textOf(value) : new Date(time).toISOString();
}

const mostReasons = 3;

/**
 * Describes the outputs of a document that did not run, with the reasons: `node_errors` of the engine, which a result may have in addition
 * to its outputs. Undefined if all ran.
 */
function leftOut(nodeErrors: unknown): string | undefined {
	const nodes = entriesOf(nodeErrors);
	if (nodes.length === 0) return undefined;
	const listed = nodes.flatMap(([, node]) => listOf(memberOf(recordOf(node), 'dependent_outputs')));
	const outputs = [...new Set(listed.map((id) => textOf(id) ?? '').filter((id) => id !== ''))];
	const reasons = nodes.flatMap(([nodeId, node]) => {
		const record = recordOf(node);
		const name = namedNode(nodeId, textOf(memberOf(record, 'class_type')));
		return listOf(memberOf(record, 'errors')).map((each) => {
			const fault = recordOf(each);
			const words = [textOf(memberOf(fault, 'message')), textOf(memberOf(fault, 'details'))];
			return `${name}: ${words.filter(Boolean).join(': ')}.`;
		});
	});
	const what =
		outputs.length === 1
			? l10n.t(
					'Only a part of the document ran: the engine left out the output of node {0}.',
					outputs[0] ?? '',
				)
			: outputs.length > 1
				? l10n.t(
						'Only a part of the document ran: the engine left out the outputs of the nodes {0}.',
						outputs.join(', '),
					)
				: l10n.t('Only a part of the document ran: the engine left out some outputs.');
	return [what, ...reasons.slice(0, mostReasons)].join(' ');
}

/** Returns a cost in US dollars as integer millionths, which add up exactly. */
function costOf(value: unknown): number | undefined {
	const usd = decimalOf(value);
	return usd === undefined || usd < 0 ? undefined : microdollarsOf(usd);
}

/** Returns the outcome from the result endpoint; some hosts report `completed` there too, and an error decides. */
function endOf(phase: RequestPhase, error: RequestError | undefined): RequestPhase {
	if (phase !== 'finished') return phase;
	return error === undefined ? 'succeeded' : 'failed';
}

/**
 * Returns `outputs` by node or as a list, `output`, or a replacement. Some hosts put them next to or into the member
 * that names the state.
 */
function outputsOf(value: unknown, record: JsonRecord): Outputs {
	const into: Outputs = { files: [], texts: [] };
	const holder = unwrapWith(record, 'outputs', 'output') ?? unwrapWith(value, 'outputs', 'output');
	if (holder === undefined) {
		for (const name of otherOutputs) {
			const other = memberOf(record, name);
			if (other !== undefined)
				collectNode(into, unassignedNode, typeof other === 'string' ? { [name]: other } : other);
		}
		return into;
	}
	const outputs = readable(memberOf(holder, 'outputs'));
	if (Array.isArray(outputs)) collectList(into, outputs);
	else if (recordOf(outputs) === undefined) collectNode(into, unassignedNode, outputs);
	for (const [nodeId, channels] of entriesOf(outputs)) collectNode(into, nodeId, channels);
	collectNode(into, unassignedNode, readable(memberOf(holder, 'output')));
	return into;
}

/** Collects a list of nodes with their ids, or of files. */
function collectList(into: Outputs, list: readonly unknown[]): void {
	const rest: unknown[] = [];
	for (const item of list) {
		const record = recordOf(item);
		const nodeId = idOf(memberOf(record, 'node_id', 'node'));
		if (record === undefined || nodeId === undefined) {
			rest.push(item);
			continue;
		}
		const own = memberOf(record, 'outputs', 'output');
		const { node_id: _, nodeId: __, node: ___, ...channels } = record;
		collectNode(into, nodeId, own ?? channels);
	}
	if (rest.length > 0) collectNode(into, unassignedNode, rest);
}

/** Collects a node's channels by name; a value without channels counts as one. */
function collectNode(into: Outputs, nodeId: string, value: unknown): void {
	const channels = recordOf(value) === undefined ? { files: value } : value;
	const { addresses, rest } = filesIn(channels);
	const known = new Set<string>();
	for (const found of addresses) {
		const file = fileOf(nodeId, found);
		// Without nodes some hosts name a file twice, for instance as `image` and in `images`.
		const isNew = known.size < known.add(`${file.filename}\n${file.url}`).size;
		if (isNew || nodeId !== unassignedNode) into.files.push(file);
	}
	for (const { path, value: inner } of rest)
		into.texts.push({ ...outputPlaceOf(nodeId, path), text: shownText(inner) });
}

function fileOf(nodeId: string, found: FoundAddress): OutputFile {
	const { path, record, url } = found;
	// A file without a list around it is the first of its channel.
	const key = JSON.stringify([nodeId, ...path, ...(path.length < 2 ? [0] : [])]);
	return {
		key,
		...outputPlaceOf(nodeId, path),
		filename: fileNameOf(found),
		subfolder: textOf(memberOf(record, 'subfolder')) ?? '',
		type: textOf(memberOf(record, 'type')) ?? 'output',
		url,
	};
}

/** Returns the place of an output. The channel is the member nearest to the value; positions count within their list. */
function outputPlaceOf(nodeId: string, path: TreePath): { nodeId: string; channel: string; index: number } {
	const channel = path.findLast((part) => typeof part === 'string') ?? 'files';
	const index = path.find((part) => typeof part === 'number') ?? 0;
	return { nodeId, channel: String(channel), index: Number(index) };
}

/** Returns a text unchanged; numbers, booleans and records as JSON. */
function shownText(value: unknown): string {
	if (typeof value === 'string') return value;
	// A record may contain addresses with secret queries.
	return recordOf(value) === undefined ? printable(value) : maskText(printable(value), [], 10_000);
}

function errorOf(value: unknown): RequestError | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	if (first === undefined || first === null || first === '' || first === false) return undefined;
	const record = recordOf(readable(first));
	if (record === undefined) return { error: messageText(first), details: '', debugInfo: '' };
	return errorIn(record, 'error', 'message', 'error_message', 'type');
}

/** Returns an error from members next to the state of a failed request. */
function errorBeside(record: JsonRecord, phase: RequestPhase): RequestError | undefined {
	if (phase !== 'failed' && phase !== 'finished') return undefined;
	const error = errorIn(record, 'error_message', 'message');
	// Without a code it may be a message that all went well.
	return phase === 'failed' || error?.errorCode !== undefined ? error : undefined;
}

/** Returns the error; undefined without content, such as for a record with only empty members. */
function errorIn(record: JsonRecord, ...names: readonly string[]): RequestError | undefined {
	const code = integerOf(memberOf(record, 'errorCode', 'error_code', 'code'));
	const error = compact({
		error: messageText(memberOf(record, ...names)),
		details: messageText(memberOf(record, 'details', 'detail')),
		debugInfo: messageText(memberOf(record, 'debugInfo', 'debug_info')),
		errorCode: code === 0 ? undefined : code,
	});
	const silent = error.error === '' && error.details === '' && error.errorCode === undefined;
	return silent ? undefined : error;
}

function messageText(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined ? '' : printable(value);
}

function printable(value: unknown): string {
	return numberText(value) ?? printed(value, indentedJson);
}
