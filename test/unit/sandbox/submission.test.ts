import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Refusal } from '../../../src/sandbox/base/errors.ts';
import type { DeploymentRecord, SavedWorkflow } from '../../../src/sandbox/deployments/records.ts';
import { declaredInput } from '../../../src/sandbox/engine/catalog.ts';
import { readSubmission } from '../../../src/sandbox/requests/submission.ts';

describe('submission rules', () => {
	const workflow = {
		'1': { class_type: 'KSampler', inputs: { seed: 5, model: ['2', 0] } },
		'2': { class_type: 'SomethingElse', inputs: { name: 'x' } },
	};
	const saved: SavedWorkflow = {
		id: 'w',
		version: 'v1',
		accountId: 'a',
		document: JSON.stringify(workflow),
		readme: '',
	};
	const deployment = { workflowVersion: 'v1' } as DeploymentRecord;
	const read = (text: string) => readSubmission(text, {}, deployment, saved, { input: declaredInput });

	it('accept any body or reject it with 422001', () => {
		const value = fc.oneof(
			fc.jsonValue(),
			fc.constantFrom(['2', 0], ['9', 0], 'data:image/png;base64,AA==', 'https://x'),
		);
		const inputs = fc.dictionary(fc.constantFrom('seed', 'model', 'name', '__proto__', 'other'), value);
		const overrides = fc.dictionary(
			fc.constantFrom('1', '2', '3', '__proto__'),
			fc.oneof(fc.record({ inputs }), value),
		);
		const body = fc.record(
			{ overrides: fc.oneof(overrides, value), workflow_api_json: value, extra_data: value, webhook: value },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.oneof(body, fc.jsonValue()), (sent) => {
				try {
					JSON.parse(read(JSON.stringify(sent)).document);
				} catch (error) {
					assert.ok(error instanceof Refusal, String(error));
					assert.deepEqual([error.status, error.body.error_code], [422, 422001]);
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('change only the inputs named by the overrides', () => {
		const { document } = read('{"overrides":{"1":{"inputs":{"seed":9007199254740993}}}}');
		assert.equal(document, JSON.stringify(workflow).replace('"seed":5', '"seed":9007199254740993'));
	});
});
