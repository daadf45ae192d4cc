import assert from 'node:assert/strict';
import type { QuickPickItem } from 'vscode';
import { severalOf } from '../../../../src/core/records/estimate.ts';
import type { RunPlan } from '../../../../src/core/runs/plan/plan.ts';
import { type ReviewParts, reviewPlan } from '../../../../src/editor/runs/start/review.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor } from '../../support/vscode.ts';

const beginning = 'a harbor with small boats at dawn, painted in wide strokes, ';
const sentence = `There is no file harbor.png beside the document. ${'It is looked for on the instance. '.repeat(4)}`;
const plan = part<RunPlan>({
	mode: 'overrides',
	possibleModes: ['overrides', 'inline'],
	reason: 'The document has the same nodes as the saved workflow.',
	changed: [
		{ nodeId: '6', nodeTitle: 'Prompt', input: 'text', from: `${beginning}snow`, to: `${beginning}rain` },
	],
	bodyText: '{}',
	bytes: 900,
	media: [{ nodeId: '4', input: 'image', name: 'photo.png', path: '/w/photo.png', bytes: 2048 }],
	uploads: [],
	warnings: [{ nodeId: '5', input: 'image', text: sentence.trim() }],
	summary: { mode: 'overrides', changed: [], outputTitles: {} },
});

