import assert from 'node:assert/strict';
import { runCommands } from './commands/campaign.ts';

describe('the command line behind an odd gateway', () => {
	it('does a little work of each kind once, and loses none of it', async function () {
		this.timeout(300_000);
		const work = { runs: 3, models: 1, uploads: 1, jobs: 1 };
		const { problems, sums } = await runCommands({ seed: '5', work, speed: 200 });
		assert.deepEqual(problems, []);
		assert.deepEqual([sums['runs accepted'], sums['model runs accepted'], sums['jobs ended']], [3, 1, 1]);
	});
});
