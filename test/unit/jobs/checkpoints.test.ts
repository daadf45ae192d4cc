import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { systemClock } from '../../../src/core/base/clock.ts';
import { success } from '../../../src/core/base/failure.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { saveCheckpoint } from '../../../src/core/jobs/checkpoints/checkpoints.ts';
import type { JobResult } from '../../../src/core/jobs/job.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { newFolder } from '../../support/newFolder.ts';
import { ManualClock } from '../runs/clocks.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { Trainer } from './trainer.ts';
import { JobComputer, type JobWindow } from './window.ts';

const whole = `${'\0'.repeat(8)}{ first half, second half`;

describe('a downloaded checkpoint', () => {
	let folder: string;
	let computer: JobComputer;

	beforeEach(() => {
		const clock = new ManualClock();
		folder = newFolder();
		computer = new JobComputer(new Trainer(clock), clock);
	});
	afterEach(() => computer.shutDown());

	/** Downloads in one window; the second half of the file comes after `between`. */
	function save({ coordinator, ledger, name }: JobWindow, between: () => Promise<unknown>) {
		const session = new Trainer(coordinator.clock).session(name);
		session.service.transport.stream = (async () =>
			success({
				status: 200,
				headers: {},
				length: whole.length,
				body: (async function* () {
					yield Buffer.from(whole.slice(0, 10));
					await between();
					yield Buffer.from(whole.slice(10));
				})(),
			})) as unknown as Transport['stream'];
		const made: JobResult = {
			state: 'STOPPED',
			checkpoints: [{ name: 'harbor.safetensors', url: 'https://files.test/harbor?signature=5ecret' }],
			samples: [],
		};
		return saveCheckpoint(
			{
				service: { result: async () => success(made) },
				session: new FakeSession(session),
				queue: new TransferQueue({ clock: systemClock }),
				leases: ledger.leases,
				owner: coordinator.owner,
			},
			{ id: 'job', name: 'harbor.safetensors', folder, as: 'mine.safetensors' },
		);
	}

	it('is complete in each window that downloads it to the same place at the same time', async () => {
		const [one, other] = [await computer.open(), await computer.open()];
		const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const first = save(one, () => {
			begin();
			return ended;
		});
		await begun;
		const second = await save(other, async () => undefined);
		end();
		const names = [second, await first].map((saved) => (saved.ok ? saved.value.name : saved.failure.message));
		assert.deepEqual(names, ['mine.safetensors', 'mine (1).safetensors']);
		assert.deepEqual(readdirSync(folder).sort(), ['mine (1).safetensors', 'mine.safetensors']);
		for (const name of names) assert.equal(readFileSync(join(folder, name), 'utf8'), whole);
	});

	it('has one temporary name, so a later window continues it', async () => {
		const names: string[][] = [];
		for (const _ of [1, 2]) {
			const window = await computer.open();
			const saved = await save(window, async () =>
				names.push(readdirSync(folder).filter((name) => name.startsWith('.'))),
			);
			assert.ok(saved.ok);
			await window.close();
		}
		assert.equal(names[0]?.length, 1);
		assert.deepEqual(names[0], names[1]);
	});
});
