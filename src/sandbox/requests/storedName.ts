/** Where an output file is under the address of its request: its subfolder and its name, as they are. */
export function storedName(file: { readonly filename: string; readonly subfolder: string }): string {
	const folders = file.subfolder.split(/[\\/]+/).filter((part) => part !== '');
	return [...folders, file.filename].join('/');
}
