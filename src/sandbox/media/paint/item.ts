import { blank, type Picture, resize } from '../../../core/base/pictures/pixels.ts';
import { mixPictures, resizeMask } from '../formats/pixels.ts';
import type { LatentItem, Scene } from '../scene.ts';
import { paintScenery } from './scenery.ts';
import { stamp } from './stamp.ts';

/** Paints one entry of a latent at that size; `stamped` marks it as the sandbox's work. */
export function paintItem(item: LatentItem, width: number, height: number, stamped: boolean): Picture {
	if ('picture' in item) return resize(item.picture, width, height);
	if ('empty' in item) return blank(width, height, 118, 112, 104);
	const picture = paintScene(item.scene, width, height);
	return stamped ? stamp(picture, ['SANDBOX', item.scene.title, `seed ${item.scene.seed}`]) : picture;
}

/** Paints from the lowest scene upwards, without calling itself: samplers may be stacked higher than the stack is deep. */
function paintScene(top: Scene, width: number, height: number): Picture {
	const scenes: Scene[] = [];
	let lowest: LatentItem | undefined = { scene: top };
	while (lowest !== undefined && 'scene' in lowest) {
		scenes.push(lowest.scene);
		lowest = lowest.scene.over?.item;
	}
	let picture = lowest === undefined ? undefined : paintItem(lowest, width, height, false);
	for (const { key, words, over } of scenes.reverse()) {
		const fresh = paintScenery(key, words, width, height);
		if (picture === undefined || over === undefined) {
			picture = fresh;
			continue;
		}
		const mask = over.mask === undefined ? undefined : resizeMask(over.mask, width, height);
		picture = mixPictures(picture, fresh, Math.min(Math.max(over.strength, 0), 1), mask);
	}
	return picture ?? paintScenery(top.key, top.words, width, height);
}
