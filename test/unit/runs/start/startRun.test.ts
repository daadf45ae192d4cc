import assert from 'node:assert/strict';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { compact } from '../../../../src/core/base/compact.ts';
import { type Failure, failed, type Result, success } from '../../../../src/core/base/failure.ts';
import { engineConnection, runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import type { DeploymentChange } from '../../../../src/core/deployments/changeTable.ts';
import type { KeptResults } from '../../../../src/core/engine/ownEngine.ts';
import type { Estimate } from '../../../../src/core/records/estimate.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { mediaPlace } from '../../../../src/core/runs/start/mediaPlace.ts';
import type { ReviewQuestion } from '../../../../src/core/runs/start/questions.ts';
import type { RunRequest, RunStart } from '../../../../src/core/runs/start/runRequest.ts';
import type { KnownError, RunDestination } from '../../../../src/core/runs/start/runSource.ts';
import { deploymentTarget } from '../../../../src/core/runs/start/runTargets.ts';
import { decideRun, startRun } from '../../../../src/core/runs/start/startRun.ts';
import { TargetRequirements } from '../../../../src/core/runs/start/targetRequirements.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { scriptedAsk } from '../../../support/operations.ts';
import { MemoryLeases } from '../../following/support.ts';
import { runRecord } from '../../support/runRecord.ts';

const text = (seed: number) => `{"3": {"class_type": "KSampler", "inputs": {"seed": ${seed}}}}`;
const source = (seed = 7) => ({ document: parseWorkflow(text(seed)), name: 'a.json', uri: 'file:///a.json' });
const everything = {
	deploymentGone: true,
	enableDeployment: true,
	reviewRun: { kind: 'run' },
	confirmErrors: true,
	confirmDuplicate: true,
	confirmLowBalance: true,
	confirmSpending: true,
} as const;
const error: KnownError = { message: 'seed is too large.', line: 0, range: { start: 0, end: 1 } };
const busy: Failure = {
	kind: 'upstream',
	message: 'The service has a fault.',
	nextStep: 'Try later.',
	fixer: 'service',
	mayHaveArrived: false,
};

const asked = (ask: ReturnType<typeof scriptedAsk>) => ask.asked.map(({ about }) => about);

describe('the way from a document to a run', () => {
	let balance: number;
	let targets: RunDestination[];
	/** Deployments that the document ran on, latest first. */
	let last: string[];
	let saved: string | undefined;
	let takesInputs: boolean;
	let errors: KnownError[] | undefined;
	let history: Run[];
	let estimate: Estimate;
	let sent: { readonly target: string; readonly body: string }[];
	let reply: () => Result<Run>;
	let session: SignedIn;
	let current: SignedIn;
	let prepared: number;
	let updated: unknown[];
	/** The settings that the history keeps, by the id of their change. */
	let changes: Map<string, DeploymentChange>;
	let key: string | undefined;
	/** The choice for the document. */
	let draws: boolean | undefined;

	beforeEach(() => {
		balance = 25_000_000;
		targets = [
			{ kind: 'deployment', id: 'd', name: 'Harbour' },
			{ kind: 'deployment', id: 'e', name: 'Pier' },
		];
		last = ['d'];
		estimate = { count: 0 };
		[saved, takesInputs, errors, history, sent, prepared, updated] = [undefined, false, [], [], [], 0, []];
		reply = () => success(runRecord({ id: `run-${sent.length}` }));
		session = sessionOf('me');
		current = session;
		changes = new Map();
		[key, draws] = [undefined, undefined];
	});

	function sessionOf(account: string, connection = runcomfyConnection): SignedIn {
		const transport = {
			json: async ({ method, url, body }: { method: string; url: string; body?: unknown }) => {
				if (method !== 'GET') updated.push(body);
				if (!url.endsWith('/d')) return success({ balance_microdollars: balance });
				return success({ id: 'd', name: 'Harbour', is_enabled: method !== 'GET' });
			},
		};
		const service = { connection, transport } as never;
		return { state: 'signedIn', connection, account: { id: account, label: account }, service };
	}

	const start = (): RunStart => ({
		services: {
			clock: systemClock,
			session: {
				get current() {
					return current;
				},
				onDidChange: () => ({ dispose() {} }),
			},
			targets: {
				state: { kind: 'ready', items: [], skipped: [], loadedAt: 0 },
				items: targets,
				byId: (id) => targets.find((each) => each.id === id),
				refresh: async () => undefined,
			},
			savedWorkflows: {
				of: async () => saved,
				takesInputs: async () => takesInputs,
				nodeInfoOf: async () => undefined,
			},
			lacks: new TargetRequirements(),
			files: {
				place: (text, folders) => mediaPlace(text, folders, async () => undefined),
				stat: async () => undefined,
				read: async () => Buffer.of(),
			},
			parse: parseWorkflow,
			runs: async () => ({
				runs: () => history,
				estimates: { expected: async () => estimate },
				start: async ({ bodyText }, { target }) => {
					sent.push({ target: target.id, body: bodyText });
					return reply();
				},
			}),
			account: async ({ service }) => ({
				service,
				leases: new MemoryLeases(systemClock),
				history: {
					accountId: 'me',
					log: {
						put: async (change) => void changes.set(change.id, change),
						remove: async (id) => changes.delete(id),
					},
				},
				show: (change) =>
					change({
						add: () => undefined,
						replace: (deployment) => {
							targets = targets.map((each) =>
								each.id === deployment.id ? deploymentTarget(deployment) : each,
							);
						},
						remove: () => undefined,
					}),
			}),
		},
		facts: {
			documents: {
				deploymentsFor: () => last,
				noteTarget: async (_document, _connection, id) => void last.unshift(id),
				drawsFor: () => draws,
				noteDraws: async (_document, chosen) => {
					draws = chosen;
				},
			},
			knownErrors: () => errors,
			partnerKey: async () => key,
			preparing: (_name, work) => {
				prepared++;
				return work({});
			},
		},
	});
	const run = (ask: ReturnType<typeof scriptedAsk>, request: Partial<RunRequest> = {}) =>
		startRun(start(), session, { source: source(), ...request }, ask);
	/** Returns the outcome if all questions but one are answered with yes. */
	async function without(question: keyof typeof everything, request: Partial<RunRequest> = {}) {
		const ask = scriptedAsk({ ...everything, [question]: undefined });
		return { outcome: await run(ask, request), asked: asked(ask) };
	}

	it('asks only about spending in the usual case', async () => {
		const ask = scriptedAsk({ confirmSpending: true });
		const outcome = await run(ask);
		assert.equal(outcome.kind, 'started');
		assert.deepEqual(asked(ask), ['confirmSpending']);
		assert.deepEqual(
			sent.map(({ target }) => target),
			['d'],
		);
	});

	it('asks which version to use if the document differs from the repeated run', async () => {
		const repaired = '{"3": {"class_type": "KSampler", "inputs": {"seed": 9, "cfg": 4}}}';
		const since = runRecord({ state: 'failed' });
		const now = { document: parseWorkflow(repaired), run: since };
		const ask = scriptedAsk({ ...everything, chooseVersion: 'now' });
		await run(ask, { now });
		assert.deepEqual(ask.asked[0], {
			about: 'chooseVersion',
			question: { documentName: 'a.json', run: since },
		});
		await run(scriptedAsk({ ...everything, chooseVersion: 'then' }), { now });
		const bodies = sent.map(({ body }) => JSON.parse(body).workflow_api_json['3'].inputs);
		assert.deepEqual(bodies, [{ seed: 9, cfg: 4 }, { seed: 7 }]);
		assert.deepEqual(await run(scriptedAsk({ ...everything }), { now }), {
			kind: 'unwanted',
			question: 'chooseVersion',
		});
		for (const same of [text(9), '{"3": {"inputs": {"seed": 7}, "class_type": "KSampler"}}', '{"3": ']) {
			const unasked = scriptedAsk({ confirmSpending: true });
			await run(unasked, { now: { document: parseWorkflow(same), run: since } });
			assert.deepEqual(asked(unasked), ['confirmSpending'], same);
		}
		assert.equal(sent.length, 5);
	});

	it('asks in a fixed order if everything is undecided', async () => {
		targets = [{ kind: 'deployment', id: 'd', name: 'Harbour', enabled: false }];
		balance = 0;
		history = [];
		const first = scriptedAsk({ ...everything });
		await run(first);
		const { digest } = await digestOf();
		history = [runRecord({ state: 'queued', target: target('d'), summary: summaryWith(digest) })];
		errors = [error];
		targets = [{ kind: 'deployment', id: 'd', name: 'Harbour', enabled: false }];
		const ask = scriptedAsk({ ...everything });
		assert.equal((await run(ask)).kind, 'started');
		assert.deepEqual(asked(ask), [
			'enableDeployment',
			'confirmErrors',
			'confirmDuplicate',
			'confirmLowBalance',
			'confirmSpending',
		]);
		assert.deepEqual(targets, [{ kind: 'deployment', id: 'd', name: 'Harbour', enabled: true }]);
		const kept = [...changes.values()].map(({ before, after, uncertain }) => [
			before.enabled,
			after,
			uncertain,
		]);
		const enabled = [false, { enabled: true }, undefined];
		assert.deepEqual(kept, [enabled, enabled]);
	});

	it('enables a deployment only after all other decisions', async () => {
		targets = [{ kind: 'deployment', id: 'd', name: 'Harbour', enabled: false }];
		assert.deepEqual(await without('confirmSpending'), {
			outcome: { kind: 'unwanted', question: 'confirmSpending' },
			asked: ['enableDeployment', 'confirmSpending'],
		});
		assert.deepEqual(updated, []);
	});

	it('sends nothing without an answer', async () => {
		const outcome = await run(scriptedAsk());
		assert.deepEqual(outcome, { kind: 'unwanted', question: 'confirmSpending' });
		assert.deepEqual([sent, updated], [[], []]);
	});

	it('stops at each question without confirmation, and asks none after it', async () => {
		targets = [{ kind: 'deployment', id: 'd', name: 'Harbour', enabled: false }];
		assert.deepEqual(await without('enableDeployment'), {
			outcome: { kind: 'unwanted', question: 'enableDeployment' },
			asked: ['enableDeployment'],
		});
		targets = [{ kind: 'deployment', id: 'd', name: 'Harbour' }];
		errors = [error];
		assert.deepEqual((await without('confirmErrors')).asked, ['confirmErrors']);
		balance = 999_999;
		errors = undefined;
		// The checks find that inputs are missing.
		assert.deepEqual((await without('confirmErrors')).asked, ['confirmErrors']);
		errors = [];
		assert.deepEqual((await without('confirmLowBalance')).asked, ['confirmLowBalance']);
		assert.deepEqual([sent, updated], [[], []]);
	});

	describe('with a sure failure on a paid machine', () => {
		const broken = (image: string, model = 'a.safetensors') => ({
			document: parseWorkflow(
				JSON.stringify({
					1: { class_type: 'LoadImage', inputs: { image } },
					2: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: model } },
					3: { class_type: 'VAEEncode', inputs: { pixels: ['1', 0], vae: ['2', 2] } },
					4: { class_type: 'SaveLatent', inputs: { samples: ['3', 0], filename_prefix: 'a' } },
				}),
			),
			name: 'a.json',
			uri: 'file:///a.json',
			folders: {},
		});
		const sound = broken('https://example.com/a.png');
		const cases = [
			['no picture', broken(''), /No file is chosen/],
			['a picture that is not there', broken('/gone/a.png'), /There is no file/],
			[
				'folders as on Windows',
				broken('https://example.com/a.png', 'XL\\a.safetensors'),
				/do not find the file/,
			],
		] as const;

		for (const [what, source, reason] of cases) {
			it(`asks about ${what} as an error, and sends nothing if declined`, async () => {
				const ask = scriptedAsk({ ...everything, confirmErrors: undefined, reviewRun: undefined });
				for (const known of [undefined, []]) {
					errors = known;
					await run(ask, { source });
					const question = ask.asked.at(-1)?.question as { errors: readonly KnownError[]; plan?: unknown };
					assert.equal(question.errors.length, 1);
					assert.match(question.errors[0]?.message ?? '', reason);
				}
				assert.deepEqual(sent, []);
			});

			it(`treats ${what} as a warning on a local engine`, async () => {
				targets = [{ kind: 'engine', id: 'engine', name: 'Mine' }];
				last = ['engine'];
				errors = [];
				const ask = scriptedAsk({ ...everything, confirmErrors: undefined });
				await run(ask, { source });
				assert.equal(sent.length, 1);
			});
		}

		it('reports a file once, with the errors', async () => {
			errors = [];
			const ask = scriptedAsk({ ...everything, reviewRun: undefined });
			await run(ask, { source: broken('/gone/a.png') });
			const question = ask.asked.at(-1)?.question as ReviewQuestion;
			assert.deepEqual(question.plan.warnings, []);
			assert.equal(question.errors[0]?.line, 0);
		});

		it('does not ask about errors of the saved workflow, or about a sound document', async () => {
			errors = [];
			saved = broken('/gone/a.png').document.text;
			const ask = scriptedAsk({ ...everything, confirmErrors: undefined });
			for (const source of [broken('/gone/a.png'), sound]) await run(ask, { source });
			assert.equal(sent.length, 2);
		});
	});

	it('accepts a balance of one dollar, and leaves an unknown one to the service', async () => {
		for (const enough of [1_000_000, Number.NaN]) {
			balance = enough;
			const ask = scriptedAsk({ confirmSpending: true });
			assert.equal((await run(ask)).kind, 'started');
			assert.deepEqual(asked(ask), ['confirmSpending']);
		}
	});

	it('shows the expected cost from earlier runs, and the balance', async () => {
		estimate = { microdollars: { low: 20_000, high: 30_000 }, count: 1 };
		const asked: unknown[] = [];
		const ask = scriptedAsk();
		await startRun(
			start(),
			session,
			{ source: source() },
			{
				...ask,
				confirmSpending: async (question) => void asked.push(question),
			},
		);
		assert.deepEqual(asked, [
			{
				what: 'run',
				name: 'a.json',
				on: 'Harbour',
				estimate,
				balance: { microdollars: 25_000_000, currency: 'USD' },
			},
		]);
	});

	it('asks nothing about money on an engine', async () => {
		session = sessionOf('me', engineConnection('Mine', 'http://127.0.0.1:8188'));
		current = session;
		targets = [{ kind: 'engine', id: 'engine', name: 'Mine' }];
		last = ['engine'];
		balance = 0;
		const ask = scriptedAsk();
		const outcome = await run(ask);
		assert.equal(outcome.kind, 'started');
		assert.deepEqual(asked(ask), []);
	});

	it('asks about an identical run only until that has ended', async () => {
		await run(scriptedAsk(everything));
		const { digest } = await digestOf();
		const same = { target: target('d'), summary: summaryWith(digest) };
		history = [runRecord({ ...same, state: 'succeeded' })];
		assert.deepEqual((await without('confirmDuplicate')).outcome.kind, 'started');
		history = [runRecord({ ...same, state: 'running' })];
		assert.deepEqual((await without('confirmDuplicate')).outcome, {
			kind: 'unwanted',
			question: 'confirmDuplicate',
		});
		assert.equal((await without('confirmDuplicate', { source: source(8) })).outcome.kind, 'started');
	});

	it('is reviewed before its first run on a target, then sent in the chosen form', async () => {
		last = [];
		saved = text(1);
		const modes: string[] = [];
		const ask = {
			...scriptedAsk({ ...everything, chooseTarget: target('d') }),
			reviewRun: async ({ plan }: ReviewQuestion) => {
				modes.push(plan.mode);
				return plan.mode === 'inline'
					? ({ kind: 'run' } as const)
					: ({ kind: 'mode', mode: 'inline' } as const);
			},
		};
		const outcome = await startRun(start(), session, { source: source() }, ask);
		assert.equal(outcome.kind, 'started');
		assert.deepEqual(modes, ['overrides', 'inline']);
		assert.match(sent[0]?.body ?? '', /workflow_api_json/);
		assert.equal(prepared, 1);
		assert.deepEqual(last, ['d']);
	});

	it('is prepared again for another target chosen in the review', async () => {
		const targets: string[] = [];
		const ask = {
			...scriptedAsk({ ...everything, chooseTarget: target('e') }),
			reviewRun: async (question: ReviewQuestion) => {
				targets.push(question.target.id);
				return question.target.id === 'e' ? ({ kind: 'run' } as const) : ({ kind: 'deployment' } as const);
			},
		};
		await startRun(start(), session, { source: source(), review: true }, ask);
		assert.deepEqual([targets, prepared, sent.map((each) => each.target)], [['d', 'e'], 2, ['e']]);
	});

	it('shows no key for third-party API nodes in the review, but sends it', async () => {
		key = 'sk-"5ecret$&"';
		const bodies: string[] = [];
		const ask = {
			...scriptedAsk(everything),
			reviewRun: async ({ plan }: ReviewQuestion) => {
				bodies.push(plan.bodyText);
				return { kind: 'run' } as const;
			},
		};
		await startRun(start(), session, { source: source(), review: true }, ask);
		assert.match(bodies[0] ?? '', /"\(your key\)"/);
		assert.doesNotMatch(bodies[0] ?? '', /5ecret/);
		assert.ok(sent[0]?.body.includes(JSON.stringify(key)));
	});

	it('ends elsewhere if another connection is chosen', async () => {
		last = [];
		const connection = engineConnection('Mine', 'http://127.0.0.1:8188');
		const outcome = await run(scriptedAsk({ chooseTarget: { elsewhere: connection } }));
		assert.deepEqual(outcome, { kind: 'elsewhere', elsewhere: connection });
	});

	it('goes only to the named target, unless the user chooses another', async () => {
		const gone = { target: { kind: 'deployment', id: 'gone' } } as const;
		const outcome = await run(scriptedAsk({ confirmSpending: true }), gone);
		assert.deepEqual(outcome.kind === 'refused' && [outcome.stage, outcome.failure.kind], [
			'target',
			'notFound',
		]);
		const ask = scriptedAsk({ ...everything, chooseTarget: target('e') });
		assert.equal((await run(ask, gone)).kind, 'started');
		assert.deepEqual(asked(ask).slice(0, 2), ['deploymentGone', 'chooseTarget']);
	});

	it('rejects a deployment with inputs, and a text that is no workflow', async () => {
		takesInputs = true;
		const inputs = await run(scriptedAsk(everything));
		assert.equal(inputs.kind === 'refused' && inputs.stage, 'inputs');
		takesInputs = false;
		const broken = await run(scriptedAsk(everything), {
			source: { ...source(), document: parseWorkflow('{}') },
		});
		assert.equal(broken.kind === 'refused' && broken.stage, 'plan');
		assert.deepEqual(sent, []);
	});

	it('sends nothing if the account changes during a question', async () => {
		const ask = {
			...scriptedAsk(everything),
			confirmSpending: async () => {
				current = sessionOf('someone else');
				return true;
			},
		};
		const outcome = await startRun(start(), session, { source: source() }, ask);
		assert.deepEqual(outcome.kind === 'refused' && outcome.stage, 'session');
		assert.deepEqual(sent, []);
	});

	it('returns the rejection, with the target and the form', async () => {
		reply = () => failed(busy);
		const outcome = await run(scriptedAsk(everything), { mode: 'inline' });
		assert.ok(outcome.kind === 'refused');
		assert.deepEqual(
			[outcome.stage, outcome.failure, outcome.target?.id, outcome.mode],
			['submit', busy, 'd', 'inline'],
		);
	});

	it('decides once for several seeds, and shows their total cost', async () => {
		estimate = { microdollars: { low: 20_000, high: 30_000 }, count: 1 };
		const ask = scriptedAsk({ ...everything });
		const request = { source: source(1), count: 3, review: true };
		const decided = await decideRun(start(), session, request, ask);
		assert.ok(decided.kind === 'decided');
		assert.deepEqual([decided.target.id, sent], ['d', []]);
		const spending = ask.asked.find(({ about }) => about === 'confirmSpending')?.question;
		const ofAll = { microdollars: { low: 60_000, high: 90_000 }, count: 1, several: 3 };
		assert.deepEqual(spending, {
			what: 'run',
			name: 'a.json',
			on: 'Harbour',
			count: 3,
			estimate: ofAll,
			balance: { microdollars: 25_000_000, currency: 'USD' },
		});
		const review = ask.asked.find(({ about }) => about === 'reviewRun')?.question as ReviewQuestion;
		assert.deepEqual([review.count, review.estimate], [3, ofAll]);
	});

	describe('of a document with a dynamic prompt', () => {
		const prompts = (words: string) =>
			parseWorkflow(
				JSON.stringify({
					3: { class_type: 'KSampler', inputs: { seed: 7, positive: ['6', 0] } },
					6: { class_type: 'CLIPTextEncode', inputs: { text: words } },
				}),
			);
		const dynamic = (words = 'a {red|blue} fox') => ({ ...source(), document: prompts(words) });
		const texts = () => sent.map(({ body }) => JSON.parse(body).workflow_api_json['6'].inputs.text as string);

		it('is reviewed before its first draw, and not again', async () => {
			const reviews: ReviewQuestion[] = [];
			const ask = {
				...scriptedAsk(everything),
				reviewRun: async (question: ReviewQuestion) => {
					reviews.push(question);
					return { kind: 'run' } as const;
				},
			};
			const outcome = await startRun(start(), session, { source: dynamic() }, ask);
			const [review] = reviews;
			assert.equal(review?.draws, true);
			const [drawn] = review?.plan.summary.drawn ?? [];
			assert.deepEqual([drawn?.nodeId, drawn?.input, drawn?.from], ['6', 'text', '"a {red|blue} fox"']);
			assert.match(texts()[0] ?? '', /^a (?:red|blue) fox$/);
			assert.equal(JSON.stringify(texts()[0]), drawn?.to);
			assert.ok(outcome.kind === 'started');
			assert.match(outcome.document.text, /a (?:red|blue) fox/);
			assert.equal(draws, true);
			await startRun(start(), session, { source: dynamic() }, ask);
			assert.deepEqual([reviews.length, sent.length], [1, 2]);
		});

		it('keeps its draw in the other form, and is sent undrawn if so chosen, also the next time', async () => {
			saved = dynamic('a fox').document.text;
			const seen: (readonly [boolean | undefined, string])[] = [];
			const answers = [
				{ kind: 'mode', mode: 'inline' },
				{ kind: 'draws', draws: false },
				{ kind: 'run' },
			] as const;
			const ask = {
				...scriptedAsk(everything),
				reviewRun: async ({ draws, plan }: ReviewQuestion) => {
					seen.push([draws, plan.summary.drawn?.[0]?.to ?? '']);
					return answers[seen.length - 1];
				},
			};
			await startRun(start(), session, { source: dynamic() }, ask);
			assert.equal(seen[0]?.[1], seen[1]?.[1]);
			assert.deepEqual(seen[2], [false, '']);
			assert.deepEqual([texts(), draws], [['a {red|blue} fox'], false]);
			await startRun(start(), session, { source: dynamic(), mode: 'inline' }, ask);
			assert.deepEqual([texts(), seen.length], [['a {red|blue} fox', 'a {red|blue} fox'], 3]);
		});

		it('is not drawn from twice, and keeps the draw in its summary', async () => {
			const before = { nodeId: '6', nodeTitle: 'Prompt', input: 'text', from: '"{a|b}"', to: '"{a}"' };
			const plans: unknown[] = [];
			const parts = start();
			const runs = await parts.services.runs();
			parts.services.runs = async () => ({
				...runs,
				start: async (plan, origin) => {
					plans.push(plan.summary.drawn);
					return runs.start(plan, origin);
				},
			});
			await startRun(
				parts,
				session,
				{ source: { ...dynamic('{a}'), drawn: [before] } },
				scriptedAsk(everything),
			);
			assert.deepEqual([texts(), plans], [['{a}'], [[before]]]);
		});

		it('keeps no choice if the run is canceled after the review', async () => {
			const ask = scriptedAsk({ reviewRun: { kind: 'run' } });
			const outcome = await startRun(start(), session, { source: dynamic() }, ask);
			assert.deepEqual(outcome, { kind: 'unwanted', question: 'confirmSpending' });
			assert.equal(draws, undefined);
		});

		it('asks no further question if the caller decides about drawing', async () => {
			const ask = scriptedAsk({ confirmSpending: true });
			await run(ask, { source: dynamic(), draws: false });
			await run(ask, { source: dynamic(), draws: true });
			assert.deepEqual(
				[asked(ask), texts()[0], draws],
				[['confirmSpending', 'confirmSpending'], 'a {red|blue} fox', undefined],
			);
			assert.match(texts()[1] ?? '', /^a (?:red|blue) fox$/);
		});
	});

	describe('that brings nothing new', () => {
		const engine = { kind: 'engine', id: 'engine', name: 'Mine' } as const;
		const picture = (seed: number, prefix = 'a') => ({
			...source(),
			document: parseWorkflow(
				JSON.stringify({
					3: { class_type: 'KSampler', inputs: { seed } },
					9: {
						class_type: 'SaveImage',
						inputs: { images: ['3', 0], filename_prefix: prefix },
						_meta: { title: 'Save' },
					},
				}),
			),
		});
		let summaries: Run['summary'][];
		const parts = (): RunStart => {
			const given = start();
			const runs = given.services.runs;
			given.services.runs = async () => {
				const service = await runs();
				return {
					...service,
					start: (plan, origin, terms) => {
						summaries.push(plan.summary);
						return service.start(plan, origin, terms);
					},
				};
			};
			return given;
		};
		const begin = (ask: ReturnType<typeof scriptedAsk>, from = picture(7), more: Partial<RunRequest> = {}) =>
			startRun(parts(), session, { source: from, ...more }, ask);
		const seeds = () => sent.map(({ body }) => /"seed":(\d+)/.exec(body)?.[1]);

		beforeEach(() => {
			summaries = [];
			session = sessionOf('me', engineConnection('Mine', 'http://127.0.0.1:8188'));
			current = session;
			targets = [engine];
			last = ['engine'];
		});
		const made = (more: Partial<Run> = {}) =>
			runRecord({
				state: 'succeeded',
				target: engine,
				submittedAt: 5,
				summary: summaries[0] ?? assert.fail(),
				...more,
			});

		it('asks first on an engine, and can be sent with a new seed instead', async () => {
			await begin(scriptedAsk());
			history = [made()];
			const nobody = scriptedAsk();
			assert.deepEqual(await begin(nobody), { kind: 'unwanted', question: 'confirmNothingNew' });
			assert.deepEqual(nobody.asked, [
				{
					about: 'confirmNothingNew',
					question: {
						documentName: 'a.json',
						outputs: [{ nodeId: '9', title: 'Save', since: 5 }],
						hasSeed: true,
						isSure: true,
					},
				},
			]);
			assert.equal((await begin(scriptedAsk({ confirmNothingNew: 'anyway' }))).kind, 'started');
			const renewed = scriptedAsk({ confirmNothingNew: 'newSeed' });
			const outcome = await begin(renewed);
			assert.ok(outcome.kind === 'started');
			assert.deepEqual(asked(renewed), ['confirmNothingNew']);
			const [, anyway, other] = seeds();
			assert.equal(anyway, '7');
			assert.notEqual(other, '7');
			assert.match(outcome.document.text, new RegExp(`"seed":${other}`));
		});

		it('starts without a question after any change, after a lost run, or without an earlier result', async () => {
			await begin(scriptedAsk());
			history = [made()];
			const differing = [picture(8), picture(7, 'b')];
			for (const other of differing) assert.equal((await begin(scriptedAsk(), other)).kind, 'started');
			for (const earlier of [
				[made({ state: 'lost' }), made()],
				[made({ state: 'failed' })],
				[made({ state: 'running' })],
			]) {
				history = earlier;
				const ask = scriptedAsk({ confirmDuplicate: true });
				assert.equal((await begin(ask)).kind, 'started');
				assert.ok(!asked(ask).includes('confirmNothingNew'));
			}
		});

		it('depends on the cache of the engine after another run', async () => {
			await begin(scriptedAsk());
			const other = runRecord({ state: 'succeeded', target: engine, submittedAt: 6 });
			const unsent = runRecord({ state: 'unsent', target: engine, submittedAt: 7 });
			const seen = async (keeps: KeptResults | undefined, ...runs: Run[]) => {
				targets = [{ ...engine, ...compact({ keeps }) }];
				history = runs;
				let said: ReviewQuestion['nothingNew'];
				const ask = {
					...scriptedAsk(),
					reviewRun: async ({ nothingNew }: ReviewQuestion) => {
						said = nothingNew;
						return undefined;
					},
				};
				await startRun(parts(), session, { source: picture(7), review: true }, ask);
				return said && (said.isSure ? 'sure' : 'perhaps');
			};
			for (const [keeps, latest, earlier] of [
				[undefined, 'sure', 'perhaps'],
				['more', 'sure', 'perhaps'],
				['latest', 'sure', undefined],
				['nothing', undefined, undefined],
			] as const) {
				assert.equal(await seen(keeps, unsent, made()), latest, `${keeps}: the latest run`);
				assert.equal(await seen(keeps, other, made()), earlier, `${keeps}: an earlier run`);
			}
		});

		it('is shown in the review, which can give it a new seed', async () => {
			await begin(scriptedAsk());
			history = [made()];
			const seen: ReviewQuestion['nothingNew'][] = [];
			const ask = {
				...scriptedAsk(),
				reviewRun: async ({ nothingNew }: ReviewQuestion) => {
					seen.push(nothingNew);
					return { kind: nothingNew ? 'newSeed' : 'run' } as const;
				},
			};
			const outcome = await startRun(parts(), session, { source: picture(7), review: true }, ask);
			assert.equal(outcome.kind, 'started');
			const outputs = [{ nodeId: '9', title: 'Save', since: 5 }];
			assert.deepEqual(seen, [{ outputs, isAll: true, isSure: true }, undefined]);
		});

		it('is only a hint in the review of a deployment, while the earlier instance may exist', async () => {
			await begin(scriptedAsk());
			session = sessionOf('me');
			current = session;
			targets = [{ kind: 'deployment', id: 'd', name: 'Harbour' }];
			last = ['d'];
			const seen: ReviewQuestion['nothingNew'][] = [];
			const ask = {
				...scriptedAsk(everything),
				reviewRun: async ({ nothingNew }: ReviewQuestion) => {
					seen.push(nothingNew);
					return { kind: 'run' } as const;
				},
			};
			for (const endedAt of [Date.now(), 0]) {
				history = [made({ target: target('d'), instanceId: 'i', endedAt })];
				await startRun(parts(), session, { source: picture(7), review: true }, ask);
			}
			assert.deepEqual(seen, [
				{ outputs: [{ nodeId: '9', title: 'Save', since: 5 }], isAll: true, isSure: false },
				undefined,
			]);
			history = [made({ target: target('d'), instanceId: 'i', endedAt: Date.now() })];
			const unasked = scriptedAsk({ confirmSpending: true });
			assert.equal((await begin(unasked)).kind, 'started');
			assert.deepEqual(asked(unasked), ['confirmSpending']);
		});
	});

	describe('that a deployment has already made', () => {
		const picture = (seed: number, words = 'a fox') => ({
			...source(),
			document: parseWorkflow(
				JSON.stringify({
					3: { class_type: 'KSampler', inputs: { seed, positive: ['6', 0] } },
					6: { class_type: 'CLIPTextEncode', inputs: { text: words } },
					9: { class_type: 'SaveImage', inputs: { images: ['3', 0] }, _meta: { title: 'Save' } },
				}),
			),
		});
		const file = { key: 'k', filename: 'a.png', subfolder: '', type: 'output', archivedAs: 'a.png' };
		let earlier: Run;

		beforeEach(async () => {
			const decided = await decideRun(start(), session, { source: picture(7) }, scriptedAsk(everything));
			assert.ok(decided.kind === 'decided');
			const { summary } = decided.plan;
			earlier = runRecord({ id: 'r1', state: 'succeeded', target: target('d'), summary, files: [file] });
			history = [earlier];
		});
		const begin = (ask: ReturnType<typeof scriptedAsk>, more: Partial<RunRequest> = {}) =>
			startRun(start(), session, { source: picture(7), ...more }, ask);

		it('asks first however old the result, before any question about money, and sends nothing without an answer', async () => {
			const nobody = scriptedAsk();
			assert.deepEqual(await begin(nobody), { kind: 'unwanted', question: 'confirmNothingNew' });
			assert.deepEqual(nobody.asked[0]?.question, {
				documentName: 'a.json',
				outputs: [{ nodeId: '9', title: 'Save', since: 0 }],
				hasSeed: true,
				isSure: false,
				earlier,
			});
			const again = scriptedAsk({ ...everything, confirmNothingNew: 'anyway' });
			assert.equal((await begin(again)).kind, 'started');
			assert.deepEqual(asked(again), ['confirmNothingNew', 'confirmSpending']);
			const renewed = scriptedAsk({ ...everything, confirmNothingNew: 'newSeed' });
			assert.equal((await begin(renewed)).kind, 'started');
			assert.deepEqual(asked(renewed), ['confirmNothingNew', 'confirmSpending']);
			assert.deepEqual(
				sent.map(({ body }) => body.includes('"seed":7,')),
				[true, false],
			);
		});

		it('is sent without that question if repeated explicitly, or seen in the review', async () => {
			const again = scriptedAsk({ confirmSpending: true });
			const run = { connectionId: session.connection.id, accountId: 'me', target: target('d') };
			assert.equal((await begin(again, { target: target('d'), again: run })).kind, 'started');
			assert.deepEqual(asked(again), ['confirmSpending']);
			const read = scriptedAsk(everything);
			assert.equal((await begin(read, { review: true })).kind, 'started');
			assert.deepEqual(asked(read), ['reviewRun', 'confirmSpending']);
		});

		it('asks about an identical active run instead', async () => {
			history = [{ ...earlier, id: 'r2', state: 'running' }, earlier];
			const ask = scriptedAsk({ confirmDuplicate: true, confirmSpending: true });
			assert.equal((await begin(ask)).kind, 'started');
			assert.deepEqual(asked(ask), ['confirmDuplicate', 'confirmSpending']);
		});

		it('is not reported for another prompt, another deployment, or a missing result', async () => {
			for (const [past, from] of [
				[earlier, picture(7, 'a cat')],
				[{ ...earlier, files: [{ ...file, archivedAs: undefined, problem: 'gone' }] as never }, picture(7)],
				[{ ...earlier, state: 'failed' as const }, picture(7)],
			] as const) {
				history = [past];
				const ask = scriptedAsk({ confirmSpending: true });
				assert.equal((await begin(ask, { source: from })).kind, 'started');
				assert.deepEqual(asked(ask), ['confirmSpending']);
			}
		});
	});

	const target = (id: string) => ({ kind: 'deployment', id, name: id }) as const;
	const summaryWith = (digest: string) => ({ ...runRecord().summary, digest });

	/** Returns the digest by which the document of these tests is recognized. */
	async function digestOf(): Promise<{ readonly digest: string }> {
		const { createHash } = await import('node:crypto');
		const sentBody = sent.at(-1)?.body ?? '';
		return { digest: createHash('sha256').update(sentBody.slice(1, -1)).digest('hex') };
	}
});
