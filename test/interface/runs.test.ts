import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const samples = {
	flux: 'text-to-image-flux.json',
	sdxl: 'text-to-image-sdxl.json',
	harbour: 'text-to-image-sd15.json',
};
const seed = '18446744073709551615';
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
	const calls = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string }[];
		};
		return entries;
	};
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });

	before(async () => {
		const text = (name: string) => readFile(join(root, 'media', 'samples', name), 'utf8');
		const [flux, sdxl, harbour] = await Promise.all(Object.values(samples).map(text));
		assert.ok(flux && sdxl && harbour);
		const edited = harbour.replace(/"seed": \d+/, `"seed": ${seed}`);
		assert.notEqual(edited, harbour);
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({
			sandbox,
			files: {
				'planned.json': edited,
				'shown.json': edited,
				'canceled.json': edited,
				'reloaded.json': flux,
				'unseen.json': sdxl,
				'refused.json': harbour,
				'drawing.json': uiDocument,
			},
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await tree().item('Harbour (SD 1.5)').row.waitFor();
	});

	it('shows the request before the first run, and sends nothing on Escape', async () => {
		await runOn('planned.json', 'Harbour (SD 1.5)');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		const rows = await workbench.quickInput.rows();
		assert.ok(
			rows.some((row) => row.includes('seed') && row.includes(seed)),
			rows.join('\n'),
		);
		assert.ok(rows.some((row) => row.includes('Send the Whole Document Instead')));
		await workbench.pictures('plan of a run');
		const before = (await calls()).length;
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

	it('shows the request body without sending it, every digit as in the document', async () => {
		await runOn('shown.json', 'Harbour (SD 1.5)');
		await workbench.quickInput.choose('Show the Request Body', workbench.tab(/^Request body of shown\.json/));
		const row = workbench.page.locator('.view-line', { hasText: `"seed": ${seed}` });
		assert.doesNotMatch(await row.innerText(), /overrides|inputs/, 'one member a line');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		await workbench.pictures('request body behind the review');
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

	it('continues a run after the window was reloaded during it', async () => {
		await runOn('reloaded.json', 'Lighthouse');
		await workbench.quickInput.choose('runs the saved workflow');
		await workbench.result('reloaded', /Queued|Running/);
		await workbench.reload();
		await finish();
		await workbench.openContainer('Easel');
		const row = tree().run('reloaded', 'succeeded');
		await tree().item('Lighthouse').expand(row.row);
		await row.click();
		const panel = await workbench.result('reloaded', 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
	});

	it('asks before it sends a document with errors, and names the input that was refused', async () => {
		await runOn('refused.json', 'Harbour (SD 1.5)');
		await workbench.quickInput.choose('runs the saved workflow');
		await workbench.result('refused', /Queued|Running/);
		await finish();
		await workbench.result('refused', 'Succeeded');
		await workbench.tidy();
		const file = join(workbench.folder, 'refused.json');
		const text = await readFile(file, 'utf8');
		await writeFile(file, text.replace(/"sampler_name": "\w+"/, '"sampler_name": "dpmpp_2m_zzz"'));
		await workbench.openFile('refused.json');
		await workbench.page.locator('.squiggly-error').first().waitFor();
		const question = workbench.dialog.getByText(/has 1 error\. Run anyway\?/);
		await workbench.pressLens('Run on Harbour', question);
		await workbench.dialog.getByRole('button', { name: 'Run Anyway' }).click();
		const message = await workbench.notifications.find('Studio refused the run. ');
		assert.match(await message.text(), /sampler_name: .*dpmpp_2m_zzz/);
		assert.doesNotMatch(await message.text(), /Run Again/);
		await workbench.pictures('a refused run');
		await message.press(/^Show in Document$/);
		await workbench.pressLens(/^Run On\.\.\.$/, workbench.quickInput.row('Harbour (SD 1.5)'));
		await workbench.quickInput.choose('Harbour (SD 1.5)', workbench.quickInput.row(/Line \d+/));
		await workbench.pictures('errors in the review');
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
});
