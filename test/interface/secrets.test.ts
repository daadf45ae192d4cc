import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { newFolder } from '../support/newFolder.ts';
import { root } from '../tools/machine.mjs';
import { browserStorage, type Found, filesBelow, placesOf, spellings, viewOf } from './support/leaks.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const flux = 'text-to-image-flux.json';
const harbour = 'text-to-image-sd15.json';
const sdxl = 'text-to-image-sdxl.json';
/** With characters that every way of writing them down spells in another way. */
const partnerKey = 'pk-live/7Qm+Zt"9=e\\xK%2Fa&5~secret';

describe('secrets', () => {
	const folder = newFolder();
	const sandboxData = newFolder();
	let sandbox: Sandbox;
	let workbench: Workbench;
	/** Texts that were found in views and in the clipboard while the window was used. */
	const seen: Found[] = [];
	/** Texts that a person copied on purpose: an address with a signature may occur here. */
	const copied: Found[] = [];

	const tree = () => workbench.tree('Deployments');
	const clipboard = async (words: RegExp, copy: () => Promise<unknown>) => {
		const text = await workbench.clipboard(words, copy);
		copied.push({ place: `clipboard ${String(words)}`, text });
		return text;
	};
	const runOn = async (file: string, deployment: string) => {
		await workbench.openFile(file);
		await workbench.pressLens('Run', workbench.quickInput.row(deployment));
		await workbench.quickInput.choose(deployment, workbench.quickInput.row('runs the saved workflow'));
		seen.push({ place: 'plan of a run', text: (await workbench.quickInput.rows()).join('\n') });
		await workbench.quickInput.choose('runs the saved workflow');
	};
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });
	const look = async (panel: Frame) => seen.push(...(await viewOf(panel)));
	const everywhere = async (): Promise<readonly Found[]> => [
		...seen,
		...(await filesBelow(workbench.editor.dataFolder)),
		...(await filesBelow(folder)),
		...(await browserStorage(workbench.page)),
		{ place: 'journal of the sandbox', text: JSON.stringify(await sandbox.control('/journal')) },
	];

	before(async () => {
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		sandbox = await startSandbox({ data: sandboxData, speed: 0.05 });
		workbench = await openWorkbench({
			folder,
			sandbox,
			settings: { 'files.simpleDialog.enable': true, 'files.hotExit': 'onExitAndWindowClose' },
		});
		workbench.page.on('console', (message) => {
			seen.push({ place: 'console of the window', text: message.text() });
		});
		await workbench.openContainer('Easel');
	});

	it('appear nowhere after use in a window, in any spelling', async () => {
		await step('are handed over where nobody reads along', async () => {
			await workbench.command('Developer: Set Log Level');
			// The first row sets it for every log.
			await workbench.quickInput.choose(/^Trace/);
			await workbench.signInToStudio(sandbox);
			await tree().item('Harbour (SD 1.5)').row.waitFor();
			await workbench.command('Easel: Set Key for Third-Party API Nodes');
			await workbench.quickInput.message();
			const field = workbench.quickInput.box.locator('input.input');
			await field.fill(partnerKey);
			assert.equal(await field.getAttribute('type'), 'password');
			await field.press('Enter');
			await workbench.statusBar('The key is stored').waitFor();
		});
		await step(
			'go along with a run that succeeds, whose files are saved and whose address is copied',
			async () => {
				await runOn(flux, 'Lighthouse');
				const panel = await workbench.result(flux, /Queued|Running/);
				await finish();
				await panel.locator('easel-picture img.full').waitFor();
				const copy = () => panel.getByRole('button', { name: 'Copy URL' }).click();
				assert.match(await clipboard(/\?signature=/, copy), /^http:\/\/127/);
				await panel.getByRole('button', { name: 'Save All' }).click();
				await workbench.quickInput.answerFileDialog('Save Here');
				await panel
					.getByRole('status')
					.filter({ hasText: /^Saved/ })
					.waitFor();
				await look(panel);
				await workbench.command('View: Close All Editors');
			},
		);
		await step('go along with a run that is refused in words that repeat them', async () => {
			const body = {
				error_code: 422001,
				message: `The key ${partnerKey} is not known, nor Bearer ${sandbox.token}.`,
				detail: [{ loc: ['body', 'extra_data'], msg: `bad key ${partnerKey}`, input: partnerKey }],
			};
			await sandbox.control('/faults', [
				{ kind: 'status', status: 422, body: JSON.stringify(body), match: { path: '*/inference' } },
			]);
			await runOn(sdxl, 'Mountain village');
			const shown = await workbench.notifications.find('refused');
			seen.push({ place: 'message of a refusal', text: await shown.text() });
			await workbench.notifications.closeCenter();
			await sandbox.control('/faults', []);
			await workbench.command('View: Close All Editors');
		});
		await step('go along with a run that fails in words that repeat them, and a canceled one', async () => {
			await tree().takeAllRoom();
			const error = {
				error: 'The third-party node failed',
				details: `incorrect key ${partnerKey}`,
				debugInfo: JSON.stringify({ api_key: partnerKey }),
				errorCode: 20002,
			};
			await sandbox.control('/faults', [
				{
					kind: 'status',
					status: 200,
					body: JSON.stringify({ status: 'failed', error }),
					match: { path: '*/result' },
				},
			]);
			const missing = 'Restore details (node pack missing)';
			const review = workbench.quickInput.row('runs the saved workflow');
			await tree().item(missing).action('Run on This Deployment', review);
			await workbench.quickInput.choose('runs the saved workflow');
			await workbench.result(missing, /Queued|Running/);
			await finish();
			const failed = await workbench.result(missing, 'Failed');
			await failed.getByText('The third-party node failed').first().waitFor();
			await look(failed);
			await sandbox.control('/faults', []);
			await workbench.command('View: Close All Editors');

			await runOn(harbour, 'Harbour (SD 1.5)');
			const canceled = await workbench.result(harbour);
			// The header is drawn again as the run moves.
			const cancel = (timeout: number) => canceled.getByRole('button', { name: 'Cancel' }).click({ timeout });
			await leadsTo(canceled.getByText(/canceled/i).first(), cancel, 'the canceled run');
			await look(canceled);
			await workbench.command('View: Close All Editors');
		});
		await step('stay out of what is copied and shown of a request', async () => {
			await clipboard(/^curl /, () => tree().item('Harbour (SD 1.5)').menu('Copy as cURL'));
			await tree()
				.item('Mountain village')
				.action('Run on This Deployment', workbench.quickInput.row('Show the Request Body'));
			const body = workbench.tab(/^Request body of Mountain village/);
			await workbench.quickInput.choose('Show the Request Body', body);
			await workbench.quickInput.cancel();
			await workbench.page.locator('.view-line', { hasText: 'extra_data' }).waitFor();
			const lines = await workbench.page.locator('.view-line').allInnerTexts();
			seen.push({ place: 'shown request body', text: lines.join('\n').replaceAll('\u00a0', ' ') });
		});
		await step('occur nowhere after all that, however they are spelled', async () => {
			// A reload makes the window write its pending state.
			await workbench.reload();
			await workbench.openContainer('Easel');
			await tree().item('Harbour (SD 1.5)').row.waitFor();
			const needed = [/history\.db$/, /history\.db-wal$/, /settings\.json$/, /\.log$/, /IndexedDB/, /\.png$/];
			// The window writes some of them a while after it has opened.
			const places = await until(async () => {
				const found = await everywhere();
				const missing = needed.filter((name) => !found.some(({ place }) => name.test(place)));
				if (missing.length > 0) throw new Error(`nothing named ${missing.join(', ')} was looked at`);
				return found;
			}, 'all kinds of places');
			const log = places.filter(({ place }) => /easel\.easel.*\.log$/i.test(place));
			assert.match(
				log.map(({ text }) => text).join('\n'),
				/\[debug\].*POST \/prod/,
				'the log was not detailed enough to prove anything',
			);
			const secrets = [...spellings(sandbox.token), ...spellings(partnerKey)];
			assert.deepEqual(placesOf([...places, ...copied], secrets), []);
			assert.deepEqual(
				placesOf(await filesBelow(sandboxData), spellings(partnerKey)),
				[],
				'the sandbox wrote down what it has to forget',
			);
		});
		await step('of result files, their signatures, occur only in what was copied on purpose', async () => {
			const signature = /[?&%](?:3F|26)?signature(?:=|%3D)(?!\*\*\*)/i;
			assert.equal(placesOf(copied, [signature]).length, 1);
			assert.deepEqual(placesOf(await everywhere(), [signature]), []);
		});
	});
});
