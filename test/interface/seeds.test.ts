import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-sd15.json';
const deployment = 'Harbour (SD 1.5)';
/** Runs of a batch that are under way at the same time, at most. */
const atOnce = 8;

describe('a document with several seeds', () => {
	let data: string;
	let sandbox: Sandbox;
	let first: Workbench;

	const tree = (window: Workbench) => window.tree('Runs');
	const batch = (window: Workbench, words: string | RegExp = /seeds of harbour/) => tree(window).item(words);
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });
	/** Submissions that the service has answered. */
	const sent = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string; readonly status: number }[];
		};
		return entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference'));
	};
	const accepted = async () => (await sent()).filter(({ status }) => status < 300).length;
	/** The seeds that the service has, of all requests. */
	const seeds = () => {
		const database = new DatabaseSync(join(data, 'sandbox.sqlite'), { readOnly: true });
		const documents = database.prepare('SELECT document FROM requests').all();
		database.close();
		return documents.map((row) => /"seed":\s*(\d+)/.exec(String(row.document))?.[1]);
	};
	/** Waits until the row of a batch has these words. */
	const says = (window: Workbench, words: RegExp) =>
		until(async () => {
			const text = await batch(window).text();
			return words.test(text) && text;
		}, `a batch that says ${words}`);
	/** Begins a batch, from the document that is open. */
	const begin = async (window: Workbench) => {
		await window.openFile('harbour.json');
		await window.command('Easel: Run with Several Seeds');
	};
	const enterCount = async (window: Workbench, count: number) => {
		await until(
			async () => (await window.quickInput.message()).startsWith('Sends 4 runs'),
			'the question how many',
		);
		await window.quickInput.enter(String(count));
	};

	before(async () => {
		data = await mkdtemp(join(tmpdir(), 'easel-sandbox-'));
		const text = await readFile(join(root, 'media', 'samples', sample), 'utf8');
		sandbox = await startSandbox({ speed: 0.05, data });
		first = await openWorkbench({ sandbox, files: { 'harbour.json': text } });
		await first.openContainer('Easel');
		await first.signInToStudio(sandbox);
	});
	after(async () => {
		await first?.close();
		await sandbox?.stop();
		await rm(data, { recursive: true, force: true });
	});

	it('is a batch that is paused, outlives its window, is continued, and sends each seed once', async () => {
		await step('twelve seeds, asked once', async () => {
			await begin(first);
			await first.quickInput.choose(deployment);
			await enterCount(first, 12);
			await first.quickInput.choose(/sends 1 changed input/);
			await (await first.notifications.find('Started 12 runs of "harbour.json"')).press('Show');
			await tree(first).takeAllRoom();
			await batch(first, '12 seeds of harbour').row.waitFor();
			await until(async () => (await accepted()) === atOnce, 'the first eight');
			await says(first, /^0 of 12 seeds of harbour/);
			await first.pictures('a batch under way');
		});

		await step('paused', async () => {
			await batch(first).action('Pause', batch(first, /paused/).row);
			await says(first, /^0 of 12 seeds of harbour.*paused$/);
			assert.deepEqual(
				(await batch(first).menuEntries()).filter((entry) => /Pause|Continue|Cancel/.test(entry)),
				['Continue', 'Cancel All'],
			);
			await finish();
			await says(first, /^8 of 12 seeds of harbour.*paused$/);
			assert.equal(await accepted(), atOnce);
			await batch(first).expand(tree(first).run('harbour', 'succeeded').row);
			await first.pictures('a paused batch with its runs');
			await first.axe(undefined, '.sidebar .pane-body');
		});

		await step('still paused after a reload', async () => {
			await first.reload();
			await first.openContainer('Easel');
			await first.statusBar(/Studio$/).waitFor();
			await tree(first).takeAllRoom();
			await says(first, /^8 of 12 seeds of harbour.*paused$/);
			assert.equal(await accepted(), atOnce);
		});

		await step('continued in a second window, and ended without it', async () => {
			const second = await first.anotherWindow();
			await second.openContainer('Easel');
			await tree(second).takeAllRoom();
			await says(second, /^8 of 12 seeds of harbour.*paused$/);
			await batch(second).menu('Continue');
			await until(async () => (await accepted()) === 12, 'all twelve');
			await second.close();
			await finish();
			await says(first, /^12 of 12 seeds of harbour/);
			const found = seeds();
			assert.deepEqual([found.length, new Set(found).size, (await sent()).length], [12, 12, 12]);
			await first.pictures('a batch at its end');
		});
	});
});
