import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { runOperation } from '../../../src/core/operations/operation.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import type { OperationServices } from '../../../src/core/operations/services.ts';
import { operations } from '../../../src/core/operations/table.ts';

/** Nothing may be done with an input that does not fit. */
const untouched = new Proxy({} as OperationServices, {
	get: (_, name) => assert.fail(`asked for ${String(name)}`),
});

const wrongInputs: readonly unknown[] = [
	undefined,
	null,
	7,
	'text',
	['a list'],
	{ id: 7, files: 'none', folder: null, path: [], limit: -1, text: {} },
	{ id: '', deploymentId: '', folder: '', files: [] },
];

describe('invalid inputs of operations', () => {
	for (const operation of operations.values()) {
		it(`end with a sentence and details, and without a call: ${operation.id}`, async () => {
			const wrong = wrongInputs.filter((input) => !z.safeParse(operation.input, input).success);
			assert.ok(wrong.length >= 5);
			for (const input of wrong) {
				const outcome = await runOperation(operation, untouched, input, noAnswers);
				assert.ok(!outcome.ok);
				const { kind, message, nextStep, details = [] } = outcome.failure;
				assert.deepEqual([kind, /\.$/.test(message), /\.$/.test(nextStep)], ['input', true, true]);
				assert.ok(details.length > 0);
			}
		});
	}
});
