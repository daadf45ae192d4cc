import { compact } from '../../core/base/compact.ts';
import { diceFor } from '../media/paint/random.ts';
import type { Checkpoint } from './artifacts.ts';

/** Width of the layers that a checkpoint of the sandbox has; real ones are larger. */
const layerWidth = 128;
const layers = 4;

/** The names that families of models give their LoRA tensors, by the beginning of the architecture. */
const namings: readonly (readonly [RegExp, (layer: number, target: string) => string, Pair, string])[] = [
	[
		/^(sd1|sd2|sdxl|ssd|vega)/,
		(layer, target) => `lora_unet_down_blocks_${layer}_attentions_0_transformer_blocks_0_attn1_to_${target}`,
		['lora_down', 'lora_up'],
		'sdxl_1.0',
	],
	[
		/^(flux|flex|chroma)/,
		(layer, target) => `transformer.single_transformer_blocks.${layer}.attn.to_${target}`,
		['lora_A', 'lora_B'],
		'flux.1',
	],
	[
		/^(wan|ltx|minimax)/,
		(layer, target) => `diffusion_model.blocks.${layer}.self_attn.${target}`,
		['lora_A', 'lora_B'],
		'',
	],
	[
		/^(qwen|hidream)/,
		(layer, target) => `transformer.transformer_blocks.${layer}.attn.to_${target}`,
		['lora_A', 'lora_B'],
		'',
	],
];

type Pair = readonly [down: string, up: string];

interface Tensor {
	readonly name: string;
	readonly shape: readonly [number, number];
}

/**
 * Returns the bytes of a checkpoint: a `.safetensors` file with tensors that depend on the job, its step and their
 * names.
 */
export function checkpointFile(jobName: string, { step, run, half }: Checkpoint): Uint8Array {
	const { arch, rank, alpha, trigger } = run.plan;
	const naming = namings.find(([pattern]) => pattern.test(arch));
	const nameOf =
		naming?.[1] ??
		((layer: number, target: string) => `diffusion_model.layers.${layer}.attention.to_${target}`);
	const [down, up] = naming?.[2] ?? ['lora_A', 'lora_B'];
	const tensors = Array.from({ length: layers }, (_, layer) =>
		['q', 'v'].flatMap((target): Tensor[] => [
			{ name: `${nameOf(layer, target)}.${down}.weight`, shape: [rank, layerWidth] },
			{ name: `${nameOf(layer, target)}.${up}.weight`, shape: [layerWidth, rank] },
		]),
	).flat();
	const metadata = {
		format: 'pt',
		name: jobName,
		version: '1.0',
		ss_output_name: jobName,
		ss_base_model_version: naming?.[3] || arch,
		ss_network_dim: String(rank),
		ss_network_alpha: String(alpha),
		training_info: JSON.stringify({ step, epoch: 0 }),
		software: JSON.stringify({ name: 'easel-sandbox', repo: 'none' }),
		...compact({ half }),
		...(trigger === undefined
			? {}
			: { ss_tag_frequency: JSON.stringify({ [`1_${trigger}`]: { [trigger]: 1 } }) }),
	};
	return safetensors(tensors, metadata, `${run.jobId}\n${step}\n${half ?? ''}`);
}

/**
 * Returns eight bytes with the length of the header, the header as JSON padded to eight bytes, and the tensors as
 * 16-bit floats.
 */
function safetensors(
	tensors: readonly Tensor[],
	metadata: Readonly<Record<string, string>>,
	key: string,
): Uint8Array {
	const header: Record<string, unknown> = { __metadata__: metadata };
	let end = 0;
	for (const { name, shape } of tensors) {
		const start = end;
		end += shape[0] * shape[1] * 2;
		header[name] = { dtype: 'F16', shape, data_offsets: [start, end] };
	}
	const json = Buffer.from(JSON.stringify(header), 'utf8');
	const padded = Math.ceil(json.length / 8) * 8;
	const file = Buffer.alloc(8 + padded + end, ' ');
	file.writeBigUInt64LE(BigInt(padded), 0);
	file.set(json, 8);
	const dice = diceFor(key);
	for (let at = 8 + padded; at < file.length; at += 2) file.writeUInt16LE(smallHalf(dice.next()), at);
	return file;
}

/** Returns a 16-bit float between about -0.06 and 0.06 for a number of 0 up to 1. */
function smallHalf(random: number): number {
	const bits = Math.floor(random * 2 ** 16);
	const exponent = 7 + ((bits >> 11) & 3);
	return (bits & 0x8000) | (exponent << 10) | (bits & 0x3ff);
}
