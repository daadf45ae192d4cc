import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { RunError, StoredOutputs } from '../engine/outcome.ts';
import {
	exactJson,
	flag,
	json,
	number,
	oneOf,
	optional,
	type RecordOf,
	Table,
	text,
} from '../store/table.ts';

type RequestState = 'in_queue' | 'in_progress' | 'succeeded' | 'failed' | 'canceled';

const acceptedColumns = {
	deploymentId: text,
	accountId: text,
	/** The form of the queue that it was submitted through. */
	api: oneOf<'v1' | 'v2'>(),
	hardware: text,
	/** Answers with `output` in place of `outputs`. */
	flat: flag,
	webhook: optional(text),
	webhookIntermediate: flag,
};
/** Enough for a status, and cheap. */
const slimColumns = {
	...acceptedColumns,
	/** Counts up in the order of submission. */
	number,
	id: text,
	state: oneOf<RequestState>(),
	cancelRequested: flag,
	instanceId: optional(text),
	createdAt: number,
	startedAt: optional(number),
	finishedAt: optional(number),
};
const columns = {
	...slimColumns,
	outputs: optional(json<StoredOutputs>()),
	error: optional(json<RunError>()),
	/** Faults of nodes for which a part of the workflow did not run, in the engine's form. */
	nodeErrors: optional(exactJson<object>()),
};
const allColumns = { ...columns, document: text, filesRemoved: flag };

export interface RequestRecord extends RecordOf<typeof columns> {}
interface NewRequest extends RecordOf<typeof acceptedColumns> {
	/** The workflow that will run, overrides applied, as JSON text. */
	readonly document: string;
}

export type Ending =
	| { readonly state: 'succeeded'; readonly outputs: StoredOutputs; readonly nodeErrors?: object }
	| { readonly state: 'failed'; readonly error: RunError }
	| { readonly state: 'canceled' };

const isOpen = "state IN ('in_queue', 'in_progress')";

/** The requests of the sandbox. Ended requests never change again. */
export class Requests {
	readonly #sandbox: SandboxContext;
	readonly #table: Table<typeof allColumns>;
	readonly #records: Table<typeof columns>;
	readonly #slim: Table<typeof slimColumns>;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		this.#table = new Table(sandbox.db, 'requests', allColumns);
		this.#records = new Table(sandbox.db, 'requests', columns);
		this.#slim = new Table(sandbox.db, 'requests', slimColumns);
	}

	create(request: NewRequest): RequestRecord {
		const id = randomUUID();
		const createdAt = this.#sandbox.clock.now();
		const initial = { state: 'in_queue', cancelRequested: false, filesRemoved: false } as const;
		return this.#table.insert({ ...request, ...initial, id, createdAt });
	}

	get(id: string): RequestRecord | undefined {
		return this.#records.first('id = ?', id);
	}

	/** Returns a request without outputs and error: enough for a status, and cheap. */
	peek(id: string): RequestRecord | undefined {
		return this.#slim.first('id = ?', id);
	}

	document(id: string): string {
		return String(this.#sandbox.db.get('SELECT document FROM requests WHERE id = ?', id)?.document ?? '{}');
	}

	/** Requests that have not ended, in the order of submission. */
	open(): readonly RequestRecord[] {
		return this.#slim.all(`${isOpen} ORDER BY number`);
	}

	/** Requests that an instance has run, oldest first. */
	ofInstance(instanceId: string): readonly RequestRecord[] {
		return this.#records.all('instance_id = ? ORDER BY number', instanceId);
	}

	start(id: string, instanceId: string): void {
		this.#sandbox.db.run(
			`UPDATE requests SET state = 'in_progress', instance_id = ?, started_at = coalesce(started_at, ?)
				WHERE id = ? AND ${isOpen}`,
			instanceId,
			this.#sandbox.clock.now(),
			id,
		);
	}

	requestCancel(id: string): void {
		this.#table.update({ cancelRequested: true }, 'id = ?', id);
	}

	/** Ends a request once; false when it had already ended. */
	finish(id: string, ending: Ending): boolean {
		const finishedAt = this.#sandbox.clock.now();
		return this.#table.update({ ...ending, finishedAt }, `id = ? AND ${isOpen}`, id) > 0;
	}
}
