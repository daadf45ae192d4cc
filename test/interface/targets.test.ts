import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { SandboxProcess } from '../faults/sandbox.ts';
import { newFolder } from '../support/newFolder.ts';
import { savedText } from './support/files.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const village = '5a9d0000-0000-4000-8000-000000000002';
const cat = '5a9d0000-0000-4000-8000-000000000005';
/** A name of a deployment that looks like an icon, a link, HTML and Markdown. */
const hostileName =
	'$(flame) [Click](command:workbench.action.quit) <b>b</b> &lt; `c` | d\r\n**e** https://elsewhere.test a@b.test';

describe('deployments and models, on which something can run', () => {
	const data = newFolder();
	let service: SandboxProcess;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	/** Calls the service as another program of the same person does. */
	const call = async (method: string, id: '' | `/${string}`, body?: unknown) => {
		const { baseUrl, token } = service.announced;
		const reply = await fetch(`${baseUrl}/prod/v2/deployments${id}`, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return (await reply.json()) as Record<string, unknown>;
	};
	const records = async () => (await call('GET', '')) as unknown as readonly Record<string, unknown>[];
	/** Returns the text that a command in the menu of a row copies. */
	const copied = (name: string, command: string, words: RegExp) =>
		workbench.clipboard(words, () => tree().item(name).menu(command));

	const models = () => workbench.tree('Models');
	const box = (form: Frame, name: RegExp) => form.getByRole('textbox', { name });
	const run = (form: Frame) => form.getByRole('button', { name: 'Run', exact: true });
	const stateOf = (form: Frame) => form.locator('easel-input-run .words');
	const picture = (form: Frame) => form.locator('easel-stage easel-picture').first();
	/** Returns the number of runs of models that have been sent. */
	const modelRuns = async () =>
		(await service.journal()).filter(
			({ method, path }) => method === 'POST' && path.startsWith('/v1/models/'),
		).length;

	before(async () => {
		service = new SandboxProcess(data, 50);
		await service.start();
		await call('PATCH', `/${cat}`, { name: hostileName });
		const image = { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 255 } };
		const save = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'a' } };
		const { baseUrl, modelApiUrl } = service.announced;
		workbench = await openWorkbench({
			files: { 'workflow_api.json': JSON.stringify({ 1: image, 2: save }) },
			settings: { 'easel.connections': [{ name: 'Studio', baseUrl, modelApiUrl }] },
			// Tall, since a list draws only the rows that fit.
			size: { width: 1280, height: 1700 },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(service.announced);
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await tree().takeAllRoom();
		// A filter that a previous test has removed may still be shown briefly.
		if (await tree().pane.getByText('Filter: ').isVisible())
			await tree().titleAction('Clear Deployment Filter', tree().item('Mountain village').row);
	});
	after(async () => {
		await workbench?.close();
		await service.kill();
	});

	it('describes each deployment with its machine and cost, also for screen readers, and what costs while idle', async () => {
		const label = await tree().item('Lighthouse').label();
		assert.match(label, /^Lighthouse \(FLUX\), kept warm, /);
		assert.match(label, /1 always warm/);
		assert.match(label, /ADA_80_PLUS/);
		assert.match(label, /1–4 instances/);
		assert.match(label, /warm instances are billed$/);
		const reminder = await workbench.notifications.find('is billed even when idle');
		assert.match(await reminder.text(), /"Lighthouse \(FLUX\), kept warm" always keeps 1 instance running/);
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

	it('shows the name that the service gives a deployment as text, neither as a link nor an icon nor Markdown', async () => {
		const item = tree().item('[Click](command:workbench.action.quit)');
		const tooltip = workbench.page.locator('.monaco-hover').filter({ hasText: 'Workflow version' });
		await item.row.waitFor();
		// A row that is drawn again under the mouse takes its tooltip away.
		const point = async (timeout: number) => {
			await workbench.page.mouse.move(700, 600);
			await item.row.locator('.monaco-icon-label').hover({ position: { x: 30, y: 8 }, timeout });
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
		await item.menu('Open Saved Workflow', workbench.tab(/Click.*\.json/));
		await workbench.codeLens('Run').waitFor();
	});

	it('keeps its rows while the service is unreachable, shows the error, and returns on request', async () => {
		await step('keeps its rows, with the age of what is shown and a way to try again', async () => {
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
		});
		await step('says at the first attempt that it cannot be reached, and what to do', async () => {
			await service.kill();
			await workbench.command('Easel: Switch Connection');
			await workbench.quickInput.choose(/RunComfy/, workbench.quickInput.row('Paste an Access Token'));
			await workbench.quickInput.cancel();
			await workbench.command('Easel: Switch Connection');
			const again = tree().welcome.getByRole('button', { name: 'Try Again' });
			await workbench.quickInput.choose('Studio', again);
			await workbench.pictures('a service out of reach');
			await service.start();
			await tree().begin('Try Again', 'Harbour (SD 1.5)');
		});
	});

	it('has deployments created, edited, disabled and deleted', async () => {
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

		await step('a form of another is changed', async () => {
			await workbench.notifications.closeCenter();
			await made().menu('Edit Deployment', workbench.tab(/Edit /));
			const form = await workbench.panel(/Edit /);
			await form.getByRole('textbox', { name: /^Maximum instances/ }).fill('3');
		});

		await step('only what differs is sent, and what someone else changed meanwhile stays', async () => {
			await call('PATCH', `/${id}`, { name, queue_size: 6 });
			const form = await workbench.panel(/Edit /);
			await form.getByRole('button', { name: 'Review Changes...' }).click();
			await form.getByText('Queue size: 1 → 6').waitFor();
			await workbench.pictures('what changes of a deployment');
			await workbench.axe(form);
			await form.getByRole('button', { name: 'Save Changes' }).click();
			await workbench.notifications.find(`Changed "${name}".`);
			const { max_instances, queue_size } = await call('GET', `/${id}`);
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

	it('keeps deployments as files: pulled, planned, applied and restored', async () => {
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
			assert.equal((await call('GET', `/${village}`)).max_instances, 3);
		});

		await step('it is applied after a question with the change', async () => {
			await workbench.pressEditorAction(/Apply/, workbench.dialog.getByText('Maximum instances: 3 → 9'));
			await workbench.pictures('before a file is applied');
			await workbench.dialog.getByRole('button', { name: 'Apply', exact: true }).click();
			await workbench.notifications.find('Changed "Mountain village (SDXL)".');
			assert.equal((await call('GET', `/${village}`)).max_instances, 9);
			await workbench.notifications.closeCenter();
		});

		await step('the values before it are given back', async () => {
			const earlier = workbench.quickInput.row('Maximum instances: 3 → 9');
			await tree().item('Mountain village').menu('Restore Earlier Settings...', earlier);
			const question = workbench.dialog.getByText('Maximum instances: 9 → 3');
			await workbench.quickInput.choose('Maximum instances: 3 → 9', question);
			await workbench.dialog.getByRole('button', { name: 'Restore' }).click();
			await workbench.notifications.find('Restored the settings of "Mountain village (SDXL)".');
			assert.equal((await call('GET', `/${village}`)).max_instances, 3);
		});
	});

	it('leads from a category, a filter or a favorite to the page of a model and to its code', async () => {
		await step('a category', async () => {
			await models().takeAllRoom();
			await models()
				.item('Text to image')
				.expand(models().item(/USD per image/).row);
			await workbench.pictures('models by category');
			await models().item('Text to image').row.click();
		});
		await step('a filter of the view, and a page', async () => {
			await models().titleAction('Filter Models', workbench.quickInput.box);
			await workbench.quickInput.enter('juniper');
			await models().pane.getByText('Filter: juniper').waitFor();
			await models()
				.item(/Sketch/)
				.menu('Open Model Page', workbench.tab(/Sketch/));
			const text = await until(async () => {
				for (const frame of workbench.page.frames()) {
					const words = await frame
						.locator('body')
						.innerText()
						.catch(() => '');
					if (/juniper\/sketch/.test(words) && /whole number/.test(words)) return words;
				}
				return undefined;
			}, 'the page of the model');
			assert.match(text, /prompt.*required/i);
			assert.match(text, /whole number/);
			await workbench.pictures('the page of a model');
			await workbench.command('View: Close All Editors');
		});
		await step('a favorite', async () => {
			const found = models().item(/Sketch/);
			await found.row.waitFor();
			const name = (await found.label()).replace(/^Model ([^,]*),.*$/, '$1');
			const favorite = workbench.page.locator('[aria-label$=", favorite"]');
			await found.menu('Add to Favorites', models().item(name).row.and(favorite));
			await models().titleAction('Clear Model Filter', models().item('Favorites').row);
			await models().item(name).row.waitFor();
			await workbench.pictures('a favorite model');
			const copy = () => models().item(name).menu('Copy Model as Python', undefined, 'Copy As');
			const code = await workbench.clipboard(/urllib\.request/, copy);
			assert.ok(!code.includes(service.announced.token));
			assert.match(code, /os\.environ\["EASEL_TOKEN"\]/);
			await models().item(name).menu('Remove from Favorites');
			await models().item('Favorites').row.waitFor({ state: 'detached' });
		});
	});

	it('has forms of models, from the search to pictures and cost, which keep their input as forms of deployments do', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		await step('the form', async () => {
			await workbench.command('Easel: Run Model...');
			await workbench.quickInput.type('juniper');
			await workbench.quickInput.row(/juniper\/sketch.*text-to-image/).waitFor();
			await workbench.pictures('models searched');
			await workbench.quickInput.choose(/juniper\/sketch.*text-to-image/);
			form = await workbench.panel(/Sketch/);
		});
		await step('a mistake while typing', async () => {
			await box(shown(), /^Prompt/).fill('A harbor in the morning');
			await box(shown(), /^Seed/).fill('1.5');
			await shown().getByText('Enter a whole number.').waitFor();
			await run(shown()).click();
			assert.equal(await modelRuns(), 0);
			await box(shown(), /^Seed/).fill('7');
			await workbench.pictures('a form of inputs');
		});
		await step('the same as JSON', async () => {
			await shown().getByRole('button', { name: 'Edit as JSON' }).click();
			const json = await box(shown(), /^Inputs as JSON/).inputValue();
			assert.equal((JSON.parse(json) as { seed: number }).seed, 7);
			await shown().getByRole('button', { name: 'Edit as Form' }).click();
		});
		await step('the run', async () => {
			await run(shown()).click();
			await stateOf(shown())
				.filter({ hasText: /^Succeeded.* USD$/ })
				.waitFor();
			await picture(shown()).waitFor();
			assert.equal(await modelRuns(), 1);
			await workbench.axe(shown());
			await workbench.pictures('a model with its result and its cost');
		});
		await step('a reload, also with a changed form of a deployment', async () => {
			const instances = { name: /^Maximum instances/ };
			await tree().item('Mountain village').menu('Edit Deployment', workbench.tab(/Edit /));
			await (await workbench.panel(/Edit /)).getByRole('textbox', instances).fill('4');
			await workbench.reload();
			// A window that comes back may give the panel another frame.
			await until(async (timeout) => {
				const field = (await workbench.panel(/Edit /)).getByRole('textbox', instances);
				return (await field.inputValue({ timeout })) === '4';
			}, 'what was typed about the deployment');
			form = await workbench.panel(/Sketch/);
			await until(
				async () => (await box(shown(), /^Prompt/).inputValue()) === 'A harbor in the morning',
				'the prompt',
			);
			assert.equal(await box(shown(), /^Seed/).inputValue(), '7');
			await picture(shown()).waitFor();
		});
		await step('a new seed, and the defaults', async () => {
			await shown().getByRole('button', { name: 'Run with New Seed' }).click();
			await until(async () => (await modelRuns()) === 2, 'a second submission');
			await until(async () => (await box(shown(), /^Seed/).inputValue()) !== '7', 'another seed');
			await shown().getByRole('button', { name: 'Reset to Defaults' }).click();
			await until(async () => (await box(shown(), /^Prompt/).inputValue()) === '', 'an empty prompt');
			await workbench.command('View: Close All Editors');
		});
	});

	it('has the same form for a deployment with a schema, which shows rejections at their fields', async () => {
		const row = tree().item('Poster (inputs of every kind)');
		await row.menu('Run on This Deployment', workbench.tab('Poster (inputs of every kind)'));
		const form = await workbench.panel('Poster (inputs of every kind)');
		await box(form, /^Prompt/).fill('A market');
		await run(form).click();
		await form.getByText('Enter a value.').waitFor();
		await step('a refusal', async () => {
			await form.getByRole('button', { name: 'Edit as JSON' }).click();
			await box(form, /^Inputs as JSON/).fill(
				'{"prompt": "A market", "layout": {"corner": "top left"}, "headline": 5}',
			);
			await form.getByRole('button', { name: 'Edit as Form' }).click();
			await run(form).click();
			await form
				.locator('.error')
				.filter({ hasText: /string/i })
				.waitFor();
			await workbench.pictures('a refused input');
			await form.getByRole('button', { name: 'Edit as JSON' }).click();
			await box(form, /^Inputs as JSON/).fill('{"prompt": "A market", "layout": {"corner": "top left"}}');
		});
		await run(form).click();
		await stateOf(form)
			.filter({ hasText: /^Succeeded/ })
			.waitFor();
		await picture(form).waitFor();
		await workbench.pictures('a deployment with inputs and its result');
	});
});
