import { blank, mixPictures, type Picture, resize, resizeMask } from '../pixels.ts';
import type { LatentItem, Scene } from '../values.ts';
import { paintScenery } from './scenery.ts';
import { stamp } from './stamp.ts';

/** Paints one entry of a latent at that size; `stamped` marks it as the sandbox's work. */
export function paintItem(item: LatentItem, width: number, height: number, stamped: boolean): Picture {
	if ('picture' in item) return resize(item.picture, width, height);
	if ('empty' in item) return blank(width, height, 118, 112, 104);
	const picture = paintScene(item.scene, width, height);
	return stamped ? stamp(picture, ['SANDBOX', item.scene.title, `seed ${item.scene.seed}`]) : picture;
}

function paintScene(scene: Scene, width: number, height: number): Picture {
	const fresh = paintScenery(scene.key, scene.words, width, height);
	if (scene.over === undefined) return fresh;
	const under = paintItem(scene.over.item, width, height, false);
	const mask = scene.over.mask === undefined ? undefined : resizeMask(scene.over.mask, width, height);
	return mixPictures(under, fresh, Math.min(Math.max(scene.over.strength, 0), 1), mask);
}
