import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const configuration = `job: extension
config:
  name: two_places
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
      train:
        batch_size: 1
        steps: 600
        lr: 0.0001
      model:
        name_or_path: stabilityai/stable-diffusion-xl-base-1.0
        arch: sdxl
`;

describe('the Datasets view', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Datasets');
	/** Returns the row of a dataset once its accessible name contains these words. */
	const dataset = (name: string, words = '') => {
		const label = `Dataset ${name}, ${words}`;
		return {
			...tree().item(name),
			row: tree().pane.locator(`.monaco-list-row[aria-label^="${label}"]`).first(),
		};
	};

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({ sandbox, files: { 'two_places.yaml': configuration } });
		await workbench.openContainer('Easel');
		await workbench.tree('Datasets').unfold();
		await workbench.signInToStudio(sandbox);
		// The space of the other views goes to this one.
		for (const other of ['Deployments', 'Training Jobs']) {
			const header = workbench.tree(other).pane.locator('.pane-header');
			if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
		}
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

	it('says of each dataset what it is, opens it into its files, and says why one has failed', async () => {
		await dataset('harbour-photos', 'ready, 12 files, ').row.waitFor();
		await dataset('coast-videos', 'ready, 6 files, ').row.waitFor();
		await dataset('scanned-prints', 'failed, 6 files, ').row.waitFor();
		await tree()
			.item('harbour-photos')
			.expand(tree().item(/harbour_006\.png.*with caption/).row);
		await workbench.pictures('datasets');
		await tree().item('harbour-photos').collapse();
		await tree().item('harbour_006.png').row.waitFor({ state: 'detached' });
		await tree()
			.item('scanned-prints')
			.expand(tree().item(/cannot be decoded: "print_002\.png"/).row);
		await tree().item('Upload to a New Dataset...').row.waitFor();
		await workbench.pictures('a failed dataset');
		await workbench.axe(undefined, '.sidebar .pane-body');
	});

	it('puts a dataset into the configuration that is open', async () => {
		await workbench.openFile('two_places.yaml');
		await dataset('winter-edit-control').row.waitFor();
		const line = workbench.page
			.locator('.editor-instance .view-line')
			.filter({ hasText: '- folder_path: "/app/ai-toolkit/datasets/winter-edit-control"' });
		await tree().item('winter-edit-control').action('Insert Dataset into Configuration', line.first());
		assert.equal(await line.count(), 1);
		await workbench.pictures('a dataset in a configuration');
	});
});
