import { readFileSync } from 'node:fs';
import type { Checkout } from './checkout.ts';
import { code, listed } from './nodeChanges.ts';
import { type Arch, formsOf, newArch, newVariant } from './toolkitForms.ts';

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

/** Keys with names as values that the toolkit compares, and how it does. */
const named: readonly { file: string; variable: string; keys: readonly string[] }[] = [
	{ file: 'toolkit/optimizer.py', variable: 'lower_type', keys: ['train.optimizer'] },
	{ file: 'toolkit/scheduler.py', variable: 'name', keys: ['train.lr_scheduler'] },
	{ file: 'toolkit/sampler.py', variable: 'sampler', keys: ['train.noise_scheduler', 'sample.sampler'] },
];

/** Returns the arguments of `kwargs.get` in each class, with their defaults. */
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

/** Returns a line for `keys.json`, as far as a default of Python shows it. */
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

interface Key {
	readonly enum?: readonly string[];
	readonly [more: string]: unknown;
}

const data = (name: string) => new URL(`../../../src/core/training/data/${name}.json`, import.meta.url);
export const archsFile = data('archs');
export const keysFile = data('keys');

const pathOf = (key: string) => `config.process[].${key}`;
const baseOf = (name: string) => name.split(':', 1)[0] ?? name;

/**
 * Compares `src/core/training/data` with the toolkit: its architectures, the values that its forms write for each, the
 * keys it reads, and the names of optimizers, schedulers and samplers. Names, values and types are read; nothing of it
 * is run.
 * The texts are those of the files with the new facts. Family, kind and control of a new architecture follow its form
 * and need a review. A new key needs a description, so its line is only among the items.
 */
export function trainingChanges(toolkit: Checkout): {
	readonly items: readonly string[];
	readonly archs: string;
	readonly keys: string;
} {
	const archs = JSON.parse(readFileSync(archsFile, 'utf8')) as Arch[];
	const keysText = readFileSync(keysFile, 'utf8');
	const keys = JSON.parse(keysText) as Readonly<Record<string, Key>>;
	const names = nameChanges(toolkit, keys);
	const python = toolkit.files.filter((file) => file.endsWith('.py')).map(toolkit.read);
	const items = [
		...archChanges(toolkit, archs),
		...keyChanges(toolkit, keys, python.join('\n')),
		...names.items,
	];
	return {
		items,
		archs: `[\n${archs.map((arch) => JSON.stringify(arch)).join(',\n')}\n]\n`,
		keys: keysText.replace(/^"([^"]+)":.*?(?=,?$)/gm, (line, key: string) => {
			const known = names.added.get(key);
			return known === undefined ? line : `"${key}":${JSON.stringify(known)}`;
		}),
	};
}

/** @param archs the new architectures are added to it */
function archChanges(toolkit: Checkout, archs: Arch[]): readonly string[] {
	const knows = (name: string) =>
		archs.find(
			({ arch, aliases }) =>
				arch === baseOf(name) || aliases?.some((alias) => baseOf(alias) === baseOf(name)),
		);
	const isForm = (file: string) =>
		file === 'ui/src/app/jobs/new/options.tsx' || /^extensions_built_in\/[^/]+\/ui\.tsx$/.test(file);
	const forms = toolkit.files.filter(isForm).flatMap((file) => formsOf(toolkit.read(file)));
	const fromForms = forms.flatMap((form) => {
		const arch = knows(form.name);
		const variant = arch?.variants?.find((each) => each.arch === form.name);
		if (arch === undefined) {
			archs.push(newArch(form));
			return [`- New architecture ${code([form.name])}: ${form.label}`];
		}
		if (variant === undefined) {
			arch.variants = [...(arch.variants ?? []), newVariant(form)];
			if (form.name !== arch.arch) arch.aliases = [...new Set([...(arch.aliases ?? []), form.name])];
			return [`- New variant ${code([form.name])} of ${code([arch.arch])}: ${form.label}`];
		}
		return Object.entries(form.defaults).flatMap(([path, value]) => {
			const before = JSON.stringify(variant.defaults[path]);
			if (before === JSON.stringify(value)) return [];
			variant.defaults[path] = value;
			return [
				`- ${code([form.name])}: ${code([path])} was ${before ?? 'not set'} and is ${JSON.stringify(value)}`,
			];
		});
	});
	const declared = toolkit.files
		.filter((file) => /^(?:extensions_built_in|toolkit)\/.*\.py$/.test(file) && !file.includes('example'))
		.flatMap((file) => [...toolkit.read(file).matchAll(/^ {4}arch = ["']([^"']+)["']/gm)])
		.map(([, name = '']) => name);
	const unknown = [...new Set(declared)].filter((name) => knows(name) === undefined);
	const offered = new Set(forms.map(({ name }) => name));
	const gone = archs
		.flatMap(({ variants = [] }) => variants.map(({ arch }) => arch))
		.filter((name) => !offered.has(name) && !declared.includes(baseOf(name)));
	return [
		...fromForms,
		...listed('Architectures without a form that Easel does not know', unknown),
		...listed('Architectures that are gone', gone),
	];
}

function keyChanges(
	toolkit: Checkout,
	keys: Readonly<Record<string, Key>>,
	python: string,
): readonly string[] {
	const found = [...keysOf(toolkit.read('toolkit/config_modules.py'))];
	const added = found.filter(([path]) => !(pathOf(path) in keys));
	// A key that is read in another way occurs somewhere in quotation marks; arguments of a library do not.
	const gone = Object.keys(keys).filter((path) => {
		const [, parent = '', name = ''] =
			/^config\.process\[\]\.(?:.*?(\w+)(?:\[\])?\.)?(\w+)$/.exec(path) ?? [];
		if (name === '' || /(?:kwargs|params)$/.test(parent)) return false;
		return !python.includes(`'${name}'`) && !python.includes(`"${name}"`);
	});
	return [
		...added.map(([path, otherwise]) => `- New key: \`${keyLine(path, otherwise)}\``),
		...listed('Keys that are gone', gone),
	];
}

/** `added` has the keys that get new names. */
function nameChanges(
	toolkit: Checkout,
	keys: Readonly<Record<string, Key>>,
): { readonly items: readonly string[]; readonly added: ReadonlyMap<string, Key> } {
	const changed = new Map<string, Key>();
	const items = named.flatMap(({ file, variable, keys: paths }) => {
		const source = toolkit.read(file);
		const words = (call: string) =>
			[...source.matchAll(new RegExp(`\\b${variable}${call}\\s*["']([^"']+)["']`, 'g'))].map(
				([, name = '']) => name,
			);
		const names = [...new Set(words('\\s*=='))];
		const beginnings = words('\\.startswith\\(');
		return paths.flatMap((path) => {
			const key = keys[pathOf(path)];
			const known = key?.enum ?? [];
			const added = names.filter((name) => !known.includes(name));
			const gone = known.filter(
				(name) => !names.includes(name) && !beginnings.some((each) => name.startsWith(each)),
			);
			if (added.length > 0) changed.set(pathOf(path), { ...key, enum: [...known, ...added] });
			return [
				...listed(`New names for \`${path}\``, added),
				...listed(`Names that are gone from \`${path}\``, gone),
			];
		});
	});
	return { items, added: changed };
}
