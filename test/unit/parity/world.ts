import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Connection } from '../../../src/core/connection/connection.ts';
import { userConnections } from '../../../src/core/connection/connections.ts';
import { localDisk } from '../../../src/core/operations/node/localDisk.ts';
import { type OpenServices, openServices } from '../../../src/core/operations/node/openServices.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { newFolder } from '../../support/newFolder.ts';
import type { Records } from './rows.ts';

/** The name of the connection to the sandbox, the same for every caller, so that their records are. */
export const connectionName = 'Parity';

/** A call that the sandbox got. */
interface Call {
	readonly number: number;
	readonly method: string;
	readonly path: string;
	readonly status: number;
}

/** A sandbox of one caller, with a separate history. */
export class ParityWorld {
	readonly sandbox: Sandbox;
	/** The folder of the caller. */
	readonly folder: string;
	#since = 0;

	private constructor(sandbox: Sandbox, folder: string) {
		this.sandbox = sandbox;
		this.folder = folder;
	}

	static async open(speed: number): Promise<ParityWorld> {
		const sandbox = await startSandbox(
			{
				host: '127.0.0.1',
				port: 0,
				speed,
				demo: true,
				engine: 'builtin',
				faults: [],
				exitWhenUnused: false,
			},
			() => {},
			() => {},
		);
		return new ParityWorld(sandbox, newFolder());
	}

	/** The folder of the history and its files. */
	get history(): string {
		return join(this.folder, 'history');
	}

	/** The connection to the sandbox as a person writes it down. */
	get setting(): Readonly<Record<string, string>> {
		const { baseUrl, modelApiUrl, webUrl, trainerUrl } = this.sandbox.announcement;
		return { name: connectionName, baseUrl, modelApiUrl, webUrl, trainerUrl };
	}

	get connection(): Connection {
		return userConnections([this.setting]).connections[0] ?? assert.fail('there is no connection');
	}

	/** Opens services over the history of this world. */
	services(): OpenServices {
		return {
			...openServices({
				clock: systemClock,
				connection: this.connection,
				token: this.sandbox.announcement.token,
				network: { environment: {} },
				folder: this.history,
				log: silentLog,
				ask: noAnswers,
			}),
			disk: localDisk(this.history, systemClock),
		};
	}

	/** Forgets the calls until now: later ones belong to the act. */
	async begin(): Promise<void> {
		this.#since = (await this.#calls()).at(-1)?.number ?? 0;
	}

	/**
	 * Returns the calls since then that change something, as `METHOD path status`, the others, and the records, with
	 * ids in the order of their occurrence.
	 */
	async outcome(): Promise<{
		readonly changes: readonly string[];
		readonly reads: readonly string[];
		readonly records: Records;
	}> {
		const plain = new PlainTexts(this.folder);
		const calls = await this.#calls();
		const texts = (wanted: boolean) =>
			calls
				.filter(({ method }) => (method === 'GET') === wanted)
				.map(({ method, path, status }) => plain.text(`${method} ${path} ${status}`));
		const changes = texts(false);
		const records = plain.value(this.records()) as Records;
		return { changes, records, reads: [...new Set(texts(true))] };
	}

	/** Returns the records of the history by their tables; empty tables are left out. */
	records(): Records {
		const path = join(this.history, 'history.db');
		if (!existsSync(path)) return {};
		const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
		try {
			const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
			const names = tables
				.map(({ name }) => String(name))
				.filter((name) => !['leases', 'revision', 'table_versions', 'schema_version'].includes(name));
			const all = names.map((name) => {
				const rows = database.prepare(`SELECT * FROM "${name}"`).all();
				const sorted = rows.toSorted((one, other) => momentOf(one) - momentOf(other));
				return [name, sorted.map(recordOf)] as const;
			});
			return Object.fromEntries(all.filter(([, rows]) => rows.length > 0));
		} finally {
			database.close();
		}
	}

	async end(): Promise<void> {
		await this.sandbox.close();
	}

	async #calls(): Promise<readonly Call[]> {
		const reply = await fetch(`${this.sandbox.announcement.controlUrl}/journal?since=${this.#since}`);
		return ((await reply.json()) as { readonly entries: readonly Call[] }).entries;
	}
}

/** Returns the time when a row was created. */
function momentOf(row: Record<string, unknown>): number {
	const { started_at, submitted_at, used_at, at } = row;
	return Number(started_at ?? submitted_at ?? used_at ?? at ?? 0);
}

function recordOf({ revision: _, record, ...row }: Record<string, unknown>): unknown {
	return typeof record === 'string' ? { ...row, record: JSON.parse(record) } : row;
}

/** Removes from values everything that differs each time: addresses, folders, times, and generated ids. */
class PlainTexts {
	readonly #folder: string;
	readonly #ids = new Map<string, string>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	value(value: unknown, name = ''): unknown {
		if (Array.isArray(value)) return value.map((each) => this.value(each));
		if (typeof value === 'object' && value !== null)
			return Object.fromEntries(
				Object.entries(value).map(([member, each]) => [member, this.value(each, member)]),
			);
		if (typeof value === 'number' && value > 1e12) return '(moment)';
		// A balance falls with each second that an instance runs.
		if (typeof value === 'number' && ['before', 'after'].includes(name)) return '(balance)';
		return typeof value === 'string' ? this.text(value) : value;
	}

	text(text: string): string {
		return text
			.replaceAll(this.#folder, '(folder)')
			.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '(host)')
			.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(moment)')
			.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g, (id) => this.#idOf(id));
	}

	#idOf(id: string): string {
		// Ids of the demo account are the same each time.
		if (id.includes('-0000-4000-8000-')) return id;
		const known = this.#ids.get(id) ?? `{${this.#ids.size + 1}}`;
		this.#ids.set(id, known);
		return known;
	}
}
