/**
 * Compares `src/core/training/data` with the toolkit: which architectures it has, what its forms write for each, and which keys
 * it reads. Names, values and types are taken; nothing of it is run.
 *
 *   node test/tools/trainingFacts.ts CHECKOUT [--write]
 *
 * `CHECKOUT` is a working copy or a bare repository, of which the newest commit is read. With `--write` new architectures and what the forms write go into
 * `archs.json`; family, kind and control of a new one follow its form and want a second look. A new key needs a sentence that
 * says what it does, so its line for `keys.json` is only printed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { constantOf, unreadable } from './formLiterals.ts';

/** One architecture of the toolkit's forms. */
interface Form {
	readonly name: string;
	readonly label: string;
	readonly group: string;
	readonly isVideoModel: boolean;
	readonly sections: readonly string[];
	readonly gateUrl: string | undefined;
	/** By path inside a process, as in `archs.json`. */
	readonly defaults: Readonly<Record<string, unknown>>;
}

interface Variant {
	arch: string;
	label: string;
	defaults: Record<string, unknown>;
	weights: string;
}

interface Known {
	arch: string;
	aliases?: string[];
	variants?: Variant[];
	[more: string]: unknown;
}

/** The places of the values of a class of the toolkit in a configuration. */
const places: Readonly<Record<string, string>> = {
	SaveConfig: 'save.',
	LoggingConfig: 'logging.',
	SampleItem: 'sample.samples[].',
	SampleConfig: 'sample.',
	NetworkConfig: 'network.',
	LoRMConfig: 'network.lorm.',
	AdapterConfig: 'adapter.',
	EmbeddingConfig: 'embedding.',
	DecoratorConfig: 'decorator.',
	TrainConfig: 'train.',
	EMAConfig: 'train.ema_config.',
	ModelConfig: 'model.',
	GuidanceConfig: 'guidance.',
	DatasetConfig: 'datasets[].',
};

const [checkout = '', ...options] = process.argv.slice(2);
const git = (...words: readonly string[]) =>
	execFileSync('git', ['-C', checkout, ...words], { encoding: 'utf8', maxBuffer: 100_000_000 });
const files = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n');
const read = (file: string) => git('show', `HEAD:${file}`);

function formsOf(source: string): readonly Form[] {
	const { code } = transformSync(source, { loader: 'tsx', jsx: 'transform' });
	const found = constantOf(code, 'modelArchs') ?? constantOf(code, 'AI_TOOLKIT_UI_MODELS');
	return (Array.isArray(found) ? found : []).flatMap((entry: Record<string, unknown>) => {
		const { name, label, group, gateUrl } = entry;
		if (typeof name !== 'string' || typeof label !== 'string') return [];
		const sections = Array.isArray(entry.additionalSections) ? entry.additionalSections.map(String) : [];
		return {
			name,
			label,
			group: String(group),
			isVideoModel: entry.isVideoModel === true,
			sections,
			gateUrl: typeof gateUrl === 'string' ? gateUrl : undefined,
			defaults: defaultsOf(entry.defaults),
		};
	});
}

/**
 * Returns the values that a form writes when the architecture is chosen: the first of two values, the second being the one that it takes
 * back.
 */
function defaultsOf(given: unknown): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries((given ?? {}) as Record<string, unknown>).flatMap(([path, pair]) => {
			const [value] = Array.isArray(pair) ? (pair as unknown[]) : [];
			const place = path.replace(/^config\.process\[0\]\./, '').replace('[x]', '[]');
			return value === undefined || value === unreadable ? [] : [[place, value]];
		}),
	);
}

function kindOf({ group, isVideoModel, name }: Form): string {
	if (isVideoModel) return name.includes('i2v') ? 'i2v' : 'video';
	return group === 'instruction'
		? 'image_edit'
		: group === 'llm'
			? 'text'
			: group === 'audio'
				? 'audio'
				: 'image';
}

function newArch(form: Form): Known {
	const { name, label, gateUrl, sections } = form;
	const kind = kindOf(form);
	const single = kind === 'video' || kind === 'i2v' ? 'first_frame' : 'single';
	const control = sections.includes('sample.multi_ctrl_imgs')
		? 'multi'
		: sections.includes('sample.ctrl_img')
			? single
			: 'none';
	const variant = newVariant(form);
	return {
		arch: name,
		label,
		family: label,
		kind,
		modes: [],
		control,
		weights: variant.weights,
		...(gateUrl === undefined ? {} : { gated: true, gateUrl }),
		variants: [variant],
	};
}

