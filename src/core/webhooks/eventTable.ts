import { compact } from '../base/compact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SqlValue } from '../ledger/operations.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import type { Callback, CallbackState } from './callback.ts';
import { eventSchema, type WebhookEvent } from './event.ts';

/** A query for events; the newest are listed first. */
export interface EventQuery {
	readonly limit: number;
	readonly states?: readonly CallbackState[];
	readonly requestIds?: readonly string[];
}

const definition: TableDefinition<WebhookEvent> = {
	layout: {
		name: 'webhook_events',
		migrations: [
			`
			CREATE TABLE webhook_events (
				id TEXT PRIMARY KEY,
				at INTEGER NOT NULL,
				number INTEGER NOT NULL,
				example INTEGER NOT NULL,
				request_id TEXT,
				state TEXT NOT NULL,
				status TEXT,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX webhook_events_by_time ON webhook_events (at, number);
			CREATE INDEX webhook_events_by_revision ON webhook_events (revision);
			`,
		],
	},
	schema: eventSchema,
	columns: ({ at, number, example, requestId, state, status }) => ({
		at: Math.round(at),
		number,
		example: example ? 1 : 0,
		request_id: requestId ?? null,
		state,
		status: status ?? null,
	}),
};

export const webhookEventLayout = definition.layout;

/** The callbacks received on this computer. */
export class EventTable extends RecordTable<WebhookEvent> {
	readonly #ledger: Ledger;

	constructor(ledger: Ledger) {
		super(ledger, definition);
		this.#ledger = ledger;
	}

	/** Returns the events, newest first. */
	of({ limit, ...query }: EventQuery): WebhookEvent[] {
		const { where, values } = conditions(query);
		return this.select(`${where} ORDER BY at DESC, number DESC LIMIT ?`, ...values, limit);
	}

	count(query: Omit<EventQuery, 'limit'> = {}): number {
		const { where, values } = conditions(query);
		return this.numberOf(where, ...values);
	}

	/** Reads the reported states, oldest first; examples are left out. */
	received(): Pick<Callback, 'requestId' | 'state' | 'status'>[] {
		return this.#ledger.read<Pick<Callback, 'requestId' | 'state' | 'status'>[]>([], (database) =>
			database
				.prepare('SELECT request_id, state, status FROM webhook_events WHERE example = 0 ORDER BY at, number')
				.all()
				.map(({ request_id, state, status }) => ({
					state: String(state) as CallbackState,
					...(request_id === null ? {} : { requestId: String(request_id) }),
					...(status === null ? {} : { status: String(status) }),
				})),
		);
	}

	/** Returns the ids of all events but the newest ones. */
	beyond(newest: number): string[] {
		return this.ids('ORDER BY at DESC, number DESC LIMIT -1 OFFSET ?', newest);
	}

	/** Returns the most recent requests, each with our id of its run if known. */
	requests(limit: number): { readonly requestId: string; readonly runId?: string }[] {
		const found = this.select(
			`WHERE id IN (
				SELECT id FROM (SELECT id, max(at) AS latest FROM webhook_events WHERE request_id IS NOT NULL GROUP BY request_id)
				ORDER BY latest DESC LIMIT ?
			) ORDER BY at DESC, number DESC`,
			limit,
		);
		return found.flatMap(({ requestId, runId }) =>
			requestId === undefined ? [] : [{ requestId, ...compact({ runId }) }],
		);
	}
}

function conditions({ states, requestIds }: Omit<EventQuery, 'limit'>): {
	readonly where: string;
	readonly values: SqlValue[];
} {
	const parts: string[] = [];
	const among = (column: string, wanted: readonly string[] = []) =>
		`${column} IN (${wanted.map(() => '?').join(', ')})`;
	if (states !== undefined) parts.push(among('state', states));
	if (requestIds !== undefined) parts.push(among('request_id', requestIds));
	const values = [...(states ?? []), ...(requestIds ?? [])];
	return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}
