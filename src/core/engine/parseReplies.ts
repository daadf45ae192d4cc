import { compact } from '../base/compact.ts';
import { numberOf } from '../json/exact.ts';
import { entriesOf, type JsonRecord, listOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import { booleanOf, integerOf, momentOf } from '../json/scalars.ts';
import { readJson } from '../json/tolerant.ts';

/** The engine's description of itself. Memory in bytes. */
export interface EngineSystem {
	/** Such as `0.3.64`; absent in very old engines. */
	readonly version?: string;
	/** The program and the options that it was started with. */
	readonly argv: readonly string[];
	readonly devices: readonly EngineDevice[];
}

interface EngineDevice {
	readonly name: string;
	readonly memoryTotal?: number;
	readonly memoryFree?: number;
}

export interface QueueItem {
	readonly promptId: string;
	/** Lower ones run first. */
	readonly number: number;
	/** Nodes in the document. */
	readonly nodes: number;
	/** The id of the client that sent it, which gets its events. */
	readonly clientId?: string;
}

/** The running entry (rarely more than one), and the waiting ones, the next one first. */
export interface EngineQueue {
	readonly running: readonly QueueItem[];
	readonly pending: readonly QueueItem[];
}

/** One remark of an engine on a node before it runs anything. */
export interface NodeError {
	readonly nodeId: string;
	readonly classType?: string;
	/** The engine's original word, such as `value_not_in_list`. */
	readonly type: string;
	readonly message: string;
	readonly details: string;
	/** The named input, if the engine names it reliably. */
	readonly input?: string;
	/** Output nodes that are not run because of it. */
	readonly dependentOutputs: readonly string[];
}

export interface PromptReply {
	readonly accepted: boolean;
	readonly promptId?: string;
	/** The error of the document as a whole: the engine's original word and sentence. */
	readonly error?: {
		readonly type: string;
		readonly message: string;
		readonly details: string;
		readonly nodeId?: string;
		readonly classType?: string;
	};
	/** In the reply to an accepted prompt: the omitted outputs. */
	readonly nodeErrors: readonly NodeError[];
	/** The reply as received, for an unknown reply and for the details; at most 100,000 characters. */
	readonly text: string;
}

/** The record of a prompt that has ended. */
export interface HistoryEntry {
	/** `interrupted` is known from the messages. */
	readonly end: 'success' | 'error' | 'interrupted';
	/** Output of each node by channel, as received. */
	readonly outputs: unknown;
	readonly error?: EngineError;
	/** True if it ran none of its outputs, because their results were in its cache. */
	readonly isCached?: true;
	/** Milliseconds since 1970 on the engine's clock. */
	readonly startedAt?: number;
	readonly endedAt?: number;
}

/** The error that ended a run. */
export interface EngineError {
	readonly nodeId?: string;
	readonly nodeType?: string;
	readonly exceptionType: string;
	readonly exceptionMessage: string;
	readonly traceback: string;
}

/** Parses a reply of `/system_stats`; undefined for anything else. */
export function parseSystem(value: unknown): EngineSystem | undefined {
	const record = recordOf(value);
	const system = recordOf(memberOf(record, 'system'));
	if (system === undefined) return undefined;
	return compact({
		version: textOf(memberOf(system, 'comfyui_version')),
		argv: parseNames(memberOf(system, 'argv')),
		devices: recordsOf(memberOf(record, 'devices')).map((device) =>
			compact({
				name: textOf(memberOf(device, 'name', 'type')) ?? '',
				memoryTotal: numberOf(memberOf(device, 'vram_total')),
				memoryFree: numberOf(memberOf(device, 'vram_free')),
			}),
		),
	});
}

/** Returns a list of names; other members cost only themselves. */
export function parseNames(value: unknown): readonly string[] {
	return listOf(value).filter((name) => typeof name === 'string');
}

/** Parses a reply of `/queue`; undefined for anything else. */
export function parseQueue(value: unknown): EngineQueue | undefined {
	const record = recordOf(value);
	if (record === undefined || !('queue_running' in record || 'queue_pending' in record)) return undefined;
	const items = (name: string) =>
		listOf(memberOf(record, name))
			.map(queueItem)
			.filter((item) => item !== undefined);
	return {
		running: items('queue_running'),
		pending: items('queue_pending').toSorted((a, b) => a.number - b.number),
	};
}

/** Parses `[number, prompt_id, prompt, extra_data, outputs]`. */
function queueItem(value: unknown): QueueItem | undefined {
	const [number, promptId, prompt, extra] = listOf(value);
	const id = textOf(promptId);
	if (id === undefined) return undefined;
	return compact({
		promptId: id,
		number: numberOf(number) ?? 0,
		nodes: Object.keys(recordOf(prompt) ?? {}).length,
		clientId: textOf(memberOf(recordOf(extra), 'client_id')),
	});
}

/** Returns the reply to `/prompt` with its status. Text that is not JSON is a refusal without reasons. */
export function parsePromptReply(status: number, text: string): PromptReply {
	const record = recordOf(readJson(text));
	const error = recordOf(memberOf(record, 'error'));
	const extra = recordOf(memberOf(error, 'extra_info'));
	const details = textOf(memberOf(error, 'details')) ?? '';
	const wrong =
		error === undefined ? textOf(memberOf(record, 'error')) : textOf(memberOf(error, 'message', 'type'));
	return compact({
		accepted: status >= 200 && status < 300,
		promptId: textOf(memberOf(record, 'prompt_id')),
		error:
			error === undefined && wrong === undefined
				? undefined
				: compact({
						type: textOf(memberOf(error, 'type')) ?? '',
						message: wrong ?? '',
						details,
						nodeId: textOf(memberOf(extra, 'node_id')) ?? /^Node ID '#?(.*)'$/.exec(details)?.[1],
						classType: textOf(memberOf(extra, 'class_type')),
					}),
		nodeErrors: nodeErrors(memberOf(record, 'node_errors')),
		text: text.slice(0, 100_000),
	});
}

function nodeErrors(value: unknown): readonly NodeError[] {
	return entriesOf(value).flatMap(([nodeId, entry]) => {
		const record = recordOf(entry);
		const classType = textOf(memberOf(record, 'class_type'));
		const dependentOutputs = parseNames(memberOf(record, 'dependent_outputs'));
		return recordsOf(memberOf(record, 'errors')).map((error) => {
			const type = textOf(memberOf(error, 'type')) ?? '';
			const extra = recordOf(memberOf(error, 'extra_info'));
			return compact({
				nodeId,
				classType,
				type,
				message: textOf(memberOf(error, 'message')) ?? type,
				details: textOf(memberOf(error, 'details')) ?? '',
				// There the engine names the input of the node that asked, and not one of the node with the fault.
				input:
					type === 'exception_during_inner_validation' ? undefined : textOf(memberOf(extra, 'input_name')),
				dependentOutputs,
			});
		});
	});
}

/** Returns the entry of a prompt in a reply of `/history/{id}`. */
export function parseHistory(value: unknown, promptId: string): HistoryEntry | undefined {
	const entry = recordOf(memberOf(recordOf(value), promptId));
	if (entry === undefined) return undefined;
	const status = recordOf(memberOf(entry, 'status'));
	const messages = new Map<string, JsonRecord>();
	for (const message of listOf(memberOf(status, 'messages'))) {
		const [name, data] = listOf(message);
		if (typeof name === 'string') messages.set(name, recordOf(data) ?? {});
	}
	const fault = messages.get('execution_error');
	const end = messages.has('execution_interrupted')
		? 'interrupted'
		: textOf(memberOf(status, 'status_str')) === 'error' || booleanOf(memberOf(status, 'completed')) === false
			? 'error'
			: 'success';
	const time = (...names: readonly string[]) =>
		names.map((name) => momentOf(integerOf(messages.get(name)?.timestamp))).find((at) => at !== undefined);
	return compact({
		end,
		outputs: memberOf(entry, 'outputs') ?? {},
		error: fault && end === 'error' ? engineError(fault) : undefined,
		isCached: isCached(entry, messages.get('execution_cached')) || undefined,
		startedAt: time('execution_start'),
		endedAt: time('execution_success', 'execution_error', 'execution_interrupted'),
	} as const);
}

/** Returns whether all requested outputs, the fifth part of a prompt, are among the cached nodes. */
function isCached(entry: JsonRecord, cached: JsonRecord | undefined): boolean {
	const outputs = parseNames(listOf(memberOf(entry, 'prompt'))[4]);
	const nodes = new Set(parseNames(memberOf(cached, 'nodes')));
	return outputs.length > 0 && outputs.every((id) => nodes.has(id));
}

/** Reads the data of an `execution_error`. */
function engineError(data: JsonRecord): EngineError {
	const traceback = memberOf(data, 'traceback');
	return compact({
		nodeId: textOf(memberOf(data, 'node_id')),
		nodeType: textOf(memberOf(data, 'node_type')),
		exceptionType: textOf(memberOf(data, 'exception_type')) ?? '',
		exceptionMessage: textOf(memberOf(data, 'exception_message'))?.trim() ?? '',
		traceback: (Array.isArray(traceback) ? parseNames(traceback).join('') : (textOf(traceback) ?? '')).slice(
			0,
			100_000,
		),
	});
}

function recordsOf(value: unknown): readonly JsonRecord[] {
	return listOf(value)
		.map(recordOf)
		.filter((record) => record !== undefined);
}
