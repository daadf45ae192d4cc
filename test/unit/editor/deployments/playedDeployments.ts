import type { Session } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { type Failure, failed, type Result, success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { deploymentChangeLayout } from '../../../../src/core/deployments/changeTable.ts';
import { listDeployments } from '../../../../src/core/deployments/client.ts';
import { createDeploymentStore, type DeploymentStore } from '../../../../src/core/deployments/store.ts';
import type { Service, TransportRequest } from '../../../../src/core/http/transport.ts';
import { openLedger } from '../../../../src/core/ledger/open.ts';
import { ofService } from '../../../support/connection.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';

export type WireRecord = Readonly<Record<string, unknown>>;

const gone: Failure = {
	kind: 'notFound',
	message: 'There is no such deployment.',
	nextStep: 'Refresh.',
	fixer: 'you',
	status: 404,
};
const refused: Failure = {
	kind: 'upstream',
	message: 'The service has a fault.',
	nextStep: 'Try later.',
	fixer: 'service',
	status: 500,
};

/** A service that keeps records and refuses the ids that a test names. */
export class PlayedService {
	readonly records = new Map<string, WireRecord>();
	readonly refuses = new Set<string>();
	readonly sent: string[] = [];

	readonly transport = {
		json: async (request: TransportRequest): Promise<Result<unknown>> => this.#answer(request),
	};

	#answer({ method, url, body }: TransportRequest): Result<unknown> {
		const id = /deployments\/([^/?]+)/.exec(url)?.[1];
		if (id === undefined && method === 'GET') return success([...this.records.values()]);
		const change = body === undefined ? {} : (JSON.parse(String(body)) as WireRecord);
		if (method !== 'GET') this.sent.push(`${method} ${id ?? ''} ${JSON.stringify(change)}`);
		if (id === undefined) {
			const made = { ...change, id: `new-${this.records.size}`, is_enabled: true };
			this.records.set(made.id, made);
			return success(made);
		}
		const record = this.records.get(id);
		if (record === undefined) return failed(gone);
		if (method !== 'GET' && this.refuses.has(id)) return failed(refused);
		if (method === 'DELETE') this.records.delete(id);
		if (method === 'PATCH') this.records.set(id, { ...record, ...change });
		return success(this.records.get(id) ?? {});
	}
}

/** Opens a signed-in account with three deployments, and the services for them. */
export async function openPlayedAccount() {
	const played = new PlayedService();
	for (const [id, name] of [
		['a', 'Harbor'],
		['b', '[x](command:steal)'],
		['c', 'Pier'],
	] as const)
		played.records.set(id, {
			id,
			name,
			workflow_id: 'w',
			workflow_version: 'v1',
			hardware: ['AMPERE_48'],
			min_instances: 0,
			max_instances: 2,
			queue_size: 1,
			is_enabled: true,
		});
	const connection = { id: 'user:test', name: 'Test', baseUrl: 'https://x.test', ...ofService };
	const service = part<Service>({ connection, transport: played.transport });
	const session = new SessionStore(
		part<Session>({
			state: 'signedIn',
			connection,
			account: { id: 'ada', label: 'ada' },
			service,
		}),
	);
	const store: DeploymentStore = createDeploymentStore({ session, list: listDeployments });
	const ledger = await openLedger({
		path: ':memory:',
		tables: [deploymentChangeLayout],
		log: silentLog,
		clock: systemClock,
	});
	const acts = actsOf(session, { ledger: async () => ({ ledger }) as never, deployments: async () => store });
	const signedIn = async () => (session.current.state === 'signedIn' ? session.current : undefined);
	await store.refresh();
	return {
		played,
		session,
		connection,
		store,
		acts,
		signedIn,
		async close() {
			store.dispose();
			await ledger.close();
		},
	};
}
