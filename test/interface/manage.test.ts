import assert from 'node:assert/strict';
import { join } from 'node:path';
import { savedText } from './support/files.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const village = '5a9d0000-0000-4000-8000-000000000002';

describe('deployments that are made and changed in the editor', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	const service = async (method: string, id: '' | `/${string}`, body?: unknown) => {
		const reply = await fetch(`${sandbox.baseUrl}/prod/v2/deployments${id}`, {
			method,
			headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return (await reply.json()) as Record<string, unknown>;
	};
	const records = async () => (await service('GET', '')) as unknown as readonly Record<string, unknown>[];

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({ sandbox, files: { 'readme.txt': 'empty' } });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
		await tree().item('Mountain village').row.waitFor();
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await tree().takeAllRoom();
	});

	it('are created, edited, disabled and deleted', async () => {
		const name = '<b>Pier</b> 🚢';
		const made = () => tree().item('Pier');
		await step('a form makes one', async () => {
			await tree().titleAction('New Deployment', workbench.tab('New Deployment'));
			const form = await workbench.panel('New Deployment');
			await form.getByRole('textbox', { name: /^Name/ }).fill(name);
			await form.getByRole('textbox', { name: /^Workflow ID/ }).fill('3f1c0000-0000-4000-8000-000000000001');
			await form.getByRole('textbox', { name: /^Workflow version/ }).fill('v9');
			const create = async () => {
				await form.getByRole('button', { name: 'Review...' }).click();
				await form.getByRole('button', { name: 'Create' }).click();
			};
			await create();
			await form.getByText('There is no such saved workflow').waitFor();
			await workbench.pictures('a new deployment refused');
			await form.getByRole('textbox', { name: /^Workflow version/ }).fill('v1');
			await create();
			await workbench.notifications.find(`Created "${name}".`);
			await made().row.waitFor();
		});
		const id = String((await records()).find((each) => each.name === name)?.id);

		await step('what was typed into the form of another survives a reload', async () => {
			await workbench.notifications.closeCenter();
			await made().menu('Edit Deployment', workbench.tab(/Edit /));
			const form = await workbench.panel(/Edit /);
			await form.getByRole('textbox', { name: /^Maximum instances/ }).fill('3');
			await workbench.reload();
			await workbench.openContainer('Easel');
			// A window that comes back may give the panel another frame.
			await until(async (timeout) => {
				const field = (await workbench.panel(/Edit /)).getByRole('textbox', { name: /^Maximum instances/ });
				return (await field.inputValue({ timeout })) === '3';
			}, 'what was typed');
		});

		await step('only what differs is sent, and what someone else changed meanwhile stays', async () => {
			await service('PATCH', `/${id}`, { name, queue_size: 6 });
			const form = await workbench.panel(/Edit /);
			await form.getByRole('button', { name: 'Review Changes...' }).click();
			await form.getByText('Queue size: 1 → 6').waitFor();
			await workbench.pictures('what changes of a deployment');
			await workbench.axe(form);
			await form.getByRole('button', { name: 'Save Changes' }).click();
			await workbench.notifications.find(`Changed "${name}".`);
			const { max_instances, queue_size } = await service('GET', `/${id}`);
			assert.deepEqual([max_instances, queue_size], [3, 6]);
		});

		await step('it is disabled and deleted, each after a question', async () => {
			await workbench.notifications.closeCenter();
			await made().menu('Disable Deployment', workbench.dialog.getByText('requests in progress fail'));
			await workbench.dialog.getByRole('button', { name: 'Disable' }).click();
			await tree()
				.item(/Pier.*disabled/)
				.row.waitFor();
			await made().menu('Delete Deployment...', workbench.dialog.getByText(`Delete "${name}" for good?`));
			await workbench.pictures('before a deployment is deleted');
			await workbench.dialog.getByRole('button', { name: 'Delete' }).click();
			await made().row.waitFor({ state: 'detached' });
			assert.ok(!(await records()).some((each) => each.id === id));
		});
	});

	it('are kept as files: pulled, planned, applied and restored', async () => {
		const file = 'village.deployment.yaml';
		const read = () => savedText(join(workbench.folder, file));
		await step('a deployment becomes a file', async () => {
			const { quickInput } = workbench;
			await tree().item('Mountain village').menu('Pull Deployment into File', quickInput.box);
			const field = quickInput.box.locator('input.input');
			await until(async () => (await field.inputValue()).endsWith('.deployment.yaml'), 'the proposed name');
			await quickInput.answerFileDialog('OK', join(workbench.folder, file));
			await workbench.tab(file).waitFor();
			assert.match(await read(), new RegExp(`^id: ${village}$`, 'm'));
			await workbench.codeLens('Plan (no difference)').waitFor();
		});

		await step('a change of the file is checked, and shows in the tree', async () => {
			const line = (await read()).split('\n').findIndex((each) => each.startsWith('max_instances')) + 1;
			await workbench.goTo(line, 100);
			await workbench.page.keyboard.press('Backspace');
			await workbench.page.keyboard.type('99');
			await workbench.page.locator('.squiggly-error').first().waitFor();
			await workbench.page.keyboard.press('Backspace');
			await workbench.codeLens('Plan (1 difference)').waitFor();
			await workbench.page.keyboard.press('ControlOrMeta+S');
			await tree()
				.item(/Mountain village.*differs from its file/)
				.row.waitFor();
		});

		await step('the plan shows the difference and sends nothing', async () => {
			await workbench.pressLens('Plan (1 difference)', workbench.tab('Deployment ↔ File'));
			await workbench.page
				.locator('.diff-editor .line-insert, .monaco-diff-editor .char-insert')
				.first()
				.waitFor();
			await workbench.pictures('the plan of a deployment');
			assert.equal((await service('GET', `/${village}`)).max_instances, 3);
		});

		await step('it is applied after a question with the change', async () => {
			await workbench.pressEditorAction(/Apply/, workbench.dialog.getByText('Maximum instances: 3 → 9'));
			await workbench.pictures('before a file is applied');
			await workbench.dialog.getByRole('button', { name: 'Apply', exact: true }).click();
			await workbench.notifications.find('Changed "Mountain village (SDXL)".');
			assert.equal((await service('GET', `/${village}`)).max_instances, 9);
			await workbench.notifications.closeCenter();
		});

		await step('the values before it are given back', async () => {
			const earlier = workbench.quickInput.row('Maximum instances: 3 → 9');
			await tree().item('Mountain village').menu('Restore Earlier Settings...', earlier);
			const question = workbench.dialog.getByText('Maximum instances: 9 → 3');
			await workbench.quickInput.choose('Maximum instances: 3 → 9', question);
			await workbench.dialog.getByRole('button', { name: 'Restore' }).click();
			await workbench.notifications.find('Restored the settings of "Mountain village (SDXL)".');
			assert.equal((await service('GET', `/${village}`)).max_instances, 3);
		});
	});
});
