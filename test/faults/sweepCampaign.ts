import assert from 'node:assert/strict';
import { batchHasEnded, endedItems } from '../../src/core/batches/batch.ts';
import { itemCost } from '../../src/core/batches/itemCost.ts';
import { itemId } from '../../src/core/batches/items.ts';
import { hasEnded } from '../../src/core/runs/run.ts';
import { BatchCampaign } from './batchCampaign.ts';
import { colorOf, microdollarsPerHour, openBatches } from './batchWindow.ts';

/** The figures of a sweep under faults. */
interface SweepFigures {
	readonly rows: number;
	readonly calls: number;
	/** The share of the calls that went wrong. */
	readonly faulty: number;
	/** Runs with an end that the service did not confirm. */
	readonly uncertain: number;
	readonly capMicrodollars: number;
	/** The cost when everything that was under way at the cap had ended. */
	readonly atCapMicrodollars: number;
	/** The most that one run has cost. */
	readonly dearestMicrodollars: number;
	readonly seconds: number;
}

/**
 * Runs a table with a row for each run through a service with faults in three of ten calls. Window and service are
 * killed three times: while it runs, while it runs up to a cap of cost, and while it is paused there; then a person
 * lets it run to its end. Rejects if a row was run twice or not at all, or if the cap was exceeded by more than the
 * runs in progress.
 */
export async function sweepCampaign(rows: number): Promise<SweepFigures> {
	const campaign = new BatchCampaign();
	const startedAt = performance.now();
	try {
		await campaign.start();
		const first = await campaign.work({ count: rows, isTable: true }, (each) => endedItems(each) >= rows / 5);
		await campaign.killBoth();
		const { id, parallel } = first;
		const before = await costs(campaign, id, rows);
		// The number of ended ones depends on the machine, so the cap is a fraction of the remaining ones. So does their
		// cost, which is estimated from their duration: on a machine that was busy at first, later ones cost less.
		const left = rows - before.ended;
		const maxMicrodollars = Math.round(before.sum + before.cheapest * left * 0.3);
		const isOnItsWay = (ended: number) => ended >= before.ended + left * 0.1;
		await campaign.work(
			{ continued: { id, maxMicrodollars } },
			(each) => isOnItsWay(endedItems(each)) || each.state === 'paused',
		);
		await campaign.killBoth();
		const capped = await campaign.work({}, (each) => each.state === 'paused' || batchHasEnded(each));
		await campaign.killBoth();
		assert.equal(capped.state, 'paused', 'the cap was not reached');
		const atCap = await costs(campaign, id, rows);
		assert.equal(atCap.moving, 0, 'runs were under way when it paused');
		const most = maxMicrodollars + parallel * atCap.dearest;
		assert.ok(atCap.sum <= most, `the cap ${maxMicrodollars} was passed: ${atCap.sum}`);
		const last = await campaign.work({ continued: { id } }, batchHasEnded);
		await campaign.finish();
		const { counts } = last;
		assert.equal(counts.succeeded + counts.uncertain, rows, JSON.stringify(counts));
		const requests = campaign.requestsByColor();
		const { runs, close } = await openBatches(campaign.folder, campaign.sandbox.session(), campaign.origin);
		for (let item = 0; item < rows; item++) {
			const run = runs.get(itemId(id, item));
			assert.ok(run, `row ${item + 2} was never run`);
			const held = requests.get(colorOf(item)) ?? 0;
			const isOnce = held === 1 || (held === 0 && run.state === 'uncertain');
			assert.ok(isOnce, `row ${item + 2} was run ${held} times: ${run.state}`);
		}
		await close();
		const { all, hit } = campaign.calls;
		return {
			rows,
			calls: all,
			faulty: hit / all,
			uncertain: counts.uncertain,
			capMicrodollars: maxMicrodollars,
			atCapMicrodollars: atCap.sum,
			dearestMicrodollars: atCap.dearest,
			seconds: (performance.now() - startedAt) / 1000,
		};
	} finally {
		await campaign.remove();
	}
}

/** Returns the costs of the finished runs of a batch, from the history. */
async function costs({ folder, sandbox, origin }: BatchCampaign, id: string, rows: number) {
	const { runs, close } = await openBatches(folder, sandbox.session(), origin);
	const all = Array.from({ length: rows }, (_, item) => runs.get(itemId(id, item))).filter(
		(run) => run !== undefined,
	);
	const ended = all.filter((run) => hasEnded(run));
	const known = ended.flatMap((run) => itemCost(run, { microdollarsPerHour }).microdollars ?? []);
	await close();
	return {
		sum: known.reduce((sum, each) => sum + each, 0),
		cheapest: Math.min(...known),
		ended: ended.length,
		dearest: Math.max(...known),
		moving: all.length - ended.length,
	};
}

// As a program: the campaign with a number of rows, and its figures.
if (process.argv[1] === import.meta.filename)
	console.log(await sweepCampaign(Number(process.argv[2] ?? 1_000)));
