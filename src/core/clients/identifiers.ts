import { capitalized } from '../base/language.ts';

/** Returns the names of inputs as a language spells them, no two alike. */
export function identifiersOf(names: readonly string[], style: 'camel' | 'snake'): readonly string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		const words = wordsOf(name);
		let found = spelled(words, style);
		for (let count = 2; taken.has(plainName(found)); count++)
			found = spelled([...words, String(count)], style);
		taken.add(plainName(found));
		return found;
	});
}

/** Returns an identifier as the name of a type: `sampler_name` and `samplerName` are `SamplerName`. */
export function typeName(identifier: string): string {
	return wordsOf(identifier).map(capitalized).join('');
}

function wordsOf(name: string): readonly string[] {
	const words = name
		.normalize('NFKC')
		.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
		.match(/[\p{XIDC}--_]+/gv);
	if (words === null) return ['input'];
	return /^\p{XIDS}/u.test(words[0] ?? '') ? words : ['input', ...words];
}

function spelled(words: readonly string[], style: 'camel' | 'snake'): string {
	const lower = words.map((word) => word.toLowerCase());
	const name =
		style === 'snake'
			? lower.join('_')
			: lower.map((word, at) => (at === 0 ? word : capitalized(word))).join('');
	if (!reserved[style].has(name)) return name;
	return style === 'snake' ? `${name}_` : `${name}Input`;
}

/** Returns a name in the one spelling that all languages share. */
export function plainName(identifier: string): string {
	return identifier.replaceAll('_', '').toLowerCase();
}

const reserved = {
	/** Members that every object has. */
	camel: new Set(Object.getOwnPropertyNames(Object.prototype)),
	/** Keywords, and the names of types within a class. */
	snake: new Set(
		(
			'and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
			'nonlocal not or pass raise return try while with yield bool float int object str bytes'
		).split(' '),
	),
} as const;
