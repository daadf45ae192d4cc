import { readFile } from 'node:fs/promises';

/** Reads the version of the package that contains a script. Rejects if it cannot be read. */
export async function versionOf(script: URL): Promise<string> {
	const { version }: { readonly version: string } = JSON.parse(
		await readFile(new URL('package.json', script), 'utf8'),
	);
	return version;
}
