import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('webhooks, and the instance of a run', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;
	let application: Server;
	let received: string[];

	const events = () => workbench.tree('Webhook Events');
	const addressOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}/hook`;

	before(async () => {
		received = [];
		application = createServer(async (request, response) => {
			let text = '';
			for await (const part of request) text += part;
			received.push(text);
			response.writeHead(200).end();
		});
		await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
		sandbox = await startSandbox({ speed: 50 });
		const sample = (name: string) => readFile(join(root, 'media', 'samples', name), 'utf8');
		const harbour = await sample('text-to-image-sd15.json');
		const lighthouse = await sample('text-to-image-flux.json');
		workbench = await openWorkbench({
			sandbox,
			files: { 'harbour.json': harbour, 'lighthouse.json': lighthouse },
			settings: { 'easel.webhooks.forwardTo': addressOf(application) },
			size: { width: 1280, height: 900 },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
		application?.close();
	});

	it('receives the events of a run, which are forwarded, shown and sent again', async () => {
		await workbench.command('Easel: Focus on Webhook Events View');
		await workbench.pictures('no webhook events yet');
		await events().begin('Listen', 'No events yet');
		await events().item('No events yet').row.click();
		await until(
			async () => (await events().item('New runs').text()).endsWith('send webhooks here') || undefined,
			'new runs that report here',
		);
		await workbench.axe(undefined, '.part.panel .pane-body');
		await workbench.pictures('listening for webhooks');

		await workbench.openFile('harbour.json');
		await workbench.run('Harbour (SD 1.5)');
		const succeeded = events().item('Succeeded');
		await succeeded.row.waitFor();
		await events().item('In Progress').row.waitFor();
		await events().item('Queued').row.waitFor();
		await until(async () => /localhost:\d+: 200 in/.test(await succeeded.text()) || undefined, 'the answer');
		assert.match(await succeeded.label(), /harbour/);
		assert.deepEqual(
			received.map((text) => (JSON.parse(text) as { status?: string }).status),
			[undefined, 'in_progress', 'succeeded'],
		);
		await workbench.pictures('webhook events of a run');

		await succeeded.open(workbench.tab(/^Succeeded harbour/));
		await workbench.page.locator('.view-line', { hasText: '"status": "succeeded"' }).first().waitFor();
		await workbench.pictures('raw JSON of a webhook event');

		await succeeded.menu('Resend Twice');
		await until(async () => received.length === 5 || undefined, 'the event sent twice again');
		assert.deepEqual(received.slice(3), [received[2], received[2]]);
		await succeeded.expand(events().item('sent again').row);

		// Manual deliveries by a person, since anyone with the address can send some.
		await events().item('Address').menu('Copy Webhook Address');
		const address = await workbench.clipboard(/^http:\/\/127\.0\.0\.1:/);
		const post = (body: string) => fetch(address, { method: 'POST', body });
		assert.equal((await post('{"request_id":"[x](command:y) \u202e","status":"paused 🎨"}')).status, 204);
		await events().item('paused 🎨').row.waitFor();

		await workbench.reload();
		await workbench.command('Easel: Focus on Webhook Events View');
		await events().item('New runs').row.waitFor();
		await until(
			async () => (await post('not JSON').catch(() => undefined))?.status === 204,
			'the receiver again',
		);
		await events().item('Not JSON').row.waitFor();
		await workbench.command('Easel: Stop Listening for Webhooks');
		await until(
			async () => (await post('x').catch(() => undefined)) === undefined,
			'the end of the receiver',
		);
	});

	it('forwards to another computer only once that was allowed', async () => {
		await workbench.tidy();
		await workbench.command('Easel: Forward Webhooks...');
		await workbench.quickInput.enter('http://192.0.2.1/hook');
		await workbench.dialog.getByText('Forward webhook events to "192.0.2.1"?').waitFor();
		await workbench.pictures('forwarding to another computer');
		await workbench.page.keyboard.press('Escape');
		await workbench.dialog.waitFor({ state: 'detached' });
		await workbench.command('Easel: Forward Webhooks...');
		await workbench.quickInput.box.waitFor();
		assert.equal(
			await workbench.quickInput.box.locator('input.input').inputValue(),
			addressOf(application),
			'what was not allowed is not kept',
		);
		await workbench.quickInput.cancel();
	});

	it('opens the node info of an instance, frees it and calls a route', async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await workbench.openFile('lighthouse.json');
		await workbench.run('Lighthouse');
		const row = workbench.tree('Deployments').run('lighthouse', 'succeeded');
		await workbench.tree('Deployments').item('Lighthouse').expand(row.row);
		await row.menu('Open Node Info of Instance', workbench.tab(/^Node info of Lighthouse/), 'Instance');
		await workbench.page.locator('.view-line', { hasText: '"CheckpointLoaderSimple"' }).first().waitFor();
		await workbench.pictures('node info of an instance');
		await row.menu('Free Instance...', workbench.quickInput.row('Unload Models'), 'Instance');
		await workbench.pictures('freeing an instance');
		await workbench.quickInput.box.getByRole('button', { name: 'OK' }).click();
		await workbench.statusBar('The instance accepted the call').waitFor();
		await row.menu('Call Route of Instance...', workbench.quickInput.row('GET'), 'Instance');
		await workbench.quickInput.choose('GET');
		// The next question has a separate box.
		await workbench.quickInput.box.getByText('The path of the route').waitFor();
		await workbench.quickInput.enter('system_stats');
		await workbench.tab(/^GET system_stats/).waitFor();
		await workbench.page.locator('.view-line', { hasText: '"devices"' }).first().waitFor();
	});
});
