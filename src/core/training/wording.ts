import type { ValueType } from './schema.ts';

/** The types in plain words. */
export const words: Readonly<Record<ValueType, string>> = {
	string: 'a text',
	integer: 'a whole number',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a group of keys',
	null: 'nothing',
};

/** A place as a person calls it. */
export function nameOf(path: string): string {
	if (path === '') return 'the top level';
	const last = path.slice(path.lastIndexOf('.') + 1);
	const words = { process: 'the process', datasets: 'the dataset', samples: 'the preview' };
	return words[/^(.*)\[\d+\]$/.exec(last)?.[1] as keyof typeof words] ?? `"${last}"`;
}

/** The same at the start of a sentence. */
export function capital(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A text as a message shows it. */
export function shown(source: string): string {
	return source === '' ? 'an empty text' : `"${source.length > 40 ? `${source.slice(0, 40)}…` : source}"`;
}
