import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SignedIn } from '../../../src/core/account/session.ts';
import type { Connection } from '../../../src/core/connection/connection.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { pickTarget, type TargetChoice } from '../../../src/editor/runs/pickTarget.ts';
import type { TargetNodeInfo } from '../../../src/editor/runs/savedWorkflows.ts';
import { TargetLacks } from '../../../src/editor/runs/targetLacks.ts';
import { until } from '../support/until.ts';
import { editor } from '../support/vscode.ts';

const document = parseWorkflow(
	'{"1": {"class_type": "Load", "inputs": {"ckpt_name": "a.safetensors"}}, "2": {"class_type": "Save", "inputs": {"images": ["1", 0]}}}',
);

function infoWith(models: readonly string[], label: string): TargetNodeInfo {
	const classes = {
		Load: { input: { required: { ckpt_name: [models] } }, output: ['IMAGE'] },
		Save: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
	};
	return { kind: 'deployment', label, text: JSON.stringify(classes) };
}

describe('the choice of where a document runs', () => {
	afterEach(() => editor.reset());

	const harbour = { id: 'user:Harbour', name: 'Harbour' } as Connection;
	const mine = { id: 'user:Mine', name: 'My ComfyUI', engine: true } as Connection;
	const deployments = [
		{ id: 'a', name: 'Complete' },
		{ id: 'b', name: 'Bare' },
		{ id: 'c', name: 'Silent' },
		{ id: 'd', name: 'Prompted', takesInputs: true },
	];
	const infos: Record<string, TargetNodeInfo | undefined> = {
		a: infoWith(['a.safetensors'], 'Complete'),
		b: infoWith(['b.safetensors'], 'Bare'),
	};
	const choice = (more: Partial<TargetChoice> = {}): TargetChoice => ({
		session: { state: 'signedIn', connection: harbour } as SignedIn,
		store: { state: { kind: 'ready' }, items: deployments } as never,
		savedWorkflows: {
			nodeInfoOf: async (_: unknown, { id }: { id: string }) => infos[id],
			keptOfEngine: async () => infoWith([], 'My ComfyUI'),
		} as never,
		lacks: new TargetLacks(),
		connections: { all: () => [harbour, mine], switchTo: async () => true },
		title: 'Run a.json On',
		document,
		first: [],
		...more,
	});
	const line = (label: string) =>
		(editor.input?.items.find((item) => item.label === label) as vscode.QuickPickItem | undefined)?.detail;

	it('lists the targets of the connection and the other connections, each with what it lacks', async () => {
		const chosen = pickTarget(choice());
		await until('the list', () => editor.input);
		// No row grows under the pointer.
		assert.equal(line('Complete'), 'Looking at what it has...');
		assert.equal(line('My ComfyUI'), 'Looking at what it has... · Uses this connection from now on');
		await until('all lines', () => line('My ComfyUI')?.startsWith('Lacks') && line('Silent'));
		assert.deepEqual(
			editor.input?.items.map(({ label }) => label),
			['Harbour', 'Complete', 'Bare', 'Silent', 'Prompted', 'Other Connections', 'My ComfyUI'],
		);
		assert.equal(line('Complete'), 'Can run this');
		assert.equal(line('Bare'), 'Lacks a.safetensors');
		assert.equal(line('Silent'), 'Not known whether it can run this');
		assert.equal(line('Prompted'), 'Takes inputs such as a prompt, not a workflow document');
		assert.equal(line('My ComfyUI'), 'Lacks a.safetensors · Uses this connection from now on');
		editor.input?.choose('"Bare"');
		assert.equal((await chosen) as unknown, deployments[1]);
	});

	it('gives the other connection that is chosen, and nothing when it is closed', async () => {
		const chosen = pickTarget(choice());
		await until('the list', () => editor.input);
		editor.input?.choose('"My ComfyUI"');
		assert.deepEqual(await chosen, { elsewhere: mine });
		const closed = pickTarget(choice());
		await until('the list', () => editor.input);
		editor.input?.hide();
		assert.equal(await closed, undefined);
	});

	it('says why there are none, and still leads elsewhere', async () => {
		const failure = { message: 'Nothing answers there.' };
		void pickTarget(
			choice({ store: { state: { kind: 'failed', failure }, items: [], refresh: async () => {} } as never }),
		);
		await until('the list', () => editor.input);
		assert.deepEqual(
			editor.input?.items.map(({ label }) => label),
			['Harbour', '$(info) Nothing answers there.', 'Other Connections', 'My ComfyUI'],
		);
	});

	it('does not touch the findings of the document in the editor', async () => {
		const lacks = new TargetLacks().for(document);
		assert.equal((await lacks(infos.b))?.models[0]?.value, 'a.safetensors');
		assert.equal(await lacks(undefined), undefined);
		assert.equal((await lacks(infos.a))?.models.length, 0);
	});
});
