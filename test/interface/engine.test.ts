import assert from 'node:assert/strict';
import { encodePng } from '../../src/core/base/pictures/png.ts';
import { paintScenery } from '../../src/sandbox/media/paint/scenery.ts';
import { EngineDouble } from '../support/engineDouble.ts';
import { defaultNodeInfo } from '../support/engineDoubleNodes.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const document = (color: number) =>
	JSON.stringify(
		{
			'1': {
				class_type: 'EmptyImage',
				inputs: { width: 64, height: 64, batch_size: 1, color },
				_meta: { title: 'Canvas' },
			},
			'2': {
				class_type: 'SaveImage',
				inputs: { images: ['1', 0], filename_prefix: 'harbour' },
				_meta: { title: 'Save' },
			},
		},
		undefined,
		'\t',
	);

/** A document with a text from which the node editor chooses, a name of a file that it fills in, and a seed. */
const drawn = JSON.stringify(
	{
		'1': {
			class_type: 'Words',
			inputs: { text: 'a {red|blue} fox in the harbor' },
			_meta: { title: 'Prompt' },
		},
		'2': { class_type: 'PreviewAny', inputs: { source: ['1', 0] }, _meta: { title: 'Show the prompt' } },
		'3': {
			class_type: 'EmptyImage',
			inputs: { width: 768, height: 512, batch_size: 1, color: 7, seed: 7 },
			_meta: { title: 'Canvas' },
		},
		'4': {
			class_type: 'SaveImage',
			inputs: { images: ['3', 0], filename_prefix: '%date:yyyy%_fox_%Canvas.seed%' },
			_meta: { title: 'Save' },
		},
	},
	undefined,
	'\t',
);

const words = {
	...(defaultNodeInfo.PreviewAny as object),
	input: { required: { text: ['STRING', { multiline: true, dynamicPrompts: true }] }, optional: {} },
	output: ['STRING'],
	output_is_list: [false],
	output_name: ['STRING'],
	output_node: false,
};

