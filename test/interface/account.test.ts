import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
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

describe('signing in and out', () => {
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
		const popup = workbench.context.waitForEvent('page');
		await workbench.quickInput.row('Copy Code and Open in Browser').click();
		const dialog = workbench.dialog.getByRole('button', { name: 'Open', exact: true });
		await dialog.click({ timeout: 2000 }).catch(() => undefined);
		return popup;
	};

	before(async () => {
		workbench = await openWorkbench();
		await workbench.openContainer('Easel');
	});
	after(() => workbench?.close());

	it('is asked for by the empty view, with what each choice means', async () => {
		const { welcome } = workbench.tree('Deployments');
		await welcome.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
		await welcome.getByText('Sign In', { exact: true }).waitFor();
		await workbench.pictures('signed out');
	});

	it('shows a code with the time it is good for, and takes it from a second tab', async () => {
		await workbench.command('Easel: Start Sandbox');
		await workbench.tree('Deployments').item('Harbour (SD 1.5)').row.waitFor();
		await workbench.command('Easel: Sign Out');
		await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
		const code = await beginDeviceFlow();
		assert.match(code, /^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
		assert.match(await title(), /valid for \d+:\d\d/);
		await workbench.pictures('sign-in code');
		const page = await openPage();
		assert.equal(await workbench.page.evaluate(() => navigator.clipboard.readText()), code);
		await typeCode(page, code, 'Authorize');
		await page.close();
		await workbench.tree('Deployments').item('Harbour (SD 1.5)').row.waitFor();
	});

	it('says who is signed in', async () => {
		await workbench.command('Easel: Show Signed-In Account');
		const message = await workbench.notifications.find(/demo/i);
		assert.match(await message.text(), /Sandbox/);
		await workbench.notifications.closeCenter();
	});

	it('stays signed in over a reload', async () => {
		await workbench.reload();
		await workbench.openContainer('Easel');
		await workbench.tree('Deployments').item('Harbour (SD 1.5)').row.waitFor();
	});

	it('offers a new code after a refusal, and can be given up', async () => {
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
		await workbench.command('Easel: Paste an Access Token');
		await workbench.quickInput.enter('00000000-0000-4000-8000-000000000000');
		const message = await workbench.notifications.find(/token/i);
		assert.match(await message.text(), /\.$/);
		await workbench.notifications.closeCenter();
	});

	it('signs out, empties the view and says where tokens are revoked', async () => {
		await workbench.command('Easel: Sign Out');
		await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
		const message = await workbench.notifications.find('Signed out');
		assert.match(await message.text(), /revoke it on the profile page/);
	});
});
