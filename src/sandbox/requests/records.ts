import { randomUUID } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { jsonText } from '../../core/json/exact.ts';
import { parseKnownJson } from '../../core/json/value.ts';
import type { SandboxContext } from '../base/context.ts';
import type { RunError, StoredOutputs } from '../engine/outcome.ts';
import { column, type Row } from '../store/database.ts';

type RequestState = 'in_queue' | 'in_progress' | 'succeeded' | 'failed' | 'canceled';

export interface RequestRecord {
	/** Counts up in the order of submission. */
	readonly number: number;
	readonly id: string;
	readonly deploymentId: string;
	readonly accountId: string;
	/** The form of the queue that it was submitted through. */
	readonly api: 'v1' | 'v2';
	readonly state: RequestState;
	readonly hardware: string;
	/** Answers with `output` in place of `outputs`. */
	readonly flat: boolean;
	readonly webhook?: string;
	readonly webhookIntermediate: boolean;
	readonly cancelRequested: boolean;
	readonly instanceId?: string;
	readonly outputs?: StoredOutputs;
	readonly error?: RunError;
	/** Faults of nodes for which a part of the workflow did not run, in the engine's form. */
	readonly nodeErrors?: object;
	readonly createdAt: number;
	readonly startedAt?: number;
	readonly finishedAt?: number;
}

/** The facts about a request that are known at its acceptance. */
interface NewRequest {
	readonly deploymentId: string;
	readonly accountId: string;
	readonly api: 'v1' | 'v2';
	/** The workflow that will run, overrides applied, as JSON text. */
	readonly document: string;
	readonly hardware: string;
	readonly flat: boolean;
	readonly webhook?: string;
	readonly webhookIntermediate: boolean;
}

/** The end of a request. */
export type Ending =
	| { readonly state: 'succeeded'; readonly outputs: StoredOutputs; readonly nodeErrors?: object }
	| { readonly state: 'failed'; readonly error: RunError }
	| { readonly state: 'canceled' };

const columns = `number, id, deployment_id, account_id, api, state, hardware, flat, webhook, webhook_intermediate,
	cancel_requested, instance_id, outputs, error, node_errors, created_at, started_at, finished_at`;

/** The same without the parts that only a result shows. */
const slimColumns = columns.replace(
	'outputs, error, node_errors',
	'NULL AS outputs, NULL AS error, NULL AS node_errors',
);

/** The requests of the sandbox. Ended requests never change again. */
export class Requests {
	readonly #sandbox: SandboxContext;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
	}

	create(request: NewRequest): RequestRecord {
		const id = randomUUID();
		this.#sandbox.db.run(
			`INSERT INTO requests (id, deployment_id, account_id, api, state, document, hardware, flat, webhook,
				webhook_intermediate, cancel_requested, created_at, files_removed)
			VALUES (?, ?, ?, ?, 'in_queue', ?, ?, ?, ?, ?, 0, ?, 0)`,
			id,
			request.deploymentId,
			request.accountId,
			request.api,
			request.document,
			request.hardware,
			request.flat ? 1 : 0,
			request.webhook ?? null,
			request.webhookIntermediate ? 1 : 0,
			this.#sandbox.clock.now(),
		);
		const created = this.get(id);
		if (created === undefined) throw new Error('a request vanished while it was stored');
		return created;
	}

	get(id: string): RequestRecord | undefined {
		const row = this.#sandbox.db.get(`SELECT ${columns} FROM requests WHERE id = ?`, id);
		return row === undefined ? undefined : recordOf(row);
	}

	/** Returns a request without outputs and error: enough for a status, and cheap. */
	peek(id: string): RequestRecord | undefined {
		const row = this.#sandbox.db.get(`SELECT ${slimColumns} FROM requests WHERE id = ?`, id);
		return row === undefined ? undefined : recordOf(row);
	}

	document(id: string): string {
		return String(this.#sandbox.db.get('SELECT document FROM requests WHERE id = ?', id)?.document ?? '{}');
	}

	/** Requests that have not ended, in the order of submission. */
	open(): readonly RequestRecord[] {
		const sql = `SELECT ${slimColumns} FROM requests WHERE state IN ('in_queue', 'in_progress') ORDER BY number`;
		return this.#sandbox.db.all(sql).map(recordOf);
	}

	/** Requests that an instance has run, oldest first. */
	ofInstance(instanceId: string): readonly RequestRecord[] {
		const sql = `SELECT ${columns} FROM requests WHERE instance_id = ? ORDER BY number`;
		return this.#sandbox.db.all(sql, instanceId).map(recordOf);
	}

	start(id: string, instanceId: string): void {
		this.#sandbox.db.run(
			`UPDATE requests SET state = 'in_progress', instance_id = ?, started_at = coalesce(started_at, ?)
				WHERE id = ? AND state IN ('in_queue', 'in_progress')`,
			instanceId,
			this.#sandbox.clock.now(),
			id,
		);
	}

	requestCancel(id: string): void {
		this.#sandbox.db.run('UPDATE requests SET cancel_requested = 1 WHERE id = ?', id);
	}

	/** Ends a request once; false when it had already ended. */
	finish(id: string, ending: Ending): boolean {
		const changed = this.#sandbox.db.run(
			`UPDATE requests SET state = ?, outputs = ?, error = ?, node_errors = ?, finished_at = ?
				WHERE id = ? AND state IN ('in_queue', 'in_progress')`,
			ending.state,
			ending.state === 'succeeded' ? JSON.stringify(ending.outputs) : null,
			ending.state === 'failed' ? JSON.stringify(ending.error) : null,
			ending.state === 'succeeded' && ending.nodeErrors !== undefined ? jsonText(ending.nodeErrors) : null,
			this.#sandbox.clock.now(),
			id,
		);
		return changed > 0;
	}

	/** Returns the ids of ended requests with existing files older than `moment`. */
	withFilesBefore(moment: number): readonly string[] {
		const sql =
			'SELECT id FROM requests WHERE files_removed = 0 AND finished_at IS NOT NULL AND finished_at <= ?';
		return this.#sandbox.db.all(sql, moment).map((row) => String(row.id));
	}

	/** Returns the end time of the oldest request with existing files. */
	oldestFiles(): number | undefined {
		const sql = 'SELECT min(finished_at) AS at FROM requests WHERE files_removed = 0';
		const at = this.#sandbox.db.get(sql)?.at;
		return at === null || at === undefined ? undefined : Number(at);
	}

	markFilesRemoved(id: string): void {
		this.#sandbox.db.run('UPDATE requests SET files_removed = 1 WHERE id = ?', id);
	}
}

function recordOf(row: Row): RequestRecord {
	return {
		number: Number(row.number),
		id: String(row.id),
		deploymentId: String(row.deployment_id),
		accountId: String(row.account_id),
		api: row.api === 'v1' ? 'v1' : 'v2',
		state: String(row.state) as RequestState,
		hardware: String(row.hardware),
		flat: row.flat === 1,
		webhookIntermediate: row.webhook_intermediate === 1,
		cancelRequested: row.cancel_requested === 1,
		createdAt: Number(row.created_at),
		...compact({
			webhook: column(row.webhook, String),
			instanceId: column(row.instance_id, String),
			outputs: column(row.outputs, (kept) => JSON.parse(String(kept)) as StoredOutputs),
			error: column(row.error, (kept) => JSON.parse(String(kept)) as RunError),
			nodeErrors: column(row.node_errors, (kept) => parseKnownJson(String(kept)) as object),
			startedAt: column(row.started_at, Number),
			finishedAt: column(row.finished_at, Number),
		}),
	};
}
