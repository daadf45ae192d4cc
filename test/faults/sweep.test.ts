import assert from 'node:assert/strict';
import { sweepCampaign } from './sweepCampaign.ts';

describe('a sweep under faults', () => {
	it('runs each row once and keeps to its cap, although window and service are killed three times', async function () {
		this.timeout(900_000);
		const { faulty } = await sweepCampaign(100);
		assert.ok(faulty > 0.2, `${faulty} of the calls were hit`);
	});
});
