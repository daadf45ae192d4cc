import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { savedText } from './support/files.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const seed = '424242';

describe('runs in the history, their webhook events and their instances', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;
	let application: Server;
	let received: string[];

	const tree = () => workbench.tree('Runs');
	const rows = () => tree().pane.locator('.monaco-list-row[aria-label^="Run of harbour, "]');
	const ended = () => tree().pane.locator('.monaco-list-row[aria-label^="Run of harbour, succeeded"]');
	const count = (expected: number) =>
		until(async () => (await rows().count()) === expected, `${expected} rows`);
	/** The words next to the title of the view. */
	const description = () => tree().pane.locator('.pane-header .description').innerText();
	const openFilter = () => tree().titleAction('Filter Run History', workbench.quickInput.box);
	const seedInDocument = () =>
		workbench.page.locator('.view-line').filter({ hasText: '"seed":' }).first().innerText();
	const saved = () => savedText(join(workbench.folder, 'harbour.json'));

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
		sandbox = await startSandbox();
		const sample = (name: string) => readFile(join(root, 'media', 'samples', name), 'utf8');
		const harbour = await sample('text-to-image-sd15.json');
		workbench = await openWorkbench({
			sandbox,
			files: {
				'harbour.json': harbour.replace(/"seed": \d+/, `"seed": ${seed}`),
				'reported.json': harbour,
				'lighthouse.json': await sample('text-to-image-flux.json'),
			},
			settings: { 'easel.webhooks.forwardTo': addressOf(application) },
			size: { width: 1280, height: 900 },
		});
		await workbench.openContainer('Easel');
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		if (!(await workbench.statusBar(/Studio$/).isVisible())) await workbench.signInToStudio(sandbox);
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
		application?.close();
	});

	it('are filtered, starred, noted and deleted permanently, and a seed is written into the document', async () => {
		await step('two runs of a document', async () => {
			await workbench.openFile('harbour.json');
			await workbench.run('Harbour (SD 1.5)', 'sends 1 changed input');
			await until(async () => (await ended().count()) === 1, 'the first run');
			await tree().item(`seed ${seed}`).menu('Run with New Seed');
			await until(async () => (await ended().count()) === 2, 'the second run');
			await until(async () => {
				const [day, ...runs] = await tree().rows();
				return day === `Today${runs.length}`;
			}, 'the day with its number of runs');
			assert.match(
				await tree().item(`seed ${seed}`).text(),
				/^\d+:\d\d.* · seed \d+.* s · harbour · Harbour \(SD 1\.5\)$/,
			);
			await workbench.pictures('the Runs view');
			await workbench.axe(undefined, '.sidebar .pane-body');
		});

		await step('a star and a note', async () => {
			const run = tree().item(`seed ${seed}`);
			await run.action('Star Run', run.row.and(workbench.page.locator('[aria-label*=" starred"]')));
			const question = workbench.quickInput.box.getByText('Note on the Run of harbour');
			await tree().item(`seed ${seed}`).menu('Edit Note...', question);
			await workbench.quickInput.enter('the <b>calm</b> one');
			await tree().item('"the <b>calm</b> one"').row.waitFor();
			assert.match(await tree().item(`seed ${seed}`).text(), /★ "the/);
		});

		await step('the picture of a run in its hover', async () => {
			const picture = workbench.page.locator('.workbench-hover img');
			const point = async (timeout: number) => {
				await workbench.page.mouse.move(1, 1);
				await tree().item(`seed ${seed}`).row.hover({ timeout });
			};
			await leadsTo(picture.first(), point, 'the hover of a run');
			await until(
				() => picture.first().evaluate((image) => (image as { naturalWidth?: number }).naturalWidth !== 0),
				'the picture',
			);
			await workbench.pictures('the hover of a run');
			await workbench.page.mouse.move(1, 1);
		});

		await step('filter while typing', async () => {
			await openFilter();
			await workbench.quickInput.type('calm');
			await count(1);
			await workbench.pictures('filter runs');
			await workbench.quickInput.type('calm nothing');
			await tree().item('No run matches the filter').row.waitFor();
			await workbench.quickInput.cancel();
			await count(2);
			await openFilter();
			await workbench.quickInput.press('Starred');
			await count(1);
			await workbench.quickInput.box.locator('input.input').press('Enter');
			// The title changes with the switch, before the list has heard of Enter.
			await workbench.quickInput.box.waitFor({ state: 'hidden' });
			await until(async () => (await description()) === 'Starred', 'the filter in the title');
			await openFilter();
			await workbench.quickInput.cancel();
			assert.equal(await description(), 'Starred', 'the switches are as they were left');
			await tree().titleAction('Clear Run Filter', rows().nth(1));
			await count(2);
		});

		await step('the seed of a run, written back and undone', async () => {
			const other = workbench.page
				.locator('.view-line')
				.filter({ hasText: '"seed":' })
				.filter({ hasNotText: seed })
				.first();
			await tree()
				.item(new RegExp(`seed (?!${seed})`))
				.menu('Write Seed into Document', other);
			await until(async () => !(await saved()).includes(seed), 'the other seed in the file');
			await workbench.pictures('a seed written back');
			// The editor has the focus after the change.
			await workbench.page.keyboard.press('ControlOrMeta+z');
			await until(async () => (await seedInDocument()).includes(seed), 'the seed from before');
			// The editor saves automatically, but an undo before it has noticed the end of a save counts as saved.
			await until(async () => {
				await workbench.page.keyboard.press('ControlOrMeta+S');
				return (await saved()).includes(seed);
			}, 'the seed from before in the file');
		});

		await step('exactly what was sent', async () => {
			const sent = workbench.tab('Sent: harbour.json');
			await tree().item(`seed ${seed}`).menu('Show the Request as Sent', sent);
			await workbench.page.locator('.view-line', { hasText: '"overrides"' }).first().waitFor();
			await workbench.pictures('what was sent');
		});

		await step('removed for good', async () => {
			const remove = workbench.dialog.getByRole('button', { name: 'Remove' });
			await tree().item(`seed ${seed}`).menu('Remove from History', remove);
			await remove.click();
			await count(1);
			assert.doesNotMatch((await tree().rows()).join('\n'), /calm/);
		});

		await step('signed out, and without a service', async () => {
			await sandbox.control('/faults', [{ kind: 'disconnect', when: 'before' }]);
			await workbench.command('Easel: Sign Out');
			await workbench.statusBar('Studio: signed out').waitFor();
			await count(1);
			await sandbox.control('/faults', []);
		});
	});

	it('have events that are received, forwarded, shown and sent again', async () => {
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

		await workbench.openFile('reported.json');
		await workbench.run('Harbour (SD 1.5)');
		const succeeded = events().item('Succeeded');
		await succeeded.row.waitFor();
		await events().item('In Progress').row.waitFor();
		await events().item('Queued').row.waitFor();
		await until(async () => /localhost:\d+: 200 in/.test(await succeeded.text()) || undefined, 'the answer');
		assert.match(await succeeded.label(), /reported/);
		assert.deepEqual(
			received.map((text) => (JSON.parse(text) as { status?: string }).status),
			[undefined, 'in_progress', 'succeeded'],
		);
		await workbench.pictures('webhook events of a run');

		await succeeded.open(workbench.tab(/^Succeeded reported/));
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

	it('have events that are forwarded to another computer only once that was allowed', async () => {
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

	it('have an instance that shows its node info, is freed and called', async () => {
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
