import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTraining } from '../../src/core/training/check.ts';
import { recognizeTraining } from '../../src/core/training/recognize.ts';
import { parseTraining } from '../../src/core/training/yaml/document.ts';

const examples = '../shared/data/training/examples';
const goldenFile = new URL('./training-golden.json', import.meta.url);

/**
 * Returns the reviewed findings on genuine configurations, by file: `severity code path`. Set EASEL_GOLDEN=write to
 * record them again, and review the difference line by line.
 */
function recorded(): Record<string, readonly string[]> {
	return JSON.parse(readFileSync(goldenFile, 'utf8')) as Record<string, readonly string[]>;
}

function check(file: string): readonly string[] {
	const text = readFileSync(join(examples, file), 'utf8');
	return checkTraining(parseTraining(text)).map(({ severity, code, path }) =>
		[severity, code, path].filter(Boolean).join(' '),
	);
}

describe('genuine training configurations', () => {
	if (!existsSync(examples)) {
		it.skip(`skipped: ${examples} is not there`);
		return;
	}
	const files = readdirSync(examples).sort();
	if (process.env.EASEL_GOLDEN === 'write') {
		writeFileSync(
			goldenFile,
			`${JSON.stringify(Object.fromEntries(files.map((file) => [file, check(file)])), undefined, 2)}\n`,
		);
	}

	it('are all recognized', () => {
		for (const file of files)
			assert.equal(recognizeTraining(readFileSync(join(examples, file), 'utf8')), true, file);
	});

	for (const file of files) {
		it(`${file} has exactly the reviewed findings`, () => {
			assert.deepEqual(check(file), recorded()[file]);
		});
	}
});
