import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { batchHasEnded, endedItems } from '../../src/core/batches/batch.ts';
import { itemId } from '../../src/core/batches/items.ts';
import { BatchCampaign } from './batchCampaign.ts';
import { colorOf, openBatches } from './batchWindow.ts';

/** Items in a run of all tests; `EASEL_BATCH_ITEMS` gives another number. */
const count = Number(process.env.EASEL_BATCH_ITEMS ?? 300);

describe('a batch under faults', () => {
	let campaign: BatchCampaign;

	beforeEach(async () => {
		campaign = new BatchCampaign();
		await campaign.start();
	});
	afterEach(() => campaign.remove());

	it('submits each item once, although window and service are killed three times', async function () {
		this.timeout(900_000);
		let batch = await campaign.work({ count }, (each) => endedItems(each) >= count / 4);
		for (const share of [0.5, 0.75, 1]) {
			await campaign.killBoth();
			batch = await campaign.work({}, (each) =>
				share < 1 ? endedItems(each) >= count * share : batchHasEnded(each),
			);
		}
		await campaign.finish();
		const { calls } = campaign;
		assert.ok(calls.hit / calls.all > 0.25, `${calls.hit} of ${calls.all} calls were hit`);

		assert.equal(batch.state, 'ended');
		const { counts } = batch;
		const said = JSON.stringify(counts);
		assert.equal(counts.succeeded + counts.uncertain, count, said);
		assert.ok(counts.uncertain < count / 2, said);
		const { runs, close } = await openBatches(campaign.folder, campaign.sandbox.session(), campaign.origin);
		const requests = campaign.requestsByColor();
		for (let item = 0; item < count; item++) {
			const run = runs.get(itemId(batch.id, item));
			assert.ok(run, `item ${item} was never handed over`);
			const color = colorOf(item);
			const held = requests.get(color) ?? 0;
			assert.ok(held <= 1, `item ${item} is there ${held} times`);
			if (run.state !== 'succeeded') {
				assert.equal(run.state, 'uncertain', `item ${item}: ${run.state}`);
				continue;
			}
			assert.equal(held, 1, `item ${item} succeeded and is not there`);
			const [file] = run.files;
			assert.ok(file?.archivedAs, `item ${item}: ${file?.problem}`);
			const bytes = readFileSync(join(runs.archivePath(run), file.archivedAs));
			assert.equal(bytes.byteLength, file.bytes, `item ${item}`);
			const { data } = decode(bytes);
			assert.equal(((data[0] ?? 0) << 16) | ((data[1] ?? 0) << 8) | (data[2] ?? 0), color, `item ${item}`);
		}
		assert.equal(
			[...requests.values()].reduce((sum, each) => sum + each, 0),
			requests.size,
		);
		await close();
	});
});
