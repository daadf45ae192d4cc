import { createRequire } from 'node:module';
import { parseDocument } from 'yaml';
import { checkTraining } from '../../src/core/training/check.ts';
import {
	isOpen,
	type KeyFacts,
	type SchemaNode,
	schemaRoot,
	typesOf,
} from '../../src/core/training/schema.ts';
import { parseTraining } from '../../src/core/training/yaml/document.ts';
import { reparseTraining } from '../../src/core/training/yaml/reparse.ts';
import type { BenchRow } from './row.ts';

/** Returns a configuration of 150 lines with comments, as people write them. */
function usual(): string {
	const prompts = Array.from(
		{ length: 40 },
		(_, index) => `          - "[trigger] in a garden, picture ${index} --seed ${index} --w 1024 --h 768"`,
	);
	const comment = '          # a note on what is below, as people leave them in their configurations';
	const lines = [
		'---',
		'job: extension',
		'config:',
		'  name: "portraits_v1"',
		'  process:',
		"    - type: 'diffusion_trainer'",
		'      training_folder: "/app/ai-toolkit/output"',
		'      device: cuda:0',
		'      trigger_word: "p3rson"',
		'      network:',
		'        type: "lora"',
		'        linear: 16',
		'        linear_alpha: 16',
		'      save:',
		'        dtype: float16 # precision to save',
		'        save_every: 250 # save every this many steps',
		'        max_step_saves_to_keep: 4',
		'      datasets:',
		...Array.from({ length: 6 }, (_, index) => [
			comment,
			`        - folder_path: "/app/ai-toolkit/datasets/portraits_${index}"`,
			'          caption_ext: "txt"',
			'          caption_dropout_rate: 0.05  # drop the caption 5% of the time',
			'          shuffle_tokens: false',
			'          resolution: [ 512, 768, 1024 ]',
		]).flat(),
		'      train:',
		'        batch_size: 1',
		'        steps: 3000',
		'        gradient_accumulation: 1',
		'        train_unet: true',
		'        train_text_encoder: false',
		'        gradient_checkpointing: true',
		'        noise_scheduler: "flowmatch"',
		'        optimizer: "adamw8bit"',
		'        lr: 1.0e-4',
		'        ema_config:',
		'          use_ema: true',
		'          ema_decay: 0.99',
		'        dtype: bf16',
		'      model:',
		'        name_or_path: "lodestones/Chroma1-Base"',
		'        arch: "chroma"',
		'        quantize: true',
		'      sample:',
		'        sampler: "flowmatch"',
		'        sample_every: 250',
		'        width: 1024',
		'        height: 1024',
		'        prompts:',
		...prompts,
		'        neg: ""',
		'        seed: 42',
		'        walk_seed: true',
		'        guidance_scale: 4',
		'        sample_steps: 20',
		'meta:',
		'  name: "[name]"',
		"  version: '1.0'",
	];
	while (lines.length < 150) lines.splice(30, 0, comment);
	return `${lines.slice(0, 150).join('\n')}\n`;
}

/** Returns the same with enough prompts for 10,000 lines. */
function long(text: string): string {
	const more = Array.from(
		{ length: 9850 },
		(_, index) => `          - "a garden in the rain, picture ${index} --seed ${index}"`,
	);
	return text.replace('        prompts:\n', `        prompts:\n${more.join('\n')}\n`);
}

interface Schema {
	[key: string]: unknown;
}

/** Returns the known keys as a JSON schema, so that the language server has as much to compare as Easel. */
function schemaOf(place: SchemaNode): Schema {
	const { facts } = place;
	const schema: Schema = {};
	if (facts !== undefined) Object.assign(schema, constraints(facts));
	if (place.item !== undefined) schema.items = schemaOf(place.item);
	if (place.children.size > 0) {
		schema.properties = Object.fromEntries([...place.children].map(([key, child]) => [key, schemaOf(child)]));
		schema.additionalProperties = isOpen(place);
		const required = [...place.children].filter(
			([, child]) => child.facts?.required === true && child.facts.processTypes === undefined,
		);
		if (required.length > 0) schema.required = required.map(([key]) => key);
	}
	return schema;
}

function constraints(facts: KeyFacts): Schema {
	const schema: Schema = { type: [...typesOf(facts)], description: facts.description };
	if (facts.enum !== undefined && !typesOf(facts).includes('array')) schema.enum = facts.enum;
	if (facts.min !== undefined && !typesOf(facts).includes('array')) schema.minimum = facts.min;
	if (facts.max !== undefined) schema.maximum = facts.max;
	if (facts.items !== undefined && facts.items !== 'object') schema.items = { type: facts.items };
	return schema;
}

function median(samples: readonly number[]): number {
	const sorted = [...samples].sort((one, other) => one - other);
	return sorted[sorted.length >> 1] ?? Number.NaN;
}

type Call = (text: string, version: number) => unknown;

