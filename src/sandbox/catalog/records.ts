import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../core/json/value.ts';
import type { SandboxContext } from '../base/context.ts';
import type { RunError } from '../engine/outcome.ts';
import {
	exactJson,
	flag,
	json,
	named,
	number,
	oneOf,
	optional,
	type RecordOf,
	Table,
	text,
} from '../store/table.ts';

/** States as the sandbox keeps them; how the catalog host spells them is in `wire.ts`. */
type ModelRequestState = 'in_queue' | 'in_progress' | 'succeeded' | 'failed' | 'canceled';

/** Key of the output -> name of a file, or a list of names. */
export type ModelOutputNames = Readonly<Record<string, string | readonly string[]>>;

/** Times are virtual milliseconds since 1970, money is in millionths of a US dollar. */
const columns = {
	/** Counts up in the order of submission. */
	number,
	id: text,
	accountId: text,
	modelId: text,
	state: oneOf<ModelRequestState>(),
	/** The inputs with defaults and seed filled in. */
	inputs: named('body', exactJson<JsonObject>()),
	/** The price of the request if it succeeds. */
	price: number,
	/** The price that was charged; absent before its end. */
	cost: optional(number),
	output: optional(json<ModelOutputNames>()),
	error: optional(json<RunError>()),
	createdAt: number,
	/** The earliest time when it may start. */
	readyAt: number,
	startedAt: optional(number),
	finishedAt: optional(number),
	filesRemoved: flag,
};

export interface ModelRequest extends RecordOf<typeof columns> {}

export type ModelEnding =
	| { readonly state: 'succeeded'; readonly output: ModelOutputNames }
	| { readonly state: 'failed'; readonly error: RunError }
	| { readonly state: 'canceled' };

/** The requests to models. Ended requests never change again. */
export class ModelRequests {
	readonly #sandbox: SandboxContext;
	readonly #table: Table<typeof columns>;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		this.#table = new Table(sandbox.db, 'model_requests', columns);
	}

	create(
		request: Pick<ModelRequest, 'accountId' | 'modelId' | 'inputs' | 'price' | 'readyAt'>,
	): ModelRequest {
		const id = randomUUID();
		const createdAt = this.#sandbox.clock.now();
		return this.#table.insert({ ...request, id, state: 'in_queue', createdAt, filesRemoved: false });
	}

	get(id: string): ModelRequest | undefined {
		return this.#table.first('id = ?', id);
	}

	/** Requests that have not ended, in the order of submission. */
	open(): readonly ModelRequest[] {
		return this.#table.all("state IN ('in_queue', 'in_progress') ORDER BY number");
	}

	/** Returns the sum of the prices of an account's running requests, in millionths of a US dollar. */
	reserved(accountId: string): number {
		const sql = `SELECT sum(price) AS sum FROM model_requests WHERE account_id = ? AND state = 'in_progress'`;
		return Number(this.#sandbox.db.get(sql, accountId)?.sum ?? 0);
	}

	start(id: string): void {
		const change = { state: 'in_progress', startedAt: this.#sandbox.clock.now() } as const;
		this.#table.update(change, "id = ? AND state = 'in_queue'", id);
	}

	/** Ends a request once, at that cost; false when it had already ended. */
	finish(id: string, ending: ModelEnding, cost: number): boolean {
		const change = { ...ending, cost, finishedAt: this.#sandbox.clock.now() };
		return this.#table.update(change, "id = ? AND state IN ('in_queue', 'in_progress')", id) > 0;
	}
}
