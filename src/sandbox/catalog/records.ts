import { randomUUID } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { type JsonObject, parseKnownJson } from '../../core/json/value.ts';
import type { SandboxContext } from '../base/context.ts';
import type { RunError } from '../engine/outcome.ts';
import { column, type Row } from '../store/database.ts';

/** States as the sandbox keeps them; how the catalog host spells them is in `wire.ts`. */
type ModelRequestState = 'in_queue' | 'in_progress' | 'succeeded' | 'failed' | 'canceled';

/** Key of the output -> name of a file, or a list of names. */
export type ModelOutputNames = Readonly<Record<string, string | readonly string[]>>;

/** A request to a model. Times are virtual milliseconds since 1970, money is in millionths of a US dollar. */
export interface ModelRequest {
	/** Counts up in the order of submission. */
	readonly number: number;
	readonly id: string;
	readonly accountId: string;
	readonly modelId: string;
	readonly state: ModelRequestState;
	/** The inputs with defaults and seed filled in. */
	readonly inputs: JsonObject;
	/** The price of the request if it succeeds, in millionths of a US dollar. */
	readonly price: number;
	/** The price that was charged, in millionths of a US dollar; absent before its end. */
	readonly cost?: number;
	readonly output?: ModelOutputNames;
	readonly error?: RunError;
	readonly createdAt: number;
	/** The earliest time when it may start. */
	readonly readyAt: number;
	readonly startedAt?: number;
	readonly finishedAt?: number;
}

/** The end of a request. */
export type ModelEnding =
	| { readonly state: 'succeeded'; readonly output: ModelOutputNames }
	| { readonly state: 'failed'; readonly error: RunError }
	| { readonly state: 'canceled' };

/** The requests to models. Ended requests never change again. */
export class ModelRequests {
	readonly #sandbox: SandboxContext;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
	}

	/** Adds a request. `inputs` as JSON text. */
	create(accountId: string, modelId: string, inputs: string, price: number, readyAt: number): ModelRequest {
		const id = randomUUID();
		this.#sandbox.db.run(
			`INSERT INTO model_requests (id, account_id, model_id, state, body, price, created_at, ready_at, files_removed)
				VALUES (?, ?, ?, 'in_queue', ?, ?, ?, ?, 0)`,
			id,
			accountId,
			modelId,
			inputs,
			price,
			this.#sandbox.clock.now(),
			readyAt,
		);
		const created = this.get(id);
		if (created === undefined) throw new Error('a request vanished while it was stored');
		return created;
	}

	get(id: string): ModelRequest | undefined {
		const row = this.#sandbox.db.get('SELECT * FROM model_requests WHERE id = ?', id);
		return row === undefined ? undefined : requestOf(row);
	}

	/** Requests that have not ended, in the order of submission. */
	open(): readonly ModelRequest[] {
		const sql = `SELECT * FROM model_requests WHERE state IN ('in_queue', 'in_progress') ORDER BY number`;
		return this.#sandbox.db.all(sql).map(requestOf);
	}

	/** Returns the sum of the prices of an account's running requests, in millionths of a US dollar. */
	reserved(accountId: string): number {
		const sql = `SELECT sum(price) AS sum FROM model_requests WHERE account_id = ? AND state = 'in_progress'`;
		return Number(this.#sandbox.db.get(sql, accountId)?.sum ?? 0);
	}

	start(id: string): void {
		const sql = `UPDATE model_requests SET state = 'in_progress', started_at = ? WHERE id = ? AND state = 'in_queue'`;
		this.#sandbox.db.run(sql, this.#sandbox.clock.now(), id);
	}

	/** Ends a request once, at that cost; false when it had already ended. */
	finish(id: string, ending: ModelEnding, cost: number): boolean {
		const changed = this.#sandbox.db.run(
			`UPDATE model_requests SET state = ?, output = ?, error = ?, cost = ?, finished_at = ?
				WHERE id = ? AND state IN ('in_queue', 'in_progress')`,
			ending.state,
			ending.state === 'succeeded' ? JSON.stringify(ending.output) : null,
			ending.state === 'failed' ? JSON.stringify(ending.error) : null,
			cost,
			this.#sandbox.clock.now(),
			id,
		);
		return changed > 0;
	}

	/** Returns the ids of ended requests with existing files older than `moment`. */
	withFilesBefore(moment: number): readonly string[] {
		const sql = `SELECT id FROM model_requests WHERE files_removed = 0 AND finished_at IS NOT NULL AND finished_at <= ?`;
		return this.#sandbox.db.all(sql, moment).map((row) => String(row.id));
	}

	/** Returns the end time of the oldest request with existing files. */
	oldestFiles(): number | undefined {
		const sql = 'SELECT min(finished_at) AS at FROM model_requests WHERE files_removed = 0';
		const at = this.#sandbox.db.get(sql)?.at;
		return at === null || at === undefined ? undefined : Number(at);
	}

	markFilesRemoved(id: string): void {
		this.#sandbox.db.run('UPDATE model_requests SET files_removed = 1 WHERE id = ?', id);
	}
}

function requestOf(row: Row): ModelRequest {
	return {
		number: Number(row.number),
		id: String(row.id),
		accountId: String(row.account_id),
		modelId: String(row.model_id),
		state: String(row.state) as ModelRequestState,
		inputs: parseKnownJson(String(row.body)) as JsonObject,
		price: Number(row.price),
		createdAt: Number(row.created_at),
		readyAt: Number(row.ready_at),
		...compact({
			cost: column(row.cost, Number),
			output: column(row.output, (kept) => JSON.parse(String(kept)) as ModelOutputNames),
			error: column(row.error, (kept) => JSON.parse(String(kept)) as RunError),
			startedAt: column(row.started_at, Number),
			finishedAt: column(row.finished_at, Number),
		}),
	};
}
