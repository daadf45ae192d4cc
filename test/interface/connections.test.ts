import assert from 'node:assert/strict';
import { leadsTo, step } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('connections and the sandbox', () => {
	let workbench: Workbench;

	const harbour = () => workbench.tree('Deployments').item('Harbour').row;

	before(async () => {
		workbench = await openWorkbench();
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await workbench.signInToSandbox();
		await harbour().waitFor();
	});
	after(() => workbench?.close());

	it('lists what can be done, with the balance, behind the status bar item', async () => {
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

	it('can be left, stays left after a reload, and is entered again without an account', async () => {
		await step('sign out', async () => {
			await workbench.command('Easel: Sign Out');
			await workbench.statusBar('Sandbox: signed out').waitFor();
			const message = await workbench.notifications.find(/stays valid until you revoke it/);
			assert.match(await message.text(), /on this computer/);
			await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
		});
		await step('reload', async () => {
			await workbench.reload();
			await workbench.statusBar('Sandbox: signed out').waitFor();
			await workbench.tree('Deployments').welcome.getByText('Sign In', { exact: true }).waitFor();
		});
		await step('sign in', async () => {
			await workbench.command('Easel: Sign In');
			await workbench.quickInput.choose('Use the Demo Account');
			await workbench.statusBar(/Sandbox$/).waitFor();
		});
	});

	it('stops the sandbox on request, and starts it with its data', async () => {
		await workbench.command('Easel: Stop Sandbox');
		await workbench.statusBar('Sandbox: stopped').waitFor();
		await workbench.command('Easel: Start Sandbox');
		await workbench.statusBar(/Sandbox$/).waitFor();
		await harbour().waitFor();
	});

	it('resets the sandbox after a question', async () => {
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
		await workbench.command('Easel: Switch Connection');
		await workbench.quickInput.row(/Sandbox.*current, running/).waitFor();
		await workbench.quickInput.choose(/RunComfy/);
		await workbench.quickInput.row('Paste an Access Token').waitFor();
		await workbench.quickInput.cancel();
		await workbench.statusBar('RunComfy: signed out').waitFor();
		await workbench.command('Easel: Switch Connection');
		await workbench.quickInput.choose(/Sandbox/);
		await workbench.statusBar(/Sandbox$/).waitFor();
	});

	it('leaves no token in a log', async () => {
		const logs = await workbench.editor.readLogs();
		assert.match(logs, /sandbox/);
		assert.doesNotMatch(logs, /Bearer [0-9a-f]{8}/);
	});
});
