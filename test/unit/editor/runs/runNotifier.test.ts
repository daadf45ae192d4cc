import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunNotifier, type RunNotifierOptions } from '../../../../src/editor/runs/notifier.ts';
import { ManualClock } from '../../runs/clocks.ts';
import { part } from '../../support/part.ts';
import { runFile, runRecord } from '../../support/runRecord.ts';
import { editor, type PickRow } from '../../support/vscode.ts';

const second = 1000;

describe('the end of runs', () => {
	let clock: ManualClock;
	let changed: Emitter<Run>;
	let active: Map<string, Run>;
	let visible: (run: Run) => boolean;
	let notifier: RunNotifier;

	beforeEach(() => {
		clock = new ManualClock();
		changed = new Emitter();
		active = new Map();
		visible = () => false;
		notifier = new RunNotifier({
			windowRuns: part<RunNotifierOptions['windowRuns']>({
				onDidChange: changed.event,
				opened: { claimNotification: async () => true },
				active: () => [...active.values()],
			}),
			isVisible: (run) => visible(run),
			clock,
		});
	});
	afterEach(() => {
		notifier.dispose();
		editor.reset();
	});

	const picture = (index: number) => runFile(`${index}.png`);
	/** Runs of one document that are under way. */
	function begin(count: number, more: Partial<Run> = {}): readonly Run[] {
		const runs = Array.from({ length: count }, (_, index) =>
			runRecord({ id: `${more.documentName ?? 'r'} ${index}`, documentUri: 'file:///batch.json', ...more }),
		);
		for (const run of runs) active.set(run.id, run);
		return runs;
	}
	async function end(run: Run, more: Partial<Run> = {}): Promise<void> {
		active.delete(run.id);
		const files = [0, 1].map(picture);
		changed.fire({ ...run, state: 'succeeded', endedAt: 12_000, files, ...more });
		await clock.advance(0);
	}
	const said = () => editor.messages.map(({ kind, text }) => [kind, text]);

	it('is one message for a batch, regardless of its size', async () => {
		const sheets = editor.calls('easel.showContactSheet');
		editor.answer = ([first]) => first;
		const runs = begin(30, { documentName: 'batch.json' });
		for (const run of runs) {
			await end(run);
			await clock.advance(3 * second);
		}
		assert.deepEqual(said(), [['information', 'batch.json: 30 of 30 succeeded, 60 images.']]);
		assert.deepEqual(editor.messages[0]?.buttons, ['Show on Contact Sheet', 'Do Not Show Again...']);
		assert.deepEqual(sheets, [{ runIds: runs.map(({ id }) => id) }]);
	});

	it('is a warning if results were not downloaded, even while a panel shows the document, and downloads them again', async () => {
		const again = editor.calls('easel.downloadMissingResults');
		visible = () => true;
		editor.answer = ([first]) => first;
		const problem = 'The disk is full. Free some space and try again.';
		const files = [0, 1].map((index) => ({ ...picture(index), problem }));
		const runs = begin(3, { documentName: 'batch.json' });
		for (const [index, run] of runs.entries()) await end(run, index === 0 ? {} : { files });
		await clock.advance(5 * second);
		assert.deepEqual(said(), [['warning', `"batch.json" succeeded, 4 results not downloaded: ${problem}`]]);
		assert.deepEqual(again, [runs.slice(1).map(({ id }) => id)]);
		const [away] = begin(1, { documentName: 'other.json' });
		await end(away ?? assert.fail(), { files: files.map((file) => ({ ...file, away: true })) });
		await clock.advance(5 * second);
		assert.equal(said().length, 1);
	});

	it('is reported for a batch even while its panel shows one run', async () => {
		visible = () => true;
		for (const run of begin(2, { documentName: 'batch.json', batchId: 'b' })) await end(run);
		await end(begin(1, { documentName: 'one.json' })[0] ?? assert.fail());
		await clock.advance(5 * second);
		assert.deepEqual(said(), [['information', 'batch.json: 2 of 2 succeeded, 4 images.']]);
	});

	const lost = [0, 1].map((index) => ({ ...picture(index), problem: 'The disk is full.' }));
	const broken = (error: string, details = '') => ({
		state: 'failed' as const,
		files: [],
		error: { error, details, debugInfo: '' },
	});

	for (const { of, ends, words, buttons, command, opens } of [
		{
			of: 'runs of which one failed',
			ends: [{}, broken('prompt_outputs_failed_validation', 'The instance was gone.'), {}],
			words: 'batch.json: 2 of 3 succeeded, 4 images. The last one that did not: The instance was gone.',
			buttons: ['Show on Contact Sheet', 'Show'],
			command: 'easel.showRun',
			opens: 'batch.json 1',
		},
		{
			of: 'both failed runs and missing results',
			ends: [{ files: lost }, broken('It broke down.')],
			words:
				'batch.json: 1 of 2 succeeded, 2 images. The last one that did not: It broke down. 2 results not downloaded: The disk is full.',
			buttons: ['Download Again', 'Show on Contact Sheet', 'Show'],
			command: 'easel.downloadMissingResults',
			opens: ['batch.json 0', 'batch.json 1'],
		},
		{
			of: 'a run that failed at a node',
			ends: [broken('RuntimeError', 'Node 8 (VAEDecode): no vae')],
			words: '"batch.json" did not succeed: Node 8 (VAEDecode): no vae',
			buttons: ['Show in Document', 'Show'],
			command: 'easel.showFailedNode',
			opens: 'batch.json 0',
		},
		{
			of: 'a run of which nobody knows whether it arrived',
			ends: [{ state: 'uncertain', files: [], notice: 'It is unknown whether the service took it.' }],
			words: '"batch.json": It is unknown whether the service took it.',
			buttons: ['Open Web Console', 'Show'],
			command: 'easel.openWebConsole',
			opens: 'batch.json 0',
		},
		{
			of: 'a run that the balance ended',
			ends: [{ state: 'failed', files: [], refusal: 'balance', notice: 'Top up.' }],
			words: '"batch.json" did not succeed: Top up.',
			buttons: ['Open Profile Page', 'Show'],
			command: 'easel.openProfilePage',
			opens: 'user:test',
		},
	] satisfies {
		ends: readonly Partial<Run>[];
		[other: string]: unknown;
	}[])
		it(`names and links to ${of}`, async () => {
			const called = editor.calls(command);
			editor.answer = () => (command === 'easel.showRun' ? 'Show' : buttons[0]);
			const runs = begin(ends.length, { documentName: 'batch.json' });
			for (const [index, run] of runs.entries()) await end(run, ends[index]);
			await clock.advance(5 * second);
			assert.deepEqual(said(), [['warning', words]]);
			assert.deepEqual(editor.messages[0]?.buttons, [...buttons, 'Do Not Show Again...']);
			assert.deepEqual(called, [opens]);
		});

	it('is a separate message for each document, and for a single run', async () => {
		const [run] = begin(1, { documentName: 'boat.json', documentUri: 'file:///boat.json' });
		const [other] = begin(1, { documentName: 'hill.json', documentUri: 'file:///hill.json' });
		assert.ok(run && other);
		await end(run);
		await end(other, { state: 'failed', files: [], notice: 'No memory.' });
		await clock.advance(5 * second);
		assert.deepEqual(said(), [
			['information', '"boat.json" succeeded after 12 s. 2 images.'],
			['warning', '"hill.json" did not succeed: No memory.'],
		]);
	});

	it('shows the error of the service and its fix', async () => {
		const [run] = begin(1, { documentName: 'poor.json' });
		assert.ok(run);
		const error = { error: 'InsufficientFunds', details: '', debugInfo: '' };
		await end(run, { state: 'failed', files: [], error, notice: 'Top up, then enable the deployment.' });
		await clock.advance(5 * second);
		assert.deepEqual(said(), [
			['warning', '"poor.json" did not succeed: InsufficientFunds. Top up, then enable the deployment.'],
		]);
	});

	it('does not wait long for a much longer run', async () => {
		const [one, two, three] = begin(3, { documentName: 'batch.json' });
		assert.ok(one && two && three);
		await end(one);
		await end(two);
		await clock.advance(2 * 60 * second);
		assert.deepEqual(said(), [['information', 'batch.json: 2 of 2 succeeded, 4 images.']]);
		await end(three);
		await clock.advance(5 * second);
		assert.equal(said()[1]?.[1], '"batch.json" succeeded after 12 s. 2 images.');
	});

	it('is not reported for runs visible at their end or a moment later, nor for canceled ones', async () => {
		const [one, two, three, four] = begin(4, { documentName: 'batch.json' });
		assert.ok(one && two && three && four);
		visible = () => true;
		await end(one);
		visible = () => false;
		await end(two);
		await end(three, { state: 'canceled' });
		visible = ({ id }) => id === two.id;
		await end(four);
		await clock.advance(5 * second);
		assert.deepEqual(said(), [['information', '"batch.json" succeeded after 12 s. 2 images.']]);
	});

	it('can be muted for one document, but not for the others', async () => {
		editor.answer = (buttons) => buttons.at(-1);
		let rows: readonly PickRow[] = [];
		editor.pick = (shown) => {
			rows = shown;
			return shown[0];
		};
		for (const documentName of ['batch.json', 'batch.json', 'boat.json']) {
			const [run] = begin(1, {
				id: `${said().length} ${documentName}`,
				documentName,
				documentUri: documentName,
			});
			assert.ok(run);
			await end({ ...run, id: `${run.id} ${clock.now()}` });
			active.clear();
			await clock.advance(5 * second);
		}
		assert.deepEqual(
			said().map(([, text]) => text),
			['"batch.json" succeeded after 12 s. 2 images.', '"boat.json" succeeded after 12 s. 2 images.'],
		);
		assert.deepEqual(
			rows.map(({ label }) => label),
			['The Runs of "boat.json"', 'All Runs'],
		);
	});
});
