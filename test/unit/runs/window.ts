import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { runMarksLayout } from '../../../src/core/runs/history/marks.ts';
import type { RunPlan } from '../../../src/core/runs/plan/plan.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import type { RunOrigin, RunService, RunServiceOptions } from '../../../src/core/runs/runService.ts';
import { RunTable, runLayout } from '../../../src/core/runs/runTable.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../../src/core/transfers/transferTable.ts';
import { webhookEventLayout } from '../../../src/core/webhooks/eventTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import { closeRuns, openRuns } from '../support/runServices.ts';
import type { ManualClock } from './clocks.ts';
import { FakeService, FakeSession } from './fakeService.ts';

/** Opens the history of runs for one window. */
export function openHistory(folder: string, clock: Clock): Promise<Ledger> {
	return ledgerIn(folder, [runLayout, runMarksLayout, transferLayout, webhookEventLayout], clock);
}

/** One editor window: its own connection to the shared ledger, its own run service, and its observations. */
export interface Window {
	readonly name: string;
	readonly ledger: Ledger;
	readonly runs: RunTable;
	readonly session: FakeSession;
	readonly runService: RunService;
	readonly seen: Run[];
}

/** A computer with one ledger and one archive, on which windows are opened, and the service that they call. */
export class Computer {
	readonly folder = newFolder();
	readonly ledgerPath = join(this.folder, 'history.db');
	readonly archive = join(this.folder, 'runs');
	readonly service = new FakeService();
	readonly #windows: Window[] = [];
	readonly #clock: Clock;

	private constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Returns a computer with a service of its own. */
	static async start(clock: Clock): Promise<Computer> {
		const computer = new Computer(clock);
		await computer.service.start();
		return computer;
	}

	async open(
		account?: string,
		more: Partial<Pick<RunServiceOptions, 'webhookOf' | 'archiveRules' | 'isHeld' | 'log'>> = {},
	): Promise<Window> {
		const name = `window-${randomUUID()}`;
		const ledger = await openHistory(this.folder, this.#clock);
		const session = new FakeSession(this.service.session(name, account));
		const runService = openRuns({
			ledger,
			queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
			session,
			archiveFolder: this.archive,
			log: silentLog,
			clock: this.#clock,
			windowId: 'the same for all',
			secretsOf: async () => [keyInConfidence],
			...more,
		});
		const seen: Run[] = [];
		runService.onDidChange((run) => seen.push(run));
		const window = { name, ledger, runs: new RunTable(ledger), session, runService, seen };
		this.#windows.push(window);
		return window;
	}

	async shutDown(): Promise<void> {
		for (const { runService, ledger } of this.#windows) {
			closeRuns(runService);
			await ledger.close();
		}
		await this.service.stop();
	}
}

/** A key that is sent along with every run and must not come back; with characters that JSON spells in another way. */
export const keyInConfidence = 'sk-"live"\\0123456789';

export const plan: Pick<RunPlan, 'bodyText' | 'summary'> = {
	bodyText: '{"overrides":{"3":{"inputs":{"seed":18446744073709551615}}}}',
	summary: { mode: 'overrides', changed: [], outputTitles: { '9': 'Save' } },
};

export const origin: RunOrigin = {
	target: { kind: 'deployment', id: 'd1', name: 'Text to image' },
	documentName: 'harbour.json',
};

/** Starts the run of `plan`. */
export async function startRun({ runService }: Window): Promise<Run> {
	const result = await runService.start(plan, origin);
	assert.ok(result.ok, result.ok ? '' : result.failure.message);
	return result.value;
}

/** Waits on a stopped clock: moves it forward until `check` returns a value. Calls over the network take their own time. */
export async function untilOn<T>(
	clock: ManualClock,
	what: string,
	check: () => T | undefined | false,
): Promise<T> {
	for (let turn = 0; turn < 2000; turn++) {
		const value = check();
		if (value !== undefined && value !== false) return value;
		await clock.advance(250);
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	throw new Error(`This never came: ${what}`);
}
