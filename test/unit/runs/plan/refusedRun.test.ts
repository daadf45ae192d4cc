import assert from 'node:assert/strict';
import type { Failure } from '../../../../src/core/base/failure.ts';
import { notRecordedFailure } from '../../../../src/core/records/notices.ts';
import { runTexts, submissionNotice } from '../../../../src/core/runs/notices.ts';
import { refusedRun } from '../../../../src/core/runs/plan/refusedRun.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';

const document = parseWorkflow(
	'{"3":{"class_type":"KSampler","inputs":{"seed":1,"sampler_name":"dpmpp_2m_zzz"}},"38:42":{"class_type":"A","_meta":{"title":"Upscale"},"inputs":{"scale":2}}}',
);

const words = `sampler_name: 'dpmpp_2m_zzz' not in ["euler","heun","dpmpp_2m"].`;
const invalid: Failure = {
	kind: 'input',
	message: 'The service refused the request, because something in it does not match the deployed workflow.',
	nextStep: 'Compare the node IDs, input names and values in the details with the saved workflow.',
	fixer: 'you',
	status: 422,
	code: 422001,
	details: [`Validation error: ${words}`, `overrides.3.inputs.sampler_name: ${words}`],
	mayHaveArrived: true,
};

describe('the message for a rejected run', () => {
	it('names the input and shows where it is', () => {
		const answer = refusedRun(invalid, document, 'Studio', 'harbour.json');
		assert.equal(
			answer.message,
			`Studio refused the run. KSampler, sampler_name: 'dpmpp_2m_zzz' not in ["euler","heun","dpmpp_2m"].`,
		);
		assert.deepEqual(answer.place, { nodeId: '3', input: 'sampler_name' });
	});

	it('has the next step, and offers to run again if the history is not writable', () => {
		const failure = notRecordedFailure(runTexts);
		const answer = refusedRun(failure, document, 'Studio', 'harbour.json');
		assert.deepEqual(answer, {
			message: `${failure.message} ${failure.nextStep}`,
			mayRepeat: true,
			isUnrecorded: true,
		});
		assert.match(answer.message, /^Nothing was sent: .* Make sure that the disk is not full/);
	});

	it('finds a node of a subgraph in a whole document', () => {
		const details = ['workflow_api_json.38:42.inputs.scale: must be at most 1.'];
		const answer = refusedRun({ ...invalid, details }, document, 'Studio', 'harbour.json');
		assert.equal(answer.message, 'Studio refused the run. Upscale, scale: must be at most 1.');
		assert.deepEqual(answer.place, { nodeId: '38:42', input: 'scale' });
	});

	it('names the node of a missing input', () => {
		const answer = refusedRun(
			{ ...invalid, details: ['3.inputs.cfg2: Required input is missing'] },
			document,
			'Studio',
			'harbour.json',
		);
		assert.equal(answer.message, 'Studio refused the run. KSampler: cfg2: Required input is missing');
		assert.deepEqual(answer.place, { nodeId: '3', input: '' });
	});

	it('shows the class of a node if the class is at fault', () => {
		for (const path of ['3.class_type', 'workflow_api_json.3.class_type']) {
			const details = [`${path}: Node "3" has no class_type.`];
			const answer = refusedRun({ ...invalid, details }, document, 'Studio', 'harbour.json');
			assert.equal(answer.message, 'Studio refused the run. KSampler: Node "3" has no class_type.');
			assert.deepEqual(answer.place, { nodeId: '3', input: 'class_type' });
		}
	});

	it('fits on two lines for any text of the service', () => {
		const details = [`overrides.3.inputs.seed: ${'very long '.repeat(400)}`];
		assert.ok(refusedRun({ ...invalid, details }, document, 'Studio', 'harbour.json').message.length < 170);
		const elsewhere = [`body: ${'very long '.repeat(400)}`];
		const answer = refusedRun({ ...invalid, details: elsewhere }, document, 'Studio', 'harbour.json');
		assert.ok(answer.message.length < 170);
		assert.equal(answer.place, undefined);
	});

	it('offers to repeat only if another attempt may work', () => {
		const mayRepeat = (failure: Partial<Failure>) =>
			refusedRun({ ...invalid, details: [], ...failure }, document, 'Studio', 'harbour.json').mayRepeat;
		assert.equal(mayRepeat({}), false);
		assert.equal(mayRepeat({ kind: 'network', mayHaveArrived: false }), true);
		assert.equal(mayRepeat({ kind: 'rateLimited', status: 429 }), true);
		assert.equal(mayRepeat({ kind: 'balance', status: 402 }), false);
		const { status: _, ...broken } = invalid;
		const uncertain = refusedRun({ ...broken, kind: 'network' }, document, 'Studio', 'harbour.json');
		assert.equal(uncertain.mayRepeat, false);
		assert.match(
			uncertain.message,
			/unknown whether Studio received the run of "harbour\.json", so it was not sent again/,
		);
	});

	it('omits repetitions from the full message', () => {
		const where = {
			id: 'r1',
			target: { kind: 'deployment', id: 'd1', name: 'Studio' },
			webUrl: 'https://easel.example',
		} as const;
		const notice = submissionNotice(invalid, where);
		assert.equal(notice.split('dpmpp_2m_zzz').length, 2, notice);
		const twice = submissionNotice({ ...invalid, details: ['A.', 'A.', 'B.'] }, where);
		assert.match(twice, /A\.; B\./);
	});
});
