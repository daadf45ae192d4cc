import type { Mask, Picture } from '../../core/base/pictures/pixels.ts';

/** A scene that a sampler will paint, independent of the size at which it is decoded. */
export interface Scene {
	/** Digest of everything upstream: steers composition and palette. */
	readonly key: string;
	/** Words of the prompt: steer the subject. */
	readonly words: string;
	readonly title: string;
	readonly seed: string;
	/** The item that it was painted over, and how much of that remains hidden (0 to 1). */
	readonly over?: { readonly item: LatentItem; readonly strength: number; readonly mask?: Mask };
}

/** One entry of a latent batch: nothing yet, an encoded picture, or a painted scene. */
export type LatentItem = { readonly picture: Picture } | { readonly scene: Scene } | { readonly empty: true };
