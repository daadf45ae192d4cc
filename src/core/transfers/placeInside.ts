import { dirname, join, resolve } from 'node:path';
import { safeFileName } from './names.ts';

/** Returns the path of `name`, made safe, directly inside `folder`: never elsewhere, whatever the name says. */
export function placeInside(folder: string, name: string): string {
	const root = resolve(folder);
	const path = join(root, safeFileName(name));
	if (dirname(path) !== root) throw new RangeError('A file name leads out of its folder.');
	return path;
}
