import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { find, readText, root } from './support/project.ts';
import {
	commonPieces,
	isSquare,
	nestedPumps,
	ownPieces,
	type Pumped,
	pumpsOf,
	slowestOf,
} from './support/pumped.ts';

interface Reader {
	readonly name: string;
	readonly file: string;
	readonly run: (text: string) => unknown;
}

/** The names of readers of whole texts: of documents, of replies, and of texts that are masked before they are kept. */
const reads: readonly string[] = [
	'eventOfText',
	'jsonMistake',
	'maskConfig',
	'parseCallback',
	'parseJson',
	'plainJson',
	'readDeploymentFile',
	'readJson',
];

/** Returns the exported functions of core that read texts and need nothing else. */
async function readersOfCore(): Promise<readonly Reader[]> {
	const readers: Reader[] = [];
	for (const file of find('src/core/**/*.ts')) {
		const names = [...readText(file).matchAll(alone)].map(([, name = '']) => name);
		if (names.length === 0) continue;
		const module = (await import(pathToFileURL(join(root, file)).href)) as Record<
			string,
			(text: string) => unknown
		>;
		for (const name of names) {
			const run = module[name];
			if (run !== undefined && reads.includes(name)) readers.push({ name, file, run });
		}
	}
	return readers;
}

const alone =
	/^export function (\w+)\(\s*(?!path\b|folder\b|archive\b)\w+: string(?:,\s*[\w{}, ]+(?:\?: [^,()]+|(?:: [^,()=]+)? = [^,()]+))*,?\s*\)(?!: Promise)/gm;

/** Alone, closed by something else, and inside a workflow. */
const around = [
	['', '\u0001'],
	['', ']'],
	['{"1":{"class_type":"A","inputs":{"x":', ''],
] as const;

describe('readers of texts', () => {
	const { stackTraceLimit } = Error;

	// Broken texts cause thousands of errors, and their stack traces are not needed.
	before(() => {
		Error.stackTraceLimit = 0;
	});

	after(() => {
		Error.stackTraceLimit = stackTraceLimit;
	});

	it('take time in proportion to the text, whatever is in it again and again', async function () {
		this.timeout(300_000);
		const readers = [...(await readersOfCore())];
		assert.deepEqual(readers.map(({ name }) => name).sort(), reads);
		const hits: string[] = [];
		for (const { name, file, run } of readers) {
			const pumps: readonly Pumped[] = [
				...nestedPumps,
				...pumpsOf([...commonPieces, ...ownPieces(file)], around),
			];
			const quietly = (text: string) => {
				try {
					run(text);
				} catch (cause) {
					if (cause instanceof RangeError) hits.push(`${file} ${name} calls itself without end`);
				}
			};
			for (const pump of slowestOf(quietly, pumps, 3))
				if (isSquare(quietly, pump)) hits.push(`${file} ${name}: ${pump.name}`);
		}
		assert.deepEqual([...new Set(hits)], []);
	});
});
