import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const file = 'quay.json';
const sampler = '"sampler_name": "dpmpp_2m"';
const mistyped = '"sampler_name": "dpmpp_2n"';

describe('what a person sets out to do in the window', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const onDisk = () => readFile(join(workbench.folder, file), 'utf8');
	const seedOnDisk = async () => /"seed": (\d+)/.exec(await onDisk())?.[1];
	const line = (words: string) => workbench.page.locator('.view-line').filter({ hasText: words }).first();
	const submissions = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference')).length;
	};

	before(async () => {
		const text = await readFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		assert.ok(text.includes(sampler));
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			files: { [file]: text.replace(sampler, mistyped) },
			// Large, since a panel with little room shows only a part of its buttons.
			size: { width: 1700, height: 1200 },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

	/** The seed in the details of the run that a panel shows, which a narrow panel keeps closed. */
	const seedIn = async (panel: Frame) => {
		const details = panel.getByRole('button', { name: 'Run Details' });
		if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
		return panel.locator('easel-run-details .mono').first().innerText();
	};

	it('is to repair a failed run from its panel, run it elsewhere, and keep the better seed', async () => {
		const { quickInput } = workbench;
		const before = await seedOnDisk();
		let after: string | undefined;

		await step('a run that fails for one input', async () => {
			await workbench.openFile(file);
			await workbench.run('Mountain village', 'sends the whole document');
			const panel = await workbench.result(file, 'Failed');
			await panel.getByText('dpmpp_2n').first().waitFor();
			assert.equal(await submissions(), 1);
			await workbench.pictures('journey with a failed run');
		});

		await step('the input that is wrong, from the panel', async () => {
			const panel = await workbench.result(file, 'Failed');
			await workbench.statusBar(/^Ln 7, /).waitFor({ state: 'hidden' });
			const show = panel.getByRole('main').getByRole('button', { name: 'Show in Document' });
			await leadsTo(
				workbench.statusBar(/^Ln 7, /),
				(timeout) => show.click({ timeout }),
				'the line of the wrong input',
			);
			await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
			await workbench.pictures('journey at the wrong input');
			await workbench.quickFix('Change to "dpmpp_2m"', line(sampler));
			await workbench.command('File: Save');
			await until(async () => (await onDisk()).includes(sampler), 'the repaired file');
		});

		await step('the repaired document on another deployment', async () => {
			await workbench.pressLens(/^Run On\.\.\.$/, quickInput.row('Harbour (SD 1.5)'));
			await quickInput.choose('Harbour (SD 1.5)', quickInput.row('runs the saved workflow'));
			await quickInput.choose('runs the saved workflow');
			const panel = await workbench.result(file, /Succeeded.*run 2 of 2/);
			await panel.locator('easel-picture img.full').waitFor();
			await panel.getByText('Harbour (SD 1.5)').first().waitFor();
			assert.equal(await seedIn(panel), before);
			await workbench.pictures('journey with a repaired run');
		});

		await step('another seed', async () => {
			const repaired = await workbench.result(file, 'Succeeded');
			await repaired.getByRole('button', { name: 'Run with New Seed' }).click();
			const panel = await workbench.result(file, /Succeeded.*run 3 of 3/);
			await panel.locator('easel-picture img.full').waitFor();
			after = await seedIn(panel);
			assert.match(after, /^\d+$/);
			assert.notEqual(after, before);
			assert.equal(await seedOnDisk(), before);
			assert.equal(await submissions(), 3);
		});

		await step('both beside each other', async () => {
			const panel = await workbench.result(file, /run 3 of 3/);
			await panel.locator('easel-item-bar').getByRole('button', { name: 'Compare With...' }).click();
			await quickInput.choose('quay');
			const compared = await workbench.panel(/^Compare: /);
			await compared.locator('easel-picture img.full').nth(1).waitFor();
			const inputs = compared.getByRole('complementary', { name: 'Inputs That Differ' });
			if (await inputs.isHidden()) await compared.getByRole('button', { name: 'Inputs That Differ' }).click();
			const seeds = inputs.locator('li').filter({ hasText: 'seed' }).locator('.value');
			await seeds.nth(1).waitFor();
			assert.deepEqual(new Set(await seeds.allInnerTexts()), new Set([before, after]));
			assert.equal(await inputs.locator('li').count(), 1, 'the seed alone differs');
			await workbench.pictures('journey with both runs compared');
		});

		await step('the new seed in the document', async () => {
			const panel = await workbench.result(file, /run 3 of 3/);
			await panel.getByRole('button', { name: 'Write Seed into Document' }).click();
			await line(`"seed": ${after}`).waitFor();
			const tabs = workbench.page.locator('.tabs-container .tab').filter({ hasText: file });
			assert.equal(await tabs.count(), 1, 'the document is written where it is open');
			await workbench.pictures('journey with the seed in the document');
			await workbench.openFile(file);
			await workbench.command('File: Save');
			await until(async () => (await seedOnDisk()) === after, 'the seed in the file');
			assert.ok((await onDisk()).includes(sampler));
		});
	});
});
