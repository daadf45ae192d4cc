import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { localDisk } from '../../../../src/core/operations/node/localDisk.ts';
import { fieldsOfSchema } from '../../../../src/core/requests/inputSchema.ts';
import type { DocumentFacts } from '../../../../src/core/runs/documentFacts.ts';
import { bodyOfSet, setOfBody } from '../../../../src/core/runs/inputs/bodySet.ts';
import type { RememberedInputs } from '../../../../src/core/runs/inputs/contents.ts';
import type { InputFormState } from '../../../../src/core/runs/inputs/messages.ts';
import { type InputTarget, priceText } from '../../../../src/core/runs/inputs/target.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { loadCoreCatalog } from '../../../../src/core/workflow/catalog.ts';
import type { InputSet } from '../../../../src/core/workflow/inputSet.ts';
import type { JobsNode } from '../../../../src/editor/jobs/nodes.ts';
import type { WindowJobs } from '../../../../src/editor/jobs/windowJobs.ts';
import { inputCommands, runInputsAgain } from '../../../../src/editor/runs/inputs/commands.ts';
import type { InputFormsOptions } from '../../../../src/editor/runs/inputs/formOptions.ts';
import { InputFormPanel } from '../../../../src/editor/runs/inputs/panel.ts';
import { InputFormPanels } from '../../../../src/editor/runs/inputs/panels.ts';
import { WindowRuns } from '../../../../src/editor/runs/windowRuns.ts';
import type { WindowParts } from '../../../../src/editor/shell/lazyService.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { type Call, FakeService, FakeSession } from '../../runs/fakeService.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { Memento, real } from '../../support/real.ts';
import { until } from '../../support/until.ts';
import { editor, window as editorWindow, TabInputWebview, Uri, ViewColumn } from '../../support/vscode.ts';
import { FakeWebviewPanel } from '../../support/webviewPanel.ts';
import { windowParts } from '../../support/windowParts.ts';

const model = {
	model_id: 'm',
	display_name: 'Flash',
	base_price_usd: 0.01,
	input_schema: {
		required: ['prompt'],
		properties: {
			prompt: { type: 'string' },
			seed: { type: 'integer' },
			image: { type: 'string', format: 'image_uri' },
			lora_url: { type: 'string' },
			hf_token: { type: 'string' },
		},
	},
};

/** The editor's side of a panel, which keeps the messages to the view. */
class FormView extends FakeWebviewPanel {
	get state(): InputFormState | undefined {
		return this.last('state') as InputFormState | undefined;
	}
}

/** The kept contents of forms. */
class KeptForms {
	text = '{}';

	inputsFor(key: string): RememberedInputs | undefined {
		return JSON.parse(this.text)[key];
	}

	async noteInputs(key: string, inputs: RememberedInputs): Promise<void> {
		this.text = JSON.stringify({ ...JSON.parse(this.text), [key]: inputs });
	}
}