describe('a local engine', () => {
	let engine: EngineDouble;
	let ofSandbox: EngineDouble;
	let workbench: Workbench;

	const tree = () => workbench.tree('Deployments');
	const run = async (file: string) => {
		await workbench.openFile(file);
		await workbench.pressLens('Run', workbench.quickInput.row(/sends the whole document/));
	};
	/** Presses the lens above the text, which is drawn again as the run moves, until it disappears. */
	const cancel = async () => {
		const lens = workbench.codeLens('Cancel');
		await lens.waitFor();
		await until(async (patience) => {
			if (await lens.isHidden()) return true;
			await lens.click({ timeout: patience });
			return happens(lens.waitFor({ state: 'hidden', timeout: patience }));
		}, 'the end of the line that cancels');
	};

	before(async () => {
		engine = await EngineDouble.start({ nodeInfo: { ...defaultNodeInfo, Words: words } });
		ofSandbox = await EngineDouble.start();
		workbench = await openWorkbench({
			settings: {
				'easel.connections': [{ name: 'My ComfyUI', comfyui: engine.url }],
				'easel.sandbox.engine': ofSandbox.url,
			},
			files: {
				'harbour_api.json': document(7),
				'drawn.json': drawn,
				'waiting.json': document(3),
				'killed.json': document(4),
			},
		});
		await workbench.openContainer('Easel');
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await engine.close();
		await ofSandbox.close();
	});

	it('behind the sandbox, runs a document that was saved as a deployment, from the tree to its picture', async () => {
		// Not the deployment of the demo account, "Harbour (SD 1.5)".
		const made = tree().item(/^\s*harbour/);
		await step('start the sandbox', () => workbench.signInToSandbox());
		await step('save the open document', async () => {
			await workbench.openFile('harbour_api.json');
			await workbench.command('Easel: Save as Sandbox Deployment');
			await workbench.page.getByText('Name of the deployment').waitFor();
			await workbench.pictures('sandbox-save');
			await workbench.quickInput.box.locator('input.input').press('Enter');
			await tree().takeAllRoom();
			await made.row.waitFor();
			await workbench.pictures('sandbox-saved');
		});
		await step('run it from its row', async () => {
			const review = workbench.quickInput.row('runs the saved workflow');
			await made.action('Run on This Deployment', review);
			await workbench.quickInput.choose('runs the saved workflow');
			const panel = await workbench.result('harbour_api.json', /succeeded/i);
			await until(async () => (await panel.locator('img').count()) > 0, 'the picture');
			await workbench.pictures('sandbox-engine-result');
			assert.equal(ofSandbox.runs.length, 1);
			assert.equal(ofSandbox.runs[0]?.state, 'success');
		});
	});

	it('is chosen, runs documents among those of others, and may crash', async () => {
		await step('choose it, without any sign-in', async () => {
			await workbench.command('Easel: Switch Connection');
			await workbench.quickInput.choose('My ComfyUI', workbench.statusBar('My ComfyUI'));
			await tree()
				.item(/My ComfyUI.*0\.27\.1/)
				.row.waitFor();
			await tree()
				.item(/^Queue/)
				.row.waitFor();
			await workbench.tree('Datasets').unfold();
			await workbench.tree('Datasets').welcome.getByText('engine of your own').waitFor();
			await workbench.pictures('engine-chosen');
			await tree().takeAllRoom();
		});
		await step('run a document with a dynamic prompt to its picture', async () => {
			const bytes = encodePng([paintScenery('first', 'harbour', 192, 128)]);
			engine.nodes.EmptyImage = { steps: 4, preview: { bytes, mediaType: 'image/png' } };
			engine.hold('4');
			await workbench.openFile('drawn.json');
			await workbench.pressLens('Run', workbench.quickInput.row(/Prompt: text/));
			await workbench.pictures('engine-review-drawn');
			await workbench.quickInput.choose(/sends the whole document/);
			await engine.held('4');
			await workbench.codeLens(/Running/).waitFor();
			await tree()
				.item(/Queue.*1 running/)
				.row.waitFor();
			const begun = await workbench.result('drawn.json');
			await begun.getByRole('img', { name: /Preview of the result/ }).waitFor();
			await workbench.pictures('engine-running');
			engine.release('4');
			const panel = await workbench.result('drawn.json', /succeeded/i);
			const { prompt } = engine.runs.at(-1) ?? assert.fail();
			assert.match(String(prompt['1']?.inputs?.text), /^a (?:red|blue) fox in the harbor$/);
			assert.match(String(prompt['4']?.inputs?.filename_prefix), /^\d{4}_fox_7$/);
			await panel.getByRole('button', { name: 'Run Details' }).click();
			await panel.getByText('Dynamic prompts').scrollIntoViewIfNeeded();
			await workbench.pictures('engine-result-drawn');
			await workbench.command('View: Focus First Editor Group');
		});
		await step('list the models that it has', async () => {
			await tree().item('Installed Models').expand(tree().item('checkpoints').row);
			await tree().item('checkpoints').expand(tree().item('harbour.safetensors').row);
			await workbench.pictures('engine-models');
		});
		await step('cancel a run that waits behind one of someone else', async () => {
			engine.hold('1');
			const foreign = engine.foreignRun(JSON.parse(document(5)));
			await engine.held('1');
			await run('waiting.json');
			await workbench.quickInput.choose(/sends the whole document/);
			await workbench.codeLens(/Queued/).waitFor();
			await tree()
				.item(/Run of another client/)
				.row.waitFor();
			await workbench.pictures('engine-queue');
			await cancel();
			await workbench.result('waiting.json', /canceled/i);
			engine.release('1');
			await until(
				async () => engine.runs.find(({ id }) => id === foreign)?.state === 'success',
				'the end of the foreign run',
			);
			assert.deepEqual(engine.interrupted, []);
		});
		await step('lose the engine, and say so', async () => {
			engine.hold('2');
			await run('killed.json');
			await workbench.quickInput.choose(/sends the whole document/);
			await engine.held('2');
			await engine.stop();
			const panel = await workbench.result('killed.json');
			await panel
				.getByText(/stopped responding during this run/)
				.first()
				.waitFor();
			await tree()
				.item(/My ComfyUI.*(?:does not|no) answer/)
				.row.waitFor();
			await workbench.pictures('engine-dead');
		});
		await step('use it again once it is back', async () => {
			await engine.listen();
			await tree()
				.item(/^Queue.*empty/)
				.row.waitFor();
			engine.release('2');
			await workbench.openFile('killed.json');
			await workbench.codeLens('Run').click();
			await workbench.result('killed.json', /succeeded/i);
		});
	});
});
