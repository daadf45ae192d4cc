import type { StoredFile } from '../engine/outcome.ts';
/**
 * Returns the path of an output file below the address of its request: its subfolder and its name, unchanged. Files of
 * other folders than the output folder of the engine are in a folder named after theirs, since an output file may have
 * the same name.
 */
export function storedName(file: StoredFile): string {
	const folders = file.subfolder.split(/[\\/]+/).filter((part) => part !== '');
	const place = file.type === 'output' ? [] : [`[${file.type}]`];
	return [...place, ...folders, file.filename].join('/');
}