describe('the form of the inputs of a model, with its service', () => {
	let folder: string;
	let service: FakeService;
	let session: FakeSession;
	let parts: WindowParts;
	let windowRuns: WindowRuns;
	let memento: Memento;
	let forms: KeptForms;
	let started: Run[];
	let refuse: ((call: Call) => ReturnType<FakeService['before']>) | undefined;
	const checkpoint = { name: 'ink_000000100.safetensors', url: 'https://files.test/ink?sig=5ecret' };

	/** The jobs with read configurations. */
	let configsRead: string[];
	beforeEach(async () => {
		folder = newFolder();
		service = new FakeService();
		await service.start();
		refuse = undefined;
		service.before = (call) => {
			if (call.path !== '/v1/models/m') return undefined;
			return call.body === '' ? { status: 200, body: model } : refuse?.(call);
		};
		session = new FakeSession(service.session('window'));
		parts = windowParts(session, { folder });
		windowRuns = new WindowRuns(parts, session, real(Uri.file(folder)));
		memento = new Memento();
		forms = new KeptForms();
		started = [];
		configsRead = [];
	});
	afterEach(async () => {
		windowRuns.dispose();
		await parts.opened.close();
		await service.stop();
		editor.reset();
	});

	const options = (): InputFormsOptions => ({
		context: part<InputFormsOptions['context']>({
			extensionUri: Uri.file('/'),
			workspaceState: memento,
		}),
		facts: async () => part<DocumentFacts>(forms),
		acts: actsOf(session, {
			disk: localDisk(folder, systemClock),
			runs: () => windowRuns.open(),
			jobs: () => options().jobs.open(),
		}),
		log: silentLog,
		session,
		signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
		ready: async () => {},
		windowRuns,
		workflows: part<InputFormsOptions['workflows']>({}),
		nodeInfo: () => loadCoreCatalog(),
		jobs: part<WindowJobs>({
			open: async () => ({
				jobs: () => [{ id: 'job-1', name: 'ink' }],
				configs: {
					kept: async (id: string) => {
						configsRead.push(id);
						return 'config:\n  process:\n    - trigger_word: 1nk\n';
					},
				},
				result: async () => success({ checkpoints: [checkpoint] }),
			}),
		}),
		onStarted: (run) => started.push(run),
		showResult: () => {},
	});
	const bodies = () =>
		service.calls.filter(({ kind, body }) => kind === 'submit' && body !== '').map(({ body }) => body);

	async function open(
		connectionId = 'test',
		kind: 'model' | 'deployment' = 'model',
	): Promise<{ view: FormView; panel: InputFormPanel }> {
		const view = new FormView('', undefined);
		const target = { connectionId, kind, id: 'm', name: 'm' } as const;
		const place = { restored: real(view) };
		const panel = new InputFormPanel({ ...options(), memory: forms, target, place });
		view.say('ready');
		await until('the form', () => view.state !== undefined && view.state.phase !== 'loading');
		return { view, panel };
	}
	const run = (view: FormView, values: Readonly<Record<string, string>>) =>
		view.say('run', { inputs: { values }, view: 'form' });
	/** Runs these values from a new form. */
	async function sent(values: Readonly<Record<string, string>>): Promise<Run> {
		const { view } = await open();
		run(view, values);
		await until('the run', () => started.length === 1 && view.state?.sending === false);
		return started[0] ?? assert.fail();
	}
	/** Repeats a run. Returns what a form is filled in with instead. */
	async function runAgain(run: Run, newSeed = false): Promise<readonly (readonly string[])[]> {
		const filled: string[][] = [];
		const inputs = part<InputFormPanels>({
			showRun: () => false,
			fill: async ({ id }: Run['target'], set: InputSet) => void filled.push([id, bodyOfSet(set)]),
		});
		await runInputsAgain({ ...options(), inputs, favorites: memento }, run, newSeed);
		return filled;
	}

	it('shows the hardware of a deployment, and the duration of earlier runs', async () => {
		service.before = ({ path }) =>
			path.includes('/deployments/')
				? {
						status: 200,
						body: {
							id: 'm',
							name: 'Ink',
							hardware: 'NVIDIA L4',
							payload: { input_schema: model.input_schema },
						},
					}
				: undefined;
		const { view, panel } = await open('test', 'deployment');
		assert.equal(view.state?.price, 'NVIDIA L4');
		panel.dispose();
		const target: InputTarget = { name: 'Ink', hardware: 'NVIDIA L4', form: fieldsOfSchema(null) };
		const estimate = {
			ms: { low: 120_000, high: 180_000 },
			microdollars: { low: 20_000, high: 20_000 },
			count: 2,
		};
		assert.equal(
			priceText(target, estimate),
			'NVIDIA L4, 2 min 00 s to 3 min 00 s and about 0.02 USD for a run',
		);
		assert.equal(priceText({ ...target, price: '0.01 USD per run' }, estimate), '0.01 USD per run');
	});

	it('submits the entered values, shows the run, and restores both in another window', async () => {
		const { view, panel } = await open();
		assert.equal(view.title, 'Flash');
		assert.equal(view.state?.price, '0.01 USD per run');
		run(view, { prompt: 'a harbor', seed: '18446744073709551615' });
		await until('the run', () => view.state?.run !== undefined && view.state.sending === false);
		assert.deepEqual(bodies(), ['{"prompt":"a harbor","seed":18446744073709551615}']);
		assert.deepEqual(
			[started[0]?.summary.mode, started[0]?.target.kind, panel.runId],
			['inputs', 'model', started[0]?.id],
		);
		const again = await open();
		assert.deepEqual(again.view.state?.contents.inputs.values, {
			prompt: 'a harbor',
			seed: '18446744073709551615',
		});
		await until('the run in the other window', () => again.view.state?.run?.id === started[0]?.id);
	});

	it('keeps the latest input even if the view is hidden or the window closes right after', async () => {
		const hidden = await open();
		hidden.view.say('edited', { inputs: { values: { prompt: 'hidden' } }, view: 'form' });
		hidden.view.hide();
		assert.match(forms.text, /hidden/);
		const closed = await open();
		closed.view.say('edited', { inputs: { values: { prompt: 'closed' } }, view: 'form' });
		closed.panel.dispose();
		assert.match(forms.text, /closed/);
		assert.equal((await open()).view.state?.contents.inputs.values.prompt, 'closed');
	});

	it('reports once that inputs are too large to save, keeps the rest, and clears the note once they fit', async () => {
		const large = 'x'.repeat(200_001);
		const { view, panel } = await open();
		run(view, { prompt: large });
		await until('the run', () => view.state?.run !== undefined && view.state.sending === false);
		assert.match(view.state?.notes[0] ?? '', /too large to save.*lost when this form is closed/);
		const said = view.sent.filter(({ kind }) => kind === 'notify');
		assert.equal(said.length, 1);
		assert.equal(view.state?.contents.inputs.values.prompt, large);
		assert.ok(forms.text.length < 1000);
		const other = await open();
		assert.deepEqual(other.view.state?.contents.inputs.values, {});
		assert.deepEqual([other.view.state?.notes, other.panel.runId], [[], panel.runId]);
		view.say('edited', { inputs: { values: { prompt: 'short' } }, view: 'form' });
		await until('no remark', () => view.state?.notes.length === 0);
		assert.match(forms.text, /short/);
		assert.equal(view.sent.filter(({ kind }) => kind === 'notify').length, 1);
	});

	it('passes service errors and their locations to the view', async () => {
		const body = {
			error_message: 'Validation error: too large',
			detail: [{ loc: ['body', 'seed'], msg: 'too large' }],
		};
		refuse = () => ({ status: 422, body });
		const { view } = await open();
		run(view, { prompt: 'a' });
		await until('the refusal', () => view.state?.refusal !== undefined && view.state.sending === false);
		assert.equal(view.state?.refusal?.attempt, 1);
		assert.deepEqual(view.state?.refusal?.details, ['seed: too large']);
		assert.deepEqual(started, []);
	});

	it('never resends an uncertain submission, and submits once per click', async () => {
		refuse = () => 'cut';
		const { view } = await open();
		run(view, { prompt: 'a' });
		run(view, { prompt: 'a' });
		await until('the refusal', () => view.state?.refusal !== undefined && view.state.sending === false);
		assert.match(view.state?.refusal?.message ?? '', /^It is unknown whether the service received the run/);
		assert.equal(bodies().length, 1);
	});

	it('reads the trigger word of a checkpoint from the stored configuration of its job, once', async () => {
		const { view, panel } = await open();
		assert.deepEqual(view.state?.triggerWords, {});
		await panel.useAdapter('checkpoint:other/other.safetensors');
		await panel.useAdapter('checkpoint:ink/ink_000000100.safetensors');
		await until('the trigger word', () => view.state?.triggerWords.ink === '1nk');
		panel.onRun('none');
		panel.onSession();
		view.say('ready');
		assert.deepEqual([view.state?.triggerWords, configsRead], [{ ink: '1nk' }, ['job-1']]);
	});

	it('keeps no secret of unfinished JSON, and sends nothing with its placeholder', async () => {
		const { view, panel } = await open();
		const draft = '{"prompt": "a", "hf_token": "5ecret", "x": ';
		view.say('edited', { inputs: { values: { prompt: 'a' } }, view: 'json', draft });
		panel.dispose();
		assert.ok(!forms.text.includes('5ecret'));
		const again = await open();
		assert.equal(again.view.state?.contents.draft, draft.replace('5ecret', '(secret-not-kept)'));
		const inputs = { values: { prompt: 'a' }, others: '{"x":{"token":"(secret-not-kept)"}}' };
		again.view.say('run', { inputs, view: 'form' });
		await until('the refusal', () => again.view.state?.refusal !== undefined && !again.view.state.sending);
		assert.match(again.view.state?.refusal?.message ?? '', /Secrets among these inputs were not kept/);
		assert.deepEqual(bodies(), []);
	});

	for (const [what, others, kept] of [
		[
			'signature of an address',
			{ image: 'https://files.test/a.png?X-Amz-Signature=5ecret' },
			'{"prompt":"a","image":"https://files.test/a.png?signature-not-kept"}',
		],
		['secret', { hf_token: '5ecret' }, '{"prompt":"a","hf_token":"(secret-not-kept)"}'],
	] as const)
		it(`keeps no ${what}, and reopens the form instead of sending part of a run`, async () => {
			const first = await sent({ prompt: 'a', ...others });
			assert.match(bodies()[0] ?? '', /5ecret/);
			assert.ok(!forms.text.includes('5ecret'));
			assert.deepEqual([await runAgain(first), bodies().length], [[['m', kept]], 1]);
		});

	it('starts a run again, optionally with a new seed', async () => {
		const first = await sent({ prompt: 'a', seed: '7' });
		service.succeed(first.requestId ?? assert.fail(), {});
		await runAgain(first, true);
		assert.equal(bodies().length, 2);
		const body = JSON.parse(bodies()[1] ?? '') as { readonly prompt: string; readonly seed: number };
		assert.equal(body.prompt, 'a');
		assert.notEqual(body.seed, 7);
		assert.equal(started[1]?.summary.seed, String(body.seed));
	});

	it('is prefilled with a run of another account, and sends nothing automatically', async () => {
		const first = await sent({ prompt: 'a', seed: '7' });
		session.replace(service.session('window', 'someone else'));
		assert.deepEqual([await runAgain(first), bodies().length], [[['m', '{"prompt":"a","seed":7}']], 1]);
		assert.match(editor.messages.at(-1)?.text ?? '', /sent from another account/);
	});

	it('is offered for a checkpoint if a model supports LoRA, and receives it', async () => {
		const usual = service.before;
		const other = { model_id: 'other', display_name: 'Other', input_schema: { properties: { prompt: {} } } };
		service.before = (call) =>
			call.path === '/v1/models' ? { status: 200, body: { models: [model, other], total: 2 } } : usual(call);
		const opened: unknown[] = [];
		const inputs = part<InputFormPanels>({
			open: async (...what: readonly unknown[]) => void opened.push(what),
		});
		const commands = inputCommands({ ...options(), inputs, favorites: memento });
		const row = { kind: 'checkpoint', job: { name: 'ink' }, name: 'ink_000000100.safetensors' };
		const done = commands['easel.useCheckpointAsLora'](row as unknown as JobsNode);
		await until('the models', () => editor.input?.busy === false && editor.input.items.length > 0);
		assert.deepEqual(
			editor.input?.items.map(({ label }) => label),
			['Flash'],
		);
		editor.input?.choose('Flash');
		await done;
		assert.deepEqual(opened, [
			[{ kind: 'model', id: 'm', name: 'Flash' }, 'checkpoint:ink/ink_000000100.safetensors'],
		]);
		service.before = (call) =>
			call.path === '/v1/models' ? { status: 200, body: { models: [other] } } : usual(call);
		await commands['easel.useCheckpointAsLora'](row as unknown as JobsNode);
		assert.match(editor.messages.at(-1)?.text ?? '', /No model of the catalog has an input for a LoRA/);
	});

	it('is revealed for a run started elsewhere, unless results do not open automatically', async () => {
		const { panels } = editor;
		const forms = new InputFormPanels(options());
		try {
			const target = { kind: 'model', id: 'm', name: 'm' } as const;
			assert.equal(forms.showRun(target, 'run-1'), false);
			await forms.open(target);
			const revealed = panels[0]?.revealed ?? 0;
			editor.set('easel.results.open', 'never');
			assert.equal(forms.showRun(target, 'run-1'), true);
			assert.deepEqual([panels.length, panels[0]?.revealed], [1, revealed]);
			editor.set('easel.results.open', 'beside');
			forms.showRun(target, 'run-2');
			assert.equal(panels[0]?.revealed, revealed + 1);
		} finally {
			forms.dispose();
		}
	});

	it('opens in the first column if a panel in another one has the focus, to avoid a narrow third', async () => {
		const samples = { input: new TabInputWebview('easel.samples') };
		for (const activeTabGroup of [
			{ activeTab: samples, viewColumn: ViewColumn.Two },
			{ activeTab: samples, viewColumn: ViewColumn.One },
			{ activeTab: { input: {} }, viewColumn: ViewColumn.Two },
		]) {
			editorWindow.tabGroups = { activeTabGroup };
			const forms = new InputFormPanels(options());
			await forms.open({ kind: 'model', id: 'm', name: 'm' });
			forms.dispose();
		}
		assert.deepEqual(
			editor.panels.map(({ place }) => (place as { viewColumn: number }).viewColumn),
			[ViewColumn.One, ViewColumn.Beside, ViewColumn.Beside],
		);
	});

	it('is prefilled with the values of a run, before or after its fields are known, and sends nothing automatically', async () => {
		const view = new FormView('', undefined);
		const target = { connectionId: 'test', kind: 'model', id: 'm', name: 'm' } as const;
		const place = { restored: real(view) };
		const panel = new InputFormPanel({ ...options(), memory: forms, target, place });
		panel.fill(setOfBody('{"prompt": "a harbor", "seed": 18446744073709551615, "extra": [1.0]}'));
		view.say('ready');
		await until('the values', () => view.state?.contents.inputs.values.prompt === 'a harbor');
		assert.equal(view.state?.contents.inputs.values.seed, '18446744073709551615');
		assert.match(
			view.state?.contents.inputs.others ?? '',
			/"extra".*1\.0/s,
			'what the form has no field for stays',
		);
		let asked = 0;
		editor.answer = () => {
			asked++;
			return undefined;
		};
		panel.fill(setOfBody('{"prompt": "a pier"}'));
		await until('the question', () => asked === 1);
		panel.fill(setOfBody('{"prompt": "a harbor", "seed": 18446744073709551615, "extra": [1.0]}'));
		assert.deepEqual(
			[asked, view.state?.contents.inputs.values.prompt],
			[1, 'a harbor'],
			'nothing would be lost',
		);
		editor.answer = (buttons) => buttons.find((button) => button === 'Replace');
		panel.fill(setOfBody('{"prompt": "a pier"}'));
		await until('the other values', () => view.state?.contents.inputs.values.prompt === 'a pier');
		assert.deepEqual([bodies(), view.state?.contents.inputs.values.seed], [[], undefined]);
		const again = await open();
		assert.equal(again.view.state?.contents.inputs.values.prompt, 'a pier');
	});

	it('shows its connection, and runs nothing on another one', async () => {
		const { view } = await open('another');
		assert.deepEqual([view.state?.phase, view.state?.problem?.action], ['failed', 'signIn']);
		run(view, { prompt: 'a' });
		view.say('edited', { inputs: { values: {} }, view: 'form' });
		assert.deepEqual(bodies(), []);
	});

	it('shows the error of the service if the model cannot be read, and retries', async () => {
		let broken = true;
		const usual = service.before;
		service.before = (call) =>
			broken ? { status: 404, body: { error_code: 404001, error_message: 'gone' } } : usual(call);
		const { view } = await open();
		assert.deepEqual([view.state?.phase, view.state?.problem?.action], ['failed', 'reload']);
		broken = false;
		view.say('reload');
		await until('the form', () => view.state?.phase === 'ready');
	});
});
