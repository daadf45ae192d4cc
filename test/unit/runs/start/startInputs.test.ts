import assert from 'node:assert/strict';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { failed, success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { secretNotKept } from '../../../../src/core/base/panel/formFields.ts';
import { runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { checkpointReference } from '../../../../src/core/requests/checkpointReference.ts';
import { keepInputs, readInputsOf } from '../../../../src/core/runs/archive/runFolder.ts';
import { startInputs } from '../../../../src/core/runs/start/startInputs.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { scriptedAsk } from '../../../support/operations.ts';
import { runRecord } from '../../support/runRecord.ts';

const address = 'https://files.test/lora.safetensors?signature=in-confidence';
const reference = checkpointReference({ job: 'harbour', file: 'lora.safetensors' });
const target = { kind: 'deployment', id: 'd', name: 'Ink and wash' } as const;

describe('the way from a form of inputs to a run', () => {
	const archiveFolder = newFolder();
	let sent: string[];
	let current: SignedIn;
	let lost: boolean;
	beforeEach(() => {
		[sent, lost] = [[], false];
		current = session('me');
	});

	function session(account: string): SignedIn {
		const transport = { json: async () => success({ balance_microdollars: 0 }) };
		const service = { connection: runcomfyConnection, transport } as never;
		return {
			state: 'signedIn',
			connection: runcomfyConnection,
			account: { id: account, label: account },
			service,
		};
	}

	const run = (bodyText: string, ask: ReturnType<typeof scriptedAsk>) =>
		startInputs(
			{
				log: silentLog,
				session: {
					get current() {
						return current;
					},
					onDidChange: () => ({ dispose() {} }),
				},
				keepInputs: (runId, text) => keepInputs(archiveFolder, runId, text),
				runs: async () => ({
					runs: () => [],
					estimates: { expected: async () => ({ count: 0 }) },
					start: async (plan) => {
						sent.push(plan.bodyText);
						if (!lost) return success(runRecord({ id: 'run-1' }));
						const details = [`no reply about ${address}`];
						const nextStep = 'Try again.';
						return failed({ kind: 'network', message: 'Cut.', nextStep, fixer: 'nobody', details });
					},
				}),
				jobs: async () => ({
					jobs: () => [{ id: 'j', name: 'harbour' }] as never,
					result: async () => success({ checkpoints: [{ name: 'lora.safetensors', url: address }] } as never),
				}),
			},
			current,
			{ plan: { bodyText, summary: runRecord().summary }, target },
			ask,
		);

	const yes = { confirmLowBalance: true, confirmSpending: true } as const;

	it('asks about the balance, then about spending, and sends nothing without an answer', async () => {
		const ask = scriptedAsk(yes);
		assert.equal((await run('{"prompt": "a harbor"}', ask)).kind, 'started');
		assert.deepEqual(
			ask.asked.map(({ about }) => about),
			['confirmLowBalance', 'confirmSpending'],
		);
		const { question } = ask.asked[1] ?? assert.fail();
		assert.equal((question as { readonly name: string }).name, 'Ink and wash');
		sent = [];
		const unanswered = await run('{"prompt": "a harbor"}', scriptedAsk({ confirmLowBalance: true }));
		assert.deepEqual(unanswered, { kind: 'unwanted', question: 'confirmSpending' });
		assert.deepEqual(sent, []);
	});

	it('sends the address of a checkpoint and keeps its name', async () => {
		const body = JSON.stringify({ lora: reference });
		assert.equal((await run(body, scriptedAsk(yes))).kind, 'started');
		assert.deepEqual(sent, [JSON.stringify({ lora: address })]);
		const kept = (await readInputsOf(archiveFolder, 'run-1')) ?? '';
		assert.ok(kept.includes(reference));
		assert.ok(!kept.includes('in-confidence'));
	});

	it('asks nothing if a secret is missing or a job is unknown', async () => {
		const other = checkpointReference({ job: 'unknown', file: 'a.safetensors' });
		for (const [value, stage] of [
			[secretNotKept, 'gaps'],
			[other, 'checkpoint'],
		]) {
			const ask = scriptedAsk(yes);
			const outcome = await run(JSON.stringify({ lora: value }), ask);
			assert.equal(outcome.kind === 'refused' && outcome.stage, stage);
			assert.deepEqual([ask.asked, sent], [[], []]);
		}
	});

	it('explains a rejection, without the address of a checkpoint', async () => {
		lost = true;
		const outcome = await run(JSON.stringify({ lora: reference }), scriptedAsk(yes));
		assert.ok(outcome.kind === 'refused' && outcome.stage === 'submit');
		assert.equal(outcome.failure.message, 'Cut.');
		assert.doesNotMatch(JSON.stringify(outcome.failure), /in-confidence/);
	});

	it('sends nothing if the account changes during a question', async () => {
		const ask = scriptedAsk(yes);
		const outcome = await run('{}', {
			...ask,
			confirmSpending: async () => {
				current = session('someone else');
				return true;
			},
		});
		assert.equal(outcome.kind === 'refused' && outcome.stage, 'session');
		assert.deepEqual(sent, []);
	});
});
