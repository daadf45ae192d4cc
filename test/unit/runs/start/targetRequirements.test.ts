import assert from 'node:assert/strict';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import type { RunDestination } from '../../../../src/core/runs/start/runSource.ts';
import { TargetRequirements } from '../../../../src/core/runs/start/targetRequirements.ts';
import { part } from '../../support/part.ts';

describe('the node info of a target', () => {
	const infoOf = (nodeInfoOf: () => Promise<never>) =>
		new TargetRequirements().infoOf({ nodeInfoOf }, part<SignedIn>({}), part<RunDestination>({}));

	it('is unknown if absent or unreadable', async () => {
		assert.equal(await infoOf(() => Promise.reject(new Error('gone'))), undefined);
		for (const text of ['', 'not JSON', '[]', '{"A": 1}', `${'['.repeat(20_000)}`])
			assert.equal(
				await infoOf(async () => ({ kind: 'deployment', label: 'D', text }) as never),
				undefined,
				text.slice(0, 9),
			);
	});
});
