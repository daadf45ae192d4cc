import { createHash } from 'node:crypto';
import { encodePng } from '../../src/core/base/pictures/png.ts';
import { paintScenery } from '../../src/sandbox/media/paint/scenery.ts';
import type { EngineDouble } from './engineDouble.ts';
import type { NodeBehavior, NodeFailure } from './engineDoubleNodes.ts';
import { type Frame, withPromptId } from './engineDoubleSocket.ts';

/** A document in the engine's own form. */
export type Prompt = Readonly<
	Record<string, { readonly class_type: string; readonly inputs?: Readonly<Record<string, unknown>> }>
>;

export interface Run {
	readonly id: string;
	readonly number: number;
	readonly prompt: Prompt;
	readonly outputs: readonly string[];
	readonly clientId: string | undefined;
	readonly extraData: Readonly<Record<string, unknown>>;
	/** True if the test queued it as a run of another user. */
	readonly foreign: boolean;
	state: 'pending' | 'running' | 'success' | 'error' | 'interrupted' | 'dropped';
	interrupt: boolean;
	/** The node at work. */
	at?: string;
	/** Nodes that have run, the cached ones not. */
	executed?: string[];
}

type Messages = [string, Record<string, unknown>][];

/** Runs a document node by node. Returns the entry of the history; undefined if the run never ends. */
export async function work(engine: EngineDouble, run: Run): Promise<object | undefined> {
	const messages: Messages = [];
	const outputs: Record<string, unknown> = {};
	const states: Record<string, object> = {};
	const executed: string[] = [];
	run.executed = executed;
	const send = (type: string, data: Record<string, unknown>) => {
		const sent = { ...data, prompt_id: run.id };
		if (/^execution_/.test(type)) messages.push([type, { ...sent, timestamp: Date.now() }]);
		if (run.clientId !== undefined)
			engine.send({ type, data: messages.at(-1)?.[0] === type ? messages.at(-1)?.[1] : sent }, run.clientId);
	};
	const progress = (id: string, value: number, max: number, state: string) => {
		const names = {
			node_id: id,
			prompt_id: run.id,
			display_node_id: id,
			parent_node_id: null,
			real_node_id: id,
		};
		states[id] = { value, max, state, ...names };
		send('progress_state', { nodes: { ...states } });
		return names;
	};
	const order = orderOf(run.prompt, run.outputs);
	const keys = new Map(order.map((id) => [id, keyOf(engine, run.prompt, id)]));
	const isCached = (id: string) => engine.cached.has(keys.get(id) ?? '');
	send('execution_start', {});
	send('execution_cached', { nodes: order.filter(isCached) });
	await tick();
	for (const id of order) {
		if (engine.workerDead || run.state !== 'running') return undefined;
		const node = run.prompt[id];
		const known = engine.cached.get(keys.get(id) ?? '');
		if (node === undefined) continue;
		if (known !== undefined) {
			if (Object.keys(known).length === 0) continue;
			outputs[id] = known;
			send('executed', { node: id, display_node: id, output: known });
			progress(id, 1, 1, 'finished');
			continue;
		}
		run.at = id;
		progress(id, 0, 1, 'running');
		send('executing', { node: id, display_node: id });
		await engine.pass(run, id);
		if (engine.workerDead || run.state !== 'running') return undefined;
		const behavior: NodeBehavior = engine.nodes[node.class_type] ?? {};
		const { steps = 0, preview } = behavior;
		for (let step = 1; step <= steps && !run.interrupt; step++) {
			const metadata = progress(id, step, steps, 'running');
			if (preview !== undefined && run.clientId !== undefined)
				engine.send({ preview: preview.bytes, mediaType: preview.mediaType, metadata }, run.clientId);
			send('progress', { value: step, max: steps, node: id });
			await tick();
		}
		const place = { node_id: id, node_type: node.class_type, executed: [...executed] };
		if (run.interrupt) {
			run.state = 'interrupted';
			engine.interrupted.push(run.id);
			send('execution_interrupted', place);
			return entryOf(run, outputs, 'error', messages);
		}
		const failure: NodeFailure | undefined = engine.failures.get(id) ?? behavior.fails;
		if (failure !== undefined) {
			run.state = 'error';
			const about = {
				exception_message: failure.message,
				exception_type: failure.type,
				traceback: ['line 1\n'],
			};
			send('execution_error', { ...place, ...about, current_inputs: {}, current_outputs: order });
			return entryOf(run, outputs, 'error', messages);
		}
		const output = report(engine, run, behavior, node.inputs ?? {});
		engine.cached.set(keys.get(id) ?? '', output);
		executed.push(id);
		if (Object.keys(output).length > 0) {
			outputs[id] = output;
			send('executed', { node: id, display_node: id, output });
		}
		progress(id, Math.max(steps, 1), Math.max(steps, 1), 'finished');
		await tick();
	}
	run.state = 'success';
	send('execution_success', {});
	return entryOf(run, outputs, 'success', messages);
}

/** Sends a recorded stream as that of the run; the history follows from its content. */
export async function play(
	engine: EngineDouble,
	run: Run,
	frames: readonly Frame[],
): Promise<object | undefined> {
	const outputs: Record<string, unknown> = {};
	const messages: Messages = [];
	for (const recorded of frames) {
		const frame = withPromptId(recorded, run.id);
		if (run.clientId !== undefined) engine.send(frame, run.clientId);
		await tick();
		if (engine.workerDead || run.state !== 'running') return undefined;
		if (frame instanceof Uint8Array || !('type' in frame)) continue;
		const data = frame.data as Record<string, unknown>;
		if (frame.type === 'executed') outputs[String(data.node)] = data.output;
		if (!/^execution_/.test(frame.type)) continue;
		messages.push([frame.type, data]);
		if (frame.type === 'execution_interrupted') engine.interrupted.push(run.id);
	}
	const last = messages.at(-1)?.[0];
	const good = last === 'execution_success';
	run.state = good ? 'success' : last === 'execution_interrupted' ? 'interrupted' : 'error';
	return entryOf(run, outputs, good ? 'success' : 'error', messages);
}

