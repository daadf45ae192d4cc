import * as l10n from '@vscode/l10n';
import { type Finding, movedBy } from '../../../base/findings.ts';
import type { WorkflowDocument, WorkflowNode } from '../../document.ts';
import type { InputBody } from '../../nodeReader.ts';

/** The properties of a model family that determine compatibility. */
interface Family {
	readonly name: string;
	/** Matches the names of files of that family. */
	readonly file: RegExp;
	/** The channels of its latent images: a VAE and weights with different ones never work together. */
	readonly channels: number;
}

const flux2: Family = { name: 'FLUX.2', file: /flux[._ -]?2(?![0-9])/i, channels: 128 };
const flux1: Family = {
	name: 'FLUX.1',
	file: /flux[._ -]?1(?![0-9])|flux[._ -]?(?:dev|schnell)/i,
	channels: 16,
};
const sdxl: Family = { name: 'SDXL', file: /sd[._ -]?xl/i, channels: 4 };
const sd15: Family = { name: 'SD 1.5', file: /sd[._ -]?1[._ -]?5|v1-5-pruned/i, channels: 4 };
const qwen: Family = { name: 'Qwen-Image', file: /qwen[._ -]?image/i, channels: 16 };
const families = [flux2, flux1, sdxl, sd15, qwen];

const samplers: ReadonlySet<string> = new Set([
	'KSampler',
	'KSamplerAdvanced',
	'SamplerCustom',
	'SamplerCustomAdvanced',
]);
const decoders: ReadonlySet<string> = new Set(['VAEDecode', 'VAEDecodeTiled']);
const encoders: ReadonlySet<string> = new Set(['VAEEncode', 'VAEEncodeTiled', 'VAEEncodeForInpaint']);

const loaders: ReadonlySet<string> = new Set([
	'CheckpointLoaderSimple',
	'CLIPLoader',
	'DualCLIPLoader',
	'UNETLoader',
	'VAELoader',
]);

/** Classes that pass on their input of the same name. */
const passing: ReadonlySet<string> = new Set([
	'CLIPSetLastLayer',
	'ConditioningZeroOut',
	'FluxGuidance',
	'LoraLoader',
	'LoraLoaderModelOnly',
	'ModelSamplingAuraFlow',
	'ModelSamplingFlux',
	'ModelSamplingSD3',
	'ReferenceLatent',
]);

/** The longest way from a sampler to a loader that is followed. */
const farthest = 30;

/** The file of a loader, with the family according to its name, or to the kind of the loader. */
interface Loaded {
	readonly family: Family;
	readonly node: WorkflowNode;
	readonly input: InputBody;
}

/**
 * Returns the findings about weights of one family with the VAE or the text encoder of another: the engine accepts them
 * and fails after it has loaded both. Considers only names that identify one family, and follows only classes of the
 * engine.
 */
export function mixedFamilies(
	document: WorkflowDocument,
	runs: (index: number) => boolean,
): readonly Finding[] {
	// Nearly always, at most one family is present and nothing needs to be followed.
	const loaded = new Set(document.nodes.map((node) => loadedBy(node, 'model')?.family));
	if (loaded.size - (loaded.has(undefined) ? 1 : 0) < 2) return [];
	const found = new Map<WorkflowNode, Finding>();
	const look = (weights: Loaded | undefined, part: Loaded | undefined, kind: 'vae' | 'encoder') => {
		if (!weights || !part || weights.family === part.family || found.has(part.node)) return;
		if (kind === 'vae' && weights.family.channels === part.family.channels) return;
		found.set(part.node, mixed(weights, part, kind));
	};
	for (const [index, node] of document.nodes.entries()) {
		const { classType = '' } = node;
		if (decoders.has(classType) && runs(index)) {
			const sampler = linked(document, node, 'samples');
			if (sampler) look(weightsOf(document, sampler), partOf(document, node, 'vae'), 'vae');
		} else if (samplers.has(classType) && runs(index)) {
			const weights = weightsOf(document, node);
			if (!weights) continue;
			const latent = linked(document, node, 'latent_image');
			if (latent && encoders.has(latent.classType ?? ''))
				look(weights, partOf(document, latent, 'vae'), 'vae');
			const guider = linked(document, node, 'guider') ?? node;
			for (const name of ['positive', 'conditioning'])
				look(weights, partOf(document, guider, name), 'encoder');
		}
	}
	return [...found.values()];
}