function newVariant({ name, label, defaults }: Form): Variant {
	return { arch: name, label, defaults, weights: String(defaults['model.name_or_path'] ?? '') };
}

/** The values that `kwargs.get` is asked for in each class, with what it gives where there is none. */
function keysOf(source: string): ReadonlyMap<string, string> {
	const keys = new Map<string, string>();
	let place: string | undefined;
	for (const line of source.split('\n')) {
		const named = /^class (\w+)/.exec(line)?.[1];
		if (named !== undefined) place = places[named];
		if (place === undefined) continue;
		for (const [, key = '', otherwise = ''] of line.matchAll(/kwargs\.get\(\s*["'](\w+)["']\s*,\s*([^,)]*)/g))
			if (!keys.has(place + key)) keys.set(place + key, otherwise.trim());
	}
	return keys;
}

/** A line for `keys.json`, as far as a default of Python shows it. */
function keyLine(path: string, otherwise: string): string {
	const plain = /^(?:True|False)$/.test(otherwise)
		? otherwise === 'True'
		: /^-?\d+(?:\.\d+)?$/.test(otherwise)
			? Number(otherwise)
			: /^(["'])(.*)\1$/.exec(otherwise)?.[2];
	const type =
		typeof plain === 'number'
			? otherwise.includes('.')
				? 'number'
				: 'integer'
			: typeof plain === 'boolean'
				? 'boolean'
				: 'string';
	return `${JSON.stringify(`config.process[].${path}`)}:${JSON.stringify({ type, default: plain ?? null, description: '' })},`;
}

const data = (name: string) => new URL(`../../src/core/training/data/${name}.json`, import.meta.url);
const known = JSON.parse(readFileSync(data('archs'), 'utf8')) as Known[];
const knownKeys = JSON.parse(readFileSync(data('keys'), 'utf8')) as Readonly<Record<string, unknown>>;
const isForm = (file: string) =>
	file === 'ui/src/app/jobs/new/options.tsx' || /^extensions_built_in\/[^/]+\/ui\.tsx$/.test(file);
const baseOf = (name: string) => name.split(':', 1)[0] ?? name;
const knows = (name: string) =>
	known.find(
		({ arch, aliases }) => arch === baseOf(name) || aliases?.some((alias) => baseOf(alias) === baseOf(name)),
	);

for (const form of files.filter(isForm).flatMap((file) => formsOf(read(file)))) {
	const arch = knows(form.name);
	const variant = arch?.variants?.find((each) => each.arch === form.name);
	if (arch === undefined) {
		console.log(`new architecture ${form.name}: ${form.label}`);
		known.push(newArch(form));
	} else if (variant === undefined) {
		console.log(`new variant ${form.name} of ${arch.arch}: ${form.label}`);
		arch.variants = [...(arch.variants ?? []), newVariant(form)];
		if (form.name !== arch.arch) arch.aliases = [...new Set([...(arch.aliases ?? []), form.name])];
	} else {
		for (const [path, value] of Object.entries(form.defaults)) {
			const before = JSON.stringify(variant.defaults[path]);
			if (before === JSON.stringify(value)) continue;
			console.log(`${form.name} ${path}: ${before ?? 'nothing'} became ${JSON.stringify(value)}`);
			variant.defaults[path] = value;
		}
	}
}

const python = files.filter(
	(file) => /^(?:extensions_built_in|toolkit)\/.*\.py$/.test(file) && !file.includes('example'),
);
const declared = new Set(
	python.flatMap((file) =>
		[...read(file).matchAll(/^ {4}arch = ["']([^"']+)["']/gm)].map(([, name = '']) => name),
	),
);
for (const name of declared)
	if (knows(name) === undefined) console.log(`architecture ${name} has no form, and Easel does not know it`);

for (const [path, otherwise] of keysOf(read('toolkit/config_modules.py')))
	if (!(`config.process[].${path}` in knownKeys)) console.log(`new key ${keyLine(path, otherwise)}`);

if (options.includes('--write'))
	writeFileSync(data('archs'), `[\n${known.map((arch) => JSON.stringify(arch)).join(',\n')}\n]\n`);
