import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const image = (batch: number) => ({
	class_type: 'EmptyImage',
	inputs: { width: 64, height: 64, batch_size: batch, color: 255 },
});
const small = JSON.stringify({
	1: image(1),
	2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'odd' } },
});

describe('runs that do not go as usual', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	/** Presses Run above the text of a document that has not run yet, which asks for the deployment and shows the plan. */
	const run = async (words: string | RegExp = 'sends the whole document') => {
		await workbench.run('Harbour (SD 1.5)', words);
	};

	/** Brings a text to the front. Titles of tabs change as runs end. */
	const front = (words: RegExp) =>
		leadsTo(
			workbench.tabInFront(words),
			(timeout) => workbench.tab(words).click({ timeout }),
			`${words.source} in front`,
		);
	const submissions = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference')).length;
	};

	before(async () => {
		sandbox = await startSandbox({ speed: 20 });
		workbench = await openWorkbench({
			sandbox,
			files: {
				'costly.json': small,
				'uncertain.json': small.replace('255', '252'),
				'twice.json': small,
			},
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await sandbox.control('/faults', []);
		await sandbox.control('/balance', { microdollars: 25_000_000 });
		await workbench.tidy();
		if (!(await workbench.statusBar(/Studio$/).isVisible())) await workbench.signInToStudio(sandbox);
		await tree().item('Harbour (SD 1.5)').row.waitFor();
	});

	it('begin in a document that was never saved', async () => {
		await workbench.command('Create: New File...');
		await workbench.quickInput.choose('Text File', workbench.tab('Untitled-1'));
		await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
		await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), small);
		const paste = async () => {
			await workbench.page.keyboard.press('ControlOrMeta+A');
			await workbench.page.keyboard.press('ControlOrMeta+V');
		};
		await leadsTo(workbench.codeLens('Run'), paste, 'the pasted text');
		await run();
		await workbench.result('Untitled-1', 'Succeeded');
		await front(/Untitled-1$/);
		await workbench.command('View: Revert and Close Editor');
		// The group closes with its last editor, and the palette would lose its focus to the next group.
		await workbench.tab(/"class_type"/).waitFor({ state: 'detached' });
		await tree().item('Mountain village').row.hover();
		await workbench.result('Untitled-1', 'Succeeded');
	});

	it('are preceded by a word about a balance that is too low, rounded down', async () => {
		await sandbox.control('/balance', { microdollars: 999_999 });
		await workbench.openFile('costly.json');
		await run();
		await workbench.dialog.getByText('Your balance is 0.99 USD').first().waitFor();
		await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
	});

	it('are answered once, and not offered again with one click, when they may have begun', async () => {
		await sandbox.control('/faults', [
			{ kind: 'disconnect', when: 'after', count: 1, match: { method: 'POST', path: '*/inference' } },
		]);
		await workbench.openFile('uncertain.json');
		await run();
		const message = await workbench.notifications.find(
			'It is unknown whether Studio received the run of "uncertain.json"',
		);
		assert.doesNotMatch(await message.text(), /Run Again/);
		const about = (await workbench.notifications.texts()).filter((text) => text.includes('unknown whether'));
		assert.equal(about.length, 1, about.join('\n'));
		const { row } = tree().run('uncertain', 'outcome unknown');
		await tree().item('Harbour (SD 1.5)').expand(row);
	});

	it('begin once for two clicks, show their state above the text, and are asked about before the same again', async () => {
		await workbench.openFile('twice.json');
		await run();
		await workbench.result('twice', 'Succeeded');
		await sandbox.control('/faults', [{ kind: 'status', status: 503, match: { path: '*/status' } }]);
		await front(/twice\.json$/);
		// Another color, since the same one would cause a question.
		await writeFile(join(workbench.folder, 'twice.json'), small.replace('255', '253'));
		await workbench.page.locator('.view-line').filter({ hasText: '253' }).first().waitFor();
		const before = await submissions();
		await workbench.codeLens('Run on Harbour').dblclick();
		await workbench.codeLens(/^Cancel$/).waitFor();
		await front(/twice\.json$/);
		await workbench.pictures('a run above the text');
		const question = workbench.dialog.getByText(/The same run is already (queued|running)/);
		await workbench.pressLens('Run on Harbour', question);
		await workbench.pictures('asked before the same again');
		await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
		assert.equal(await submissions(), before + 1);
		await sandbox.control('/faults', []);
		await workbench.result('twice', 'Succeeded');
	});
});
