import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as LaterClient } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../../src/core/base/clock.ts';
import { newFolder } from '../support/newFolder.ts';
import { root } from '../tools/machine.mjs';
import { ManualClock } from '../unit/runs/clocks.ts';
import { until } from '../unit/support/until.ts';
import { type Agent, eras, McpWorld, sampleWorkflow, type ToolReply, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

interface Told {
	readonly progress: number;
	readonly total?: number | undefined;
	readonly message?: string | undefined;
}

/** Calls a tool with a progress token. */
function told({ client }: Agent, name: string, args: Record<string, unknown>) {
	const reports: Told[] = [];
	const onprogress = (report: Told) => {
		// A client reports the questions that it shows on its own.
		if (!report.message?.startsWith('Fulfilling')) reports.push(report);
	};
	const options = { onprogress };
	const params = { name, arguments: args };
	const done =
		client instanceof LaterClient
			? client.callTool(params, options)
			: client.callTool(params, undefined, options);
	return { reports, done: done as Promise<ToolReply> };
}

/** Returns the clock of the system, with timers that do not fire before their release. */
function heldClock(): { readonly clock: Clock; readonly release: () => void } {
	const released = Promise.withResolvers<void>();
	const clock: Clock = {
		now: () => systemClock.now(),
		after(ms, callback) {
			let stop: (() => void) | undefined = () => undefined;
			void released.promise.then(() => {
				if (stop !== undefined) stop = systemClock.after(ms, callback);
			});
			return () => {
				stop?.();
				stop = undefined;
			};
		},
	};
	return { clock, release: released.resolve };
}

for (const era of eras)
	describe(`a call that takes long (${era})`, () => {
		const world = McpWorld.ofEachTest();
		let folder: string;
		const run = { deployment_id: demo.harbour, path: sampleWorkflow, wait_for_completion: true };

		beforeEach(async () => {
			folder = newFolder();
			await mkdir(join(folder, 'pictures'));
			const picture = await readFile(join(root, 'media', 'samples', 'harbour.png'));
			for (const name of ['a', 'b', 'c']) {
				await writeFile(join(folder, 'pictures', `${name}.png`), picture);
				await writeFile(join(folder, 'pictures', `${name}.txt`), 'a harbor');
			}
		});

		it('tells a client that asks for it how far it is, with each change', async () => {
			// The run cannot end before its first report.
			const { clock: follows, release } = heldClock();
			const agent = await world.connect({ era, follows, answer: () => yes });
			const { reports, done } = told(agent, 'submit_request', run);
			await until('the first report', () => reports.length > 0);
			release();
			assert.equal((await done).structuredContent.state, 'succeeded');
			assert.ok(reports.every(({ message }) => message !== undefined && message !== ''));
			const numbers = reports.map(({ progress }) => progress);
			assert.deepEqual(
				numbers,
				[...new Set(numbers)].toSorted((one, other) => one - other),
			);
		});

		it('tells how many files of an upload are sent', async () => {
			const agent = await world.connect({ era, answer: () => yes });
			const upload = { folder: join(folder, 'pictures'), wait_for_completion: true };
			const sent = told(agent, 'upload_dataset', upload);
			assert.equal((await sent.done).structuredContent.state, 'ready');
			assert.ok(sent.reports.some(({ total }) => total === 6));
		});

		it('is reported even without a change, until the response', async () => {
			const clock = new ManualClock();
			const agent = await world.connect({ era, clock, follows: new ManualClock(), answer: () => yes });
			const { reports, done } = told(agent, 'submit_request', { ...run, timeout_seconds: 3600 });
			for (let sent = 0; sent === 0; sent = await world.operations.submissions());
			await until('the wait and the next report', () => clock.pending === 2);
			const before = reports.length;
			await clock.advance(45_000);
			await until('three reports more', () => reports.length >= before + 3);
			await clock.advance(3_600_000);
			assert.equal((await done).isError ?? false, false);
			assert.equal(clock.pending, 0);
		});

		it('is answered with the record before a client gives up that asks for no progress', async () => {
			const clock = new ManualClock();
			const agent = await world.connect({ era, clock, follows: new ManualClock(), answer: () => yes });
			const done = agent.value('submit_request', { ...run, timeout_seconds: 3600 });
			for (let sent = 0; sent === 0; sent = await world.operations.submissions());
			await until('the wait for the end', () => clock.pending === 1);
			await clock.advance(45_000);
			assert.notEqual((await done).state, 'succeeded');
		});

		it('returns once an upload has begun, which then continues', async () => {
			const agent = await world.connect({ era, answer: () => yes });
			const begun = await agent.value('upload_dataset', { folder: join(folder, 'pictures') });
			assert.equal(begun.files, 6);
			const ended = await agent.value('upload_dataset', {
				upload_id: begun.upload_id,
				wait_for_completion: true,
			});
			assert.deepEqual([ended.state, ended.done], ['ready', 6]);
			assert.equal(agent.asked.length, 1);
		});
	});
