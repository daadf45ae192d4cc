import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Result } from '../../../src/core/base/failure.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import { wasNotSubmitted } from '../../../src/core/records/submissions.ts';
import { type Answer, inTurn, type Seen, withService } from '../../unit/http/support.ts';

/** The reply of a service. */
export interface Said {
	/** 200 unless given. */
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Text and bytes are sent unchanged, everything else as JSON. */
	readonly body?: unknown;
}

/** One reply that the documents allow, and its required result in the client. */
export interface ReplyRow<Call extends string> extends Said {
	readonly name: string;
	readonly call: Call;
	/** Further replies, for the calls that follow the first; the last one is for all that come. */
	readonly later?: readonly Said[];
	/** Members of the outcome: those of the value, or `failure` with its members. */
	readonly is: Readonly<Record<string, unknown>>;
	/** The number of calls that arrive at the service, if relevant. */
	readonly calls?: number;
}

/** A row in short: name, body of the reply, required outcome, and status unless 200. */
type ShortRow = readonly [name: string, body: unknown, is: ReplyRow<string>['is'], status?: number];

/** Returns the rows of one call. */
export function rowsOf<Call extends string>(
	call: Call,
	rows: readonly (ShortRow | Omit<ReplyRow<Call>, 'call'>)[],
): readonly ReplyRow<Call>[] {
	return rows.map((row) => {
		if ('name' in row) return { call, ...row };
		const [name, body, is, status = 200] = row;
		return { call, name, status, body, is };
	});
}

/** A call of the client, with its value in members that rows can name. */
export type ClientCall = (service: Service) => Promise<Result<object | undefined>>;

/** Registers one test for each row, against a separate server. */
export function proveRows<Call extends string>(
	title: string,
	calls: Readonly<Record<Call, ClientCall>>,
	rows: readonly ReplyRow<Call>[],
): void {
	describe(title, () => {
		for (const row of rows) {
			it(`${row.call}: ${row.name}`, async () => {
				const answers = [row, ...(row.later ?? [])].map(answerOf);
				await withService(inTurn(...answers), async (service, server) => {
					const outcome = outcomeOf(await calls[row.call](service));
					assert.deepEqual(only(outcome, row.is), row.is);
					if (row.calls !== undefined) assert.equal(server.seen.length, row.calls);
				});
			});
		}
	});
}

function answerOf({ status = 200, headers, body }: Said): Answer {
	return (reply, seen) => {
		const own = body instanceof Uint8Array || typeof body === 'string' ? body : withPlaces(body, seen);
		reply.writeHead(status, { 'content-type': 'application/json', ...headers });
		reply.end(own);
	};
}

/** Returns JSON with the address of the server in place of `{origin}`. */
function withPlaces(body: unknown, seen: Seen): string {
	return (JSON.stringify(body) ?? '').replaceAll('{origin}', `http://${seen.headers.host}`);
}

function outcomeOf(result: Result<object | undefined>): Readonly<Record<string, unknown>> {
	if (result.ok) return { ...result.value };
	const { kind, code, details, status } = result.failure;
	return { failure: kind, code, details, status, wasNotSubmitted: wasNotSubmitted(result.failure) };
}

/** Returns the members of the outcome that a row names, as in JSON. */
function only(
	outcome: Readonly<Record<string, unknown>>,
	wanted: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.keys(wanted).map((name) => [name, outcome[name]]));
}
