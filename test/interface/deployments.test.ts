import assert from 'node:assert/strict';
import { temporaryFolder } from '../conformance/support.ts';
import { SandboxProcess } from '../faults/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the Deployments view', () => {
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	/** Returns the text that a command in the menu of a row copies. */
	const copied = (name: string, command: string, words: RegExp) =>
		workbench.clipboard(words, () => tree().item(name).menu(command));

	before(async () => {
		const image = { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 255 } };
		const save = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'a' } };
		workbench = await openWorkbench({
			files: { 'workflow_api.json': JSON.stringify({ 1: image, 2: save }) },
			// Tall, since a view draws only the rows that fit.
			size: { width: 1280, height: 1700 },
		});
		await workbench.openContainer('Easel');
		await tree().begin('Try the Sandbox', 'Harbour (SD 1.5)');
		await tree().takeAllRoom();
	});
	beforeEach(async () => {
		await workbench.tidy();
		// A filter that a previous test has removed may still be shown briefly.
		if (await tree().pane.getByText('Filter: ').isVisible())
			await tree().titleAction('Clear Deployment Filter', tree().item('Mountain village').row);
	});
	after(() => workbench?.close());

	it('describes each with its machine and cost, also for screen readers', async () => {
		const label = await tree().item('Lighthouse').label();
		assert.match(label, /^Lighthouse \(FLUX\), kept warm, /);
		assert.match(label, /1 always warm/);
		assert.match(label, /ADA_80_PLUS/);
		assert.match(label, /1–4 instances/);
		assert.match(label, /warm instances are billed$/);
		await workbench.pictures('deployments');
	});

	it('filters by words, shows the filter, and takes it away again', async () => {
		await tree().titleAction('Filter Deployments', workbench.quickInput.box);
		await workbench.quickInput.enter('turing');
		await tree().item('Harbour (SD 1.5)').row.waitFor({ state: 'detached' });
		await until(async () => (await tree().rows()).length === 1, 'one row');
		await tree().pane.getByText('Filter: turing').waitFor();
		await tree().titleAction('Clear Deployment Filter', tree().item('Harbour (SD 1.5)').row);
	});

	it('offers to enable a disabled deployment instead of failing on it', async () => {
		const entries = await tree().item('old settings').menuEntries();
		assert.ok(entries.includes('Enable Deployment'), entries.join(', '));
		assert.ok(!entries.includes('Run on This Deployment'), entries.join(', '));
	});

	it('opens the saved workflow read-only, with Run above it', async () => {
		const saved = workbench.tab('Harbour (SD 1.5).json');
		await tree().item('Harbour (SD 1.5)').menu('Open Saved Workflow', saved);
		await workbench.codeLens('Run').waitFor();
		await workbench.page.locator('.editor-instance .view-lines').first().click();
		await workbench.page.keyboard.type('x');
		await workbench.page.getByText('Cannot edit in read-only editor').first().waitFor();
		await workbench.pressLens('Run', workbench.quickInput.row('runs the saved workflow'));
		assert.match(await workbench.quickInput.box.innerText(), /Harbour \(SD 1\.5\)/);
		await workbench.quickInput.cancel();
		await workbench.command('View: Close All Editors');
	});

	it('explains what to do with a deployment that accepts inputs instead of a workflow', async () => {
		const lora = tree().item('Ink and wash (LoRA)');
		await tree()
			.item(/Ink and wash \(LoRA\)\s*standby · takes inputs/)
			.row.waitFor();
		const entries = await lora.menuEntries();
		assert.ok(entries.includes('Run on This Deployment'), entries.join(', '));
		assert.ok(!entries.includes('Open Saved Workflow'), entries.join(', '));
		const command = await copied('Ink and wash (LoRA)', 'Copy as cURL', /"prompt":/);
		assert.match(command, /--data '\{"prompt":"[^"]+"\}'/);
		await workbench.openFile('workflow_api.json');
		await workbench.pressLens('Run', workbench.quickInput.row('Harbour (SD 1.5)'));
		const rows = await workbench.quickInput.rows();
		const last = rows.filter((row) => /inputs/.test(row)).join('\n');
		assert.match(last, /Ink and wash.*Takes inputs such as a prompt.*Poster.*Takes inputs/s);
		await workbench.pictures('deployments to choose from');
		await workbench.quickInput.choose('Ink and wash (LoRA)');
		const message = await workbench.notifications.find('takes inputs such as a prompt instead of a workflow');
		assert.doesNotMatch(await message.text(), /easel:/);
		await message.press('Open Form');
		const form = await workbench.panel('Ink and wash (LoRA)');
		await form.getByRole('textbox', { name: /^Prompt/ }).waitFor();
		await workbench.command('View: Close All Editors');
	});

	it('opens the readme as a page', async () => {
		await tree().item('Harbour (SD 1.5)').menu('Open Readme', workbench.tab('Harbour (SD 1.5).md'));
		const page = await workbench.panel('Harbour (SD 1.5).md');
		await page.getByRole('heading', { name: 'Harbour (SD 1.5)' }).waitFor();
		await workbench.command('View: Close All Editors');
	});
});

