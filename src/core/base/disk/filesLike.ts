import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Sorts numbers in names by value: `2.png` comes before `10.png`. */
const byName = new Intl.Collator('en', { numeric: true });

/** Returns the paths of the files of one folder that fit a pattern such as `pictures/*.png`, by name; it starts at `folder`. */
export function filesLike(pattern: string, folder: string): readonly string[] {
	const place = resolve(folder, pattern);
	const words = basename(place).replace(/[\\^$.|+()[\]{}]/g, '\\$&');
	const fits = new RegExp(`^${words.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
	try {
		return readdirSync(dirname(place), { withFileTypes: true })
			.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && fits.test(entry.name))
			.map(({ name }) => join(dirname(place), name))
			.sort(byName.compare);
	} catch {
		return [];
	}
}