/** Returns the weights of a sampler. */
function weightsOf(document: WorkflowDocument, node: WorkflowNode): Loaded | undefined {
	if (!samplers.has(node.classType ?? '')) return undefined;
	return partOf(document, linked(document, node, 'guider') ?? node, 'model');
}

/** Returns the node at the far end of a link. */
function linked(document: WorkflowDocument, node: WorkflowNode, input: string): WorkflowNode | undefined {
	const value = node.body.inputs.find(({ name }) => name === input)?.value;
	return value?.type === 'link' ? document.nodeById.get(value.nodeId) : undefined;
}

/** Follows an input to its loader. */
function partOf(document: WorkflowDocument, from: WorkflowNode, first: string): Loaded | undefined {
	let [node, input] = [linked(document, from, first), first];
	for (let step = 0; node && step < farthest; step++) {
		const { classType = '' } = node;
		if (classType === 'CLIPTextEncode' || classType === 'CLIPTextEncodeFlux') input = 'clip';
		else if (!passing.has(classType)) return loadedBy(node, input);
		else if (input === 'positive') input = 'conditioning';
		node = linked(document, node, input);
	}
	return undefined;
}

function loadedBy(node: WorkflowNode, part: string): Loaded | undefined {
	if (!loaders.has(node.classType ?? '')) return undefined;
	const text = (name: string) => {
		const input = node.body.inputs.find((one) => one.name === name);
		return input?.value.type === 'string' ? { input, value: input.value.value } : undefined;
	};
	const named = (name: string, isFit = /./): Loaded | undefined => {
		const file = text(name);
		const family = file && isFit.test(file.value) ? familyOf(file.value) : undefined;
		return file && family && { family, node, input: file.input };
	};
	switch (node.classType) {
		case 'CheckpointLoaderSimple':
			return named('ckpt_name');
		case 'UNETLoader':
			return part === 'model' ? named('unet_name') : undefined;
		case 'VAELoader':
			return named('vae_name', /vae|(?:^|[\\/._-])ae[._-]/i);
		case 'DualCLIPLoader': {
			const type = text('type');
			const family = type && { flux: flux1, sdxl }[type.value];
			return type && family && { family, node, input: type.input };
		}
		case 'CLIPLoader': {
			const [type, file] = [text('type'), text('clip_name')?.value ?? ''];
			if (type?.value === 'flux2' && /mistral|qwen|flux[._ -]?2/i.test(file))
				return { family: flux2, node, input: type.input };
			if (type?.value === 'qwen_image' && /qwen/i.test(file))
				return { family: qwen, node, input: type.input };
			return undefined;
		}
		default:
			return undefined;
	}
}

/** Returns the family in the name of a file; undefined for none or several. */
function familyOf(file: string): Family | undefined {
	const [only, another] = families.filter((family) => family.file.test(file));
	return another ? undefined : only;
}

function mixed(weights: Loaded, { family, node, input }: Loaded, kind: 'vae' | 'encoder'): Finding {
	const names = [family.name, weights.family.name, weights.node.id] as const;
	return {
		code: 'mixed_families',
		severity: 'warning',
		message:
			kind === 'vae'
				? l10n.t(
						'This is a VAE of {0}, but the weights of node {2} are of {1}: the engine accepts the workflow and fails after it has loaded both.',
						...names,
					)
				: l10n.t(
						'This is a text encoder of {0}, but the weights of node {2} are of {1}: the engine accepts the workflow and fails after it has loaded both.',
						...names,
					),
		remedy:
			kind === 'vae'
				? l10n.t('Load the VAE of {0}.', names[1])
				: l10n.t('Load the text encoder of {0}.', names[1]),
		range: movedBy(input, node.offset),
		nodeId: node.id,
		input: input.name,
	};
}
