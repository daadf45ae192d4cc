import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('forms of inputs', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	before(async () => {
		sandbox = await startSandbox();
		// Tall, since a view draws only the rows that fit.
		workbench = await openWorkbench({ sandbox, size: { width: 1280, height: 1700 } });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

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

	it('run a model from its search to its pictures and their cost, and keep what was entered', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		await step('the form', async () => {
			await workbench.command('Easel: Run Model...');
			await workbench.quickInput.type('juniper');
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

	it('run a deployment with a schema, and put what it refuses at its field', async () => {
		await workbench.openContainer('Easel');
		const row = workbench.tree('Deployments').item('Poster (inputs of every kind)');
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
