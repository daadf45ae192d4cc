import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const titles = [
	'Try the sandbox',
	'Run a workflow',
	'See the result',
	'Upload a dataset',
	'Train a LoRA',
	'Run a model of the catalog',
	'Sign in to your account',
];

describe('the Get Started walkthrough', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const page = () => workbench.page.locator('.gettingStartedContainer');
	const entry = (title: string) => page().locator('button.getting-started-step').filter({ hasText: title });
	const tick = (title: string) => entry(title).locator('.codicon-getting-started-step-checked.complete');
	const open = async () => {
		await workbench.command('Easel: Get Started');
		await page().getByText('Get Started with Easel').first().waitFor();
	};
	/** Opens a step, if it is closed. */
	const expand = (title: string) =>
		leadsTo(
			page().locator('.getting-started-step.expanded').filter({ hasText: title }),
			(timeout) => entry(title).click({ timeout }),
			`the step ${title}`,
		);
	/** The colors in the drawing next to the steps, which is in a separate frame. */
	const colorsOfPicture = () =>
		until(async () => {
			for (const frame of workbench.page.frames()) {
				const drawn = await frame
					.locator('body svg[viewBox="0 0 520 320"]')
					.evaluateAll((drawings) =>
						drawings.flatMap((drawing) =>
							[...drawing.querySelectorAll('[fill], [stroke]')].flatMap((shape) => {
								const { fill, stroke } = getComputedStyle(shape);
								return [fill, stroke].filter((color) => color !== 'none');
							}),
						),
					)
					.catch(() => []);
				if (drawn.length > 0) return new Set(drawn);
			}
			return undefined;
		}, 'a picture beside the steps');
	/** Presses a button of a step until its outcome appears: the steps are drawn again when one of them is done. */
	const press = (title: string, button: string, outcome: Locator) =>
		leadsTo(
			outcome,
			async (timeout) => {
				await expand(title);
				await entry(title).getByRole('button', { name: button }).click({ timeout });
			},
			`the outcome of ${button}`,
		);

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({ sandbox, size: { width: 1600, height: 900 } });
	});

	it('leads from the sandbox to a result, a training and an account, and checks off completed steps', async () => {
		await step('opens with its steps, none of them done', async () => {
			await open();
			for (const title of titles) await entry(title).waitFor();
			for (const title of titles) assert.equal(await tick(title).count(), 0, title);
			assert.equal(await page().locator('button.getting-started-step').count(), titles.length);
		});
		await step('has a picture for each step in the colors of the theme', async () => {
			for (const title of titles) {
				await expand(title);
				const dark = await colorsOfPicture();
				assert.ok(dark.size >= 4, `${title} has only ${[...dark].join(', ')}`);
				await workbench.pictures(`walkthrough ${title}`);
				await workbench.setTheme('Light Modern');
				await until(
					async () => !isDeepStrictEqual(await colorsOfPicture(), dark),
					`other colors for ${title} in a light theme`,
				);
				await workbench.setTheme('Dark Modern');
			}
		});
		await step('starts the sandbox', async () => {
			await press('Try the sandbox', 'Start the Sandbox', tick('Try the sandbox'));
		});
		await step('opens a sample beside itself and runs it', async () => {
			const sample = 'Text to Image (Stable Diffusion 1.5)';
			await press('Run a workflow', 'Open a Sample', workbench.quickInput.row(sample));
			const name = workbench.quickInput.box.locator('.quick-input-message:visible');
			await workbench.quickInput.choose(sample, name);
			await workbench.quickInput.enter('text-to-image-sd15.json');
			await workbench.codeLens('Run').waitFor();
			assert.equal(await page().isVisible(), true);
			assert.equal(await tick('Run a workflow').count(), 0);
			const review = workbench.quickInput.row('runs the saved workflow');
			await press('Run a workflow', 'Run It', workbench.quickInput.row('Harbour (SD 1.5)'));
			await workbench.quickInput.choose('Harbour (SD 1.5)', review);
			await workbench.quickInput.choose('runs the saved workflow');
			await tick('Run a workflow').waitFor();
			await workbench.result('text-to-image-sd15', 'Succeeded');
		});
		await step('shows the result', async () => {
			await press('See the result', 'Show the Latest Result', tick('See the result'));
			const panel = await workbench.result('text-to-image-sd15', 'Succeeded');
			await panel.locator('easel-picture img.full').waitFor();
		});
		await step('signs in to an account', async () => {
			assert.equal(await tick('Sign in to your account').count(), 0);
			const paste = workbench.quickInput.row('Paste an Access Token', 'Studio');
			await press('Sign in to your account', 'Sign In', paste);
			const question = workbench.quickInput.box.locator('.quick-input-message:visible');
			await leadsTo(question, (timeout) => paste.click({ timeout }), 'the question for the token');
			await workbench.quickInput.enter(sandbox.token);
			await tick('Sign in to your account').waitFor();
			await workbench.pictures('walkthrough done');
		});
	});
});
