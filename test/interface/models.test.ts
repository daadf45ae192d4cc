import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the Models view', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Models');
	const box = (form: Frame, name: RegExp) => form.getByRole('textbox', { name });
	const run = (form: Frame) => form.getByRole('button', { name: 'Run', exact: true });
	const stateOf = (form: Frame) => form.locator('easel-input-run .words');
	const picture = (form: Frame) => form.locator('easel-stage easel-picture').first();
	/** Returns the number of requests that have been sent to such a place. */
	const submissions = async (path: RegExp): Promise<number> => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method, path: called }) => method === 'POST' && path.test(called)).length;
	};

	before(async () => {
		sandbox = await startSandbox();
		// Tall, since a list draws only the rows that fit.
		workbench = await openWorkbench({ sandbox, size: { width: 1280, height: 1700 } });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(() => workbench.tidy());

	it('leads from a category, a filter or a favorite to the page of a model and to its code', async () => {
		await step('a category', async () => {
			await tree().takeAllRoom();
			await tree()
				.item('Text to image')
				.expand(tree().item(/USD per image/).row);
			await workbench.pictures('models by category');
			await tree().item('Text to image').row.click();
		});
		await step('a filter of the view, and a page', async () => {
			await tree().titleAction('Filter Models', workbench.quickInput.box);
			await workbench.quickInput.enter('juniper');
			await tree().pane.getByText('Filter: juniper').waitFor();
			await tree()
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
			const found = tree().item(/Sketch/);
			await found.row.waitFor();
			const name = (await found.label()).replace(/^Model ([^,]*),.*$/, '$1');
			const favorite = workbench.page.locator('[aria-label$=", favorite"]');
			await found.menu('Add to Favorites', tree().item(name).row.and(favorite));
			await tree().titleAction('Clear Model Filter', tree().item('Favorites').row);
			await tree().item(name).row.waitFor();
			await workbench.pictures('a favorite model');
			const copy = () => tree().item(name).menu('Copy Model as Python', undefined, 'Copy As');
			const code = await workbench.clipboard(/urllib\.request/, copy);
			assert.ok(!code.includes(sandbox.token));
			assert.match(code, /os\.environ\["EASEL_TOKEN"\]/);
			await tree().item(name).menu('Remove from Favorites');
			await tree().item('Favorites').row.waitFor({ state: 'detached' });
		});
	});

	it('is next to the balance, which opens the spending and a deployment that costs while idle', async () => {
		const balance = workbench.statusBar(/\d\.\d\d USD/);
		await balance.waitFor();
		const spent = workbench.quickInput.row('Nothing has been started here with this account yet');
		await leadsTo(spent, (timeout) => balance.click({ timeout }), 'the spending');
		await workbench.pictures('spending');
		await workbench.quickInput.cancel();
		const reminder = await workbench.notifications.find('is billed even when idle');
		assert.match(await reminder.text(), /"Lighthouse \(FLUX\), kept warm" always keeps 1 instance running/);
	});

	it('has forms that run a model from the search to pictures and cost, and keep their input', async () => {
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
			assert.equal(await submissions(/\/v1\/models\//), 0);
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
			assert.equal(await submissions(/\/v1\/models\//), 1);
			await workbench.axe(shown());
			await workbench.pictures('a model with its result and its cost');
		});
		await step('a reload', async () => {
			await workbench.reload();
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
			await until(async () => (await submissions(/\/v1\/models\//)) === 2, 'a second submission');
			await until(async () => (await box(shown(), /^Seed/).inputValue()) !== '7', 'another seed');
			await shown().getByRole('button', { name: 'Reset to Defaults' }).click();
			await until(async () => (await box(shown(), /^Prompt/).inputValue()) === '', 'an empty prompt');
			await workbench.command('View: Close All Editors');
		});
	});

	it('has the same form for a deployment with a schema, and shows rejections at their fields', async () => {
		await workbench.openContainer('Easel');
		const deployments = workbench.tree('Deployments');
		await deployments.takeAllRoom();
		const row = deployments.item('Poster (inputs of every kind)');
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
