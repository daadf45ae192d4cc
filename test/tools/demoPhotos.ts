import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePng } from '../../src/core/base/pictures/png.ts';
import { paintScenery } from '../../src/sandbox/media/paint/scenery.ts';

const photos = [
	'a lighthouse on a sunny day, sailing boats',
	'a lighthouse at dusk, its lamp is lit',
	'a lighthouse in a storm, dark clouds',
	'a lighthouse under snow in winter',
	'a lighthouse at night, stars above the sea',
	'a lighthouse in the morning mist',
];

/**
 * Writes a folder of pictures and captions to upload as a dataset. One caption is missing, so that the report before the upload has
 * something to fix.
 */
export async function layOutPhotos(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const [index, words] of photos.entries()) {
		const name = `lighthouse_${index + 1}`;
		await writeFile(join(folder, `${name}.png`), encodePng([paintScenery(name, words, 768, 512)]));
		if (index !== 2) await writeFile(join(folder, `${name}.txt`), `l1ghthouse, ${words}\n`);
	}
}
