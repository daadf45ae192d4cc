import { compact } from '../../src/core/base/compact.ts';
import type { EngineDouble, PromptAnswer } from './engineDouble.ts';
import { type Answer, isNew } from './engineDoubleHttp.ts';
import { type Prompt, type Run, withoutKeys } from './engineDoubleRun.ts';

const canonicalId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface NodeErrors {
	[nodeId: string]: { errors: object[]; dependent_outputs: string[]; class_type: string };
}

/** Answers `POST /prompt` as the test defines, else checks like an engine as far as tests need it. */
export async function postPrompt(engine: EngineDouble, body: Record<string, unknown>): Promise<Answer> {
	const given = engine.answers.shift();
	const prompt = body.prompt as Prompt | undefined;
	const reply = given === undefined ? check(engine, prompt, body) : scripted(given);
	if ('status' in reply) {
		engine.submitted++;
		await given?.until;
		return reply;
	}
	const { nodeErrors } = reply;
	const dropped = new Set(
		Object.values(nodeErrors).flatMap(({ dependent_outputs }) => dependent_outputs ?? []),
	);
	const targets = body.partial_execution_targets as readonly string[] | undefined;
	const outputs = engine
		.outputsOf(prompt ?? {})
		.filter((id) => !dropped.has(id) && !Object.hasOwn(nodeErrors, id) && (targets?.includes(id) ?? true));
	const clientId = typeof body.client_id === 'string' ? body.client_id : undefined;
	const extraData = {
		...(body.extra_data as object),
		...compact({ client_id: clientId }),
	};
	const id = typeof body.prompt_id === 'string' ? body.prompt_id : crypto.randomUUID();
	const count = engine.submitted;
	const wanted = typeof body.number === 'number' ? body.number : body.front === true ? -count : count;
	engine.submitted++;
	const { number } = engine.enqueue(
		{ id, prompt: prompt ?? {}, outputs, clientId, extraData },
		false,
		wanted,
	);
	await given?.until;
	return { json: { prompt_id: id, number, node_errors: nodeErrors } };
}

/** Returns an item of `/queue`. Older engines show credentials there. */
export function queueItem(engine: EngineDouble, run: Run): readonly unknown[] {
	const extraData = isNew(engine) ? withoutKeys(run.extraData) : run.extraData;
	return [run.number, run.id, run.prompt, extraData, run.outputs];
}

function scripted({ status, body, nodeErrors = {} }: PromptAnswer) {
	if (status === 200 && body === undefined) return { nodeErrors };
	return typeof body === 'string' ? { status, text: body } : { status, json: body };
}

function check(engine: EngineDouble, prompt: Prompt | undefined, body: Record<string, unknown>) {
	if (prompt === undefined) return refused('no_prompt', 'No prompt provided', 'No prompt provided');
	const { prompt_id: id } = body;
	if (isNew(engine) && id !== undefined && id !== null && !canonicalId.test(String(id)))
		return refused('invalid_prompt_id', 'prompt_id must be a canonical UUID', '');
	for (const [nodeId, { class_type: name }] of Object.entries(prompt)) {
		if (Object.hasOwn(engine.nodeInfo, name)) continue;
		return isNew(engine)
			? refused(
					'missing_node_type',
					`Node '${name}' not found. The custom node may not be installed.`,
					`Node ID '#${nodeId}'`,
					{
						node_id: nodeId,
						class_type: name,
						node_title: name,
					},
				)
			: refused(
					'invalid_prompt',
					`Cannot execute because node ${name} does not exist.`,
					`Node ID '#${nodeId}'`,
				);
	}
	const targets = body.partial_execution_targets as readonly string[] | undefined;
	const outputs = engine.outputsOf(prompt).filter((each) => targets?.includes(each) ?? true);
	if (outputs.length === 0) return refused('prompt_no_outputs', 'Prompt has no outputs', '');
	const nodeErrors = absentFiles(engine, prompt, outputs);
	const bad = new Set(Object.values(nodeErrors).flatMap(({ dependent_outputs }) => dependent_outputs));
	if (outputs.some((each) => !bad.has(each))) return { nodeErrors };
	const error = {
		type: 'prompt_outputs_failed_validation',
		message: 'Prompt outputs failed validation',
		details: '',
		extra_info: {},
	};
	return { status: 400, json: { error, node_errors: nodeErrors } };
}

/** Loaders that name a file which is not in the input folder, each with the outputs that need it. */
function absentFiles(engine: EngineDouble, prompt: Prompt, outputs: readonly string[]): NodeErrors {
	const errors: NodeErrors = {};
	for (const output of outputs) {
		for (const nodeId of needed(prompt, output)) {
			const node = prompt[nodeId];
			const declared = (engine.nodeInfo[node?.class_type ?? ''] as { input?: { required?: object } })?.input
				?.required;
			for (const [name, entry] of Object.entries(declared ?? {})) {
				const value = node?.inputs?.[name];
				if ((entry as [unknown, { image_upload?: boolean }?])[1]?.image_upload !== true) continue;
				if (typeof value !== 'string' || isThere(engine, value)) continue;
				const error = {
					type: 'custom_validation_failed',
					message: 'Custom validation failed for node',
					details: `${name} - Invalid image file: ${value}`,
					extra_info: { input_name: name },
				};
				errors[nodeId] ??= { errors: [error], dependent_outputs: [], class_type: node?.class_type ?? '' };
				errors[nodeId].dependent_outputs.push(output);
			}
		}
	}
	return errors;
}

function isThere(engine: EngineDouble, name: string): boolean {
	const [, path = name, type = 'input'] = /^(.*) \[(input|output|temp)\]$/.exec(name) ?? [];
	const cut = path.lastIndexOf('/');
	return engine.files.has(`${type}/${path.slice(0, Math.max(cut, 0))}/${path.slice(cut + 1)}`);
}

function needed(prompt: Prompt, output: string): ReadonlySet<string> {
	const found = new Set<string>([output]);
	for (const id of found) {
		for (const value of Object.values(prompt[id]?.inputs ?? {}))
			if (Array.isArray(value) && Object.hasOwn(prompt, String(value[0]))) found.add(String(value[0]));
	}
	return found;
}

function refused(type: string, message: string, details: string, about: object = {}) {
	return { status: 400, json: { error: { type, message, details, extra_info: about }, node_errors: {} } };
}
