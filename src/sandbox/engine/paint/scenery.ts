import { createHash } from 'node:crypto';
import { blank, type Picture } from '../pixels.ts';

/** Paints a picture that depends on every bit of `key` and on the words of the prompt. */
export function paintScenery(key: string, words: string, width: number, height: number): Picture {
	const digest = createHash('sha256')
		.update(key + words)
		.digest();
	const picture = blank(width, height);
	for (let at = 0; at < picture.data.length; at++)
		picture.data[at] = (digest[at % 3] ?? 0) * (0.4 + (0.6 * at) / picture.data.length);
	return picture;
}
