import type { Mask, Picture } from '../media/formats/pixels.ts';

/** What a sampler will paint, whatever the size it is decoded at. */
export interface Scene {
	/** Digest of everything upstream: steers composition and palette. */
	readonly key: string;
	/** Words of the prompt: steer the subject. */
	readonly words: string;
	readonly title: string;
	readonly seed: string;
	/** What it was painted over, and how much of that remains hidden (0 to 1). */
	readonly over?: { readonly item: LatentItem; readonly strength: number; readonly mask?: Mask };
}

/** One entry of a latent batch: nothing yet, an encoded picture, or a painted scene. */
export type LatentItem = { readonly picture: Picture } | { readonly scene: Scene } | { readonly empty: true };

export interface Latent {
	readonly kind: 'LATENT';
	readonly width: number;
	readonly height: number;
	readonly items: readonly LatentItem[];
	readonly mask?: Mask;
}

export interface Images {
	readonly kind: 'IMAGE';
	readonly frames: readonly Picture[];
}

export interface MaskValue {
	readonly kind: 'MASK';
	readonly mask: Mask;
}

export interface Conditioning {
	readonly kind: 'CONDITIONING';
	readonly words: string;
}

export interface Noise {
	readonly kind: 'NOISE';
	readonly seed: string;
}

export interface Guider {
	readonly kind: 'GUIDER';
	readonly words: string;
}

/** How much of the picture under it a sampler repaints, 0 to 1. */
export interface Sigmas {
	readonly kind: 'SIGMAS';
	readonly denoise: number;
}

/** Models and other things that only matter through the digest of what made them. `name` is the file they come from. */
export interface Handle {
	readonly kind: 'MODEL' | 'CLIP' | 'VAE' | 'CONTROL_NET' | 'UPSCALE_MODEL' | 'SAMPLER';
	readonly name: string;
}

export type Value =
	| Latent
	| Images
	| MaskValue
	| Conditioning
	| Noise
	| Guider
	| Sigmas
	| Handle
	| string
	| number
	| bigint
	| boolean;

/** A node that failed while it ran: becomes the error object of the request. */
export class NodeFailure extends Error {
	readonly type: string;

	constructor(type: string, message: string) {
		super(message);
		this.type = type;
	}
}
