import type { Picture } from '../../core/base/pictures/pixels.ts';
import { paintScenery } from '../media/paint/scenery.ts';

/** The pictures in the input folder of every simulated machine, with the words they are painted from. */
const stock: Readonly<Record<string, string>> = {
	'example.png': 'hot air balloons on a spring morning',
	'harbour.png': 'a harbour on a summer day, boats',
};

export const inputPictureNames: readonly string[] = Object.keys(stock);

/** Returns one of those pictures, 768 x 512; undefined for any other name. */
export function inputPicture(name: string): Picture | undefined {
	const words = Object.hasOwn(stock, name) ? stock[name] : undefined;
	return words === undefined ? undefined : paintScenery(`stock ${name}`, words, 768, 512);
}