describe('the review of a run', () => {
	let looked: string[];
	let parts: ReviewParts;

	beforeEach(() => {
		looked = [];
		const look =
			(what: string) =>
			async (...about: readonly unknown[]) => {
				looked.push([what, ...about.filter((each) => typeof each === 'string')].join(' '));
			};
		parts = {
			plan,
			errors: [{ message: 'sampler_name is not in the list.', line: 6, range: { start: 0, end: 1 } }],
			title: 'Run a.json on Harbor',
			target: { kind: 'deployment', id: 'd', name: 'Harbor' },
			lacks: undefined,
			estimate: { count: 0 },
			hasSeed: true,
			looks: {
				input: look('input'),
				error: look('error'),
				file: look('file'),
				run: (run) => look('run')(run.id),
				body: look('body'),
			},
		};
	});
	afterEach(() => editor.reset());

	const row = (words: string) => editor.input?.row(words) as QuickPickItem | undefined;
	const rows = () => (editor.input?.items ?? []).filter(({ kind }) => kind !== -1);

	it('explains Enter and Escape', () => {
		void reviewPlan(parts);
		assert.match(editor.input?.placeholder ?? '', /Enter to run.*Escape to cancel/);
	});

	it('shows a long text around its change, and a long warning in full', () => {
		void reviewPlan(parts);
		assert.match(row('Prompt: text')?.description ?? '', /^….*snow → ….*rain$/);
		assert.equal(row('node 5')?.detail, sentence.trim());
	});

	it('shows the expected cost first, then the duration, and reports if either is unknown', () => {
		const shown = (change: Partial<ReviewParts>) => {
			void reviewPlan({ ...parts, errors: [], ...change });
			return (rows()[0] as QuickPickItem).detail;
		};
		const none = 'Duration: unknown.';
		const perHour = 2_500_000;
		const ms = { low: 8000, high: 12_000 };
		const takes = 'Duration: 8 s to 12 s, based on 3 earlier runs here.';
		const microdollars = { low: 4000, high: 6000 };
		const engine = { kind: 'engine', id: 'e', name: 'Own' } as const;
		assert.equal(shown({}), `Cost: unknown. ${none}`);
		assert.equal(
			shown({ estimate: { count: 0, perHour } }),
			`Cost: unknown; its machine costs up to 2.50 USD an hour. ${none}`,
		);
		assert.equal(
			shown({ estimate: severalOf({ count: 0, perHour }, 4), count: 4 }),
			`Cost: unknown; each machine costs up to 2.50 USD an hour. ${none}`,
		);
		assert.equal(
			shown({ estimate: { ms, microdollars, count: 3 } }),
			`Cost: 0.004 USD to 0.006 USD. ${takes}`,
		);
		assert.equal(shown({ estimate: { ms, count: 3 } }), `Cost: unknown. ${takes}`);
		assert.equal(shown({ estimate: { ms, count: 3 }, target: engine }), takes);
		assert.equal(row('Show the Request Body')?.detail, parts.plan.reason);
	});

	it('puts a new seed first and Run Anyway last if an engine would produce nothing new, and only warns if unsure', async () => {
		const outputs = [{ nodeId: '9', title: 'Save', since: Date.now() }];
		const answer = reviewPlan({ ...parts, errors: [], nothingNew: { outputs, isAll: true, isSure: true } });
		const labels = () => rows().map(({ label }) => label);
		assert.deepEqual(
			[labels()[0], labels()[1]?.replace(/run of .*/, 'run of'), labels().at(-1)],
			[
				'$(refresh) Run with New Seed',
				'$(history) Save (node 9): unchanged since the run of',
				'$(warning) Run Anyway',
			],
		);
		editor.input?.choose('$(refresh) Run with New Seed');
		assert.deepEqual(await answer, { kind: 'newSeed' });
		void reviewPlan({ ...parts, errors: [], nothingNew: { outputs, isAll: true, isSure: false } });
		assert.equal(labels()[0], '$(play) Run');
		assert.match(labels()[1] ?? '', /possibly the same as in the run of/);
	});

	it('shows the result of the same run first if a deployment produced it, and puts the rerun last', async () => {
		const outputs = [{ nodeId: '9', title: 'Save', since: 0 }];
		const earlier = runRecord({ id: 'r1', state: 'succeeded', endedAt: Date.now() });
		const same = { outputs, isAll: true, isSure: false, earlier };
		const answer = reviewPlan({ ...parts, errors: [], nothingNew: same });
		const labels = () => rows().map(({ label }) => label);
		assert.deepEqual(
			[...labels().slice(0, 2), labels().at(-1)],
			['$(history) Show Result of the Same Run', '$(refresh) Run with New Seed', '$(warning) Run Anyway'],
		);
		assert.match((rows()[0] as QuickPickItem).description ?? '', /^\d/);
		editor.input?.choose(labels()[0] ?? '');
		assert.deepEqual(looked, ['run r1']);
		editor.input?.choose('$(warning) Run Anyway');
		assert.deepEqual(await answer, { kind: 'run' });
		void reviewPlan({ ...parts, nothingNew: same });
		assert.match(labels()[0] ?? '', /Line 7$/);
	});

	it('shows the number of runs if there are several', () => {
		void reviewPlan({ ...parts, errors: [], count: 6 });
		assert.equal(rows()[0]?.label, '$(play) Run 6 Times, Each with Its Own Seed');
		void reviewPlan({ ...parts, count: 6 });
		assert.equal(rows().at(-1)?.label, '$(warning) Run Anyway, 6 Times, Each with Its Own Seed');
	});

	it('shows the drawn values, and sends the original text if chosen', async () => {
		const drawn = [
			{ nodeId: '6', nodeTitle: 'Prompt', input: 'text', from: '"a {red|blue} fox"', to: '"a red fox"' },
		];
		const answer = reviewPlan({
			...parts,
			errors: [],
			draws: true,
			plan: { ...plan, summary: { ...plan.summary, drawn } },
		});
		assert.match(row('$(symbol-variable) Prompt: text')?.detail ?? '', /\{red\|blue\} .*→ .*red fox/);
		editor.input?.choose('$(symbol-string) Send Dynamic Prompts as They Are Instead');
		assert.deepEqual(await answer, { kind: 'draws', draws: false });
	});

	it('shows the first error before anything is sent, with Run Anyway as the last row', async () => {
		let answered = false;
		void reviewPlan(parts).then((choice) => {
			answered = choice !== undefined;
		});
		const [first] = rows();
		assert.deepEqual(
			[first?.label, (first as QuickPickItem).description],
			['$(error) Line 7', 'Show in Document'],
		);
		assert.equal(rows().at(-1)?.label, '$(warning) Run Anyway');
		editor.input?.choose(first?.label ?? '');
		await Promise.resolve();
		assert.deepEqual([looked, answered], [['error'], false]);
		void reviewPlan({ ...parts, errors: [] });
		assert.equal(rows()[0]?.label, '$(play) Run');
		assert.equal(
			rows().some(({ label }) => label.includes('Run Anyway')),
			false,
		);
	});

	it('suggests another target first if only the target lacks something, and Run otherwise', () => {
		const lacks = { classes: ['VAEDecod'], models: [], values: [], errors: 0 };
		void reviewPlan({ ...parts, errors: [], lacks });
		const [first] = rows();
		assert.deepEqual(
			[first?.label, (first as QuickPickItem).description],
			['$(warning) Harbor', 'Lacks VAEDecod'],
		);
		assert.equal(rows().at(-1)?.label, '$(warning) Run Anyway');
		void reviewPlan({ ...parts, errors: [], lacks: { ...lacks, classes: [] } });
		assert.equal(rows()[0]?.label, '$(play) Run');
	});

	it('has no row without effect: each returns, or shows its subject and stays open', async () => {
		void reviewPlan(parts);
		const labels = rows().map(({ label }) => label);
		assert.equal(labels.length, 9);
		for (const label of labels) {
			let answered = false;
			void reviewPlan(parts).then((choice) => {
				answered = choice !== undefined;
			});
			looked = [];
			editor.input?.choose(label);
			await Promise.resolve();
			await Promise.resolve();
			assert.ok(answered !== looked.length > 0, `${label}: ${looked.join(', ')}`);
			assert.equal(editor.input === undefined, answered, label);
		}
	});

	it('shows the input of a change, the file of a picture and the body behind the list', async () => {
		void reviewPlan(parts);
		for (const words of ['Prompt: text', 'node 5', 'photo.png', 'Show the Request Body', 'Line 7'])
			editor.input?.choose(words);
		assert.deepEqual(looked, ['input 6 text', 'input 5 image', 'file /w/photo.png', 'body', 'error']);
	});
});
