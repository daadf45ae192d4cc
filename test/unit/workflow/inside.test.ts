import assert from 'node:assert/strict';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { workflowInside } from '../../../src/core/workflow/inside.ts';
import { apiWorkflow, uiWorkflow } from '../../support/uiWorkflow.ts';

describe('the workflow inside another document', () => {
	const inside = (value: unknown) => workflowInside(parseWorkflow(JSON.stringify(value)));
	const ui = uiWorkflow();

	it('is found under the names of other services, as an object or as text, in API format before UI format', () => {
		const bodies: readonly (readonly [unknown, string, unknown])[] = [
			[{ input: { workflow: apiWorkflow, images: [] } }, 'input.workflow', apiWorkflow],
			[{ input: { workflow: ui } }, 'input.workflow', ui],
			[{ workflow_json: JSON.stringify(apiWorkflow) }, 'workflow_json', apiWorkflow],
			[{ input: { workflow_json: JSON.stringify(ui) } }, 'input.workflow_json', ui],
			[{ workflow: ui, output: apiWorkflow }, 'output', apiWorkflow],
			[{ workflow: ui, prompt: apiWorkflow }, 'prompt', apiWorkflow],
			[{ workflow: JSON.stringify(ui), prompt: JSON.stringify(apiWorkflow) }, 'prompt', apiWorkflow],
			[{ data: { request: { graph: apiWorkflow } } }, 'data.request.graph', apiWorkflow],
		];
		for (const [body, place, workflow] of bodies) {
			const found = inside(body);
			assert.equal(found?.place, place);
			assert.deepEqual(JSON.parse(found.text), workflow);
		}
	});

	it('does not exist in a workflow itself, in other JSON, or below the third level', () => {
		const deep = { a: { b: { c: { d: apiWorkflow } } } };
		for (const value of [
			apiWorkflow,
			ui,
			{},
			{ class_type: 'A' },
			{ nodes: [1], links: [] },
			[apiWorkflow],
			deep,
		])
			assert.equal(inside(value), undefined, JSON.stringify(value).slice(0, 60));
		assert.equal(
			workflowInside(parseWorkflow('{"input": {"workflow": "{\\"1\\": {\\"class_type\\""')),
			undefined,
		);
	});

	it('keeps the digits of its numbers', () => {
		const found = workflowInside(
			parseWorkflow(
				'{"input": {"workflow": {"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615}}}}}',
			),
		);
		assert.match(found?.text ?? '', /18446744073709551615/);
	});
});