/**
 * Returns the median time of each call in milliseconds, after warming up. They take turns, so that other work of the
 * machine affects all alike, and every turn has another text, so that caches do not help.
 */
async function perKeystroke<K extends string>(
	text: string,
	runs: number,
	calls: Record<K, Call>,
): Promise<Record<K, number>> {
	const at = text.indexOf('steps: 3000') + 'steps: 3'.length;
	const samples = new Map<string, number[]>();
	for (let run = 0; run < runs * 2; run++) {
		const typed = `${text.slice(0, at)}${run % 10}${text.slice(at + 1)}`;
		for (const [name, call] of Object.entries<Call>(calls)) {
			const start = performance.now();
			await call(typed, run);
			if (run < runs) continue;
			const times = samples.get(name) ?? [];
			times.push(performance.now() - start);
			samples.set(name, times);
		}
	}
	return Object.fromEntries([...samples].map(([name, times]) => [name, median(times)])) as Record<K, number>;
}

interface LanguageService {
	configure(settings: unknown): void;
	doValidation(document: unknown, isKubernetes: boolean): Promise<readonly unknown[]>;
}

/** Returns the YAML language server's own checker, with our keys as its schema. */
function languageServer(): (text: string, version: number) => Promise<readonly unknown[]> {
	const require = createRequire(import.meta.url);
	const { getLanguageService } = require('yaml-language-server') as {
		getLanguageService(context: unknown): LanguageService;
	};
	const { TextDocument } = require('vscode-languageserver-textdocument') as {
		TextDocument: { create(uri: string, language: string, version: number, text: string): unknown };
	};
	const service = getLanguageService({
		schemaRequestService: () => Promise.reject(new Error('no requests')),
		workspaceContext: { resolveRelativePath: (path: string) => path },
		yamlSettings: undefined,
		telemetry: { send() {}, sendError() {}, sendTrack() {} },
		clientCapabilities: {},
	});
	const schema = schemaOf(schemaRoot);
	service.configure({ validate: true, schemas: [{ uri: 'memory:training', fileMatch: ['*'], schema }] });
	return (text, version) =>
		service.doValidation(TextDocument.create('file:///training.yaml', 'yaml', version, text), false);
}

/** Measures the check of a training configuration against the parse alone and against the YAML language server. */
export async function bench(): Promise<readonly BenchRow[]> {
	const text = usual();
	const huge = long(text);
	const server = languageServer();
	const check = (each: string) => checkTraining(parseTraining(each));
	/** As in the editor: earlier results are reused. */
	const typing = () => {
		let known = parseTraining('');
		return (each: string) => {
			known = reparseTraining(known, each);
			return checkTraining(known);
		};
	};
	const options = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;

	let start = performance.now();
	check(text);
	const coldCheck = performance.now() - start;
	start = performance.now();
	await server(text, 0);
	const coldServer = performance.now() - start;

	const wrong = await server(text.replace('steps: 3000', 'steps: none'), 1);
	if (wrong.length === 0) throw new Error('The language server compares nothing, so its time says nothing.');

	const calls = () => ({
		parse: (each: string) => parseDocument(each, options),
		whole: check,
		open: (each: string) => check(each.replace('arch: "chroma"', 'arch: "chroma')),
		typing: typing(),
		server,
	});
	const usualTimes = await perKeystroke(text, 200, calls());
	const hugeTimes = await perKeystroke(huge, 8, calls());
	const peer = { name: 'YAML language server', value: usualTimes.server };
	const hugePeer = { name: 'YAML language server', value: hugeTimes.server };
	return [
		{
			name: 'training: 150 lines, read and checked in whole, against the parse alone',
			value: usualTimes.whole / usualTimes.parse,
			unit: 'x',
			budget: 1.5,
		},
		{
			name: 'training: 150 lines, read and checked in whole',
			value: usualTimes.whole,
			unit: 'ms',
			budget: usualTimes.server,
			peer,
		},
		{
			// The line is left out and the rest is read a second time.
			name: 'training: 150 lines with a quote left open, against the same without',
			value: usualTimes.open / usualTimes.whole,
			unit: 'x',
			budget: 3,
		},
		{
			name: 'training: 150 lines, keystroke',
			value: usualTimes.typing,
			unit: 'ms',
			budget: usualTimes.server,
			peer,
		},
		{
			name: 'training: 150 lines, cold',
			value: coldCheck,
			unit: 'ms',
			peer: { name: 'YAML language server', value: coldServer },
		},
		{
			name: 'training: 10,000 lines, read and checked in whole, against the parse alone',
			value: hugeTimes.whole / hugeTimes.parse,
			unit: 'x',
			budget: 1.5,
		},
		{
			name: 'training: 10,000 lines, keystroke',
			value: hugeTimes.typing,
			unit: 'ms',
			budget: hugeTimes.server,
			peer: hugePeer,
		},
	];
}
