import { createHash } from 'node:crypto';
import type { Decoded } from '../../core/base/pictures/decodePng.ts';
import { jsonText } from '../../core/json/exact.ts';
import {
	isObject,
	type Json,
	type JsonObject,
	member,
	parseKnownJson,
	spelled,
	stringOf,
} from '../../core/json/value.ts';
import { NodeFailure } from '../media/nodeFailure.ts';
import { Call, type Given } from './call.ts';
import { declaredInput, nodeClass } from './catalog.ts';
import type { EngineFile } from './engine.ts';
import { conditioningNodes } from './nodes/conditioning.ts';
import { imageNodes } from './nodes/images.ts';
import { latentNodes } from './nodes/latents.ts';
import { loaderNodes } from './nodes/loaders.ts';
import { outputNodes } from './nodes/outputs.ts';
import { primitiveNodes } from './nodes/primitives.ts';
import type { NodeCodes, Run } from './nodes/registry.ts';
import { samplingNodes } from './nodes/sampling.ts';
import type { StoredOutputs } from './outcome.ts';
import type { Value } from './values.ts';

const codes: NodeCodes = {
	...loaderNodes,
	...conditioningNodes,
	...latentNodes,
	...samplingNodes,
	...imageNodes,
	...primitiveNodes,
	...outputNodes,
};

export const executableClasses: readonly string[] = Object.keys(codes);

export interface Execution {
	readonly outputs: StoredOutputs;
	readonly files: readonly EngineFile[];
}

export class ExecutionFailure extends Error {
	readonly nodeId: string;
	readonly className: string;
	readonly type: string;

	constructor(nodeId: string, className: string, cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause));
		this.nodeId = nodeId;
		this.className = className;
		this.type = cause instanceof NodeFailure ? cause.type : 'RuntimeError';
	}
}

/**
 * Runs the nodes that the given output nodes need, each node once, in dependency order. `media` turns the value of a
 * media input into a picture and may throw; `startedAt`, in milliseconds since 1970, is used in names that ask for it.
 * Throws `ExecutionFailure`. The same document gives the same bytes.
 */
export function execute(
	document: string,
	outputs: readonly string[],
	media: (value: string) => Decoded,
	startedAt = 0,
): Execution {
	const workflow = parseKnownJson(document) as JsonObject;
	const run: Run = {
		document: jsonText(workflow),
		startedAt,
		files: [],
		outputs: new Map(),
		counters: new Map(),
	};
	const done = new Map<string, { readonly key: string; readonly values: readonly Value[] }>();

	const nodeIds = [...new Set(outputs.flatMap((output) => order(workflow, output)))];
	const readers = new Map<string, number>();
	for (const nodeId of nodeIds) for (const source of sources(workflow, nodeId)) count(source, 1);
	for (const nodeId of nodeIds) {
		done.set(nodeId, runNode(nodeId));
		// Unused pictures would fill the memory of a long chain.
		for (const source of sources(workflow, nodeId)) {
			const { key = '' } = done.get(source) ?? {};
			if (count(source, -1) === 0) done.set(source, { key, values: [] });
		}
	}
	const made = [...run.outputs].map(([nodeId, channels]) => [nodeId, Object.fromEntries(channels)] as const);
	return { outputs: Object.fromEntries(made), files: run.files };

	function count(nodeId: string, by: 1 | -1): number {
		const left = (readers.get(nodeId) ?? 0) + by;
		readers.set(nodeId, left);
		return left;
	}

	function runNode(nodeId: string) {
		const node = member(workflow, nodeId);
		const className = String(member(node, 'class_type'));
		const inputs = new Map<string, Given>();
		const digest = createHash('sha256').update(className);
		for (const [name, value] of declaredInputs(node)) {
			const link = linkOf(value);
			const source = link === undefined ? undefined : done.get(link.nodeId);
			const linked = link === undefined ? undefined : source?.values.at(link.index);
			inputs.set(name, linked === undefined ? { literal: value } : { value: linked });
			digest.update(`\n${name}=${link === undefined ? spelled(value) : `${source?.key}#${link.index}`}`);
		}
		const key = digest.digest('hex');
		const title = stringOf(member(member(node, '_meta'), 'title')) || className;
		const call = new Call({
			nodeId,
			className,
			title,
			key,
			inputs,
			declared: (name) => declaredInput(className, name),
			media,
		});
		try {
			const code = Object.hasOwn(codes, className) ? codes[className] : undefined;
			if (code === undefined)
				throw new NodeFailure('NotImplementedError', `The sandbox does not execute ${className}.`);
			return { key, values: code(call, run) };
		} catch (error) {
			throw new ExecutionFailure(nodeId, className, error);
		}
	}
}

/** Returns the node and everything upstream of it, sources first. The document must have no cycles. */
export function order(workflow: JsonObject, output: string): readonly string[] {
	const sorted = new Set<string>();
	const stack: { id: string; sources: Iterator<string> }[] = [
		{ id: output, sources: sources(workflow, output).values() },
	];
	while (stack.length > 0) {
		const top = stack[stack.length - 1];
		const next = top?.sources.next();
		if (next?.done === false) {
			if (!sorted.has(next.value))
				stack.push({ id: next.value, sources: sources(workflow, next.value).values() });
		} else if (top !== undefined) {
			sorted.add(top.id);
			stack.pop();
		}
	}
	return [...sorted];
}

function sources(workflow: JsonObject, nodeId: string): readonly string[] {
	const ids = declaredInputs(member(workflow, nodeId)).map(([, value]) => linkOf(value)?.nodeId);
	return ids.filter((id): id is string => id !== undefined && Object.hasOwn(workflow, id));
}

/** Returns the inputs that the class declares, in the order of their names: other members of a node have no effect. */
function declaredInputs(node: Json | undefined): readonly (readonly [string, Json])[] {
	const inputs = member(node, 'inputs');
	if (!isObject(inputs)) return [];
	const { required = {}, optional = {} } = nodeClass(member(node, 'class_type'))?.input ?? {};
	const names = [...Object.keys(required), ...Object.keys(optional)].sort();
	return names.flatMap((name) => {
		const value = member(inputs, name);
		return value === undefined ? [] : [[name, value] as const];
	});
}

function linkOf(value: Json): { readonly nodeId: string; readonly index: number } | undefined {
	if (!Array.isArray(value) || value.length !== 2) return undefined;
	const [nodeId, index] = value as readonly Json[];
	return typeof nodeId === 'string' && typeof index === 'number' ? { nodeId, index } : undefined;
}