describe("a service of one's own", () => {
	const name =
		'$(flame) [Click](command:workbench.action.quit) <b>b</b> &lt; `c` | d\r\n**e** https://elsewhere.test a@b.test';
	let data: { path: string; remove(): void };
	let service: SandboxProcess;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	const item = () => tree().item('[Click](command:workbench.action.quit)');

	before(async () => {
		data = temporaryFolder();
		service = new SandboxProcess(data.path, 50);
		await service.start();
		const { baseUrl, token } = service.announced;
		const reply = await fetch(`${baseUrl}/prod/v2/deployments/5a9d0000-0000-4000-8000-000000000002`, {
			method: 'PATCH',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name }),
		});
		assert.equal(reply.status, 200);
		workbench = await openWorkbench({ settings: { 'easel.connections': [{ name: 'Studio', baseUrl }] } });
		await workbench.openContainer('Easel');
	});
	after(async () => {
		await workbench?.close();
		await service.kill();
		data.remove();
	});

	it('is reached by a connection and a pasted token', async () => {
		await workbench.command('Easel: Switch Connection');
		await workbench.quickInput.choose('Studio', workbench.statusBar('Studio: signed out'));
		// The question after the switch would take the place of the palette.
		await workbench.quickInput.row('Paste an Access Token').waitFor();
		await workbench.quickInput.cancel();
		await workbench.command('Easel: Paste an Access Token');
		await workbench.quickInput.enter(service.announced.token);
		await tree().item('Harbour (SD 1.5)').row.waitFor();
	});

	it('shows the name that it gives a deployment as text, neither as a link nor an icon nor Markdown', async () => {
		const tooltip = workbench.page.locator('.monaco-hover').filter({ hasText: 'Workflow version' });
		await item().row.waitFor();
		// A row that is drawn again under the mouse takes its tooltip away.
		const point = async (timeout: number) => {
			await workbench.page.mouse.move(700, 600);
			await item()
				.row.locator('.monaco-icon-label')
				.hover({ position: { x: 30, y: 8 }, timeout });
		};
		// Everything is read at the same time, from an existing tooltip.
		const { text, made } = await until(async (patience) => {
			if (!(await tooltip.isVisible())) await point(patience);
			return tooltip.evaluate(
				(card) => ({
					text: (card as HTMLElement).innerText,
					made: card.querySelectorAll('a, b, code, img, .codicon').length,
				}),
				undefined,
				{ timeout: patience },
			);
		}, 'the tooltip of the row');
		for (const part of [
			'[Click](command:workbench.action.quit)',
			'<b>b</b> &lt; `c` | d **e**',
			'https://elsewhere.test a@b.test',
		])
			assert.ok(text.includes(part), `${part} in ${text}`);
		assert.equal(made, 0);
	});

	it('opens a document by such a name', async () => {
		await item().menu('Open Saved Workflow', workbench.tab(/Click.*\.json/));
		await workbench.codeLens('Run').waitFor();
	});

	it('keeps its deployments visible while it is unreachable, shows the error, and returns on request', async () => {
		await step(
			'keeps its deployments visible, with the age of what is shown and a way to try again',
			async () => {
				await service.kill();
				const stale = tree().item('Not Refreshed');
				await tree().titleMenu('Refresh Deployments', stale.row);
				await tree().item('Harbour (SD 1.5)').row.waitFor();
				assert.match(await stale.label(), /last read (just now|\d+ min ago)/);
				await workbench.pictures('a service that is gone');
				await service.start();
				await stale.click();
				await stale.row.waitFor({ state: 'detached' });
				await tree().item('Harbour (SD 1.5)').row.waitFor();
			},
		);
		await step('says at the first attempt that it cannot be reached, and what to do', async () => {
			await service.kill();
			await workbench.reload();
			await workbench.openContainer('Easel');
			await tree().welcome.getByRole('button', { name: 'Try Again' }).waitFor();
			await workbench.pictures('a service out of reach');
			await service.start();
			await tree().begin('Try Again', 'Harbour (SD 1.5)');
		});
	});
});
