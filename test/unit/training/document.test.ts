import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkTraining } from '../../../src/core/training/check.ts';
import { completeTraining } from '../../../src/core/training/language/completion.ts';
import { recognizeTraining } from '../../../src/core/training/recognize.ts';
import { longestText, parseTraining } from '../../../src/core/training/yaml/document.ts';
import { entryOf, type TrainingNode } from '../../../src/core/training/yaml/node.ts';
import { reparseTraining } from '../../../src/core/training/yaml/reparse.ts';
import { configuration, findings, fixAll, folder, train, verdict } from './config.ts';

function at(root: TrainingNode | undefined, ...path: readonly (string | number)[]): TrainingNode | undefined {
	let node = root;
	for (const step of path) {
		node =
			typeof step === 'string'
				? entryOf(node, step)?.value
				: node?.kind === 'list'
					? node.items[step]
					: undefined;
	}
	return node;
}

describe('training documents', () => {
	it('know the exact place of every key and value', () => {
		const text = 'config: # note\n  name:   "a b"   # note\n  process:\n    - train: { lr: 1e-4 }\n';
		const { root } = parseTraining(text);
		const name = entryOf(at(root, 'config'), 'name');
		assert.equal(text.slice(name?.keyRange.start, name?.keyRange.end), 'name');
		assert.equal(text.slice(name?.value.range.start, name?.value.range.end), '"a b"');
		const lr = at(root, 'config', 'process', 0, 'train', 'lr');
		assert.equal(text.slice(lr?.range.start, lr?.range.end), '1e-4');
		assert.equal(lr?.kind === 'scalar' ? lr.value : undefined, 0.0001);
	});

	it('read scalars like the toolkit', () => {
		const expected: readonly (readonly [string, unknown])[] = [
			['yes', true],
			['Off', false],
			['y', 'y'],
			['~', null],
			['', null],
			['010', 8],
			['0o10', '0o10'],
			['1_000', 1000],
			['1:30', 90],
			['0:30', '0:30'],
			['0:30.5', 30.5],
			['.5', 0.5],
			['-.5', '-.5'],
			['.5e3', '.5e3'],
			['+0x1E', 30],
			['-.inf', Number.NEGATIVE_INFINITY],
			['1e5', 100000],
			['1.5e3', 1500],
			['1.2.3', '1.2.3'],
			['"1"', '1'],
			["'yes'", 'yes'],
			['!!str 1', '1'],
			['2e', '2e'],
		];
		for (const [source, value] of expected) {
			const node = at(parseTraining(`a: ${source}\n`).root, 'a');
			assert.deepEqual(node?.kind === 'scalar' ? node.value : node, value, source);
		}
	});

	it('prefer the own value over merged ones, and the earlier merged value', () => {
		const { root } = parseTraining('x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  <<: [*x, *y]\n  a: 9\n');
		const value = (key: string) => {
			const node = at(root, 'z', key);
			return node?.kind === 'scalar' ? node.value : undefined;
		};
		assert.deepEqual([value('a'), value('b'), value('c')], [9, 2, 4]);
	});

	it('report the line that breaks the rest, and read the rest', () => {
		for (const broken of [
			'  name: "open',
			'  name: a: b',
			'  name: [1, 2',
			'  name: @x',
			'  name: {a',
			"  name: 'open",
		]) {
			const text = configuration().replace('  name: portraits_v1', broken);
			const { problems, root, partial } = parseTraining(text);
			assert.equal(problems.length, 1, broken);
			assert.equal(partial, true);
			const start = problems[0]?.range.start ?? 0;
			const line = text.slice(text.lastIndexOf('\n', start) + 1);
			assert.ok(line.startsWith(broken), `${broken}: ${line.slice(0, 40)}`);
			const lr = at(root, 'config', 'process', 0, 'train', 'lr');
			assert.equal(lr?.kind === 'scalar' ? lr.value : undefined, 0.0001, broken);
		}
	});

	it('terminate on broken texts with a leading line break', () => {
		for (const text of ['\n"', '\n\n[', '\r\n  @', '\n: :'])
			assert.ok(parseTraining(text).problems.length > 0, JSON.stringify(text));
	});

	it('end quoted texts and brackets like the toolkit, whatever the indentation of the next lines', () => {
		for (const [written, value] of [
			['neg: "bad,\n        worse"', 'bad, worse'],
			['neg: "bad,\nworse"', 'bad, worse'],
			["neg: 'bad,\n\n  worse'", 'bad,\nworse'],
		] as const) {
			const text = configuration({ sample: [written, 'seed: 42', 'prompts: [x]'] });
			assert.deepEqual(verdict(text), [], written);
			const neg = at(parseTraining(text).root, 'config', 'process', 0, 'sample', 'neg');
			assert.equal(neg?.kind === 'scalar' ? neg.value : undefined, value);
		}
		for (const written of ['resolution: [\n  512,\n    768\n]', 'resolution: [512,\n768]']) {
			const text = configuration({ datasets: [[folder, written]] });
			assert.deepEqual(verdict(text), [], written);
			const sizes = at(parseTraining(text).root, 'config', 'process', 0, 'datasets', 0, 'resolution');
			assert.equal(sizes?.kind === 'list' ? sizes.items.length : 0, 2);
		}
	});

	it('accept a comment right after a quote or bracket, like the toolkit', () => {
		for (const written of [
			'log_dir: "output"#where it goes',
			"log_dir: 'output'#where it goes",
			'log_dir: "output" # where it goes',
		]) {
			const text = configuration({ process: [written] });
			assert.deepEqual(verdict(text), [], written);
			const value = at(parseTraining(text).root, 'config', 'process', 0, 'log_dir');
			assert.equal(value?.kind === 'scalar' ? value.value : undefined, 'output', written);
		}
		const list = configuration({ datasets: [[folder, 'resolution: [#two', '  512,#small', '  768]#large']] });
		assert.deepEqual(verdict(list), []);
		for (const written of ['neg: |#x', 'neg: >-#x'])
			assert.equal(parseTraining(configuration({ sample: [written, '  y'] })).problems.length, 1, written);
	});

	it('report tags that the toolkit cannot apply', () => {
		const problems = (source: string) => parseTraining(`a: ${source}\n`).problems.length;
		for (const source of [
			'!!int 1_000',
			'!!int "5"',
			'!!int 0x1F',
			'!!int 1:30',
			'!!float 5',
			'!!float 1e-4',
			'!!float .inf',
			'!!bool Yes',
			'!!str 5',
			'!!null x',
			'!!map {b: 1}',
			'!!seq [1]',
		])
			assert.equal(problems(source), 0, source);
		for (const source of [
			'!!int word',
			'!!int 1.5',
			'!!int ""',
			'!!int 08',
			'!!int 0:30',
			'!!float word',
			'!!bool 1',
			'!!int [1]',
			'!!map x',
			'!!timestamp 2026-08-21',
			'!!set {b, c}',
		])
			assert.equal(problems(source), 1, source);
	});

	it('do not report an open quote if it is closed further down or is part of a text', () => {
		for (const text of [
			'a: {\n  k: "one\ntwo", m: "x" }\n',
			'a: |\n  k: "one\nb: "x"\n',
			'a: one\n  - "two\nb: "x" # "y"\n',
			'- "one\n\\"two"\n- x\n',
			"- 'one\n''two'\n- x\n",
		])
			assert.deepEqual(parseTraining(text).problems, [], text);
	});

	it('accept only one document, and report the start of a second', () => {
		const text = `${configuration()}---\na: 1\n`;
		const [finding, ...rest] = findings(text);
		assert.equal(finding?.code, '42253 INVALID_YAML');
		assert.equal(text.slice(finding?.range.start, finding?.range.end), '---');
		assert.equal(rest.length, 0);
		assert.deepEqual(verdict(`---\n${configuration()}...\n`), []);
	});

	it('are rejected with a finding if too large', () => {
		const huge = `job: extension\n${'# filling\n'.repeat(1_000_000)}`;
		assert.ok(huge.length > longestText);
		assert.deepEqual(verdict(huge), ['error too-large']);
		const levels = 'abcdefghij'.split('');
		const bomb = levels.map(
			(name, index) =>
				`${name}: &${name} [${Array(9)
					.fill(index === 0 ? 'x' : `*${levels[index - 1]}`)
					.join(', ')}]`,
		);
		assert.ok(verdict(bomb.join('\n')).includes('error too-large'));
		assert.ok(verdict('['.repeat(50_000)).includes('error too-large'));
		assert.ok(verdict(`${'- '.repeat(20_000)}x`).includes('error too-large'));
		assert.deepEqual(
			verdict('a: &a\n  b: *a\n').filter((code) => code.includes('too-large')),
			[],
		);
	});

	it('with endless nesting are rejected with one finding, whatever opens the levels', () => {
		const levels = 99_000;
		const stairs = (line: string): string =>
			Array.from({ length: 1300 }, (_, indent) => ' '.repeat(indent) + line).join('\n');
		const texts: Readonly<Record<string, string>> = {
			brackets: '['.repeat(levels),
			'brackets after a key': `job: ${'['.repeat(levels)}`,
			'brackets that are closed': '['.repeat(levels) + ']'.repeat(levels),
			'brackets on lines of their own': '[\n'.repeat(levels),
			braces: '{'.repeat(levels),
			'braces with keys': '{a: '.repeat(levels),
			'both in turns': '[{a: '.repeat(levels),
			'lists of pairs': '[{}'.repeat(levels),
			'ends without a beginning': '}'.repeat(levels),
			dashes: `${'- '.repeat(levels)}a`,
			'question marks': `${'? '.repeat(levels)}a`,
			'indented keys': stairs('a:'),
			'indented dashes': stairs('-'),
			'keys in one line': 'a:\t'.repeat(levels),
		};
		for (const [name, text] of Object.entries(texts)) {
			assert.deepEqual(verdict(text), ['error too-large'], name);
			const typed = reparseTraining(parseTraining(configuration()), text);
			assert.equal(typed.refused, 'tooDeep', name);
		}
		const deep = 60;
		const { refused, problems } = parseTraining(
			`a: ${'['.repeat(deep)}1${']'.repeat(deep)}\n${stairs('b:').slice(0, 1000)}`,
		);
		assert.deepEqual({ refused, problems }, { refused: undefined, problems: [] });
	});

	it('with one mark repeated many times are read, and report the fault', () => {
		const often = 8000;
		const each = (line: (at: number) => string): string =>
			Array.from({ length: often }, (_, at) => line(at)).join('');
		const texts: Readonly<Record<string, string>> = {
			anchors: each((at) => `- &${at.toString(36)} 1\n`),
			aliases: `a: &a 1\nb:\n${'- *a\n'.repeat(often)}`,
			'anchors of one value': '&a '.repeat(often),
			'anchors of one name': '- &a 1\n'.repeat(often),
			'merges of one group': `a: &a\n  b: 1\nc:\n${'  <<: *a\n'.repeat(often)}`,
			tabs: '\t'.repeat(often),
			'tabs between lines': '\t\n'.repeat(often),
			'tabs in a comment': `a: 1 #${' \t'.repeat(often * 50)}\n`,
			'tabs behind a value': `a: [${'1,\t'.repeat(often * 25)}]\n`,
			'tabs before each line': '\ta: 1\n'.repeat(often),
			'question marks on lines': '?\n'.repeat(often),
			colons: ':\n'.repeat(often),
			tags: '- !a 1\n'.repeat(often),
			directives: '%a\n'.repeat(often),
			quotes: '"'.repeat(often),
			'quotes on lines': '"\n'.repeat(often),
			commas: `[${','.repeat(often)}]`,
			'documents without an end': '---\n'.repeat(often),
		};
		for (const [name, text] of Object.entries(texts)) {
			const document = parseTraining(text);
			const all = checkTraining(document);
			assert.ok(all.length > 0, name);
			for (const { range } of [...document.problems, ...all])
				assert.ok(range.start <= range.end && range.end <= text.length, name);
		}
	}).timeout(120_000);

	it('of one very long line are read like any other', () => {
		const long = 100_000;
		const lines: readonly string[] = [
			`key:${' '.repeat(long)}x`,
			`steps:${' '.repeat(long)}x: y`,
			`${' '.repeat(long)}steps: 5`,
			`steps: 5${'\t'.repeat(long)}x`,
			`log_dir: [trigger]${' '.repeat(long)}x`,
			`log_dir: "${'\\"'.repeat(long)}`,
			`log_dir: x${' #'.repeat(long)}`,
			`${'a '.repeat(long)}b`,
		];
		for (const line of lines) {
			const text = configuration({ train: [...train, line, 'optimizer: adamw8bits'] });
			assert.ok(recognizeTraining(text));
			const codes = verdict(text);
			assert.ok(codes.length > 0, line.slice(0, 20));
			completeTraining(text, text.indexOf(line) + line.length);
		}
	});

	it('are recognized by content', () => {
		for (const text of [
			configuration(),
			'job: extension\nconfig:\n',
			'{"job": "extension", "config": {"process": []}}',
			'config:\n  process:\n    - type: x\n',
		]) {
			assert.equal(recognizeTraining(text), true, text);
		}
		for (const text of [
			'',
			'version: "3"\nservices:\n  web:\n    image: x\n',
			'job: build\nsteps: []\n',
			'config:\n  a: 1\n',
			'apiVersion: v1\nkind: ConfigMap\n',
		]) {
			assert.equal(recognizeTraining(text), false, text);
		}
	});
});

