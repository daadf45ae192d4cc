import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { until } from '../../support/until.ts';
import { editor, Uri, window } from '../../support/vscode.ts';
import { OpenRoom } from './trainingRoom.ts';

describe('a new training configuration in the editor', () => {
	let opened: OpenRoom;

	beforeEach(() => {
		opened = new OpenRoom();
	});
	afterEach(() => opened.close());

	/** The question with this number. */
	const question = (step: number) =>
		until(`question ${step}`, () => editor.input?.step === step && editor.input);
	const ask = (...args: unknown[]) => opened.run('easel.newTrainingConfiguration', ...args);
	/** Chooses the row of a dataset, once the list has been read. */
	async function chooseDataset(step: number, words: string): Promise<void> {
		await question(step);
		await until(`a row with ${words}`, () => editor.input?.items.some((item) => item.label.includes(words)));
		editor.input?.choose(words);
	}
	const written = () => {
		const shown = editor.shown.at(-1);
		assert(shown !== undefined);
		const { document, selection } = shown;
		return {
			document,
			config: parse(document.getText()).config,
			selected: document.getText(selection),
		};
	};

	it('is written from a few answers and opened with the first prompt selected', async () => {
		const done = ask();
		(await question(1)).choose('flux2');
		await chooseDataset(2, 'portraits');
		(await question(3)).enter('p3rson');
		const name = await question(4);
		assert.equal(name.value, 'portraits_flux2');
		name.enter('my_job');
		(await question(5)).choose('HOPPER_141');
		const steps = await question(6);
		assert.equal(steps.totalSteps, 6);
		steps.enter('1500');
		await done;
		const { config, selected, document } = written();
		assert.equal(config.name, 'my_job');
		const [process] = config.process;
		assert.equal(process.datasets[0].folder_path, '/app/ai-toolkit/datasets/portraits');
		assert.equal(process.trigger_word, 'p3rson');
		assert.equal(process.train.steps, 1500);
		assert.match(selected, /^a photo of \[trigger\]/);
		// The GPU is remembered for the review.
		const sending = opened.run('easel.submitTraining', document.uri);
		const review = await until('the review', () => editor.input);
		assert.match(JSON.stringify(review.row('Start Training')), /1 x HOPPER_141/);
		review.hide();
		await sending;
	});

	it('goes back to an earlier question, which then changes the next ones', async () => {
		const done = ask();
		(await question(1)).choose('flux2_klein_4b');
		(await question(2)).back();
		(await question(1)).choose('qwen_image_edit_plus');
		await chooseDataset(2, 'portraits');
		const second = await question(3);
		assert.equal(second.totalSteps, 7);
		await chooseDataset(3, 'garden');
		(await question(4)).enter('');
		(await question(5)).enter('edit_1');
		(await question(6)).choose('1 x ADA_80_PLUS');
		(await question(7)).enter('100');
		await done;
		const [process] = written().config.process;
		assert.equal(process.datasets[0].control_path, '/app/ai-toolkit/datasets/garden');
		assert.equal(process.trigger_word, undefined);
	});

	it('rejects a name or step count that the service does not allow', async () => {
		opened.jobs.put({ id: 'j1', name: 'taken' });
		const done = ask({ dataset: { id: 'd1', name: 'portraits', state: 'READY' } });
		(await question(1)).choose('sdxl');
		(await question(2)).enter('');
		const name = await question(3);
		for (const [text, said] of [
			['my job', /for example my_job/],
			['', /Enter a name/],
			['taken', /already has a job/],
		] as const) {
			name.enter(text);
			assert.match(name.validationMessage ?? '', said);
			assert.equal(editor.input, name);
		}
		name.enter('free');
		(await question(4)).choose('8 x ADA_80_PLUS');
		const steps = await question(5);
		for (const text of ['', '0', '1.5', '-3', '1e3', '99999999']) {
			steps.enter(text);
			assert.match(steps.validationMessage ?? '', /whole number/);
			assert.equal(editor.input, steps);
		}
		steps.hide();
		await done;
		assert.deepEqual(editor.shown, []);
	});

	it('accepts a local folder as a future dataset, and offers to upload it', async () => {
		window.showOpenDialog = async () => [Uri.file('/pictures/my cats')];
		opened.account.signOut();
		const done = ask();
		(await question(1)).choose('sdxl');
		const datasets = await question(2);
		assert.ok(datasets.items.some((item) => item.label.includes('Sign In')));
		datasets.choose('Folder on This Computer');
		(await question(3)).enter('');
		(await question(4)).enter('cats_1');
		(await question(5)).choose('1 x ADA_80_PLUS');
		(await question(6)).enter('500');
		await done;
		const { document, config } = written();
		assert.equal(config.process[0].datasets[0].folder_path, '/app/ai-toolkit/datasets/my_cats');
		assert.ok(!document.getText().includes('/pictures'));
		assert.match(editor.messages.at(-1)?.text ?? '', /Upload the folder "my cats"/);
		assert.deepEqual(editor.messages.at(-1)?.buttons, ['Upload Folder']);
	});

	it('selects the dataset name if it is to be chosen later', async () => {
		const done = ask();
		(await question(1)).choose('wan22_14b_i2v');
		(await question(2)).choose('Decide Later');
		(await question(3)).choose('Without Samples');
		(await question(4)).enter('');
		(await question(5)).enter('later');
		(await question(6)).choose('1 x ADA_80_PLUS');
		(await question(7)).enter('500');
		await done;
		const { config, selected } = written();
		assert.equal(selected, 'my_dataset');
		assert.equal(config.process[0].train.disable_sampling, true);
	});
});
