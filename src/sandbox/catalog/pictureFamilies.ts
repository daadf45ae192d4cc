import type { ModelFamily } from './model.ts';

export interface ImageFamily extends ModelFamily {
	/** The style of its schema: three houses, three styles. */
	readonly style: 'plain' | 'sized' | 'rich';
}

export const imageFamilies: readonly ImageFamily[] = [
	family('alder/river', ['1', '1.5', '2'], 'Photographic light and calm compositions.', 0.03, 'plain'),
	family('alder/river-turbo', ['1', '2'], 'Four steps to a picture, for quick drafts.', 0.008, 'plain'),
	family('brindle/canvas', ['3', '4'], 'Paint, ink and paper that look touched by a hand.', 0.04, 'rich'),
	family('cinder/forge', ['xl', 'xl-2'], 'Game art and hard surfaces with clean edges.', 0.025, 'sized'),
	family('drift/tide', ['mini', 'base', 'pro'], 'Wide landscapes and weather.', 0.02, 'sized'),
	family('elmwood/poster', ['1', '2'], 'Spells long texts on signs, covers and posters.', 0.05, 'rich'),
	family('fathom/deep', ['8b', '20b'], 'Follows long prompts word by word.', 0.045, 'plain'),
	family('gable/interiors', ['1', '1.1'], 'Rooms, furniture and floor plans.', 0.035, 'sized'),
	family('hazel/portrait', ['2', '3'], 'Skin, hair and eyes of people of every age.', 0.04, 'rich'),
	family('juniper/sketch', ['1', '2'], 'Line drawings from a few words.', 0.012, 'plain'),
	family(
		'kestrel/vision',
		['5', '6'],
		'An all-round model with a wide knowledge of the world.',
		0.06,
		'rich',
	),
	family('larch/toon', ['1', '2'], 'Flat colors and outlines, frame after frame alike.', 0.022, 'sized'),
	family('marram/product', ['1', '2'], 'Objects on clean backgrounds with true shadows.', 0.038, 'plain'),
	family('nimbus/fashion', ['1', '2'], 'Fabric that folds and falls as it does in a studio.', 0.042, 'rich'),
	family('osprey/map', ['1'], 'Maps, diagrams and views from above.', 0.03, 'sized'),
];

function family(
	path: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	style: ImageFamily['style'],
): ImageFamily {
	return { path, versions, trait, usd, style };
}
