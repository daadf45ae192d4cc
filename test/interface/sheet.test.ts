import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSidecar } from '../../src/core/runs/archive/sidecar.ts';
import { root } from '../tools/machine.mjs';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-flux.json';

describe('the contact sheet of a document', () => {
	let folder: string;
	let workbench: Workbench;

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-sheet-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({
			folder,
			settings: {
				'easel.save.folder': 'saved',
				'easel.save.pattern': '{document}/{seed}-{index}',
				'easel.notifyWhenRunEnds': false,
			},
		});
		await workbench.openContainer('Easel');
		await workbench.tree('Deployments').begin('Try the Sandbox', 'Lighthouse');
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('takes in the pictures of runs as they end, stars and saves them, and a sidecar starts the run again', async () => {
		await workbench.openFile(sample);
		await workbench.run('Lighthouse');
		await workbench.result(sample, 'Succeeded');
		await workbench.openFile(sample);
		await workbench.command('Easel: Show Contact Sheet');
		await workbench.quickInput.choose('This Document');
		const sheet = await workbench.panel(/^Contact Sheet of text-to-image-flux/);
		const cells = sheet.getByRole('gridcell');
		await until(async () => (await cells.count()) === 1, 'the picture of the first run');

		await workbench.command('Easel: Run with New Seed');
		await until(async () => (await cells.count()) === 2, 'the picture of the second run, in the open sheet');
		await until(async () => (await sheet.locator('.face img').count()) === 2, 'both pictures drawn');

		await cells.first().click();
		await sheet.getByRole('button', { name: 'Star', exact: true }).click();
		await sheet.getByRole('gridcell', { name: /starred/ }).waitFor();
		await workbench.axe(sheet);
		await workbench.pictures('contact-sheet');
		await cells.first().click({ button: 'right' });
		await sheet.getByRole('menuitem', { name: 'Save Selected with Sidecars...' }).click();
		await sheet.getByRole('status').filter({ hasText: 'Saved 1 file' }).waitFor();
		const saved = join(folder, 'saved', 'text-to-image-flux');
		const names = (await readdir(saved)).sort();
		assert.equal(names.length, 2, names.join());
		const [picture = '', sidecarName = ''] = names;
		assert.match(picture, /^\d+-1\.png$/);
		assert.equal(sidecarName, `${picture}.easel.json`);
		const sidecar = readSidecar(await readFile(join(saved, sidecarName), 'utf8'));
		assert.ok(sidecar.ok);
		assert.match(sidecar.value.document?.text ?? '', new RegExp(picture.replace(/-1\.png$/, '')));

		await workbench.openFile(sidecarName);
		await workbench.openContainer('Explorer');
		await workbench.explorerRow(sidecarName).menu('Open Sidecar as Form');
		const form = await workbench.panel(/\(Form\)$/);
		await form.getByRole('button', { name: 'Run', exact: true }).waitFor();
		await workbench.picture('sidecar-form');

		await workbench.openFile(sidecarName);
		await workbench.command('Easel: Run from Sidecar');
		await workbench.quickInput.row('the saved workflow').waitFor();
		await workbench.picture('sidecar-review');
		// It is the same as the second run.
		await workbench.quickInput.choose('Run Anyway');
		await workbench.result(sample, 'Succeeded');
		await workbench.command('Easel: Show Contact Sheet');
		await workbench.quickInput.choose('All Runs');
		// The panel of the run may still come to the front, and the sheet gets another frame when it comes back.
		await until(async () => {
			const all = await workbench.panel(/^Contact Sheet of All Runs/);
			return (await all.getByRole('gridcell').count()) === 3;
		}, 'the picture of the third run');
	});
});
