import assert from 'node:assert/strict';
import { join, resolve, sep } from 'node:path';
import fc from 'fast-check';
import {
	namePlaceholders,
	patternProblem,
	savePlace,
	usualPattern,
} from '../../../../src/core/runs/archive/saveName.ts';
import type { RunFile } from '../../../../src/core/runs/run.ts';
import { runRecord } from '../../support/runRecord.ts';

const file = (key: string, filename: string, more: Partial<RunFile> = {}): RunFile => ({
	key,
	filename,
	subfolder: '',
	type: 'output',
	...more,
});
const files = [file('a', 'ComfyUI_1.png', { nodeId: '9' }), file('b', 'ComfyUI_2.png', { nodeId: '9' })];
const run = runRecord({
	submittedAt: new Date(2026, 4, 7, 14, 16, 5).getTime(),
	summary: { mode: 'overrides', changed: [], seed: '42', outputTitles: { '9': 'Save: final/large' } },
	files,
});

describe('names of saved results', () => {
	const nameOf = (pattern: string, index = 0) => {
		assert.equal(patternProblem(pattern), undefined);
		const place = savePlace(pattern, run, files[index] ?? file('x', 'x.png'));
		return [...place.folders, place.name].join('/');
	};

	it('consist of known facts about the run and the extension of the file', () => {
		assert.equal(nameOf('{name}'), 'ComfyUI_1.png');
		assert.equal(nameOf('{document} {date} {time} {seed}'), 'lighthouse 2026-05-07 14-16-05 42.png');
		assert.equal(nameOf('{node}-{index}', 1), 'Save_ final_large-2.png');
		assert.equal(nameOf('{index}.PNG', 1), '2.png');
		assert.equal(nameOf('{name}.{seed}'), 'ComfyUI_1.42.png');
		assert.equal(nameOf(usualPattern), `lighthouse_42_${run.id.slice(0, 8)}_1.png`);
	});

	it('turn slashes in the pattern into folders, but never those in a value', () => {
		assert.equal(nameOf('{date}/{document}/{index}'), '2026-05-07/lighthouse/1.png');
		assert.equal(nameOf('{date}\\{node}'), '2026-05-07/Save_ final_large.png');
	});

	it('show a missing value, but omit the seed if other parts remain', () => {
		const bare = runRecord({ files });
		const name = (pattern: string) => savePlace(pattern, bare, file('a', 'x.webm')).name;
		assert.equal(name('{seed} {node}'), 'no node.webm');
		assert.equal(name('{seed}'), 'no seed.webm');
		assert.equal(name(usualPattern), `lighthouse_${bare.id.slice(0, 8)}_1.webm`);
	});

	it('reject an unsafe pattern or unknown braces, with a sentence', () => {
		for (const pattern of [
			'',
			' ',
			'/x',
			'x/',
			'a//b',
			'../{name}',
			'a/../../{name}',
			'./x',
			'.',
			'a\\..\\b',
		])
			assert.ok(patternProblem(pattern), pattern);
		for (const pattern of ['{nam}', '{NAME}', '{', 'x}', '{{name}', '{name}}', `{${'x'.repeat(10)}}`])
			assert.match(patternProblem(pattern) ?? '', /braces/, pattern);
		assert.match(patternProblem('x'.repeat(201)) ?? '', /200 characters/);
		assert.match(patternProblem('a/'.repeat(20).concat('b')) ?? '', /folders/);
	});

	it('stay inside the folder for any pattern, names and values', () => {
		const piece = fc.oneof(
			fc.constantFrom(
				...namePlaceholders.map((name) => `{${name}}`),
				'/',
				'\\',
				'..',
				'.',
				' ',
				'CON',
				'\u202e',
			),
			fc.string({ maxLength: 8 }),
		);
		const hostile = fc.oneof(
			fc.constantFrom('../../x', '..', '/etc/passwd', 'C:\\x', '{name}', 'nul', '\0', '', '~', '.ssh'),
			fc.string({ unit: 'binary', maxLength: 300 }),
		);
		fc.assert(
			fc.property(
				fc.array(piece, { minLength: 1, maxLength: 8 }),
				hostile,
				hostile,
				hostile,
				hostile,
				(pieces, documentName, seed, title, filename) => {
					const pattern = pieces.join('');
					const one = file('k', filename, { nodeId: '9' });
					const place = savePlace(
						pattern,
						runRecord({
							documentName,
							summary: { mode: 'inline', changed: [], seed, outputTitles: { '9': title } },
							files: [one],
						}),
						one,
					);
					const root = resolve('/base');
					const path = join(root, ...place.folders, place.name);
					assert.ok(path.startsWith(root + sep), path);
					if (patternProblem(pattern) === undefined) assert.ok(place.folders.length <= 8);
					for (const part of [...place.folders, place.name]) {
						assert.ok(part !== '' && part !== '.' && part !== '..' && !/[\\/\0]/.test(part), part);
						assert.ok(Buffer.byteLength(part) <= 200);
					}
				},
			),
		);
	});
});
