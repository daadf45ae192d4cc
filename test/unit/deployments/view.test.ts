import assert from 'node:assert/strict';
import { submissionAsCurl } from '../../../src/core/deployments/curl.ts';
import type { Deployment } from '../../../src/core/deployments/deployment.ts';
import { filterDeployments } from '../../../src/core/deployments/filter.ts';
import type { DeploymentsState } from '../../../src/core/deployments/store.ts';
import { deploymentChoices } from '../../../src/editor/deployments/choices.ts';
import { pageSize, rootNodes, runNodes } from '../../../src/editor/deployments/nodes.ts';
import { connectionTo } from '../../support/connection.ts';

const deployment = (name: string, more: Partial<Deployment> = {}): Deployment => ({
	id: `id-${name}`,
	name,
	...more,
});
const ready = (deployments: readonly Deployment[], more: object = {}): DeploymentsState => ({
	kind: 'ready',
	items: deployments,
	skipped: [],
	loadedAt: 0,
	...more,
});

describe('the filter of the Deployments view', () => {
	const all = [
		deployment('Text to image', { hardware: 'AMPERE_48', status: 'standby' }),
		deployment('Upscale', { hardware: 'TURING_16', enabled: false }),
	];

	it('needs every word, in any field and any case', () => {
		assert.deepEqual(filterDeployments(all, 'ampere TEXT'), [all[0]]);
		assert.deepEqual(filterDeployments(all, 'disabled'), [all[1]]);
		assert.deepEqual(filterDeployments(all, 'ampere upscale'), []);
	});

	it('shows all for blank text', () => {
		assert.deepEqual(filterDeployments(all, '  '), all);
	});
});

describe('the rows of the Deployments view', () => {
	it('appear page by page, and announce the rest', () => {
		const many = Array.from({ length: 10_000 }, (_, index) => deployment(`d${index}`));
		const rows = rootNodes(ready(many), '', pageSize);
		assert.equal(rows.length, pageSize + 1);
		assert.deepEqual(rows.at(-1), { kind: 'more', shown: pageSize, total: 10_000 });
		assert.equal(rootNodes(ready(many), 'd9999', pageSize).length, 1);
	});

	it('report a failed refresh at the top, and keep the data', () => {
		const failure = { kind: 'network', message: 'm', nextStep: 'n', fixer: 'you' } as const;
		const rows = rootNodes(ready([deployment('a')], { failure }), '', pageSize);
		assert.deepEqual(
			rows.map((row) => row.kind),
			['stale', 'deployment'],
		);
	});

	it('count the unreadable records', () => {
		const rows = rootNodes(ready([deployment('a')], { skipped: ['One record has no id.'] }), '', pageSize);
		assert.equal(rows.at(-1)?.kind, 'skipped');
	});

	it('show that a deployment has no runs yet', () => {
		assert.deepEqual(runNodes('x', [], 10), [{ kind: 'noRuns', deploymentId: 'x' }]);
	});
});

describe('copying a submission as curl', () => {
	const connection = connectionTo('https://service.test');
	const saved = `{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615}},"6":{"class_type":"CLIPTextEncode","inputs":{"text":"it's a harbour"}}}`;

	it('overrides a prompt of the saved workflow, quoted for the shell', () => {
		const command = submissionAsCurl(connection, 'dep 1', saved);
		assert.match(command, /https:\/\/service\.test\/prod\/v2\/deployments\/dep%201\/inference/);
		assert.ok(command.includes(`{"overrides":{"6":{"inputs":{"text":"it'\\''s a harbour"}}}}`));
	});

	it('contains a placeholder in place of the token', () => {
		assert.match(submissionAsCurl(connection, 'd', saved), /Bearer \$EASEL_TOKEN"/);
	});

	it('sends a prompt to a deployment with inputs', () => {
		assert.ok(submissionAsCurl(connection, 'd', undefined, true).includes('{"prompt":"'));
	});

	it('keeps the notation of large numbers', () => {
		const seedOnly = '{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615}}}';
		assert.ok(submissionAsCurl(connection, 'd', seedOnly).includes('18446744073709551615'));
	});
});

describe('the list of deployments to choose from', () => {
	const all = [
		deployment('LoRA', { takesInputs: true, status: 'standby' }),
		deployment('Off', { enabled: false, status: 'standby' }),
		deployment('Harbour', { status: 'standby', hardware: 'AMPERE_48' }),
		deployment('Village', { status: 'active' }),
	];
	const labels = (options: Parameters<typeof deploymentChoices>[1]) =>
		deploymentChoices(all, options).map(({ label }) => label);

	it('is sorted by last use, then enabled, then disabled', () => {
		assert.deepEqual(labels({ first: ['id-Village'] }), ['Village', 'LoRA', 'Harbour', 'Off']);
	});

	it('puts deployments with inputs last for a workflow, with the reason', () => {
		const choices = deploymentChoices(all, { first: ['id-LoRA', 'id-Harbour'], forWorkflow: true });
		assert.deepEqual(
			choices.map(({ label, detail }) => [label, detail]),
			[
				['Harbour', 'Used before for this document'],
				['Village', undefined],
				['Off', undefined],
				['LoRA', 'Takes inputs such as a prompt, not a workflow document'],
			],
		);
	});

	it('has the same icons as the tree', () => {
		const warm = deployment('Warm', { enabled: true, minInstances: 1 });
		const icons = deploymentChoices([...all, warm]).map(({ label, iconPath }) => [
			label,
			(iconPath as { readonly id: string }).id,
		]);
		assert.deepEqual(Object.fromEntries(icons), {
			LoRA: 'server-environment',
			Harbour: 'server-environment',
			Village: 'server-environment',
			Off: 'circle-slash',
			Warm: 'flame',
		});
	});

	it('omits deployments that do not fit the choice', () => {
		assert.deepEqual(labels({ fits: ({ enabled }) => enabled === false }), ['Off']);
	});
});
