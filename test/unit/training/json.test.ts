import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { checkDocument } from '../../../src/core/operations/documents.ts';
import { configuration } from './config.ts';

const sound = JSON.stringify(parse(configuration()), null, 2);
const setup = (target: 'service' | 'local') => ({
	training: { target },
	nodeInfo: () => Promise.reject(new Error('no node info is needed')),
});

/** Returns the findings of a file of some name, as `severity code: text`. */
async function said(
	text: string,
	name = 'job.json',
	target: 'service' | 'local' = 'local',
): Promise<string[]> {
	const checked = await checkDocument(name, text, setup(target));
	assert.equal(checked?.kind, 'training');
	return (checked?.findings ?? [])
		.filter(({ severity }) => severity !== 'hint')
		.map(({ severity, code, range }) => `${severity} ${code}: ${text.slice(range.start, range.end)}`);
}

const invalid = (at: string) => [`error 42253 INVALID_YAML: ${at}`];

describe('a configuration in JSON', () => {
	it('is read strictly like in the toolkit, for both extensions', async () => {
		for (const name of ['job.json', 'job.jsonc', 'JOB.JSON']) {
			assert.deepEqual(await said(sound, name), []);
			assert.deepEqual(await said(sound.replace(/\n\}$/, ',\n}'), name), invalid('}'));
			assert.deepEqual(await said(sound.replace('{\n', '{\n  // mine\n'), name), invalid('// mine'));
			assert.deepEqual(
				await said(sound.replace('{\n', '{\n  # mine\n'), name).then((each) => each.length > 0),
				true,
			);
		}
	});

	it('rejects YAML words, single quotes and YAML numbers', async () => {
		for (const [from, to] of [
			['"lora"', "'lora'"],
			['"lora"', 'lora'],
			['"linear": 16', '"linear": 16, "transformer_only": True'],
			['"linear": 16', '"linear": 16, "transformer_only": yes'],
			['"linear": 16', '"linear": 016'],
			['"lr": 0.0001', '"lr": .0001'],
			['"lr": 0.0001', '"lr": 1_000'],
		] as const) {
			assert.ok(sound.includes(from));
			const found = await said(sound.replace(from, to));
			assert.ok(
				found.some((each) => each.startsWith('error 42253')),
				`${to}: ${found.join()}`,
			);
		}
	});

	it('may contain tabs, and numbers with exponents', async () => {
		const text = sound.replace('"lr": 0.0001', '"lr": 1e-4').replaceAll('  ', '\t');
		assert.deepEqual(await said(text), []);
		assert.deepEqual(await said(sound.replace('"lr": 0.0001', '"lr": 1e-4'), 'job.json', 'service'), []);
	});

	it('may contain variables as values', async () => {
		assert.deepEqual(await said(sound.replace('"lr": 0.0001', `"lr": $\{RATE}`)), []);
	});

	it('ends with its last brace', async () => {
		assert.deepEqual(await said(`${sound}\n{}`), invalid('{'));
	});

	it('is sent to the service as YAML, which accepts commas and words', async () => {
		const text = sound
			.replace(/\n\}$/, ',\n}')
			.replace('"linear": 16', '"linear": 16, "transformer_only": True');
		assert.deepEqual(await said(text, 'job.json', 'service'), []);
		assert.deepEqual(await said(text, 'job.yaml', 'local'), []);
	});
});
