import assert from 'node:assert/strict';
import { readText, trackedFiles } from './support/project.ts';

const document = 'docs/contributing.md';

/** Texts that are checked: sources, documents and the texts of the manifest. Those in other languages have other words. */
const isChecked = (path: string) =>
	/\.(ts|mjs|cjs|md|json|yaml|yml|svg|txt)$/.test(path) &&
	!/(^|\/)(package-lock\.json|.*\.de\.json|tsconfig\.json)$/.test(path);

/** Words that a file quotes from others. */
const quoted: readonly { readonly file: string; readonly words: readonly string[]; readonly why: string }[] =
	[
		{
			file: 'src/core/wire/stateWord.ts',
			words: ['cancelled'],
			why: 'the service may spell the state in either way',
		},
		{
			file: 'test/unit/deployments/parsers.test.ts',
			words: ['cancelled'],
			why: 'replies of the service',
		},
		...['requestRows.ts', 'modelRows.ts', 'jobRows.ts'].map((name) => ({
			file: `test/conformance/clientReplies/${name}`,
			words: ['cancelled'],
			why: 'replies of the service',
		})),
		{ file: 'test/unit/jobs/parse.test.ts', words: ['cancelled'], why: 'a reply of the service' },
		{ file: 'test/unit/runs/modelRuns.test.ts', words: ['cancelled'], why: 'replies of the service' },
		{ file: 'test/unit/webhooks/callback.test.ts', words: ['cancelled'], why: 'a callback of the service' },
		{ file: 'test/unit/runs/runService.test.ts', words: ['cancelled'], why: 'a reply of the service' },
		{ file: 'src/sandbox/catalog/wire.ts', words: ['cancelled'], why: 'the catalog host spells it so' },
		{ file: 'docs/sandbox.md', words: ['cancelled'], why: 'the catalog host spells it so' },
		{ file: 'src/sandbox/contrary/truths.ts', words: ['cancelled'], why: 'the catalog host spells it so' },
		{ file: 'test/conformance/modelRequests.test.ts', words: ['cancelled'], why: 'replies of the service' },
		{
			file: 'test/conformance/inferenceEndpointRows.ts',
			words: ['cancelled'],
			why: 'a reply of the service',
		},
		{
			file: 'src/core/workflow/data/coreNodes.json',
			words: ['grey'],
			why: 'a choice of the engine',
		},
		{
			file: 'test/support/engineDoubleHttp.ts',
			words: ['cancelled'],
			why: 'the engine spells it so',
		},
		{ file: 'test/meta/words.test.ts', words: ['cancelled', 'grey'], why: 'this list' },
	];

/** Returns the section "Words" of a document, from its heading to the next of any level: advice follows it. */
function sectionOf(text: string): string {
	const start = text.indexOf('\n## Words\n');
	assert.ok(start >= 0, `${document} has a section "Words"`);
	const end = text.indexOf('\n##', start + 1);
	return text.slice(start, end < 0 ? undefined : end);
}

/** Returns the words of the second column of the table, in the order of the document. */
function forbiddenWords(section: string): string[] {
	const cells = section
		.split('\n')
		.flatMap((line) => (line.startsWith('| ') ? [line.split('|')[2] ?? ''] : []));
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
}

/** Returns one expression for all words. Phrases are also found across line ends, as in wrapped comments. */
function expressionFor(words: readonly string[]): RegExp {
	const phrases = words.map((word) => word.split(' ').join('[\\s*/]+'));
	return new RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'gi');
}

/** Returns each forbidden word of a text, as it is in the table, with its line. */
function findWords(text: string, expression: RegExp): { word: string; line: number }[] {
	return [...text.matchAll(expression)].map(({ 0: word, index }) => ({
		word: word.replaceAll(/[\s*/]+/g, ' ').toLowerCase(),
		line: text.slice(0, index).split('\n').length,
	}));
}

describe('the words of the project', () => {
	const section = sectionOf(readText(document));
	const words = forbiddenWords(section);
	const expression = expressionFor(words);

	it('are listed once each, in lower case', () => {
		assert.ok(words.length > 30, `${words.length} words`);
		assert.deepEqual(words, [...new Set(words.map((word) => word.toLowerCase()))]);
	});

	it('are found as whole words, in any case and over the end of a line', () => {
		for (const word of words) {
			const broken = word.toUpperCase().replaceAll(' ', '\n\t * ');
			assert.deepEqual(findWords(`First.\nIt (${broken}) is`, expression), [{ word, line: 2 }]);
			assert.deepEqual(findWords(`x${word} ${word}x ${word}-in`, expression), []);
		}
	});

	it('are used everywhere', () => {
		const unused = new Set(quoted.flatMap(({ file, words }) => words.map((word) => `${file}: ${word}`)));
		const found: string[] = [];
		for (const file of trackedFiles().filter(isChecked)) {
			const text = file === document ? readText(file).replace(section, () => '') : readText(file);
			for (const { word, line } of findWords(text, expression)) {
				if (quoted.some((entry) => entry.file === file && entry.words.includes(word)))
					unused.delete(`${file}: ${word}`);
				else found.push(`${file}:${line}: ${word}`);
			}
		}
		assert.deepEqual(found, []);
		assert.deepEqual([...unused], [], 'exceptions that nothing needs');
	});
});
