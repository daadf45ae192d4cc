import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'documents');

/** The documents of `test/engine/documents` by name, as texts. They use core nodes that need no model. */
export const documents: ReadonlyMap<string, string> = new Map(
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => [file.slice(0, -'.json'.length), readFileSync(join(folder, file), 'utf8')]),
);

export function documentOf(name: string): string {
	const text = documents.get(name);
	if (text === undefined) throw new Error(`There is no document named ${name}.`);
	return text;
}
