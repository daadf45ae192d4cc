import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import {
	type DeploymentChange,
	DeploymentChangeTable,
	deploymentChangeLayout,
} from '../../../src/core/deployments/changeTable.ts';
import {
	type ChangeAccount,
	changeDeployment,
	removeDeployment,
} from '../../../src/core/deployments/changing.ts';
import type { Deployment } from '../../../src/core/deployments/deployment.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import { MemoryLeases } from '../following/support.ts';
import { expectFailure, expectValue, hangUp, inTurn, json, withService } from '../http/support.ts';
import { record } from './record.ts';

class KeptChanges {
	readonly kept = new Map<string, DeploymentChange>();
	async put(change: DeploymentChange): Promise<void> {
		this.kept.set(change.id, change);
	}
	async remove(id: string): Promise<void> {
		this.kept.delete(id);
	}
	get all(): readonly DeploymentChange[] {
		return [...this.kept.values()];
	}
}

const accountOf = (service: Service): ChangeAccount & { log: KeptChanges; shown: string[] } => {
	const log = new KeptChanges();
	const shown: string[] = [];
	const list = {
		add: ({ id }: Deployment) => void shown.push(`add ${id}`),
		replace: ({ queueSize }: Deployment) => void shown.push(`queue ${queueSize}`),
		remove: (id: string) => void shown.push(`remove ${id}`),
	};
	const leases = new MemoryLeases(systemClock);
	return { service, leases, history: { accountId: 'ada', log }, log, shown, show: (change) => change(list) };
};

