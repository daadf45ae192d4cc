import type { Mask, Picture } from '../../core/base/pictures/pixels.ts';
import type { LatentItem } from '../media/scene.ts';

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

interface Noise {
	readonly kind: 'NOISE';
	readonly seed: string;
}

interface Guider {
	readonly kind: 'GUIDER';
	readonly words: string;
}

/** The fraction of the picture under it that a sampler repaints, 0 to 1. */
interface Sigmas {
	readonly kind: 'SIGMAS';
	readonly denoise: number;
}

/** Models and other things that only matter through the digest of their source. `name` is their file. */
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
