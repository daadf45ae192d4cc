import { NodeFailure } from '../../media/nodeFailure.ts';
import { paintItem } from '../../media/paint/item.ts';
import type { LatentItem } from '../../media/scene.ts';
import type { Call } from '../call.ts';
import { checkMemory } from '../memoryLimit.ts';
import type { Latent } from '../values.ts';
import type { NodeCodes } from './registry.ts';

export const latentNodes: NodeCodes = {
	EmptyLatentImage: (call) => [empty(call, 8)],
	EmptySD3LatentImage: (call) => [empty(call, 16)],
	LatentUpscale: (call) => {
		const latent = call.get('samples', 'LATENT');
		const [width, height] = proportional(latent, call.integer('width'), call.integer('height'));
		return [sized(call, latent, width, height)];
	},
	LatentUpscaleBy: (call) => {
		const latent = call.get('samples', 'LATENT');
		const by = call.number('scale_by');
		return [sized(call, latent, Math.round(latent.width * by), Math.round(latent.height * by))];
	},
	RepeatLatentBatch: (call) => {
		const latent = call.get('samples', 'LATENT');
		const amount = call.integer('amount');
		return [{ ...latent, items: Array.from({ length: amount }, () => latent.items).flat() }];
	},
	LatentBatch: (call) => {
		const first = call.get('samples1', 'LATENT');
		return [{ ...first, items: [...first.items, ...call.get('samples2', 'LATENT').items] }];
	},
	LatentFromBatch: (call) => {
		const latent = call.get('samples', 'LATENT');
		const start = Math.min(call.integer('batch_index'), latent.items.length - 1);
		return [{ ...latent, items: latent.items.slice(start, start + call.integer('length')) }];
	},
	SetLatentNoiseMask: (call) => [{ ...call.get('samples', 'LATENT'), mask: call.get('mask', 'MASK').mask }],
	VAEEncode: (call) => [encode(call)],
	VAEEncodeForInpaint: (call) => [{ ...encode(call), mask: call.get('mask', 'MASK').mask }],
	VAEDecode: (call) => [decode(call)],
	VAEDecodeTiled: (call) => [decode(call)],
};

function empty(call: Call, multiple: number): Latent {
	const width = Math.floor(call.integer('width') / multiple) * multiple;
	const height = Math.floor(call.integer('height') / multiple) * multiple;
	const batch = call.integer('batch_size');
	checkMemory(call.className, width, height, batch);
	return {
		kind: 'LATENT',
		width,
		height,
		items: Array.from({ length: batch }, (): LatentItem => ({ empty: true })),
	};
}

/** Returns the size; a width or height of 0 keeps the proportions. */
function proportional(latent: Latent, width: number, height: number): [number, number] {
	if (width === 0 && height === 0) return [latent.width, latent.height];
	if (width === 0) return [Math.max(64, Math.round((latent.width * height) / latent.height)), height];
	if (height === 0) return [width, Math.max(64, Math.round((latent.height * width) / latent.width))];
	return [width, height];
}

function sized(call: Call, latent: Latent, width: number, height: number): Latent {
	const to = {
		width: Math.max(8, Math.floor(width / 8) * 8),
		height: Math.max(8, Math.floor(height / 8) * 8),
	};
	checkMemory(call.className, to.width, to.height, latent.items.length);
	return { ...latent, ...to };
}

function encode(call: Call): Latent {
	call.get('vae', 'VAE');
	const { frames } = call.get('pixels', 'IMAGE');
	const first = frames[0];
	if (first === undefined)
		throw new NodeFailure('ValueError', `${call.className}: there is no image to encode.`);
	const width = Math.max(8, Math.floor(first.width / 8) * 8);
	const height = Math.max(8, Math.floor(first.height / 8) * 8);
	return { kind: 'LATENT', width, height, items: frames.map((picture) => ({ picture })) };
}

function decode(call: Call) {
	call.get('vae', 'VAE');
	const latent = call.get('samples', 'LATENT');
	const frames = latent.items.map((item) => paintItem(item, latent.width, latent.height, true));
	return { kind: 'IMAGE', frames } as const;
}
