import { join } from 'node:path';
import type { SignedIn } from '../../../src/core/account/session.ts';
import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { engineConnection } from '../../../src/core/connection/connections.ts';
import { dialectOf } from '../../../src/core/connection/dialects.ts';
import type { EngineProgressBoard } from '../../../src/core/engine/engineProgress.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Service, Transport } from '../../../src/core/http/transport.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { type MediaScan, noMedia } from '../../../src/core/runs/plan/media.ts';
import { planRun, type RunPlan } from '../../../src/core/runs/plan/plan.ts';
import type { Run, RunState } from '../../../src/core/runs/run.ts';
import type { RunOrigin, RunService } from '../../../src/core/runs/runService.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { newFolder } from '../../support/newFolder.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { openHistory } from '../runs/window.ts';
import { closeRuns, openRuns } from '../support/runServices.ts';
import { until } from '../support/until.ts';

/** Returns the access to an engine at an address. */
export function engineService(url: string, token?: string): Service {
	const connection = engineConnection('My ComfyUI', url);
	const transport = lazyTransport({
		connection,
		network: { environment: {} },
		log: silentLog,
		retry: { attempts: 1 },
		...(token === undefined ? {} : { token: () => token }),
	});
	return { connection, transport };
}

export const origin: RunOrigin = {
	target: { kind: 'engine', id: 'engine', name: 'My ComfyUI' },
	documentName: 'harbour.json',
};

/** Returns the plan with which Run would send a document to an engine. */
export async function planOf(
	text: string,
	media: MediaScan = noMedia,
	more: { partnerKey?: string } = {},
): Promise<RunPlan> {
	const dialect = dialectOf(engineConnection('My ComfyUI', 'http://127.0.0.1:1'));
	const plan = await planRun({
		document: parseWorkflow(text),
		mode: 'auto',
		media,
		dialect,
		engine: true,
		...more,
	});
	if (!plan.ok) throw new Error(plan.failure.message);
	return plan.value;
}

function sessionOf(service: Service): SignedIn {
	const account = { id: 'engine', label: 'My ComfyUI' };
	return { state: 'signedIn', connection: service.connection, account, service };
}

/** An editor window connected to an engine, with a history that outlives it. */
export class EngineWindow {
	readonly seen: Run[] = [];
	readonly folder: string;
	readonly #transport: Transport;
	readonly #ledger: Ledger;
	readonly #session: FakeSession;
	readonly runs: RunService;

	private constructor(folder: string, ledger: Ledger, session: SignedIn, clock: Clock) {
		this.folder = folder;
		this.#session = new FakeSession(session);
		this.#ledger = ledger;
		this.#transport = session.service.transport;
		this.runs = openRuns({
			ledger,
			queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
			session: this.#session,
			archiveFolder: join(folder, 'runs'),
			log: silentLog,
			clock,
			windowId: 'one',
		});
		this.runs.onDidChange((run) => this.seen.push(run));
	}

	get progress(): EngineProgressBoard {
		return this.runs.progress;
	}

	static async open(url: string, clock: Clock, folder = newFolder(), token?: string): Promise<EngineWindow> {
		const ledger = await openHistory(folder, clock);
		return new EngineWindow(folder, ledger, sessionOf(engineService(url, token)), clock);
	}

	/** Goes another way to the same engine from now on, as after its token was set. */
	go(service: Service): void {
		this.#session.replace(sessionOf(service));
	}

	/** The way to the engine that is in use. */
	get service(): Service {
		const { current } = this.#session;
		if (current.state !== 'signedIn') throw new Error('There is no way to the engine.');
		return current.service;
	}

	/** Starts a run; throws with the failure if it is refused. */
	async start(text: string, media?: MediaScan): Promise<Run> {
		const result = await this.runs.start(await planOf(text, media), origin);
		if (!result.ok) throw new Error(result.failure.message);
		return result.value;
	}

	reaches(id: string, ...states: readonly RunState[]): Promise<Run> {
		return until(`state ${states.join(' or ')}`, () => {
			const run = this.runs.get(id);
			return run !== undefined && states.includes(run.state) && run;
		});
	}

	/** The latest run in the history, even if its start was refused. */
	get latest(): Run | undefined {
		const connectionId = 'user:My ComfyUI';
		return new RunTable(this.#ledger).of({ connectionId, limit: 1 })[0];
	}

	/** Closes the window; its history stays. */
	async close(): Promise<void> {
		closeRuns(this.runs);
		await this.#transport.close();
		await this.#ledger.close();
	}
}
