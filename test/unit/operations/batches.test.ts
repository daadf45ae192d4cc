import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../../../src/core/base/language.ts';
import { startBatch } from '../../../src/core/batches/startBatch.ts';
import type { OpenServices, OpenServicesOptions } from '../../../src/core/operations/node/openServices.ts';
import type { Ask } from '../../../src/core/operations/questions.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import { describeStart, type SpendingQuestion } from '../../../src/core/records/spendingQuestion.ts';
import type { RunStart } from '../../../src/core/runs/start/runRequest.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample } from '../../support/smallSample.ts';
import { part } from '../support/part.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const partnerKey = 'partner-key-0123456789';

interface BatchFact {
	readonly id: string;
	readonly state: string;
	readonly status: string;
	readonly title: string;
	readonly count: number;
	readonly counts: Readonly<Record<string, number>>;
	readonly maxMicrodollars?: number;
	readonly notice?: string;
	readonly runs: readonly string[];
}

describe('batches of runs without a window', () => {
	const world = OperationWorld.ofEachTest();
	let folder: string;
	let path: string;
	let services: OpenServices;

	beforeEach(async () => {
		folder = newFolder();
		path = join(folder, 'harbour.json');
		await writeFile(path, JSON.stringify(smallSample, undefined, 2));
		open();
	});

	function open(more: Partial<OpenServicesOptions> = {}): void {
		services = world.services({ partnerKey, ...more });
	}
	const { value, refused } = new OperationCaller(() => services);
	async function batchOf(id: string, input: unknown, ask?: Ask): Promise<BatchFact> {
		return (await value<{ batch: BatchFact }>(id, input, ask)).batch;
	}
	const sure = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
	const requests = () => world.submissions();
	const listed = async () => (await value<{ batches: readonly BatchFact[] }>('batch.list', {})).batches;

	it('ask once for the batch, and send each seed once', async () => {
		const ask = sure();
		const batch = await batchOf('run.batch', { path, deployment: harbour, seeds: 5, wait: true }, ask);
		assert.deepEqual(
			[batch.state, batch.status, batch.title],
			['ended', '5 of 5 done', '5 seeds of harbour.json'],
		);
		assert.deepEqual(
			ask.asked.map(({ about }) => about),
			['reviewRun', 'confirmSpending'],
		);
		assert.ok(!JSON.stringify(ask.asked).includes(partnerKey));
		const runs = await services.runs();
		const seeds = batch.runs.map((id) => runs.get(id)?.summary.seed);
		assert.equal(new Set(seeds).size, 5);
		assert.equal(await requests(), 5);
		assert.deepEqual(await listed(), [batch]);
		assert.deepEqual(await batchOf('batch.status', { id: batch.id, wait: true }), batch);
	});

	it('keep who started each run, even if another caller continues the batch', async () => {
		open({ startedBy: 'agent' });
		const { id, runs } = await batchOf('run.batch', { path, deployment: harbour, seeds: 12 }, sure());
		await services.close();
		open({ startedBy: 'commandLine' });
		await batchOf('batch.status', { id, wait: true });
		const history = await services.runs();
		assert.deepEqual(
			runs.map((run) => history.get(run)?.startedBy),
			runs.map(() => 'agent'),
		);
	});

	it('send and keep nothing without confirmation', async () => {
		const first = await refused('run.batch', { path, deployment: harbour, seeds: 5 });
		assert.deepEqual(
			[first.kind, first.message],
			['canceled', 'Nothing was sent, because the review was not confirmed.'],
		);
		const unpaid = scriptedAsk({ reviewRun: { kind: 'run' } });
		const second = await refused('run.batch', { path, deployment: harbour, seeds: 5 }, unpaid);
		assert.match(second.message, /its cost was not confirmed/);
		const question = (unpaid.asked.at(-1) ?? assert.fail('nothing was asked')).question;
		assert.match(
			describeStart(question as SpendingQuestion, quoted),
			/^5 runs of "harbour\.json" on "Harbour/,
		);
		assert.deepEqual([await requests(), await listed()], [0, []]);
	});

	it('send nothing for a document without a seed, or with an invalid number', async () => {
		const document = '{"1": {"class_type": "PreviewImage", "inputs": {"text": "x"}}}';
		assert.match(
			(await refused('run.batch', { document, deployment: harbour, seeds: 2 }, sure())).message,
			/no seed/,
		);
		for (const wrong of [
			{ seeds: 0 },
			{ seeds: 51 },
			{ seeds: 2, maxUsd: 0 },
			{ seeds: 2, maxFailures: 0.5 },
		])
			assert.equal(
				(await refused('run.batch', { path, deployment: harbour, ...wrong }, sure())).kind,
				'input',
			);
		assert.equal(await requests(), 0);
	});

	it('pause, and continue for the next caller only if the cost is confirmed', async () => {
		const begun = await batchOf('run.batch', { path, deployment: harbour, seeds: 12 }, sure());
		const paused = await batchOf('batch.pause', { id: begun.id });
		assert.equal(paused.state, 'paused');
		await services.close();
		const before = await requests();
		assert.ok(before < 12, `${before} were sent`);
		open();
		const { id } = begun;
		assert.equal((await batchOf('batch.status', { id, wait: true })).state, 'paused');
		const ask = scriptedAsk({});
		assert.match((await refused('batch.continue', { id }, ask)).message, /its cost was not confirmed/);
		assert.deepEqual(
			ask.asked.map(({ about }) => about),
			['confirmSpending'],
		);
		assert.equal((await batchOf('batch.status', { id })).state, 'paused');
		assert.equal(await requests(), before);
		const ended = await batchOf('batch.continue', { id, wait: true }, sure());
		assert.deepEqual([ended.state, ended.counts.succeeded], ['ended', 12]);
		assert.equal(await requests(), 12);
		assert.match((await refused('batch.continue', { id }, sure())).message, /has ended/);
	});

	it('are sent only for a caller that continues them, even after their program exits', async () => {
		const left = await batchOf('run.batch', { path, deployment: harbour, seeds: 12 }, sure());
		await services.close();
		const before = await requests();
		assert.ok(before < 12, `${before} were sent`);
		open();
		const other = await batchOf('run.batch', { path, deployment: harbour, seeds: 4, wait: true }, sure());
		assert.equal(other.state, 'ended');
		assert.equal(await requests(), before + 4);
		const { id } = left;
		assert.match(
			(await refused('batch.continue', { id }, scriptedAsk({}))).message,
			/cost was not confirmed/,
		);
		const ended = await batchOf('batch.continue', { id, wait: true }, sure());
		assert.deepEqual([ended.state, ended.counts.succeeded], ['ended', 12]);
		assert.equal(await requests(), 16);
	});

	it('are listed, shown and paused without sending any of their runs', async () => {
		const { id } = await batchOf('run.batch', { path, deployment: harbour, seeds: 30 }, sure());
		await services.close();
		const before = await requests();
		open();
		assert.deepEqual(
			(await listed()).map(({ state }) => state),
			['running'],
		);
		assert.equal((await batchOf('batch.status', { id })).state, 'running');
		// By then this caller has listed the runs in progress.
		await value('run.list', {});
		assert.equal((await batchOf('batch.pause', { id })).state, 'paused');
		await services.close();
		assert.equal(await requests(), before);
	});

	for (const wait of [false, true])
		it(`are canceled as a whole (wait: ${wait})`, async () => {
			const { id } = await batchOf('run.batch', { path, deployment: harbour, seeds: 30 }, sure());
			const asked = await batchOf('batch.cancel', { id, wait });
			const canceled = wait ? asked : await batchOf('batch.status', { id, wait: true });
			assert.equal(canceled.state, 'canceled');
			assert.ok((await requests()) < 30);
			assert.equal((await refused('batch.status', { id: 'another' })).kind, 'notFound');
		});

	it('keep a cost limit by the machine price if the service reports none, and continue without one', async () => {
		const input = { path, deployment: harbour, seeds: 4, wait: true };
		const within = await batchOf('run.batch', { ...input, maxUsd: 1 }, sure());
		assert.deepEqual([within.state, within.counts.succeeded], ['ended', 4]);
		const paused = await batchOf('run.batch', { ...input, maxUsd: 0.000_001 }, sure());
		assert.equal(paused.state, 'paused');
		assert.match(paused.notice ?? '', /^Paused: the next item could exceed your limit of 0\.000001 USD/);
		assert.equal(await requests(), 5);
		const { id } = paused;
		// Its limit stays, so it pauses for the same reason.
		const again = await batchOf('batch.continue', { id, wait: true }, sure());
		assert.deepEqual([again.state, again.maxMicrodollars, again.notice], ['paused', 1, paused.notice]);
		assert.equal(await requests(), 5);
		const ended = await batchOf('batch.continue', { id, unlimited: true, wait: true }, sure());
		assert.deepEqual([ended.counts.succeeded, ended.maxMicrodollars], [4, undefined]);
	});

	it('ask about the daily limit once for the batch, and send nothing unless it is confirmed', async () => {
		const asked: number[] = [];
		let answer: 'once' | undefined;
		const ask = {
			confirmDailyLimit: async ({ starts }: { readonly starts: readonly unknown[] }) => {
				asked.push(starts.length);
				return answer;
			},
		};
		open({ dailyLimit: 1, ask });
		const input = { path, deployment: harbour, seeds: 6, wait: true };
		const failure = await refused('run.batch', input, sure());
		assert.match(failure.message, /daily limit/);
		assert.deepEqual([asked, await requests(), await listed()], [[6], 0, []]);
		answer = 'once';
		const ended = await batchOf('run.batch', input, sure());
		assert.equal(ended.counts.succeeded, 6);
		assert.deepEqual(asked, [6, 6]);
	});

	it('start with no unknown place for a value, and not without values', async () => {
		const session = await services.signedIn();
		assert.ok(session.ok);
		const places = {
			values: [{ place: { nodeId: '3', input: 'size' }, literal: '4' }],
			source: 'given',
		} as const;
		for (const [sets, message] of [
			[[places], /no input "size"/],
			[[], /no runs/],
		] as const) {
			const outcome = await startBatch(
				part<RunStart>({ services: { parse: parseWorkflow } }),
				{ start: () => assert.fail('it began') },
				session.value,
				{ source: { document: parseWorkflow(JSON.stringify(smallSample)), name: 'a.json' }, sets },
				noAnswers,
			);
			assert.ok(outcome.kind === 'refused');
			assert.match(outcome.failure.message, message);
		}
	});

	it('save neither token nor key, nor comments of the document', async () => {
		path = join(folder, 'harbour.jsonc');
		await writeFile(path, `// mine\n${JSON.stringify(smallSample)}`);
		const { id } = await batchOf('run.batch', { path, deployment: harbour, seeds: 50 }, sure());
		await batchOf('batch.pause', { id });
		const kept = readFileSync(join(world.folder, 'batches', `${id}.json`), 'utf8');
		assert.match(kept, /KSampler/);
		assert.doesNotMatch(kept, /mine/);
		await services.close();
		const history = readdirSync(world.folder)
			.filter((name) => name.startsWith('history'))
			.map((name) => readFileSync(join(world.folder, name), 'latin1'));
		for (const secret of [partnerKey, world.sandbox.announcement.token])
			for (const text of [kept, ...history]) assert.ok(!text.includes(secret));
	});
});