describe('changing a deployment', () => {
	it('sends the name and changed values, and keeps the previous ones', async () => {
		const answers = inTurn(json(record), json({ ...record, queue_size: 4 }));
		await withService(answers, async (service, server) => {
			const account = accountOf(service);
			const done = expectValue(await changeDeployment(account, 'd-1', { queueSize: 4, maxInstances: 2 }));
			assert.equal(done.queueSize, 4);
			assert.deepEqual(account.shown, ['queue 1', 'queue 4']);
			assert.deepEqual(JSON.parse(server.seen[1]?.body ?? ''), { name: 'mine', queue_size: 4 });
			const [change, ...more] = account.log.all;
			assert.equal(more.length, 0);
			assert.equal(change?.before.queueSize, 1);
			assert.equal(change?.before.workflowId, 'w-1');
			assert.deepEqual(change?.after, { queueSize: 4 });
			assert.equal(change?.uncertain, undefined);
		});
	});

	it('sends nothing without a difference', async () => {
		await withService(json(record), async (service, server) => {
			const account = accountOf(service);
			expectValue(await changeDeployment(account, 'd-1', { name: 'mine' }));
			assert.deepEqual(
				server.seen.map(({ method }) => method),
				['GET'],
			);
			assert.deepEqual(account.log.all, []);
		});
	});

	it('sends nothing if the seen values were changed elsewhere', async () => {
		await withService(json(record), async (service, server) => {
			const seen = { queueSize: 2, name: 'mine' };
			const failure = expectFailure(
				await changeDeployment(accountOf(service), 'd-1', { queueSize: 4 }, seen),
			);
			assert.equal(failure.kind, 'conflict');
			assert.match(failure.message, /Someone else has just changed "mine"/);
			assert.equal(server.seen.length, 1);
		});
	});

	it('rejects another workflow, and bounds that conflict with the rest, before sending', async () => {
		await withService(json(record), async (service, server) => {
			const account = accountOf(service);
			const workflow = expectFailure(await changeDeployment(account, 'd-1', { workflowId: 'w-2' }));
			assert.match(workflow.message, /cannot be changed/);
			const bounds = expectFailure(await changeDeployment(account, 'd-1', { minInstances: 3 }));
			assert.match(bounds.message, /below the minimum of 3/);
			assert.ok(server.seen.every(({ method }) => method === 'GET'));
		});
	});

	it('forgets a rejected change, and keeps one without a reply as uncertain', async () => {
		await withService(inTurn(json(record), json({ error_code: 422001 }, 422)), async (service) => {
			const account = accountOf(service);
			expectFailure(await changeDeployment(account, 'd-1', { queueSize: 4 }));
			assert.deepEqual(account.log.all, []);
		});
		await withService(inTurn(json(record), hangUp), async (service) => {
			const account = accountOf(service);
			expectFailure(await changeDeployment(account, 'd-1', { queueSize: 4 }));
			assert.equal(account.log.all[0]?.uncertain, true);
		});
	});

	it('keeps previous values as uncertain after a gateway error, since the change may have arrived', async () => {
		for (const status of [500, 502, 504, 408]) {
			await withService(inTurn(json(record), json({}, status)), async (service) => {
				const account = accountOf(service);
				expectFailure(await changeDeployment(account, 'd-1', { queueSize: 4 }));
				assert.deepEqual([account.log.all[0]?.uncertain, account.log.all[0]?.before.queueSize], [true, 1]);
			});
			await withService(json({}, status), async (service) => {
				const account = accountOf(service);
				expectFailure(await removeDeployment(account, { id: 'd-1', name: 'mine', queueSize: 7 }));
				assert.deepEqual([account.log.all[0]?.kind, account.log.all[0]?.uncertain], ['deleted', true]);
			});
		}
	});

	it('accepts a reply without the record, or with a part of it', async () => {
		const partial = { id: 'd-1', queue_size: 4 };
		await withService(inTurn(json(record), json(partial)), async (service) => {
			const done = expectValue(await changeDeployment(accountOf(service), 'd-1', { queueSize: 4 }));
			assert.equal(done.queueSize, 4);
			assert.equal(done.hardware, 'AMPERE_48');
		});
	});

	it('keeps the settings of a deleted deployment', async () => {
		await withService(json('', 204), async (service) => {
			const account = accountOf(service);
			expectValue(await removeDeployment(account, { id: 'd-1', name: 'mine', queueSize: 7 }));
			assert.deepEqual(account.log.all[0]?.before, { name: 'mine', queueSize: 7 });
			assert.equal(account.log.all[0]?.kind, 'deleted');
			assert.deepEqual(account.shown, ['remove d-1']);
		});
	});

	it('treats a missing one as deleted, and keeps its settings', async () => {
		await withService(json({}, 404), async (service) => {
			const account = accountOf(service);
			expectValue(await removeDeployment(account, { id: 'd-1', name: 'mine', queueSize: 7 }));
			assert.deepEqual([account.log.all[0]?.before.queueSize, account.log.all[0]?.uncertain], [7, undefined]);
			assert.deepEqual(account.shown, ['remove d-1']);
		});
	});
});

describe('the table of changes', () => {
	it('lists changes of an account or a deployment, newest first, and skips unreadable ones', async () => {
		const ledger = await openLedger({
			path: ':memory:',
			tables: [deploymentChangeLayout],
			log: silentLog,
			clock: systemClock,
		});
		const table = new DeploymentChangeTable(ledger);
		const change = (id: string, at: number, deploymentId = 'd-1', accountId = 'ada'): DeploymentChange => ({
			id,
			connectionId: 'c',
			accountId,
			deploymentId,
			name: 'mine',
			at,
			kind: 'changed',
			before: { queueSize: 1 },
			after: { queueSize: 2 },
		});
		await table.put(change('a', 1));
		await table.put(change('b', 3, 'd-2'));
		await table.put(change('c', 2));
		await table.put(change('d', 4, 'd-1', 'eve'));
		await table.put({ ...change('e', 5), kind: 'painted' as never });
		const owner = { connectionId: 'c', accountId: 'ada' };
		const ids = (list: readonly DeploymentChange[]) => list.map(({ id }) => id);
		assert.deepEqual(ids(table.list(owner, 10)), ['b', 'c', 'a']);
		assert.deepEqual(ids(table.list(owner, 10, 'd-1')), ['c', 'a']);
		assert.deepEqual(table.get('a')?.after, { queueSize: 2 });
		await ledger.close();
	});
});