const examples = '../shared/data/training/examples';
const seeds = [
	configuration(),
	configuration({
		sample: [
			'prompts:',
			'  - "[trigger] a --w 64 --ctrl_img /x y.png"',
			'samples:',
			'  - prompt: |',
			'      two',
			'      lines --seed x',
		],
	}),
	'x: &x {a: 1}\nconfig: {name: "a b", process: [{type: sd_trainer, <<: *x, datasets: [{folder_path: /x}]}]}\n',
];
const pieces = [
	' ',
	'\n',
	'\t',
	':',
	': ',
	'- ',
	'"',
	"'",
	'[',
	']',
	'{',
	'}',
	'&a ',
	'*a',
	'#',
	'|',
	'>',
	'--',
	'!!str ',
	'<<: *a',
	'1e-4',
	'no',
	'\\',
	'\r\n',
	'[trigger]',
	'\u{1F600}',
	'hf_aaaaaaaaaaaaaaaaaaaaaaaaa',
	'$' + '{A}',
	'lr: ',
	'  ',
];

function genuine(): readonly string[] {
	return existsSync(examples)
		? readdirSync(examples).map((file) => readFileSync(join(examples, file), 'utf8'))
		: [];
}

describe('any edit of a configuration', () => {
	const texts = [...seeds, ...genuine()];
	const edit = fc.record({
		where: fc.nat(10_000),
		cut: fc.nat(40),
		put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })),
	});
	const edited = fc
		.tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 6 }))
		.map(([text, edits]) =>
			edits.reduce((current, { where, cut, put }) => {
				const start = current.length === 0 ? 0 : where % current.length;
				return current.slice(0, start) + put + current.slice(start + cut);
			}, text),
		);
	const options = {
		hasVariable: () => false,
		datasets: {
			lookup: () => ({ state: 'READY', files: ['a.png', 'b.mp4'] }),
			names: () => ['x'],
			jobNameTaken: () => true,
		},
		submission: { gpuCount: 3, gpuType: 'X', format: 'json' },
	};

	it('is checked without an exception, with every place inside the text', () => {
		fc.assert(
			fc.property(edited, (text) => {
				for (const finding of checkTraining(parseTraining(text), options)) {
					const { start, end } = finding.range;
					assert.ok(
						start >= 0 && start <= end && end <= text.length,
						`${finding.code} ${start}-${end} of ${text.length}`,
					);
					assert.ok(finding.message.length > 10 && finding.documentation !== undefined);
					for (const fix of finding.fixes ?? []) {
						for (const { range } of fix.edits)
							assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length);
						const sorted = [...fix.edits].sort((one, other) => one.range.start - other.range.start);
						for (let index = 1; index < sorted.length; index++) {
							assert.ok(
								(sorted[index]?.range.start ?? 0) >= (sorted[index - 1]?.range.end ?? 0),
								'edits of one fix never overlap',
							);
						}
					}
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('is reread with the same result as from the beginning', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...texts),
				fc.array(edit, { minLength: 1, maxLength: 4 }),
				(first, edits) => {
					let document = parseTraining(first);
					for (const { where, cut, put } of edits) {
						const start = where % (document.text.length + 1);
						const text = document.text.slice(0, start) + put + document.text.slice(start + (cut % 4));
						document = reparseTraining(document, text);
						// Aliases may lead in circles, and then everything is read again anyway.
						if (document.anchored) continue;
						// Comparing texts is many times faster than comparing trees.
						assert.equal(JSON.stringify(document), JSON.stringify(parseTraining(text)));
					}
				},
			),
			{ numRuns: 200 },
		);
	});

	it('rereads only one value while the user types in it', () => {
		const [text = ''] = texts;
		const before = parseTraining(text);
		const after = reparseTraining(before, text.replace('lr: 0.0001', 'lr: 0.00012'));
		const model = (root: TrainingNode | undefined) => at(root, 'config', 'process', 0, 'network');
		assert.equal(model(after.root), model(before.root), 'what is above is not read again');
		assert.deepEqual(after, parseTraining(after.text));
	});

	it('becomes stable under Fix all', () => {
		fc.assert(
			fc.property(edited, (text) => {
				fixAll(text);
			}),
			{ numRuns: 40 },
		);
	});

	it('gives the same findings with Windows line ends', () => {
		for (const text of texts) {
			const codes = (each: string) => findings(each).map((finding) => finding.code);
			assert.deepEqual(codes(text.replaceAll('\n', '\r\n')), codes(text));
		}
	});
});
