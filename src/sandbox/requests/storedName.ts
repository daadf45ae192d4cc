/** The name of an output file on disk and in its address: one flat, safe name, whatever its subfolder. */
export function storedName(file: { readonly filename: string; readonly subfolder: string }): string {
	const name = file.subfolder === '' ? file.filename : `${file.subfolder}-${file.filename}`;
	return name.replaceAll(/[\\/]|^\.+/g, '-');
}
