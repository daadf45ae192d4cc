import { dirname, join, resolve } from 'node:path';

/** Returns the path of a file directly inside `folder`; throws for a name that leads elsewhere. */
export function placeInside(folder: string, name: string): string {
	const root = resolve(folder);
	const path = join(root, name);
	if (dirname(path) !== root) throw new RangeError('A file name leads out of its folder.');
	return path;
}
