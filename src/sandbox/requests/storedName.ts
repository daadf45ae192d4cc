/**
 * Returns the path of an output file below the address of its request: its subfolder and its name, as they are. Files of other folders than
 * the output folder of the engine are in a folder that says so, since an output file may have the same name.
 */
export function storedName(file: {
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
}): string {
	const folders = file.subfolder.split(/[\\/]+/).filter((part) => part !== '');
	const place = file.type === 'output' ? [] : [`[${file.type}]`];
	return [...place, ...folders, file.filename].join('/');
}
