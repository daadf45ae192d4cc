import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-flux.json';

describe('the packed extension, installed as a person installs it', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const toast = (words: string | RegExp) =>
		workbench.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: words });

	before(async () => {
		const text = await readFile(join(root, 'media', 'samples', sample), 'utf8');
		sandbox = await startSandbox();
		workbench = await openWorkbench({ installed: true, sandbox, files: { [sample]: text } });
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await sandbox.control('/faults', []);
		await workbench.tidy();
	});

	it('shows its notification automatically', async () => {
		await workbench.command('Easel: Show Balance');
		// The demo account pays for the instance that it keeps warm.
		await toast(/\b2[45]\.\d\d USD/).waitFor();
		await workbench.pictures('toast');
	});

	it('reports the end of a run while its panel is hidden', async () => {
		// Keeps it from ending before its panel is closed.
		await sandbox.control('/faults', [{ kind: 'status', status: 503, match: { path: '*/status' } }]);
		await workbench.openFile(sample);
		await workbench.run('Lighthouse');
		await workbench.result(sample);
		await workbench.command('View: Close All Editors');
		await sandbox.control('/faults', []);
		await toast(sample).waitFor();
	});

	it('has an ordinary window title', async () => {
		assert.doesNotMatch(await workbench.page.title(), /Extension Development Host/);
	});
});
