import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { type Result, success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Batch } from '../../../src/core/batches/batch.ts';
import { batchLayout } from '../../../src/core/batches/batchTable.ts';
import { itemId } from '../../../src/core/batches/items.ts';
import { planItem } from '../../../src/core/batches/planItem.ts';
import { RunBatches } from '../../../src/core/batches/runBatches.ts';
import { dialectOf } from '../../../src/core/connection/dialects.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import { readDocument } from '../../../src/core/runs/archive/runFolder.ts';
import type { RunPlan } from '../../../src/core/runs/plan/plan.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import type { RunOrigin, RunService } from '../../../src/core/runs/runService.ts';
import { fileReader } from '../../../src/core/runs/start/mediaFiles.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { untilOn } from '../runs/window.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import { part } from '../support/part.ts';
import { runRecord } from '../support/runRecord.ts';
import { BatchComputer } from './support.ts';

const text = '{"1": {"class_type": "LoadImage", "inputs": {"image": "fox.png", "seed": 0}}}';
const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** A request that was sent: the body, and the terms. */
interface Sent {
	readonly body: string;
	readonly origin: RunOrigin;
	readonly terms: NonNullable<Parameters<RunService['start']>[2]>;
}

describe('batches of runs', () => {
	let computer: BatchComputer;
	let batches: RunBatches;
	let close: () => Promise<void>;
	let sent: Sent[];
	let keys: string[];
	let saved: string | undefined;
	let runs: Map<string, Run>;
	let changed: Emitter<Run>;
	let picture: string;

	beforeEach(async () => {
		computer = new BatchComputer();
		[sent, keys, saved] = [[], ['key-one', 'key-two', 'key-three'], undefined];
		runs = new Map();
		changed = new Emitter();
		picture = join(computer.folder, 'fox.png');
		await writeFile(picture, pixel);
		await open();
	});
	afterEach(async () => {
		await close();
		await computer.close();
	});

	async function open(): Promise<void> {
		const { clock, session, folder } = computer;
		const ledger = await ledgerIn(folder, [batchLayout], clock);
		const shared = { ledger, session, log: silentLog };
		const coordinator = new WindowCoordinator({ ...shared, leases: ledger.leases, clock, windowId: 'one' });
		const service = part<RunService>({
			onDidChange: changed.event,
			get: (id: string) => runs.get(id),
			start: async (plan: Pick<RunPlan, 'bodyText'>, origin: RunOrigin, terms: Sent['terms'] = {}) => {
				sent.push({ body: plan.bodyText, origin, terms });
				return success(set(terms.id ?? '', { state: 'queued' }));
			},
			cancel: async (id: string) => {
				set(id, { state: 'canceled' });
				return success('requested' as const);
			},
		});
		const planParts = {
			savedWorkflows: { of: async () => saved, takesInputs: async () => false },
			files: fileReader,
			parse: (of: string) => parseWorkflow(of),
			partnerKey: async () => keys.shift(),
		};
		batches = new RunBatches({
			...shared,
			coordinator,
			folder: join(folder, 'batches'),
			archiveFolder: join(folder, 'runs'),
			runs: service,
			plan: (...item) => planItem(planParts, ...item),
		});
		batches.begin();
		close = async () => {
			coordinator.dispose();
			batches.dispose();
			await ledger.close();
		};
	}

	function set(id: string, more: Partial<Run>): Run {
		const run = { ...runRecord({ id }), ...runs.get(id), ...more };
		runs.set(id, run);
		changed.fire(run);
		return run;
	}
	const endAll = (more: Partial<Run>) => {
		for (const [id, { state }] of runs) if (state === 'queued') set(id, more);
	};
	const passes = (condition: () => boolean, what: string) => untilOn(computer.clock, what, condition);
	const taken = <T>(result: Result<T>): T => {
		assert.ok(result.ok, result.ok ? '' : result.failure.message);
		return result.value;
	};
	const now = (id: string): Batch => batches.get(id) ?? assert.fail('it is gone');
	const begin = async (count: number, more: Partial<Parameters<RunBatches['start']>[0]> = {}) =>
		taken(
			await batches.start({
				to: {
					kind: 'run',
					target: { kind: 'deployment', id: 'd', name: 'Harbour' },
					mode: 'auto',
					folders: { document: computer.folder },
					media: [picture],
				},
				name: 'fox.json',
				documentUri: 'file:///fox.json',
				parallel: 1,
				items: {
					text,
					sets: Array.from({ length: count }, (_, item) => ({
						values: [{ place: { nodeId: '1', input: 'seed' }, literal: String(100 + item) }],
						source: 'seeds',
					})),
				},
				...more,
			}),
		).id;

	it('plan each one on submission: with the workflow saved at that time, its files and its key', async () => {
		const id = await begin(2);
		await passes(() => sent.length === 1, 'the first');
		const [first] = sent;
		assert.ok(first);
		assert.deepEqual(JSON.parse(first.body), {
			workflow_api_json: {
				1: {
					class_type: 'LoadImage',
					inputs: { image: `data:image/png;base64,${pixel.toString('base64')}`, seed: 100 },
				},
			},
			extra_data: { [dialectOf(computer.signedIn.connection).partnerKeyField]: 'key-one' },
		});
		assert.deepEqual(first.origin, {
			target: { kind: 'deployment', id: 'd', name: 'Harbour' },
			documentName: 'fox.json',
			documentUri: 'file:///fox.json',
			batchId: id,
		});
		assert.deepEqual(
			[first.terms.id, first.terms.limit, first.terms.session],
			[itemId(id, 0), 'keep', computer.signedIn],
		);
		saved = text;
		endAll({ state: 'succeeded' });
		await passes(() => sent.length === 2, 'the second');
		const body = JSON.parse(sent[1]?.body ?? '');
		assert.equal(body.overrides['1'].inputs.seed, 101);
		assert.deepEqual(body.extra_data, {
			[dialectOf(computer.signedIn.connection).partnerKeyField]: 'key-two',
		});
	});

	it('keep neither the key nor the bytes of a file, but the document with the results of each run', async () => {
		const id = await begin(3);
		await passes(() => sent.length === 1, 'the first');
		const folder = join(computer.folder, 'batches');
		const kept = [
			...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
			...readdirSync(computer.folder)
				.filter((name) => name.startsWith('history'))
				.map((name) => readFileSync(join(computer.folder, name), 'latin1')),
			JSON.stringify(now(id)),
		].join('\n');
		assert.match(kept, /fox\.png/);
		for (const secret of [
			'key-one',
			pixel.toString('base64').slice(0, 20),
			pixel.toString('latin1').slice(0, 20),
		])
			assert.ok(!kept.includes(secret), secret);
		const place = join(computer.folder, 'runs', itemId(id, 0), '.workflow.json');
		await passes(() => existsSync(place), 'the document');
		const document = await readDocument(join(computer.folder, 'runs'), itemId(id, 0));
		assert.equal(document?.text, text.replace('0}', '100}'));
	});

	it('pause if a needed file is missing, and continue when it is back', async () => {
		await rm(picture);
		const id = await begin(2);
		await passes(() => now(id).state === 'paused', 'paused');
		assert.match(
			now(id).notice ?? '',
			/fox\.png can no longer be read, so nothing more was sent\. Put the file back/,
		);
		assert.deepEqual(sent, []);
		await writeFile(picture, pixel);
		taken(await batches.continue(id, {}));
		await passes(() => sent.length === 1, 'the first');
	});

	it('read no local file for a document of the service', async () => {
		await begin(1, {
			to: {
				kind: 'run',
				target: { kind: 'deployment', id: 'd', name: 'Harbour' },
				mode: 'auto',
				media: [],
			},
		});
		await passes(() => sent.length === 1, 'the first');
		assert.equal(JSON.parse(sent[0]?.body ?? '').workflow_api_json['1'].inputs.image, 'fox.png');
	});

	it('pause before the next run could exceed their cost limit, by the cost of earlier runs', async () => {
		const id = await begin(5, { parallel: 3, maxMicrodollars: 100 });
		await passes(() => sent.length === 1, 'the first goes alone');
		await computer.clock.advance(3000);
		assert.equal(sent.length, 1);
		endAll({ state: 'succeeded', costMicrodollars: 40 });
		await passes(() => sent.length === 2, 'one more fits');
		await computer.clock.advance(3000);
		assert.equal(sent.length, 2);
		endAll({ state: 'succeeded', costMicrodollars: 40 });
		await passes(() => now(id).state === 'paused', 'paused');
		assert.match(now(id).notice ?? '', /could exceed your limit of 0\.0001 USD/);
		assert.equal(now(id).costMicrodollars, 80);
		taken(await batches.continue(id, { maxMicrodollars: 160 }));
		await passes(() => sent.length === 4, 'two more fit');
	});

	it('wait while signed out or in another account, and continue in their own', async () => {
		const id = await begin(3);
		await passes(() => sent.length === 1, 'the first');
		const { connection } = computer.signedIn;
		computer.session.replace({ state: 'signedOut', connection });
		endAll({ state: 'succeeded' });
		await computer.clock.advance(5000);
		assert.equal(sent.length, 1);
		assert.match(batches.whyUnwatched(now(id)) ?? '', /You are signed out, so this batch is paused/);
		computer.session.replace({ ...computer.signedIn, account: { id: 'other', label: 'other' } });
		await computer.clock.advance(5000);
		assert.equal(sent.length, 1);
		assert.deepEqual(batches.of({ connectionId: connection.id, accountId: 'other' }), []);
		computer.session.replace(computer.signedIn);
		await passes(() => sent.length === 2, 'the second');
		assert.equal(sent[1]?.terms.session?.account.id, 'me');
	});
});
