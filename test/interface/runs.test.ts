import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const flux = 'text-to-image-flux.json';
const sdxl = 'text-to-image-sdxl.json';
const harbour = 'text-to-image-sd15.json';

describe('running a document', () => {
	let folder: string;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	const runOn = async (file: string, deployment: string) => {
		await workbench.openFile(file);
		await workbench.codeLens('Run').click();
		await workbench.quickInput.choose(deployment);
	};

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-runs-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({ folder, settings: { 'easel.sandbox.speed': 1 } });
		await workbench.openContainer('Easel');
		await tree().welcome.getByRole('button', { name: 'Try the Sandbox' }).click();
		await tree().item('Harbour (SD 1.5)').row.waitFor();
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('shows what will be sent before the first run, and sends nothing on Esc', async () => {
		const text = await readFile(join(folder, harbour), 'utf8');
		await writeFile(join(folder, harbour), text.replace(/"seed": \d+/, '"seed": 18446744073709551615'));
		await runOn(harbour, 'Harbour (SD 1.5)');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		const rows = await workbench.quickInput.rows();
		assert.ok(
			rows.some((row) => row.includes('seed') && row.includes('18446744073709551615')),
			rows.join('\n'),
		);
		assert.ok(rows.some((row) => row.includes('Send the Whole Document Instead')));
		await workbench.pictures('plan of a run');
		await workbench.quickInput.cancel();
		await tree().item('Harbour (SD 1.5)').expand();
		await tree().item('No runs yet').row.waitFor();
	});

	it('shows the request body without sending it, every digit as in the document', async () => {
		await runOn(harbour, 'Harbour (SD 1.5)');
		await workbench.quickInput.choose('Show the Request Body');
		const body = workbench.tab(/^Request body of text-to-image-sd15\.json/);
		await body.waitFor();
		const seed = workbench.page.locator('.view-line', { hasText: '"seed": 18446744073709551615' });
		assert.doesNotMatch(await seed.innerText(), /overrides|inputs/, 'one member a line');
		await workbench.quickInput.row('sends 1 changed input').waitFor();
		await workbench.pictures('request body behind the review');
		await workbench.quickInput.cancel();
		await body.click();
		await workbench.command('View: Close Editor');
	});

	it('follows a run in the tree and its panel, and cancels it', async () => {
		await runOn(harbour, 'Harbour (SD 1.5)');
		await workbench.quickInput.row('sends 1 changed input').click();
		const panel = await workbench.result(harbour);
		const row = tree().run(harbour);
		await row.row.waitFor();
		assert.match(await row.label(), /^Run of text-to-image-sd15, (sending|queued|running)/);
		await workbench.picture('a run in progress');
		await row.action('Cancel Run');
		await tree().run(harbour, 'canceled').row.waitFor();
		await panel
			.getByText(/canceled/i)
			.first()
			.waitFor();
		await workbench.command('View: Close All Editors');
	});

	it('continues a run after the window was reloaded during it', async () => {
		await runOn(flux, 'Lighthouse');
		await workbench.quickInput.row('runs the saved workflow').click();
		await workbench.result(flux);
		await workbench.reload();
		await workbench.openContainer('Easel');
		await tree().item('Lighthouse').expand();
		const row = tree().run(flux, 'succeeded');
		await row.row.waitFor({ timeout: 60_000 });
		await row.click();
		const panel = await workbench.result(flux, 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
		await workbench.command('View: Close All Editors');
	});

	it('reports a run that ended while its panel was hidden, and shows it', async () => {
		await runOn(sdxl, 'Mountain village');
		await workbench.quickInput.row('runs the saved workflow').click();
		await workbench.tab(/text-to-image-sdxl · /).waitFor();
		await workbench.command('View: Close All Editors');
		const message = await workbench.notifications.find(`"${sdxl}" succeeded after`);
		assert.match(await message.text(), /2 images/);
		await message.press(/^Show$/);
		const panel = await workbench.result(sdxl, 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
		await workbench.notifications.closeCenter();
		await workbench.command('View: Close All Editors');
	});

	it("says why a run failed, with the engine's own words to unfold", async () => {
		await tree().item('Restore details (node pack missing)').action('Run on This Deployment');
		await workbench.quickInput.row('runs the saved workflow').click();
		const panel = await workbench.result('Restore details (node pack missing)', 'Failed');
		await panel.getByText('missing_node_type').first().waitFor();
		await workbench.axe(panel);
		await workbench.pictures('a failed run');
		await workbench.command('View: Close All Editors');
	});

	it('asks before it sends a document with errors, and names the input that was refused', async () => {
		const text = await readFile(join(folder, harbour), 'utf8');
		await writeFile(
			join(folder, harbour),
			text.replace(/"sampler_name": "\w+"/, '"sampler_name": "dpmpp_2m_zzz"'),
		);
		await workbench.openFile(harbour);
		await workbench.page.locator('.squiggly-error').first().waitFor();
		await workbench.codeLens('Run on Harbour').click();
		await workbench.dialog.getByText(/has 1 error\. Run anyway\?/).waitFor();
		await workbench.dialog.getByRole('button', { name: 'Run Anyway' }).click();
		const message = await workbench.notifications.find('Sandbox refused the run. ');
		assert.match(await message.text(), /sampler_name: .*dpmpp_2m_zzz/);
		assert.doesNotMatch(await message.text(), /Run Again/);
		await workbench.pictures('a refused run');
		await message.press(/^Show in Document$/);
		await workbench.codeLens(/^Run On...$/).click();
		await workbench.quickInput.choose('Harbour (SD 1.5)');
		await workbench.quickInput.row(/Line \d+/).waitFor();
		await workbench.pictures('errors in the review');
		await workbench.quickInput.cancel();
		await writeFile(join(folder, harbour), text);
		await workbench.command('View: Close All Editors');
	});

	it('offers no run for a workflow that the service cannot run, and says what it is', async () => {
		await writeFile(
			join(folder, 'drawing.json'),
			'{"last_node_id":1,"last_link_id":0,"nodes":[{"id":1,"type":"Note","pos":[0,0]}],"links":[],"version":0.4}',
		);
		await workbench.openContainer('Explorer');
		const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', {
			hasText: 'drawing.json',
		});
		await file.click({ button: 'right' });
		const entries = workbench.page.locator('.context-view .monaco-menu .action-label');
		await entries.filter({ hasText: 'Copy Path' }).first().waitFor();
		assert.ok(!(await entries.allInnerTexts()).includes('Run Workflow'));
		await workbench.page.keyboard.press('Escape');
		await workbench.openFile('drawing.json');
		await workbench.codeLens('UI format').waitFor();
		assert.equal(await workbench.codeLens(/^Run/).count(), 0);
		assert.ok(!(await workbench.commandsLike('Easel: ')).some((title) => title.includes('Run Workflow')));
	});
});
