import { isLoopback } from '../../core/base/loopback.ts';
import { numberOf } from '../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, member, parseKnownJson } from '../../core/json/value.ts';
import type { Detail } from '../errors.ts';

interface FlatField {
	/** Node and input of the internal workflow that the field sets; none for fields without effect on a picture. */
	readonly target?: readonly [node: string, input: string];
	readonly type: 'string' | 'integer' | 'number';
	readonly minimum?: number;
	readonly maximum?: number;
	/** What a text may be, with the words for a refusal. */
	readonly text?: { readonly fits: (value: string) => boolean; readonly wanted: string };
}

/** A control picture is fetched by the machine, so its address must be public; http is taken on this computer only. */
const pictureAddress: FlatField = {
	type: 'string',
	text: {
		fits(value) {
			const url = URL.parse(value);
			return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
		},
		wanted: 'must be an https address (http only on this computer).',
	},
};

/** The flat input schema of LoRA deployments (wire facts, section 4). */
const loraFields: Readonly<Record<string, FlatField>> = {
	prompt: { target: ['2', 'text'], type: 'string' },
	neg: { target: ['3', 'text'], type: 'string' },
	width: { target: ['4', 'width'], type: 'integer', minimum: 64, maximum: 4096 },
	height: { target: ['4', 'height'], type: 'integer', minimum: 64, maximum: 4096 },
	guidance_scale: { target: ['5', 'cfg'], type: 'number', minimum: 0, maximum: 20 },
	sample_steps: { target: ['5', 'steps'], type: 'integer', minimum: 1, maximum: 150 },
	seed: { target: ['5', 'seed'], type: 'integer', minimum: -1 },
	network_multiplier: { target: ['8', 'strength_model'], type: 'number', minimum: -2, maximum: 2 },
	num_frames: { type: 'integer', minimum: 1, maximum: 1000 },
	fps: { type: 'integer', minimum: 1, maximum: 120 },
	sampler: {
		type: 'string',
		text: { fits: (value) => /^[\w.:-]{1,64}$/.test(value), wanted: 'must be the name of a sampler.' },
	},
	resolution: { type: 'string', text: oneOf('Default', 'High') },
	ctrl_img: pictureAddress,
	ctrl_img_1: pictureAddress,
	ctrl_img_2: pictureAddress,
	ctrl_img_3: pictureAddress,
};

const siblings = new Set(['webhook', 'webhook_intermediate_status', 'extra_data']);

/** Checks a flat body against the deployment's schema and puts its values into the internal workflow. */
export function applyFlatBody(body: JsonObject, saved: string, faults: Detail[]): JsonObject {
	const workflow = parseKnownJson(saved) as Record<string, JsonObject>;
	if (typeof member(body, 'prompt') !== 'string') {
		faults.push({
			loc: ['body', 'prompt'],
			msg: 'prompt is required and must be a string.',
			type: 'missing',
		});
	}
	for (const [name, value] of Object.entries(body)) {
		if (siblings.has(name) || value === null) continue;
		const field = Object.hasOwn(loraFields, name) ? loraFields[name] : undefined;
		const problem = field === undefined ? unknownInput(name) : problemWith(field, value);
		if (problem !== undefined)
			faults.push({ loc: ['body', name], msg: `${name}: ${problem}`, type: 'value_error' });
		else if (field?.target !== undefined) setInput(workflow, field.target, value);
	}
	return workflow;
}

function unknownInput(name: string): string {
	const workflow = name === 'workflow_api_json' || name === 'overrides';
	return workflow
		? 'This deployment takes inputs instead of a workflow.'
		: 'This deployment has no such input.';
}

function oneOf(...values: readonly string[]): NonNullable<FlatField['text']> {
	return { fits: (value) => values.includes(value), wanted: `must be one of ${values.join(', ')}.` };
}

function problemWith(field: FlatField, value: Json): string | undefined {
	if (field.type === 'string') {
		if (typeof value !== 'string') return 'must be a string.';
		return field.text === undefined || field.text.fits(value) ? undefined : field.text.wanted;
	}
	const number = numberOf(value);
	if (number === undefined || (field.type === 'integer' && !Number.isInteger(number))) {
		return field.type === 'integer' ? 'must be an integer.' : 'must be a number.';
	}
	if (field.minimum !== undefined && number < field.minimum) return `must be at least ${field.minimum}.`;
	if (field.maximum !== undefined && number > field.maximum) return `must be at most ${field.maximum}.`;
	return undefined;
}

function setInput(
	workflow: Record<string, JsonObject>,
	target: readonly [string, string],
	value: Json,
): void {
	const [nodeId, input] = target;
	const node = workflow[nodeId];
	if (node === undefined) return;
	const inputs = member(node, 'inputs');
	const drawn = input === 'seed' && numberOf(value) === -1 ? Math.floor(Math.random() * 2 ** 32) : value;
	workflow[nodeId] = { ...node, inputs: { ...(isObject(inputs) ? inputs : {}), [input]: drawn } };
}
