import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** Types the code that the editor shows into the service's web page, as a person does in a second tab. */
async function typeCode(page: Page, code: string, decision: 'Authorize' | 'Deny'): Promise<void> {
	const account = page.getByRole('button', { name: /^Sign in as/ }).first();
	const field = page.getByRole('textbox', { name: 'Code' });
	await account.or(field).waitFor();
	if (await account.isVisible()) await account.click();
	await field.fill(code);
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: decision }).click();
	await page
		.getByRole('heading', { name: decision === 'Authorize' ? 'Device connected' : 'Device refused' })
		.waitFor();
}

describe('signing in and out, connections and the sandbox', () => {
	let workbench: Workbench;

	const title = () => workbench.quickInput.box.locator('.quick-input-title').innerText();
	const beginDeviceFlow = async () => {
		await workbench.command('Easel: Sign In');
		await workbench.page
			.locator('.quick-input-list .monaco-list-row', { hasText: 'Sign In with a Code in the Browser' })
			.filter({ hasText: 'Sandbox' })
			.click();
		await workbench.quickInput.row('Copy Code and Open in Browser').waitFor();
		return /code (\S+),/.exec(await title())?.[1] ?? '';
	};
	const openPage = async () => {
		let opened: Page | undefined;
		workbench.context.once('page', (page) => {
			opened = page;
		});
		await workbench.quickInput.choose('Copy Code and Open in Browser');
		const button = workbench.dialog.getByRole('button', { name: 'Open', exact: true });
		return until(async (patience) => {
			if (opened === undefined && (await button.isVisible())) await button.click({ timeout: patience });
			return opened;
		}, 'the page for the code');
	};

	const harbour = () => workbench.tree('Deployments').item('Harbour (SD 1.5)').row;
	const signedIn = async () => {
		await workbench.signInToSandbox();
		await harbour().waitFor();
	};
	const signedOut = async () => {
		await signedIn();
		await workbench.command('Easel: Sign Out');
		await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
	};

	before(async () => {
		// A code that is good for two minutes, on a slow computer too.
		workbench = await openWorkbench({ settings: { 'easel.sandbox.speed': 5 } });
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
	});

	it('shows a code with the time it is good for, and takes it from a second tab', async () => {
		await signedOut();
		const code = await beginDeviceFlow();
		assert.match(code, /^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
		assert.match(await title(), /valid for \d+:\d\d/);
		await workbench.pictures('sign-in code');
		const page = await openPage();
		await workbench.clipboard(new RegExp(`^${code}$`));
		await typeCode(page, code, 'Authorize');
		await page.close();
		await harbour().waitFor();
	});

	it('offers a new code after a refusal, and can be given up', async () => {
		await signedIn();
		const code = await beginDeviceFlow();
		const page = await openPage();
		await typeCode(page, code, 'Deny');
		await page.close();
		const again = workbench.quickInput.row('Get a New Code');
		await again.click();
		await workbench.quickInput.row('Copy Code and Open in Browser').waitFor();
		assert.notEqual(/code (\S+),/.exec(await title())?.[1], code);
		await workbench.quickInput.cancel();
	});

	it('refuses a pasted token that the service does not know, in a sentence', async () => {
		await signedIn();
		await workbench.command('Easel: Sign In');
		await workbench.quickInput.row('Paste an Access Token', 'Sandbox').click();
		await workbench.quickInput.enter('00000000-0000-4000-8000-000000000000');
		const message = await workbench.notifications.find(/token/i);
		assert.match(await message.text(), /\.$/);
	});

	it('lists its commands and the balance on the status bar item', async () => {
		await signedIn();
		const item = workbench.statusBar(/Sandbox$/);
		const balance = workbench.quickInput.row(/Balance 2\d\.\d\d USD/);
		await leadsTo(balance, (timeout) => item.click({ timeout }), 'the account actions');
		const rows = await workbench.quickInput.rows();
		for (const words of [
			'Switch Connection',
			'Sign In',
			'Show Signed-In Account',
			'Sign Out',
			'Stop Sandbox',
			'Reset Sandbox',
			'Show Log',
		]) {
			assert.ok(
				rows.some((row) => row.includes(words)),
				`${words} is not among ${rows.join(' | ')}`,
			);
		}
		await workbench.quickInput.choose('Show Signed-In Account');
		await workbench.notifications.find(/Signed in to Sandbox as demo@/);
	});

	it('has its balance in the status bar, which opens the spending', async () => {
		await signedIn();
		const balance = workbench.statusBar(/\d\.\d\d USD/);
		await balance.waitFor();
		const spent = workbench.quickInput.row('Nothing has been started here with this account yet');
		await leadsTo(spent, (timeout) => balance.click({ timeout }), 'the spending');
		await workbench.pictures('spending');
		await workbench.quickInput.cancel();
	});

	it('can be left, stays left after a reload, and is entered again without an account', async () => {
		await signedIn();
		await step('sign out', async () => {
			await workbench.command('Easel: Sign Out');
			await workbench.statusBar('Sandbox: signed out').waitFor();
			const message = await workbench.notifications.find(/stays valid until you revoke it/);
			const text = await message.text();
			assert.match(text, /on this computer/);
			assert.match(text, /revoke it on the profile page/);
			await workbench.notifications.closeCenter();
		});
		await step('see in the empty views how to begin, and that runs need no account', async () => {
			const { welcome } = workbench.tree('Deployments');
			await welcome.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
			await welcome.getByText('Sign In', { exact: true }).waitFor();
			await workbench.tree('Runs').welcome.getByText('Your runs are kept on this computer').waitFor();
			await workbench.pictures('signed out');
		});
		await step('be asked for a token by its command', async () => {
			await workbench.command('Easel: Paste an Access Token');
			await workbench.quickInput.box.locator('input[type="password"]').waitFor();
			await workbench.quickInput.cancel();
		});
		await step('reload', async () => {
			await workbench.reload();
			await workbench.statusBar('Sandbox: signed out').waitFor();
			await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
		});
		await step('sign in', async () => {
			await workbench.command('Easel: Sign In');
			await workbench.quickInput.choose('Use the Demo Account', workbench.statusBar(/Sandbox$/));
		});
	});

	it('stops the sandbox on request, and starts it with its data', async () => {
		await signedIn();
		await workbench.command('Easel: Stop Sandbox');
		await workbench.statusBar('Sandbox: stopped').waitFor();
		await workbench.command('Easel: Start Sandbox');
		await workbench.statusBar(/Sandbox$/).waitFor();
		await harbour().waitFor();
	});

	it('resets the sandbox after a question', async () => {
		await signedIn();
		const repaint = (state: string) =>
			workbench.tree('Deployments').item(new RegExp(`Repaint a photograph\\s*${state}`)).row;
		const disable = workbench.dialog.getByRole('button', { name: 'Disable' });
		await workbench.tree('Deployments').item('Repaint a photograph').menu('Disable Deployment', disable);
		await disable.click();
		await repaint('disabled').waitFor();
		await workbench.command('Easel: Reset Sandbox');
		await workbench.dialog.getByRole('button', { name: 'Reset Sandbox' }).click();
		await repaint('standby').waitFor();
		await workbench.statusBar(/Sandbox$/).waitFor();
	});

	it('switches to another connection, and back', async () => {
		await signedIn();
		await workbench.command('Easel: Switch Connection');
		await workbench.quickInput.row(/Sandbox.*current, running/).waitFor();
		await workbench.quickInput.choose(/RunComfy/, workbench.quickInput.row('Paste an Access Token'));
		await workbench.quickInput.cancel();
		await workbench.statusBar('RunComfy: signed out').waitFor();
		await workbench.command('Easel: Switch Connection');
		await workbench.quickInput.choose(/Sandbox/, workbench.statusBar(/Sandbox$/));
	});

	it('is ticked in a walkthrough that is opened later', async () => {
		await signedIn();
		await workbench.command('Easel: Get Started');
		const steps = workbench.page.locator('button.getting-started-step');
		const done = steps.filter({
			has: workbench.page.locator('.codicon-getting-started-step-checked.complete'),
		});
		await done.filter({ hasText: 'Try the sandbox' }).waitFor();
		assert.equal(await done.count(), 1);
	});
});
