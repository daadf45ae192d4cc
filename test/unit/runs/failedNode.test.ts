import assert from 'node:assert/strict';
import { failedNodeOf, failedPlaceOf } from '../../../src/core/runs/failedNode.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { runRecord } from '../support/runRecord.ts';

const said = { error: 'RuntimeError', details: '', debugInfo: '' };
const documentUri = 'file:///harbour.json';

describe('the node at which a run failed', () => {
	for (const { name, error, node } of [
		{
			name: 'a member of the debug text',
			error: { debugInfo: '{"node_id":"38:42","node_type":"KSampler"}', details: 'No memory.' },
			node: '38:42',
		},
		{
			name: 'the extra facts of a node whose class is missing',
			error: { debugInfo: '{"error": {"extra_info": {\n\t"node_id": "8", "class_type": "Gone"}}}' },
			node: '8',
		},
		{ name: 'a line of the details', error: { details: 'Not valid.\nNode 3 (KSampler): cfg' }, node: '3' },
		{
			name: 'the words of an engine',
			error: { details: "The class is missing.\nNode ID '#11'" },
			node: '11',
		},
		{ name: 'nothing', error: { details: 'Node 20 or newer is needed.' }, node: undefined },
	])
		it(`is read from ${name}`, () => {
			const run = runRecord({ state: 'failed', documentUri, error: { ...said, ...error } });
			assert.equal(failedNodeOf(run), node);
		});

	it('is shown at a missing class, at a named input, or else as a whole', () => {
		const document = parseWorkflow(
			'{"3": {"class_type": "KSampler", "inputs": {"seed": 1, "sampler_name": "eulr", "cfg": 0}}}',
		);
		for (const [error, input] of [
			[{ error: 'missing_node_type', details: "Node 'A' not found.\nNode ID '#3'" }, 'class_type'],
			[{ details: "Node 3 (KSampler): Value not in list: sampler_name: 'eulr' not in []" }, 'sampler_name'],
			[{ details: 'Not valid.\nNode 3 (KSampler): Value 0 smaller than min of 1: cfg' }, 'cfg'],
			[{ details: 'Node 3 (KSampler): the seed is gone' }, ''],
			[{ debugInfo: '{"node_id":"3","exception_message":"No memory"}', details: 'No memory.' }, ''],
		] as const) {
			const run = runRecord({ state: 'failed', documentUri, error: { ...said, ...error } });
			assert.deepEqual(failedPlaceOf(run, document), { nodeId: '3', input });
		}
	});

	it('is read from the place of a rejection, with the input, the class or the node', () => {
		const document = parseWorkflow('{"38:4": {"class_type": "KSampler", "inputs": {"seed": 1, "cfg": 0}}}');
		for (const [refusedAt, input] of [
			[['body', 'overrides.38:4.inputs.cfg'], 'cfg'],
			[['38:4.class_type'], 'class_type'],
			[['workflow_api_json.38:4.inputs.steps'], ''],
			[['38:4'], ''],
			[['7.inputs.seed', '38:4.inputs.seed'], 'seed'],
		] as const) {
			const run = runRecord({ state: 'unsent', documentUri, refusedAt });
			assert.notEqual(failedNodeOf(run), undefined);
			assert.deepEqual(failedPlaceOf(run, document), { nodeId: '38:4', input });
		}
		const gone = runRecord({ state: 'unsent', documentUri, refusedAt: ['7.inputs.seed'] });
		assert.deepEqual(failedPlaceOf(gone, document), { nodeId: '7', input: '' });
		assert.equal(failedNodeOf(runRecord({ state: 'unsent', documentUri, refusedAt: ['body'] })), undefined);
	});

	it('is absent for a run without a document', () => {
		const error = { ...said, details: 'Node 3 (KSampler): cfg' };
		assert.equal(failedNodeOf(runRecord({ error })), undefined);
		const summary = { mode: 'inputs', changed: [], outputTitles: {} } as const;
		assert.equal(failedNodeOf(runRecord({ error, documentUri, summary })), undefined);
	});
});
