import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const harbour = 'text-to-image-sd15.json';

interface JournalEntry {
	readonly at: string;
	readonly path: string;
}

describe('two windows on one folder', () => {
	let folder: string;
	let sandbox: Sandbox;
	let first: Workbench;
	let second: Workbench;

	const tree = (window: Workbench) => window.tree('Deployments');
	const calls = async (part: string) => {
		const { entries } = (await sandbox.control('/journal')) as { entries: readonly JournalEntry[] };
		return entries.filter(({ path }) => path.includes(part));
	};
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-windows-'));
		// Changed, so that the run sends an input.
		const text = await readFile(join(root, 'media', 'samples', harbour), 'utf8');
		await writeFile(join(folder, harbour), text.replace(/"steps": \d+/, '"steps": 60'));
		// Slow enough that the run ends only when the test lets the time pass.
		sandbox = await startSandbox({ speed: 0.05 });
		first = await openWorkbench({ folder, sandbox });
		await first.openContainer('Easel');
		await first.signInToStudio(sandbox);
		await tree(first).item('Harbour (SD 1.5)').row.waitFor();
		second = await first.anotherWindow();
		await second.openContainer('Easel');
	});
	after(async () => {
		await second?.close();
		await first?.close();
		await sandbox?.stop();
		await rm(folder, { recursive: true, force: true });
	});

	it('share a sign-in, a run and a sign-out', async () => {
		await step('share a sign-in', async () => {
			await second.command('Easel: Switch Connection');
			await second.quickInput.choose('Studio', tree(second).item('Harbour (SD 1.5)').row);
		});
		await step('show the same run, which one of them asks about', async () => {
			await first.openFile(harbour);
			await first.run('Harbour (SD 1.5)', 'sends 1 changed input');
			await first.result(harbour, /Queued|Running/);
			const there = tree(second).run(harbour);
			await tree(second).item('Harbour (SD 1.5)').expand(there.row);
			await until(
				async () => /^Run of [^,]+, (queued|running)/.test(await there.label()),
				'the run under way in the other window',
			);
			const statusCalls = async () =>
				(await calls('/requests/')).filter(({ path }) => path.endsWith('/status'));
			await until(async () => (await statusCalls()).length >= 6, 'six calls');
			await sandbox.control('/clock', { advance_seconds: 300 });
			await tree(second).run(harbour, 'succeeded').row.waitFor();
			const asked = await statusCalls();
			const [submitted] = await calls('/inference');
			const seconds = (Date.parse(asked.at(-1)?.at ?? '') - Date.parse(submitted?.at ?? '')) / 1000;
			// One window polls at most once a second, two would poll about twice as often.
			assert.ok(asked.length <= seconds + 1, `${asked.length} calls in ${seconds} s`);
			assert.equal((await calls('/result')).length, 1);
			assert.equal((await calls('/output/')).length, 1);
		});
		await step('sign out of the sandbox together', async () => {
			for (const window of [first, second]) {
				await window.command('Easel: Start Sandbox');
				await window.statusBar(/Sandbox$/).waitFor();
				await tree(window).item('Harbour (SD 1.5)').row.waitFor();
			}
			await second.command('Easel: Sign Out');
			for (const window of [second, first]) {
				await tree(window).welcome.getByText('Sign In', { exact: true }).waitFor();
			}
		});
	});
});
