import assert from 'node:assert/strict';
import {
	describeAge,
	describeDuration,
	describeMoment,
	describeMomentBriefly,
} from '../../../src/core/base/ages.ts';
import { describeBytes } from '../../../src/core/base/bytes.ts';
import {
	describeError,
	describeRun,
	describeState,
	runName,
	runTitle,
} from '../../../src/core/runs/describe.ts';

describe('words for runs', () => {
	it('give the reason of a failure with its node', () => {
		const error = (name: string, details: string) => describeError({ error: name, details, debugInfo: '' });
		const missing = 'Required input is missing: model';
		assert.equal(error('prompt_outputs_failed_validation', `\n${missing}\nnode 8`), missing);
		assert.equal(error('The GPU has no memory left.', 'at line 7'), 'The GPU has no memory left.');
		const node = 'Node 1 (LoadImage): image - Invalid image file: absent.png';
		const refused = `Prompt outputs failed validation\n${node}`;
		assert.equal(error('prompt_outputs_failed_validation', refused), node);
		assert.equal(
			error('Prompt outputs failed validation.', node),
			`Prompt outputs failed validation: ${node}`,
		);
		assert.equal(error('OutOfMemory', ''), 'OutOfMemory');
		assert.equal(error('Fault', 'x'.repeat(1000)).length, 200);
	});

	it('show the place in the queue, and a cancel under way', () => {
		assert.equal(describeState({ state: 'queued', queuePosition: 2 }), 'queued, position 2');
		assert.equal(describeState({ state: 'queued', queuePosition: 0 }), 'queued, next in line');
		assert.equal(describeState({ state: 'running', cancelRequested: true }), 'canceling');
		assert.equal(describeState({ state: 'queued', serviceStatus: 'in_queue' }), 'queued');
		assert.equal(
			describeState({ state: 'queued', queuePosition: 2, serviceStatus: 'preparing_environment' }),
			'queued, position 2, preparing_environment',
		);
		assert.equal(describeState({ state: 'running', serviceStatus: 'Uploading' }), 'running, Uploading');
		assert.equal(describeState({ state: 'failed', serviceStatus: 'Exploded' }), 'failed');
		assert.equal(describeState({ state: 'canceled', cancelRequested: true }), 'canceled');
	});

	it('mark active rows, but not ended ones, as outdated while the service is silent', () => {
		const run = {
			id: 'r',
			connectionId: 'c',
			accountId: 'a',
			target: { kind: 'deployment', id: 'd', name: 'D' },
			documentName: 'w.json',
			summary: { mode: 'inline', changed: [], outputTitles: {} },
			submittedAt: 0,
			files: [],
			texts: [],
			notice: 'A sentence.',
		} as const;
		assert.deepEqual(describeRun({ ...run, state: 'running' }, 8_400), ['8 s', 'not up to date']);
		const ended = describeRun({ ...run, state: 'unsent', endedAt: 10 }, 8_400);
		assert.deepEqual(ended, [describeMomentBriefly(0, 8_400)]);
	});

	it('show in a row how runs of one document differ', () => {
		const run = {
			id: 'r',
			connectionId: 'c',
			accountId: 'a',
			target: { kind: 'deployment', id: 'd', name: 'D' },
			documentName: 'harbour.json',
			state: 'succeeded',
			summary: { mode: 'inline', changed: [], outputTitles: {} },
			submittedAt: 0,
			files: [],
			texts: [],
		} as const;
		const withSeed = (seed: string) => describeRun({ ...run, summary: { ...run.summary, seed } }, 0).at(-1);
		assert.equal(withSeed('42'), 'seed 42');
		assert.equal(withSeed('18446744073709551615'), 'seed 1844…');
		const prompt = 'a lighthouse on a basalt cliff at dawn';
		assert.equal(
			describeRun({ ...run, summary: { ...run.summary, prompt } }, 0).at(-1),
			'a lighthouse on a basalt',
		);
		assert.deepEqual(describeRun({ ...run, summary: { ...run.summary, prompt, seed: '42' } }, 0).slice(-2), [
			'a lighthouse on a basalt',
			'seed 42',
		]);
		const ofBatch = { ...run, batchId: 'b', summary: { ...run.summary, prompt, seed: '42' } };
		assert.deepEqual(describeRun(ofBatch, 0).slice(-2), ['seed 42', 'a lighthouse on a basalt']);
		assert.equal(runName(run), 'harbour');
		assert.equal(runName({ documentName: '.json' }), '.json');
		assert.equal(runTitle(run, 0), `harbour · ${describeMoment(0, 0)}`);
		const seeded = { ...run, summary: { ...run.summary, seed: '42' } };
		assert.equal(runTitle(seeded, 0), `harbour · ${describeMoment(0, 0)} · seed 42`);
		const queued = describeRun({ ...run, state: 'queued', queuePosition: 0 }, 3_000);
		assert.deepEqual(queued, ['3 s', 'next in line']);
	});

	it('show times in the two units that matter', () => {
		assert.equal(describeDuration(8_400), '8 s');
		assert.equal(describeDuration(185_000), '3 min 05 s');
		assert.equal(describeDuration(2 * 3_600_000 + 600_000), '2 h 10 min');
		assert.equal(describeDuration(72 * 3_600_000), '3 days');
		assert.equal(describeAge(59_000), 'just now');
		assert.equal(describeAge(3 * 3_600_000), '3 h ago');
	});

	it('show sizes without rounding into four digits', () => {
		assert.equal(describeBytes(1), '1 byte');
		assert.equal(describeBytes(999), '999 bytes');
		assert.equal(describeBytes(4_200), '4.2 KB');
		assert.equal(describeBytes(999_999), '1.0 MB');
		assert.equal(describeBytes(256_000), '256 KB');
	});
});
