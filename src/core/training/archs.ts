import data from './data/archs.json' with { type: 'json' };

/** One named variant of an architecture, and its values in the toolkit's own forms. */
export interface ArchVariant {
	readonly arch: string;
	readonly label: string;
	readonly weights: string;
	/** By path inside a process, for example `train.noise_scheduler`. */
	readonly defaults: Readonly<Record<string, unknown>>;
}

export interface Arch {
	readonly arch: string;
	readonly label: string;
	readonly family: string;
	readonly kind: 'image' | 'image_edit' | 'video' | 'i2v' | 'audio' | 'text';
	readonly params?: string;
	readonly control?: 'none' | 'single' | 'multi' | 'first_frame' | 'generated';
	readonly aliases?: readonly string[];
	/** The old flag that meant this architecture, for example `is_flux`. */
	readonly legacy?: string;
	readonly weights?: string;
	readonly gated?: boolean;
	readonly gateUrl?: string;
	readonly flowMatching?: boolean;
	readonly needsControlToTrain?: boolean;
	readonly needsControlToSample?: boolean;
	readonly readsDoI2v?: boolean;
	/** For example `4n+1`. */
	readonly frameGrid?: string;
	readonly sizeMultiple?: number;
	/** True if the weights must be a folder of parts, or a repository with one, and a single file stops the toolkit. */
	readonly readsFolder?: boolean;
	readonly notes?: string;
	readonly variants?: readonly ArchVariant[];
}

export const archs: readonly Arch[] = data as unknown as readonly Arch[];

const byName = new Map<string, Arch>();
for (const arch of archs) {
	byName.set(arch.arch, arch);
	for (const alias of arch.aliases ?? []) {
		const base = baseOf(alias);
		if (!byName.has(base)) byName.set(base, arch);
	}
}

/** Returns the part before `:`, the only part the toolkit reads. */
export function baseOf(name: string): string {
	const colon = name.indexOf(':');
	return colon < 0 ? name : name.slice(0, colon);
}

/** Returns the architecture of a `model.arch` value, with or without a `:tag`; undefined if unknown. */
export function archOf(name: string): Arch | undefined {
	return byName.get(baseOf(name));
}

/** Returns every value worth offering for `model.arch`: architectures, aliases and tagged variants. */
export function archNames(): readonly string[] {
	const names = new Set<string>();
	for (const arch of archs) {
		names.add(arch.arch);
		for (const alias of arch.aliases ?? []) names.add(alias);
		for (const variant of arch.variants ?? []) names.add(variant.arch);
	}
	return [...names];
}

/** Returns the named variant, else the variant of the given weights, else the first. */
export function variantOf(arch: Arch, name: string, weights?: string): ArchVariant | undefined {
	const variants = arch.variants ?? [];
	return (
		variants.find((variant) => variant.arch === name && name.includes(':')) ??
		variants.find((variant) => variant.weights === weights) ??
		variants.find((variant) => variant.arch === name) ??
		variants[0]
	);
}

/** Returns the step and offset of a frame grid: `4n+1` gives 4 and 1. */
export function frameGrid(arch: Arch): { readonly step: number; readonly offset: number } | undefined {
	const match = /^(\d+)n\+(\d+)$/.exec(arch.frameGrid ?? '');
	return match === null ? undefined : { step: Number(match[1]), offset: Number(match[2]) };
}

/** Returns the architecture that an old `is_*` flag meant. */
export function archOfLegacyFlag(flag: string): Arch | undefined {
	return archs.find((arch) => arch.legacy === flag);
}
