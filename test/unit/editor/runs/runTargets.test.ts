import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import type { TargetNodeInfo } from '../../../../src/core/runs/start/savedWorkflows.ts';
import { TargetRequirements } from '../../../../src/core/runs/start/targetRequirements.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { pickTarget, type TargetChoice } from '../../../../src/editor/runs/start/pickTarget.ts';
import { ofService } from '../../../support/connection.ts';
import { until } from '../../support/until.ts';
import { editor } from '../../support/vscode.ts';

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

describe('the target list of a document', () => {
	afterEach(() => editor.reset());

	const harbour = { ...ofService, id: 'user:Harbour', name: 'Harbour' } as Connection;
	const mine = engineConnection('My ComfyUI', 'http://127.0.0.1:8188');
	const deployments = [
		{ id: 'd', name: 'Prompted', takesInputs: true },
		{ id: 'off', name: 'Off', enabled: false },
		{ id: 'b', name: 'Bare' },
		{ id: 'c', name: 'Silent' },
		{ id: 'o', name: 'Other' },
		{ id: 'n', name: 'Near' },
		{ id: 'a', name: 'Complete', status: 'enabled' },
	];
	const saved: Record<string, string> = {
		a: document.text,
		off: document.text,
		b: document.text,
		n: document.text.replace('a.safetensors', 'b.safetensors'),
		o: document.text.replace('"Load"', '"LoadOther"'),
	};
	const infos: Record<string, TargetNodeInfo | undefined> = {
		a: infoWith(['a.safetensors'], 'Complete'),
		b: infoWith(['b.safetensors'], 'Bare'),
	};
	const choice = (more: Partial<TargetChoice> = {}): TargetChoice => ({
		session: { state: 'signedIn', connection: harbour } as SignedIn,
		store: { items: deployments } as never,
		targets: { state: { kind: 'ready' }, items: [] } as never,
		savedWorkflows: {
			of: async (_: unknown, { id }: { id: string }) => saved[id],
			nodeInfoOf: async (_: unknown, { id }: { id: string }) => infos[id],
			keptOfEngine: async () => infoWith([], 'My ComfyUI'),
		} as never,
		lacks: new TargetRequirements(),
		connections: { all: () => [harbour, mine], switchTo: async () => true },
		title: 'Run a.json On',
		document,
		first: [],
		...more,
	});
	const row = (label: string) =>
		editor.input?.items.find((item) => item.label === label) as vscode.QuickPickItem | undefined;
	const labels = () => editor.input?.items.map(({ label }) => label);
	const complete = () =>
		until('the rows', () => editor.input?.busy === false && editor.input.items.length > 0);

	it('starts with the deployment with the nearest workflow, and ends with disabled or incomplete ones', async () => {
		const chosen = pickTarget(choice());
		await complete();
		assert.deepEqual(labels(), [
			'Harbour',
			'Complete',
			'Near',
			'Other',
			'Silent',
			'Bare',
			'Off',
			'Prompted',
			'Other Connections',
			'My ComfyUI',
		]);
		const said = (label: string) => [row(label)?.description, row(label)?.detail ?? ''];
		assert.deepEqual(said('Complete'), ['Same as its saved workflow · enabled', '']);
		assert.deepEqual(said('Near'), ['1 input differs', '']);
		assert.deepEqual(said('Other'), ['Other workflow: sent whole', '']);
		assert.deepEqual(said('Silent'), ['', '']);
		assert.deepEqual(said('Bare'), ['Same as its saved workflow', 'Lacks a.safetensors']);
		assert.deepEqual(said('Off'), ['Same as its saved workflow · disabled', '']);
		assert.deepEqual(said('Prompted'), ['Takes inputs such as a prompt, not a workflow document', '']);
		assert.deepEqual(said('My ComfyUI'), [
			'engine of your own',
			'Lacks a.safetensors · Uses this connection from now on',
		]);
		editor.input?.choose('"Complete"');
		assert.equal(((await chosen) as { name?: string } | undefined)?.name, 'Complete');
	});

	it('starts with the last used one, whatever its saved workflow', async () => {
		void pickTarget(choice({ first: ['o'] }));
		await complete();
		assert.deepEqual(labels()?.slice(0, 3), ['Harbour', 'Other', 'Complete']);
		assert.equal(row('Other')?.description, 'Other workflow: sent whole · Used before for this document');
	});

	it('offers choices while a target does not respond, and moves no row once it does', async () => {
		let answer: (info: TargetNodeInfo | undefined) => void = () => undefined;
		const late = new Promise<TargetNodeInfo | undefined>((resolve) => {
			answer = resolve;
		});
		const { savedWorkflows } = choice();
		const nodeInfoOf: typeof savedWorkflows.nodeInfoOf = (session, deployment) =>
			deployment.id === 'b' ? late : savedWorkflows.nodeInfoOf(session, deployment);
		void pickTarget(choice({ savedWorkflows: { ...savedWorkflows, nodeInfoOf } as never }));
		await until('the rows', () => (labels() ?? []).length > 0);
		assert.equal(row('Bare')?.description, 'Checking...');
		const before = labels();
		answer(infos.b);
		await complete();
		assert.deepEqual(labels(), before);
		assert.deepEqual(
			[row('Bare')?.description, row('Bare')?.detail],
			['Same as its saved workflow · Lacks a.safetensors', undefined],
		);
	});

	it('is the same list without other connections if limited to the current one', async () => {
		const { connections: _, ...own } = choice();
		void pickTarget(own);
		await complete();
		assert.deepEqual(labels()?.slice(0, 2), ['Harbour', 'Complete']);
		assert.equal(labels()?.includes('Other Connections'), false);
	});

	it('returns the chosen other connection, and nothing when closed', async () => {
		const chosen = pickTarget(choice());
		await complete();
		editor.input?.choose('"My ComfyUI"');
		assert.deepEqual(await chosen, { elsewhere: mine });
		const closed = pickTarget(choice());
		await complete();
		editor.input?.hide();
		assert.equal(await closed, undefined);
	});

	it('explains missing targets, and still links elsewhere', async () => {
		const failure = { message: 'Nothing answers there.' };
		void pickTarget(
			choice({
				store: { items: [] } as never,
				targets: { state: { kind: 'failed', failure }, items: [], refresh: async () => {} } as never,
			}),
		);
		await complete();
		assert.deepEqual(
			editor.input?.items.map(({ label }) => label),
			['Harbour', '$(info) Nothing answers there.', 'Other Connections', 'My ComfyUI'],
		);
	});
});
