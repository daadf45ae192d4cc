import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Failure } from '../../../../src/core/base/failure.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import type { Estimate } from '../../../../src/core/records/estimate.ts';
import { part } from '../../support/part.ts';
import { until } from '../../support/until.ts';
import { type Diagnostic, editor, type TextDocument, workspace } from '../../support/vscode.ts';
import { configuration, folder } from '../../training/config.ts';
import { OpenRoom } from './trainingRoom.ts';

const refused: Failure = {
	kind: 'input',
	message: 'The learning rate is missing or not a positive number.',
	nextStep: 'Correct the learning rate.',
	fixer: 'you',
	status: 422,
	code: 42274,
	codeName: 'INVALID_LEARNING_RATE',
	details: ['lr must be positive', 'config.process[0].train.lr: lr must be positive'],
};

describe('a training configuration submitted as a job', () => {
	let opened: OpenRoom;
	let account: OpenRoom['account'];
	let jobs: OpenRoom['jobs'];
	let room: OpenRoom['room'];
	let revealed: OpenRoom['revealed'];

	beforeEach(() => {
		opened = new OpenRoom();
		({ account, jobs, room, revealed } = opened);
	});
	afterEach(() => opened.close());

	const run = (id: string, ...args: unknown[]) => opened.run(id, ...args);
	const open = (text = configuration()) => editor.open('portraits.yaml', 'yaml', text);
	const review = () => until('the review', () => editor.input);
	/** Submits and chooses the first row of the review. */
	async function start(document: TextDocument): Promise<void> {
		const done = run('easel.submitTraining', document.uri);
		(await review()).choose('Start Training');
		await done;
	}
	/** Chooses a row of the review, which leads to the next one. */
	function reviewAfter(words: string) {
		const first = editor.input;
		first?.choose(words);
		return until('the next review', () => editor.input !== first && editor.input);
	}
	/** Opens the review, and closes it after a look. */
	async function look(
		document: TextDocument,
		at: (input: Awaited<ReturnType<typeof review>>) => void,
		command = 'easel.submitTraining',
	): Promise<void> {
		const done = run(command, document.uri);
		at(await review());
		editor.input?.hide();
		await done;
	}
	const codeOf = (diagnostic: Diagnostic | undefined) =>
		String((diagnostic?.code as { value?: string } | undefined)?.value);
	const shown = (document: TextDocument) => editor.diagnostics.get(document.uri.toString()) ?? [];

	it('is sent as in the editor, with unresolved variables and the default GPU', async () => {
		const token = `$${'{ELSEWHERE}'}`;
		const text = configuration({ process: [`trigger_word: "${token}"`] });
		const document = open(text);
		editor.type(document, '# a note that nobody saved\n');
		await start(document);
		const [sent, ...others] = jobs.sent;
		assert.deepEqual(others, []);
		assert.equal(sent?.configText, document.getText());
		assert.ok(sent?.configText.includes(token));
		assert.equal(sent?.name, 'portraits_v1');
		assert.equal(sent?.totalSteps, 2000);
		assert.equal(sent?.documentUri, document.uri.toString());
		assert.deepEqual([sent?.gpuType, sent?.gpuCount], ['ADA_80_PLUS', 1]);
		assert.deepEqual(
			revealed.map(({ name }) => name),
			['portraits_v1'],
		);
		assert.match(editor.messages.at(-1)?.text ?? '', /"portraits_v1" is queued/);
	});

	it('shows its cost and outputs first: datasets, checkpoints, samples, balance', async () => {
		const sample = ['sample_every: 500', 'samples:', '  - prompt: a', '  - prompt: b'];
		const document = open(configuration({ sample, process: ['save:', '  save_every: 250'] }));
		await look(document, (input) => {
			assert.match(input.title ?? '', /portraits\.yaml.*Test/);
			for (const [row, words] of [
				['portraits', /2,000 steps/],
				['$(database) portraits', /ready, 2 files/],
				['Checkpoints', /every 250 steps: 7 written, 5 kept/],
				['Samples', /every 500 steps: 2 prompts, 10 files/],
				['Balance', /5\.00 USD; a job needs at least 0\.50 USD/],
			] as const)
				assert.match(JSON.stringify(input.row(row)), words);
		});
		assert.deepEqual(jobs.sent, []);
	});

	it('is blocked by an incompletely uploaded dataset, with its name and missing files', async () => {
		const files = { count: 620, done: 154, skipped: 0, failed: 466, bytes: 620, doneBytes: 154 };
		const upload = part<Upload>({
			id: 'u',
			datasetId: 'd1',
			state: 'incomplete',
			files,
			// These have arrived by now.
			failed: [{ name: 'a.png' }, { name: 'a.txt' }],
			startedAt: 1,
		});
		opened.uploads = [upload];
		const document = open();
		await look(document, (input) => {
			const [first] = input.items.filter(({ kind }) => kind !== -1) as vscode.QuickPickItem[];
			assert.deepEqual(
				[first?.label, first?.description],
				['$(warning) portraits', 'upload incomplete, 466 files missing'],
			);
			assert.match(JSON.stringify(input.row('ready, 2 files')), /upload incomplete, 466 files missing/);
			assert.match(JSON.stringify(input.row('Start Training')), /Anyway/);
		});
		opened.uploads = [upload, { ...upload, id: 'later', state: 'ready', startedAt: 2 }];
		await start(document);
		assert.equal(jobs.sent.length, 1);
	});

	it('remembers the GPU chosen for the document', async () => {
		const document = open();
		const done = run('easel.submitTraining', document.uri);
		(await review()).choose('8 x ADA_80_PLUS');
		(await review()).choose('Start Training');
		await done;
		assert.deepEqual([jobs.sent[0]?.gpuType, jobs.sent[0]?.gpuCount], ['ADA_80_PLUS', 8]);
		await look(document, (input) =>
			assert.match(JSON.stringify(input.row('8 x ADA_80_PLUS')), /H100, 80 GB each, selected/),
		);
	});

	it('shows duration and cost in advance, estimated from earlier jobs, or reports that none is known', async () => {
		const rowsWith = async (estimate: Estimate) => {
			jobs.estimated = estimate;
			let rows = '';
			await look(open(), (input) => {
				const expected = ['$(clock) Expected Duration', '$(credit-card) Expected Cost'];
				rows = JSON.stringify(expected.map((row) => input.row(row)));
			});
			return rows;
		};
		assert.match(
			await rowsWith({ count: 0 }),
			/unknown; no earlier training of \w+ on this machine.*Cost.*unknown/,
		);
		const minutes = { low: 18 * 60_000, high: 25 * 60_000 };
		assert.match(await rowsWith({ ms: minutes, count: 4 }), /based on 4 earlier.*Cost.*unknown/);
		const known = await rowsWith({ ms: minutes, microdollars: { low: 900_000, high: 1_200_000 }, count: 4 });
		assert.match(known, /18 min to 25 min, based on 4 earlier trainings.*Cost.*0\.90 USD to 1\.20 USD/);
		assert.doesNotMatch(known, /sandbox/);
		const connection = { ...account.signedIn.connection, id: 'sandbox' };
		account.current = { ...account.signedIn, connection };
		assert.match(await rowsWith({ count: 0 }), /The sandbox works 10 times as fast.*easel\.sandbox\.speed/);
	});

	it('is fixed from the review, which is shown again', async () => {
		jobs.put({ id: 'j0', name: 'portraits_v1', state: 'RUNNING' });
		const document = open();
		const done = run('easel.submitTraining', document.uri);
		(await review()).press('already has a job');
		const input = await review();
		assert.ok(document.getText().includes('name: portraits_v2'));
		input.choose('Start Training');
		await done;
		assert.equal(jobs.sent[0]?.name, 'portraits_v2');
	});

	it('queries the account once per review, whatever is chosen in it, and again on request', async () => {
		jobs.put({ id: 'j0', name: 'portraits_v1', state: 'RUNNING' });
		const document = open();
		// The text is checked when it is opened, which requests its dataset.
		await until('the check of the text', () => account.asked.some((path) => path.endsWith('/status')));
		account.asked.length = 0;
		account.balance = 400_000;
		const done = run('easel.submitTraining', document.uri);
		await review();
		const asked = account.asked.length;
		assert.ok(asked >= 3, account.asked.join());
		const second = await reviewAfter('8 x ADA_80_PLUS');
		second.press('already has a job');
		const third = await until('the review of the fixed text', () => editor.input !== second && editor.input);
		assert.match(JSON.stringify(third.row('$(database) portraits')), /ready, 2 files/);
		assert.match(JSON.stringify(third.row('Balance')), /0\.40 USD/);
		assert.equal(account.asked.length, asked, account.asked.slice(asked).join());
		account.balance = 4_000_000;
		const fourth = await reviewAfter('Check Again');
		assert.match(JSON.stringify(fourth.row('Balance')), /4\.00 USD/);
		assert.equal(account.asked.length, asked * 2);
		fourth.hide();
		await done;
	});

	it('queries a dataset named by a change during the review', async () => {
		const document = open(configuration({ datasets: [['folder_path: /app/ai-toolkit/datasets/nowhere']] }));
		const done = run('easel.submitTraining', document.uri);
		await review();
		editor.type(document, 'datasets/portraits', 'datasets/nowhere');
		const second = await reviewAfter('Start Training Anyway');
		assert.match(JSON.stringify(second.row('$(database) portraits')), /ready, 2 files/);
		second.hide();
		await done;
	});

	it('is sent once, however often the button is pressed', async () => {
		const document = open();
		const done = run('easel.submitTraining', document.uri);
		const input = await review();
		await run('easel.submitTraining', document.uri);
		assert.equal(editor.input, input);
		input.choose('Start Training');
		await done;
		assert.equal(jobs.sent.length, 1);
	});

	it('can be sent again while the previous message is still shown', async () => {
		const document = open();
		editor.answer = () => new Promise(() => undefined) as never;
		for (const refusal of [refused, undefined, undefined]) {
			jobs.refusal = refusal;
			const before = jobs.sent.length;
			void run('easel.submitTraining', document.uri);
			const input = await review();
			input.choose(before === 2 ? 'Start Training Anyway' : 'Start Training');
			await until(
				'the job and its message',
				() => jobs.sent.length > before && editor.messages.length > before,
			);
		}
	});

	it('is not sent from an untrusted workspace or while signed out', async () => {
		const document = open();
		Object.assign(workspace, { isTrusted: false });
		await run('easel.submitTraining', document.uri);
		assert.match(editor.messages.at(-1)?.text ?? '', /untrusted/);
		Object.assign(workspace, { isTrusted: true });
		account.signOut();
		await run('easel.submitTraining', document.uri);
		assert.equal(editor.input, undefined);
		assert.deepEqual(jobs.sent, []);
		assert.deepEqual(account.asked, []);
	});

	it('shows the rejection on its line until that line changes', async () => {
		const document = open();
		jobs.refusal = refused;
		await start(document);
		const [shownFirst] = shown(document);
		assert.equal(document.getText(shownFirst?.range), '0.0001');
		assert.equal(shownFirst?.source, 'Easel');
		assert.match(shownFirst?.message ?? '', /^The service refused this: .*\(lr must be positive\)$/);
		assert.equal(codeOf(shownFirst), '42274 INVALID_LEARNING_RATE');
		const { target } = (shownFirst as vscode.Diagnostic).code as { readonly target: vscode.Uri };
		assert.match(target.path, /\/docs\/rules\/training\.md$/);
		assert.equal(target.fragment, '42274');
		assert.deepEqual(editor.messages.at(-1)?.buttons, ['Show in Document', 'Show Log']);

		editor.type(document, '# one line more\njob:', 'job:');
		const [moved] = shown(document);
		assert.equal(document.getText(moved?.range), '0.0001');
		assert.equal(moved?.range.start.line, (shownFirst?.range.start.line ?? 0) + 1);
		editor.type(document, 'batch_size: 2', 'batch_size: 1');
		assert.equal(shown(document).length, 1);
		editor.type(document, 'lr: 0.0002', 'lr: 0.0001');
		assert.deepEqual(shown(document), []);
	});

	it('clears an old rejection with the next submission', async () => {
		const document = open();
		jobs.refusal = refused;
		await start(document);
		assert.equal(shown(document).length, 1);
		jobs.refusal = undefined;
		await start(document);
		assert.deepEqual(shown(document), []);
		assert.equal(jobs.sent.length, 2);
	});

	it('marks no line for a failure unrelated to the text', async () => {
		const document = open();
		jobs.refusal = { kind: 'network', message: 'No connection.', nextStep: 'Try again.', fixer: 'nobody' };
		await start(document);
		assert.deepEqual(shown(document), []);
	});

	describe('during editing', () => {
		const found = (document: TextDocument) =>
			shown(document).map((each) => Number.parseInt(codeOf(each), 10));
		const with2 = configuration({
			datasets: [
				[folder],
				['folder_path: /app/ai-toolkit/datasets/garden'],
				['folder_path: /app/ai-toolkit/datasets/nowhere'],
			],
		});

		it('is checked against the datasets of the account: missing, not ready, without suitable files', async () => {
			const document = open(with2);
			await until('the note about the dataset', () => found(document).includes(42254));
			assert.deepEqual(found(document), [42255, 42254]);
			const films = editor.open(
				'b.yaml',
				'yaml',
				configuration({ datasets: [['folder_path: /app/ai-toolkit/datasets/films']] }),
			);
			await until('the note about the films', () => found(films).includes(42265));
		});

		it('queries a dataset when named, and not on each key', async () => {
			const document = open();
			await until('the second question to the service', () => account.asked.length === 2);
			assert.deepEqual(account.asked, ['/prod/v1/trainers/datasets', '/prod/v1/trainers/datasets/d1/status']);
			let last = 0;
			for (const letter of 'a note on this training') {
				editor.type(document, letter);
				last = document.version;
			}
			editor.type(document, '\n# datasets/portrait');
			editor.type(document, 'datasets/portrait', 'datasets/portraits');
			editor.type(document, 'datasets/nowhere', 'datasets/portrait');
			await until('the note about the dataset', () => found(document).includes(42254));
			assert.ok(document.version > last);
			assert.equal(account.asked.length, 2);
		});
	});

	describe('of an ended job', () => {
		const stopped = () =>
			jobs.put({
				id: 'j1',
				phase: 'ended',
				state: 'STOPPED',
				progress: { step: 2000, totalSteps: 2000 },
			});

		beforeEach(() => {
			jobs.kept = { text: configuration(), source: 'sent', masked: false };
		});

		async function openEdit(job: JobRecord): Promise<TextDocument> {
			await room.openForEdit(job);
			return editor.shown.at(-1)?.document ?? assert.fail();
		}

		it('opens for editing as sent, and returns to that job', async () => {
			const document = await openEdit(stopped());
			assert.equal(document.getText(), configuration());
			editor.type(document, 'lr: 0.0002', 'lr: 0.0001');
			const done = run('easel.sendJobEdit', document.uri);
			(await review()).choose('Send Edit');
			await done;
			assert.deepEqual(jobs.edited, [{ id: 'j1', text: document.getText() }]);
			assert.deepEqual(jobs.resumed, []);
			assert.deepEqual(editor.messages.at(-1)?.buttons, ['Resume']);
		});

		it('stays with its job when its document is first saved', async () => {
			const job = stopped();
			const unsaved = editor.open('untitled:/project/edit.yaml', 'yaml', configuration());
			jobs.put({ ...job, documentUri: 'file:///project/edit.yaml' });
			await room.openForEdit(jobs.get('j1') ?? job);
			assert.equal(editor.shown.at(-1)?.document, unsaved);
			editor.close(unsaved);
			const saved = editor.open('file:///project/edit.yaml', 'yaml', configuration());
			const done = run('easel.sendJobEdit', saved.uri);
			(await review()).choose('Send Edit');
			await done;
			assert.equal(jobs.edited.length, 1);
		});

		it('shows the rejection of an edit on its line', async () => {
			const document = await openEdit(stopped());
			jobs.refusal = refused;
			const done = run('easel.sendJobEditAndResume', document.uri);
			(await review()).choose('Send Edit and Resume');
			await done;
			assert.equal(document.getText(shown(document)[0]?.range), '0.0001');
			assert.deepEqual(jobs.resumed, []);
		});

		it('continues with a new step total, sent and resumed together', async () => {
			const job = stopped();
			let asked: { validateInput(text: string): unknown } | undefined;
			editor.ask = (options) => {
				asked = options as typeof asked;
				return '+500';
			};
			jobs.checkpoints = ['portraits_v1_000001000.safetensors', 'portraits_v1.safetensors'];
			const done = room.continueWithMoreSteps(job);
			const input = await review();
			assert.match(JSON.stringify(input.row('Send Edit and Resume')), /begins at step 2,000/);
			input.choose('Send Edit and Resume');
			await done;
			const [edit] = jobs.edited;
			assert.equal(edit?.text, configuration().replace('steps: 2000', 'steps: 2500'));
			assert.deepEqual(jobs.resumed, ['j1']);
			for (const wrong of ['2000', '1500', '+0', '', 'many', '-5'])
				assert.equal(typeof asked?.validateInput(wrong), 'string', wrong);
			assert.match(JSON.stringify(asked?.validateInput('3000')), /3,000 steps in all, 1,000 more/);
		});

		/** Asks for a new total of steps, of a job without a document; `typed` is the answer. */
		function continueAs(typed: string | undefined) {
			const job = stopped();
			let reverted: TextDocument | undefined;
			editor.handlers.set('workbench.action.revertAndCloseActiveEditor', () => {
				reverted = editor.shown.at(-1)?.document;
				if (reverted !== undefined) editor.close(reverted);
			});
			editor.ask = () => typed;
			return { done: room.continueWithMoreSteps(job), closed: () => reverted };
		}
		const unsaved = () => workspace.textDocuments.filter(({ isUntitled }) => isUntitled);

		it('keeps no unsaved document if the user cancels the question', async () => {
			const { done, closed } = continueAs(undefined);
			await done;
			assert.equal(closed()?.getText(), configuration());
			assert.deepEqual(unsaved(), []);
		});

		it('keeps no unsaved document if the user cancels the review', async () => {
			const { done, closed } = continueAs('+500');
			(await review()).hide();
			await done;
			assert.equal(closed()?.getText(), configuration().replace('steps: 2000', 'steps: 2500'));
			assert.deepEqual([unsaved(), jobs.edited], [[], []]);
			const again = continueAs('+500');
			(await review()).hide();
			await again.done;
			assert.ok(again.closed() !== undefined && again.closed() !== closed(), 'begun again');
		});

		it('restores the total in its original document if the user cancels the review', async () => {
			const document = open();
			const text = document.getText();
			const job = jobs.put({ ...stopped(), documentUri: document.uri.toString() });
			editor.ask = () => '+500';
			const done = room.continueWithMoreSteps(job);
			const input = await review();
			assert.match(document.getText(), /steps: 2500/);
			input.hide();
			await done;
			assert.equal(document.getText(), text);
			assert.deepEqual(jobs.edited, []);
		});

		it('keeps a sent document, and one that the user changed in the meantime', async () => {
			const sent = continueAs('+500');
			(await review()).choose('Send Edit and Resume');
			await sent.done;
			assert.deepEqual([sent.closed(), unsaved().length], [undefined, 1]);
			for (const document of unsaved()) editor.close(document);

			const changed = continueAs('+500');
			const input = await review();
			const [document] = unsaved();
			assert.ok(document !== undefined);
			editor.type(document, 'lr: 0.0001', 'lr: 0.0002');
			input.hide();
			await changed.done;
			assert.deepEqual([changed.closed(), unsaved()], [undefined, [document]]);
		});

		it('warns before a resume that loses completed steps', async () => {
			const job = jobs.put({ id: 'j1', phase: 'ended', state: 'CANCELED', progress: { step: 700 } });
			await look(
				await openEdit(job),
				(input) =>
					assert.match(JSON.stringify(input.items), /\$\(warning\) Resume.*all 700 completed steps are lost/),
				'easel.sendJobEditAndResume',
			);
		});

		/** Opens the review of an edit of a job in this state. */
		async function editOf(
			job: Partial<JobRecord>,
		): Promise<{ readonly document: TextDocument; readonly done: Promise<unknown> }> {
			const ended = jobs.put({ id: 'j1', phase: 'ended', state: 'STOPPED', ...job });
			const document = await openEdit(ended);
			const done = run('easel.sendJobEditAndResume', document.uri);
			await review();
			return { document, done };
		}

		it('is sent to another machine only if the user chooses one', async () => {
			const { done } = await editOf({ gpuType: 'ADA_80_PLUS', gpuCount: 1 });
			assert.match(JSON.stringify(editor.input?.row('selected')), /1 x ADA_80_PLUS/);
			const again = await reviewAfter('1 x HOPPER_141');
			assert.match(JSON.stringify(again.row('Send Edit and Resume')), /1 x HOPPER_141/);
			again.choose('Send Edit and Resume');
			await done;
			const gpu = { type: 'HOPPER_141', count: 1 };
			assert.deepEqual([jobs.edited[0]?.gpu, jobs.resumedOn], [gpu, [gpu]]);
			const same = await editOf({ gpuType: 'HOPPER_141', gpuCount: 1 });
			editor.input?.choose('Send Edit and Resume');
			await same.done;
			assert.deepEqual([jobs.edited[1]?.gpu, jobs.resumedOn[1]], [undefined, undefined]);
		});

		it('that has failed offers both ways in advance, and becomes a new job under an unused name', async () => {
			jobs.put({ id: 'j0', name: 'portraits_v2', phase: 'ended', state: 'STOPPED' });
			const { document, done } = await editOf({ state: 'FAILED' });
			const words = JSON.stringify(editor.input?.items);
			assert.match(words, /queue a failed job again after an edit, or refuse to resume it \(42267\)/);
			const again = await reviewAfter('Start as a New Job');
			again.choose('Start Training');
			await done;
			assert.equal(document.getText(), configuration({ name: 'name: portraits_v3' }));
			assert.deepEqual([jobs.edited, jobs.sent[0]?.name], [[], 'portraits_v3']);
		});

		it('that has failed keeps its document if the service rejects the resume, and offers the alternative', async () => {
			jobs.resumeRefusal = { ...refused, kind: 'conflict', code: 42267, codeName: 'INVALID_RESUME_STATE' };
			const { document, done } = await editOf({ state: 'FAILED' });
			editor.answer = (buttons) => buttons.find((each) => each === 'Start as a New Job');
			const start = await reviewAfter('Send Edit and Resume');
			assert.equal(jobs.edited.length, 1);
			assert.match(start.title ?? '', /^Train /);
			start.choose('Start Training');
			await done;
			assert.equal(jobs.sent.length, 1);
			assert.equal(document.getText(), configuration({ name: 'name: portraits_v2' }));
		});

		it('is not opened while the job runs', async () => {
			await room.openForEdit(jobs.put({ id: 'j1', state: 'RUNNING' }));
			assert.equal(editor.shown.length, 0);
			assert.match(editor.messages.at(-1)?.text ?? '', /once it is stopped/);
		});
	});
});
