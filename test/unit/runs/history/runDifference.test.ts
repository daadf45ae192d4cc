import assert from 'node:assert/strict';
import { differenceOfRuns } from '../../../../src/core/runs/history/difference.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { runRecord } from '../../support/runRecord.ts';

const summary = { mode: 'overrides', changed: [], outputTitles: {} } as const;
const [left, right] = [runRecord({ id: 'left' }), runRecord({ id: 'right' })];
const node = (type: string, inputs: string) => `{"class_type": "${type}", "inputs": ${inputs}}`;

describe('the difference between two runs', () => {
	it('contains every input that differs by meaning', () => {
		const one = `{"3": ${node('KSampler', '{"seed": 18446744073709551615, "steps": 20, "text": "a"}')}}`;
		const other = `{"3": ${node('KSampler', '{"text": "b", "steps": 20.0, "seed": 1}')}, "4": ${node('Upscale', '{}')}}`;
		const found = differenceOfRuns(
			{ run: left, document: parseWorkflow(one) },
			{ run: right, document: parseWorkflow(other) },
		);
		assert.deepEqual(
			found.inputs.toSorted((a, b) => a.input.localeCompare(b.input)),
			[
				{ node: 'Upscale', input: 'node', right: 'node 4' },
				{ node: 'KSampler', input: 'seed', left: '18446744073709551615', right: '1' },
				{ node: 'KSampler', input: 'text', left: 'a', right: 'b' },
			],
		);
		assert.equal(found.note, undefined);
	});

	it('begins with the prompt, then the seed, and labels runs by the first difference', () => {
		const of = (blur: number, seed: number, text: string) => ({
			document: parseWorkflow(
				`{"1": ${node('Blur', `{"by": ${blur}}`)}, "3": ${node('KSampler', `{"seed": ${seed}}`)}, "5": ${node('Encode', `{"text": "${text}"}`)}}`,
			),
			summary: { ...summary, prompt: text },
		});
		const between = (one: ReturnType<typeof of>, other: ReturnType<typeof of>) =>
			differenceOfRuns(
				{ run: { ...left, summary: one.summary }, document: one.document },
				{ run: { ...right, summary: other.summary }, document: other.document },
			);
		const [dawn, dusk] = [
			'a lighthouse on a cliff in the north at dawn',
			'a lighthouse on a cliff in the north at dusk',
		];
		const all = between(of(1, 7, dawn), of(2, 8, dusk));
		assert.deepEqual(
			all.inputs.map(({ input }) => input),
			['text', 'seed', 'by'],
		);
		assert.deepEqual(all.words, ['…dawn', '…dusk']);
		assert.deepEqual(between(of(1, 7, dawn), of(2, 8, dawn)).words, ['seed 7', 'seed 8']);
		assert.deepEqual(between(of(1, 7, dawn), of(2, 7, dawn)).words, ['by 1', 'by 2']);
		assert.equal(between(of(1, 7, dawn), of(1, 7, dawn)).words, undefined);
	});

	it('is reported if empty', () => {
		const document = parseWorkflow(`{"3": ${node('A', '{"x": 1}')}}`);
		assert.match(
			differenceOfRuns({ run: left, document }, { run: right, document }).note ?? '',
			/same inputs/,
		);
		assert.match(differenceOfRuns({ run: left }, { run: left }).note ?? '', /same run/);
	});

	it('comes from the history if a document was not kept', () => {
		const changed = (to: string) => [{ nodeId: '3', nodeTitle: 'KSampler', input: 'steps', from: '20', to }];
		const found = differenceOfRuns(
			{ run: { ...left, summary: { ...summary, seed: '1', prompt: 'same', changed: changed('25') } } },
			{ run: { ...right, summary: { ...summary, prompt: 'same', changed: changed('30') } } },
		);
		assert.deepEqual(found.inputs, [
			{ node: 'Run', input: 'seed', left: '1' },
			{ node: 'KSampler', input: 'steps', left: '25', right: '30' },
		]);
		assert.match(found.note ?? '', /not available for both/);
	});
});
