import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionCopy } from '../tools/extensionCopy.ts';
import { canvas } from './support/files.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** The name of its sampler is misspelled. */
const workflow = `{
  "4": { "class_type": "CheckpointLoaderSimple", "inputs": { "ckpt_name": "harbor.safetensors" } },
  "6": { "class_type": "CLIPTextEncode", "inputs": { "text": "a harbor at dawn", "clip": ["4", 1] } },
  "5": { "class_type": "EmptyLatentImage", "inputs": { "width": 512, "height": 512, "batch_size": 1 } },
  "3": {
    "class_type": "KSampler",
    "inputs": {
      "seed": 7,
      "steps": 20,
      "cfg": 8,
      "sampler_name": "eular",
      "scheduler": "normal",
      "denoise": 1,
      "model": ["4", 0],
      "positive": ["6", 0],
      "negative": ["6", 0],
      "latent_image": ["5", 0]
    },
    "_meta": { "title": "Paint" }
  },
  "8": { "class_type": "VAEDecode", "inputs": { "samples": ["3", 0], "vae": ["4", 2] } },
  "9": { "class_type": "SaveImage", "inputs": { "images": ["8", 0], "filename_prefix": "out" } }
}
`;

const training = [
	'job: extension',
	'config:',
	'  name: portraits',
	'  process:',
	'    - type: diffusion_trainer',
	'      training_folder: output',
	'      network:',
	'        type: lora',
	'        linear: 16',
	'      datasets:',
	'        - folder_path: /app/ai-toolkit/datasets/portraits',
	'      train:',
	'        batch_size: 1',
	'        steps: 1000',
	'        noise_scheduler: flowmatch',
	'        lr: 0.0001',
	'        gradient_checkpoint: true',
	'      model:',
	'        name_or_path: lodestones/Chroma1-Base',
	'        arch: chroma',
	'',
].join('\n');

const sentence = /In the browser, Easel checks and converts workflow documents.*need VS Code on a computer/;

describe('an editor in the browser without Node', () => {
	let extension: string;
	let workbench: Workbench;
	let folder: string;

	before(async () => {
		// Otherwise the server's own Node would run it.
		extension = await extensionCopy(({ main: _, extensionKind: __, ...manifest }) => manifest);
		workbench = await openWorkbench({ extension });
	});
	beforeEach(async () => {
		await workbench.tidy();
		folder = await workbench.freshFolder({
			'workflow_api.json': workflow,
			'other.json': workflow.replace('a harbor at dawn', 'a windmill at noon'),
			'canvas.json': JSON.stringify(canvas, undefined, 2),
			'portraits.yaml': training,
			'from-you.easelrun.json': '{}',
		});
	});
	after(async () => {
		await workbench?.close();
		await rm(extension, { recursive: true, force: true });
	});

	const open = (name: string) => workbench.openFile(`${folder}/${name}`);
	const line = (text: string) => workbench.page.locator('.view-line', { hasText: text }).first();
	const finding = () => workbench.page.locator('.squiggly-warning').first();

	it('checks a workflow, fixes a mistake, draws the graph, and compares it with a file that the person chooses', async () => {
		await open('workflow_api.json');
		await finding().waitFor();
		await step('a card and a picture of the finding', async () => {
			await workbench.goTo(6, 22);
			assert.match(await workbench.hover('KSampler'), /denoise/i);
			await workbench.page.keyboard.press('Escape');
			await workbench.pictures('web workflow');
		});
		await step('a fix and a suggestion', async () => {
			await workbench.goTo(11, 25);
			await workbench.quickFix('euler', line('"sampler_name": "euler"'));
			await finding().waitFor({ state: 'detached' });
			await workbench.goTo(12, 23);
			await workbench.suggestion('exponential');
			await workbench.page.keyboard.press('Escape');
		});
		await step('the graph', async () => {
			await workbench.command('Easel: Show Graph');
			const graph = await workbench.panel('Graph of workflow_api.json');
			await graph.locator('.place', { hasText: 'Paint' }).first().waitFor();
			await workbench.pictures('web graph');
		});
		await step('the comparison', async () => {
			await workbench.command('Easel: Compare with Saved Workflow');
			await workbench.quickInput.answerFileDialog('Compare', join(workbench.folder, folder, 'other.json'));
			await workbench.openContainer('Easel');
			await workbench.tree('Comparison').item('text').row.waitFor();
			await workbench.pictures('web comparison');
		});
	});

	it('converts a workflow in UI format, and saves the result next to it under its name', async () => {
		await open('canvas.json');
		await workbench.codeLens('Show Graph').waitFor();
		await workbench.command('Easel: Convert to API Format');
		await line('"class_type": "EmptyImage"').waitFor();
		await workbench.tabInFront('canvas_api.json').waitFor();
		await workbench.page.keyboard.press('ControlOrMeta+S');
		const saved = join(workbench.folder, folder, 'canvas_api.json');
		await until(
			async () => (await readFile(saved, 'utf8').catch(() => '')).includes('"class_type": "EmptyImage"'),
			'the saved document',
		);
	});

	it('checks a training configuration and fixes a mistake', async () => {
		await open('portraits.yaml');
		await finding().waitFor();
		await workbench.pictures('web training');
		await workbench.goTo(17, 12);
		await workbench.quickFix('Rename to gradient_checkpointing', line('gradient_checkpointing'));
	});

	it('explains where a shared run can be opened', async () => {
		await workbench.openContainer('Explorer');
		const { row } = workbench.explorerRow('from-you.easelrun.json');
		await workbench.explorerRow(folder).expand(row);
		await row.dblclick();
		await workbench.notifications.find(sentence);
	});

	it('offers only features that work there, and names the others and the first step', async () => {
		await open('workflow_api.json');
		await finding().waitFor();
		const offered = await workbench.commandsLike('Easel: Show Graph');
		assert.ok(offered.some((row) => row.includes('Show Graph')));
		assert.deepEqual(
			(await workbench.commandsLike('Easel: ')).filter((row) =>
				/^Easel: (?!Focus).*(?:Run|Sign In|Sandbox|Webhooks|Upload)/.test(row),
			),
			[],
		);
		await workbench.page.keyboard.press('Control+Alt+R');
		await workbench.notifications.find(sentence);
		await workbench.openContainer('Easel');
		for (const view of ['Deployments', 'Runs', 'Datasets', 'Training Jobs']) {
			const tree = workbench.tree(view);
			await tree.unfold();
			const { welcome } = tree;
			const words = view === 'Deployments' ? sentence : /This needs VS Code on a computer/;
			await until(async () => words.test(await welcome.innerText()), `the sentence in ${view}`);
		}
		await workbench.pictures('web sentence');
		await workbench.tree('Deployments').welcome.getByText('open a sample').click();
		await workbench.quickInput.row('text-to-image').waitFor();
	});
});
