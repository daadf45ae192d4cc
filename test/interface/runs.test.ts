import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const samples = {
	flux: 'text-to-image-flux.json',
	harbour: 'text-to-image-sd15.json',
};
const seed = '18446744073709551615';
const small = JSON.stringify({
	1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 255 } },
	2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'odd' } },
});
const uiDocument =
	'{"last_node_id":1,"last_link_id":0,"nodes":[{"id":1,"type":"Note","pos":[0,0]}],"links":[],"version":0.4}';

describe('running a document', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	const runOn = async (file: string, deployment: string) => {
		await workbench.openFile(file);
		await workbench.pressLens('Run', workbench.quickInput.row(deployment));
		await workbench.quickInput.choose(deployment, workbench.quickInput.row(/runs the saved workflow|sends /));
	};
	/** Brings a text to the front. Titles of tabs change as runs end. */
	const front = (words: RegExp) =>
		leadsTo(
			workbench.tabInFront(words),
			(timeout) => workbench.tab(words).click({ timeout }),
			`${words.source} in front`,
		);
	const calls = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries;
	};
	const submissions = async () =>
		(await calls()).filter(({ method, path }) => method === 'POST' && path.endsWith('/inference')).length;
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });

	before(async () => {
		const text = (name: string) => readFile(join(root, 'media', 'samples', name), 'utf8');
		const [flux, harbour] = await Promise.all(Object.values(samples).map(text));
		assert.ok(flux && harbour);
		const edited = harbour.replace(/"seed": \d+/, `"seed": ${seed}`);
		assert.notEqual(edited, harbour);
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({
			sandbox,
			files: {
				'planned.json': edited,
				'canceled.json': edited,
				'reloaded.json': flux,
				'refused.json': harbour.replace(/"steps": \d+/, '"steps": 0'),
				'uncertain.json': small,
				'twice.json': small.replace('255', '252'),
				'drawing.json': uiDocument,
			},
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await sandbox.control('/faults', []);
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await tree().item('Harbour (SD 1.5)').row.waitFor();
	});

	it('shows the request and its body before the first run, every digit as in the document, and sends nothing on Escape', async () => {
		await runOn('planned.json', 'Harbour (SD 1.5)');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		const rows = await workbench.quickInput.rows();
		assert.ok(
			rows.some((row) => row.includes('seed') && row.includes(seed)),
			rows.join('\n'),
		);
		assert.ok(rows.some((row) => row.includes('Send the Whole Document Instead')));
		const before = (await calls()).length;
		await workbench.quickInput.choose(
			'Show the Request Body',
			workbench.tab(/^Request body of planned\.json/),
		);
		const row = workbench.page.locator('.view-line', { hasText: `"seed": ${seed}` });
		assert.doesNotMatch(await row.innerText(), /overrides|inputs/, 'one member a line');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		await workbench.pictures('request body behind the review');
		await workbench.quickInput.cancel();
		// A requested call shows that none came before it.
		await tree().titleMenu('Refresh Deployments');
		const since = await until(async () => {
			const later = (await calls()).slice(before);
			return later.some(({ method }) => method === 'GET') && later;
		}, 'the list of deployments read again');
		assert.deepEqual(
			since.filter(({ method }) => method === 'POST'),
			[],
		);
	});

	it('follows a run in the tree and its panel, and cancels it', async () => {
		await runOn('canceled.json', 'Harbour (SD 1.5)');
		await workbench.quickInput.choose('sends 1 changed input');
		const panel = await workbench.result('canceled');
		const row = tree().run('canceled');
		await tree().item('Harbour (SD 1.5)').expand(row.row);
		assert.match(await row.label(), /^Run of canceled, (sending|queued|running)/);
		await workbench.picture('a run in progress');
		await row.action('Cancel Run', tree().run('canceled', 'canceled').row);
		await panel
			.getByText(/^Canceled/)
			.first()
			.waitFor();
	});

	it('continues a run after the window was reloaded during it, in the panel that is there again', async () => {
		await runOn('reloaded.json', 'Lighthouse');
		await workbench.quickInput.choose('runs the saved workflow');
		await workbench.result('reloaded', /Queued|Running/);
		await workbench.reload();
		await finish();
		await workbench.openContainer('Easel');
		const row = tree().run('reloaded', 'succeeded');
		await tree().item('Lighthouse').expand(row.row);
		const panel = await workbench.result('reloaded', 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
	});

	it('shows the errors of a document before it is sent, and names the input that was refused', async () => {
		await workbench.openFile('refused.json');
		await workbench.page.locator('.squiggly-error').first().waitFor();
		await workbench.pressLens('Run', workbench.quickInput.row('Harbour (SD 1.5)'));
		await workbench.quickInput.choose('Harbour (SD 1.5)', workbench.quickInput.row(/Line \d+/));
		await workbench.pictures('errors in the review');
		await workbench.quickInput.choose('Run Anyway');
		const message = await workbench.notifications.find('Studio refused the run. ');
		assert.match(await message.text(), /steps: .*0/);
		assert.doesNotMatch(await message.text(), /Run Again/);
		await workbench.pictures('a refused run');
		await message.press(/^Show in Document$/);
		await workbench.tabInFront('refused.json').waitFor();
	});

	it('offers no run for a document that the service cannot run, and names its format', async () => {
		await workbench.openContainer('Explorer');
		const file = workbench.explorerRow('drawing.json').row;
		const entries = workbench.page.locator('.context-view .monaco-menu .action-label');
		await leadsTo(
			entries.filter({ hasText: 'Copy Path' }).first(),
			(timeout) => file.click({ button: 'right', timeout }),
			'the menu of the file',
		);
		assert.ok(!(await entries.allInnerTexts()).includes('Run Workflow'));
		await workbench.page.keyboard.press('Escape');
		await workbench.openFile('drawing.json');
		await workbench.page.locator('.codelens-decoration', { hasText: 'Workflow in UI Format' }).waitFor();
		assert.equal(await workbench.codeLens(/^Run/).count(), 0);
		assert.ok(!(await workbench.commandsLike('Easel: ')).some((title) => title.includes('Run Workflow')));
	});

	it('begins in a document that was never saved', async () => {
		await workbench.command('Create: New File...');
		await workbench.quickInput.choose('Text File', workbench.tab('Untitled-1'));
		await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
		await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), small);
		const paste = async () => {
			await workbench.page.keyboard.press('ControlOrMeta+A');
			await workbench.page.keyboard.press('ControlOrMeta+V');
		};
		await leadsTo(workbench.codeLens('Run'), paste, 'the pasted text');
		await workbench.run('Harbour (SD 1.5)', 'sends the whole document');
		await workbench.result('Untitled-1', /Queued|Running/);
		await finish();
		await workbench.result('Untitled-1', 'Succeeded');
		await front(/Untitled-1$/);
		await workbench.command('View: Revert and Close Editor');
		// The group closes with its last editor, and the palette would lose its focus to the next group.
		await workbench.tab(/"class_type"/).waitFor({ state: 'detached' });
		await tree().item('Mountain village').row.hover();
		await workbench.result('Untitled-1', 'Succeeded');
	});

	it('is reported once, and not offered again with one click, when the run may have begun', async () => {
		await sandbox.control('/faults', [
			{ kind: 'disconnect', when: 'after', count: 1, match: { method: 'POST', path: '*/inference' } },
		]);
		await workbench.openFile('uncertain.json');
		await workbench.run('Harbour (SD 1.5)', 'sends the whole document');
		const message = await workbench.notifications.find(
			'It is unknown whether Studio received the run of "uncertain.json"',
		);
		assert.doesNotMatch(await message.text(), /Run Again/);
		const about = (await workbench.notifications.texts()).filter((text) => text.includes('unknown whether'));
		assert.equal(about.length, 1, about.join('\n'));
		const { row } = tree().run('uncertain', 'outcome unknown');
		await tree().item('Harbour (SD 1.5)').expand(row);
	});

	it('begins once for two clicks, shows its state above the text, and asks before the same again', async () => {
		await workbench.openFile('twice.json');
		await workbench.run('Harbour (SD 1.5)', 'sends the whole document');
		await workbench.result('twice', /Queued|Running/);
		await finish();
		await workbench.result('twice', 'Succeeded');
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
	});
});
