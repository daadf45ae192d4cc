import assert from 'node:assert/strict';
import { runCampaign } from './campaign/campaign.ts';

/** A part of `npm run campaign`, which does the same under many seeds. */
describe('a window with a contrary service', () => {
	it('ends everything as the service does, each once and with its own files, while both are killed', async function () {
		this.timeout(200_000);
		const { problems, kinds, windowKills, sandboxKills } = await runCampaign({
			contrary: '1',
			work: { runs: 20, models: 5, uploads: 2, jobs: 3 },
			kills: 1,
			speed: 40,
			patienceMs: 120_000,
		});
		assert.deepEqual(problems, []);
		assert.deepEqual([windowKills, sandboxKills], [1, 1]);
		assert.ok(kinds.size > 15, `${kinds.size} kinds of oddities`);
	});
});