function entryOf(run: Run, outputs: Record<string, unknown>, status: string, messages: Messages): object {
	const meta = Object.keys(outputs).map((id) => [
		id,
		{ node_id: id, display_node: id, parent_node: null, real_node_id: id },
	]);
	return {
		prompt: [run.number, run.id, run.prompt, withoutKeys(run.extraData), run.outputs],
		outputs,
		status: { status_str: status, completed: status === 'success', messages },
		meta: Object.fromEntries(meta),
	};
}

/** Removes only the engine's own two names for credentials. */
export function withoutKeys(extraData: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const { api_key_comfy_org: _key, auth_token_comfy_org: _token, ...rest } = extraData;
	return rest;
}

function report(
	engine: EngineDouble,
	run: Run,
	behavior: NodeBehavior,
	inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const output: Record<string, unknown[]> = {};
	for (const [channel, entries] of Object.entries(behavior.output ?? {})) output[channel] = [...entries];
	for (const file of behavior.files ?? []) {
		const prefix =
			typeof inputs.filename_prefix === 'string' ? inputs.filename_prefix : 'ComfyUI_temp_double';
		const cut = prefix.lastIndexOf('/');
		engine.saved++;
		const counted = `${prefix.slice(cut + 1)}_${String(engine.saved).padStart(5, '0')}_.png`;
		const { type, filename = counted, subfolder = prefix.slice(0, Math.max(cut, 0)) } = file;
		const bytes = file.bytes ?? paint(run.prompt);
		engine.files.set(`${type}/${subfolder}/${filename}`, Buffer.from(bytes));
		const channel = file.channel ?? 'images';
		output[channel] = [...(output[channel] ?? []), { filename, subfolder, type }];
	}
	return output;
}

/** Returns a picture of the first size in the document, at most 1024 on a side; any change of the document changes it. */
function paint(prompt: Prompt): Uint8Array {
	const key = JSON.stringify(prompt);
	const sized = Object.values(prompt).find(({ inputs }) => typeof inputs?.width === 'number');
	const side = (name: string) => Math.min(Math.max(Number(sized?.inputs?.[name]) || 16, 16), 1024);
	return encodePng([paintScenery(key, key, side('width'), side('height'))]);
}

/** Nodes that the outputs need, each after those it takes from. */
function orderOf(prompt: Prompt, outputs: readonly string[]): readonly string[] {
	const order = new Set<string>();
	const open = [...outputs].reverse();
	const entered = new Set<string>();
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		if (order.has(id)) continue;
		if (entered.has(id)) {
			order.add(id);
			continue;
		}
		entered.add(id);
		open.push(id);
		for (const source of sourcesOf(prompt, id)) if (!entered.has(source)) open.push(source);
	}
	return [...order];
}

function sourcesOf(prompt: Prompt, id: string): readonly string[] {
	return Object.values(prompt[id]?.inputs ?? {}).flatMap((value) =>
		isLink(prompt, value) ? [String(value[0])] : [],
	);
}

/**
 * Returns a key that is equal for nodes that would report the same: class, inputs by name, and the same of all that
 * they depend on. Ids of nodes count only for classes that read their own, names of uploaded files by their bytes.
 */
function keyOf(engine: EngineDouble, prompt: Prompt, id: string): string {
	const places = new Map<string, number>();
	const open = namedSources(prompt, id).reverse();
	for (let source = open.pop(); source !== undefined; source = open.pop()) {
		if (places.has(source)) continue;
		places.set(source, places.size);
		open.push(...namedSources(prompt, source).reverse());
	}
	const parts = [id, ...places.keys()].map((each) => {
		const { class_type: name, inputs = {} } = prompt[each] ?? { class_type: '' };
		const described = engine.nodeInfo[name] as
			| { input?: { hidden?: object; required?: Record<string, [unknown, { image_upload?: boolean }?]> } }
			| undefined;
		const own = Object.hasOwn(described?.input?.hidden ?? {}, 'unique_id') ? [each] : [];
		const given = Object.keys(inputs)
			.sort()
			.map((input) => {
				const value = inputs[input];
				if (isLink(prompt, value)) return [input, ['ANCESTOR', places.get(String(value[0])), value[1]]];
				const isFile = described?.input?.required?.[input]?.[1]?.image_upload === true;
				const file = isFile ? engine.files.get(`input//${String(value)}`) : undefined;
				return [input, value, ...(file ? [createHash('sha256').update(file).digest('hex')] : [])];
			});
		return [name, own, given];
	});
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Returns the source nodes of a node, in the order of its inputs by name. */
function namedSources(prompt: Prompt, id: string): string[] {
	const inputs = prompt[id]?.inputs ?? {};
	return Object.keys(inputs)
		.sort()
		.flatMap((name) => {
			const value = inputs[name];
			return isLink(prompt, value) ? [String(value[0])] : [];
		});
}

function isLink(prompt: Prompt, value: unknown): value is readonly unknown[] {
	return Array.isArray(value) && value.length === 2 && Object.hasOwn(prompt, String(value[0]));
}

function tick(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
