import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { agentTools } from '../../../../src/editor/agents/tools.ts';
import { OperationWorld } from '../../../support/operations.ts';
import { EventEmitter, editor, type LanguageModelTextPart, workspace } from '../../support/vscode.ts';

const sample = join(
	import.meta.dirname,
	'..',
	'..',
	'..',
	'..',
	'media',
	'samples',
	'text-to-image-sd15.json',
);

/** A token that reports that a call is no longer awaited. */
class Cancellation {
	readonly #requested = new EventEmitter<void>();
	isCancellationRequested = false;
	readonly onCancellationRequested = this.#requested.event;
	cancel(): void {
		this.isCancellationRequested = true;
		this.#requested.fire();
	}
}

describe('the agent tools in the editor', () => {
	const world = OperationWorld.ofSuite();
	let run: { readonly deployment_id: string; readonly workflow_api_json: string };
	let deployment: string;

	const call = async (name: string, input: unknown, token = new Cancellation()) => {
		const tools = agentTools(world.services({ startedBy: 'agent' }), systemClock);
		const result = await tools.invoke(name, input, token as unknown as vscode.CancellationToken);
		return result.content.map((part) => (part as unknown as LanguageModelTextPart).value);
	};
	/** The data of a call. */
	const data = async (name: string, input: unknown) => JSON.parse((await call(name, input)).at(-1) ?? '');
	const questions = () => editor.messages.filter(({ modal }) => modal);

	beforeEach(async () => {
		const { deployments } = await data('easel_list_deployments', { search: 'harbour' });
		deployment = deployments[0].deployment_id;
		run = { deployment_id: deployment, workflow_api_json: await readFile(sample, 'utf8') };
	});
	afterEach(() => editor.reset());

	it('ask in a dialog with the action, cost, balance and limit, and send nothing without confirmation', async () => {
		const before = await world.submissions();
		const [said] = await call('easel_submit_request', run);
		assert.match(
			said ?? '',
			/^Nothing was sent, because its cost was not confirmed\.\nCode: not-confirmed\./,
		);
		const [asked, ...others] = questions();
		assert.deepEqual(others, []);
		assert.match(asked?.text ?? '', /^Run "document" on "Harbour/);
		for (const words of [
			/^Requested by an AI agent\.$/m,
			/^Cost: /m,
			/^Balance: /m,
			/^Daily limit: /m,
			/^Prompt: "/m,
		])
			assert.match(asked?.detail ?? '', words);
		assert.deepEqual(asked?.buttons, ["Don't Allow", 'Allow']);
		assert.equal(await world.submissions(), before);
	});

	it('ask again for each run, even of the same document', async () => {
		editor.answer = () => 'Allow';
		const first = await data('easel_submit_request', { ...run, wait_for_completion: true });
		await data('easel_submit_request', { ...run, wait_for_completion: true });
		assert.equal(questions().length, 2);
		assert.equal(first.startedBy, 'agent');
		assert.equal(first.state, 'succeeded');
	});

	it('treat a canceled call as declined, even if it is confirmed later', async () => {
		const before = await world.submissions();
		const cancellation = new Cancellation();
		editor.answer = () => {
			cancellation.cancel();
			return 'Allow';
		};
		const [said] = await call('easel_submit_request', run, cancellation);
		assert.match(said ?? '', /^Nothing was sent/);
		assert.equal(questions().length, 1);
		assert.equal(await world.submissions(), before);
		assert.equal(
			editor.messages.at(-1)?.text,
			'Nothing was done, because the AI agent no longer waits for this answer.',
		);
	});

	it('show the prompt, the changed inputs and the same run before each run, not only the first', async () => {
		editor.answer = () => 'Allow';
		const again = { ...run, overrides: { '3.steps': 7 }, wait_for_completion: true };
		await call('easel_submit_request', again);
		await call('easel_submit_request', again);
		await call('easel_submit_batch', { ...run, count: 2 });
		const [first, second, batch] = questions().map(({ detail }) => detail ?? '');
		assert.match(first ?? '', /^- "steps \(.+\)": "7"$/m);
		assert.match(second ?? '', /^- "steps \(.+\)": "7"$/m);
		assert.match(second ?? '', /^The same run has already ended/m);
		for (const each of [first, second, batch]) assert.match(each ?? '', /^Prompt: "/m);
	});

	it('ask before a change or a deletion, and do neither without confirmation', async () => {
		for (const [name, more, words] of [
			['easel_update_deployment', { queue_size: 7 }, /^Change the deployment "Harbour/],
			['easel_delete_deployment', {}, /^Permanently delete the deployment "Harbour.*\?$/],
		] as const) {
			const [said] = await call(name, { deployment_id: deployment, ...more });
			assert.match(said ?? '', /not confirmed|not deleted|nothing/i, name);
			assert.match(questions().at(-1)?.text ?? '', words);
		}
		const found = await data('easel_get_deployment', { deployment_id: deployment });
		assert.notEqual(found.queueSize, 7);
	});

	it('do nothing in an untrusted workspace', async () => {
		workspace.isTrusted = false;
		const [said] = await call('easel_list_deployments', {});
		assert.match(said ?? '', /untrusted workspace/);
		assert.deepEqual(await call('easel_submit_request', run), [said]);
		assert.deepEqual(editor.messages, []);
	});

	it('explain each invalid input', async () => {
		const [said] = await call('easel_get_deployment', { deployment_id: 7, name: 'x' });
		assert.match(said ?? '', /^- deployment_id: must be a string$/m);
		assert.match(said ?? '', /^- name: is unknown$/m);
		const [missing] = await call('easel_submit_batch', {});
		assert.match(missing ?? '', /^- count: is missing$/m);
	});

	it('never return a token', async () => {
		const { token } = world.sandbox.announcement;
		const [said] = await call('easel_check_document', {
			text: `{"1": {"class_type": "${token}", "inputs": {}}}`,
		});
		assert.ok(said !== undefined && !said.includes(token), said);
	});
});
