import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTraining } from '../../../src/core/training/check.ts';
import { recognizeTraining } from '../../../src/core/training/recognize.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { samples as allSamples } from '../../../src/editor/shell/samples.ts';
import { fixAll } from '../training/config.ts';

const samples = allSamples();
const folder = join(import.meta.dirname, '../../../media/samples');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('samples', () => {
	it('are the documents of the folder, each with a unique title', () => {
		const files = readdirSync(folder).filter((name) => /\.(?:json|yaml)$/.test(name));
		assert.deepEqual(samples.map(({ file }) => file).sort(), files.sort());
		assert.equal(new Set(samples.map(({ title }) => title)).size, samples.length);
	});

	it('are correctly recognized as training configurations', () => {
		for (const { file, kind } of samples)
			assert.equal(recognizeTraining(read(file)), kind === 'training', file);
	});

	it('include a training configuration without findings', () =>
		assert.deepEqual(checkTraining(parseTraining(read('harbour-lora.yaml'))), []));

	it('include one with four mistakes, which Fix all fixes', () => {
		const text = read('harbour-lora-with-mistakes.yaml');
		const found = checkTraining(parseTraining(text)).map(({ severity, code }) => `${severity} ${code}`);
		assert.deepEqual(found, [
			'error 42262 INVALID_JOB_NAME',
			'warning unknown-key',
			'error 42274 INVALID_LEARNING_RATE',
			'error prompt-flags',
		]);
		assert.deepEqual(checkTraining(parseTraining(fixAll(text))), []);
	});
});
