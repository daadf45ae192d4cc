import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { Row } from '../store/database.ts';

/** The settings of a deployment that a caller can choose. */
export interface DeploymentChoice {
	readonly name: string;
	readonly workflowId: string;
	readonly workflowVersion: string;
	readonly hardware: string;
	readonly minInstances: number;
	readonly maxInstances: number;
	readonly queueSize: number;
	readonly keepWarmSeconds: number;
	readonly enabled: boolean;
}

export interface DeploymentRecord extends DeploymentChoice {
	readonly id: string;
	readonly accountId: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly deleted: boolean;
}

/** A workflow saved in the account. `schema` names the flat input schema of deployments that declare their own. */
export interface SavedWorkflow {
	readonly id: string;
	readonly version: string;
	readonly accountId: string;
	/** JSON text as it was saved. */
	readonly document: string;
	readonly readme: string;
	readonly schema?: string;
}

/** Deployments and the saved workflows they are made from. */
export class Deployments {
	readonly #sandbox: SandboxContext;
	readonly #cache = new Map<string, DeploymentRecord>();
	/** The lists by account, until one of their deployments changes. */
	readonly #lists = new Map<string, readonly DeploymentRecord[]>();
	/** Deployments that are not listed, though they answer under their id. */
	readonly #unlisted: ReadonlySet<string>;

	constructor(sandbox: SandboxContext, unlisted: Iterable<string> = []) {
		this.#sandbox = sandbox;
		this.#unlisted = new Set(unlisted);
	}

	create(accountId: string, choice: DeploymentChoice, id: string = randomUUID()): DeploymentRecord {
		const now = this.#sandbox.clock.now();
		const record = { ...choice, id, accountId, createdAt: now, updatedAt: now, deleted: false };
		this.#lists.clear();
		this.#sandbox.db.run(
			'INSERT INTO deployments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
			id,
			accountId,
			choice.name,
			choice.workflowId,
			choice.workflowVersion,
			choice.hardware,
			choice.minInstances,
			choice.maxInstances,
			choice.queueSize,
			choice.keepWarmSeconds,
			choice.enabled ? 1 : 0,
			now,
			now,
		);
		return record;
	}

	/** Returns a deployment; also finds deleted ones, so that their requests stay readable. */
	get(id: string): DeploymentRecord | undefined {
		const known = this.#cache.get(id);
		if (known !== undefined) return known;
		const row = this.#sandbox.db.get('SELECT * FROM deployments WHERE id = ?', id);
		if (row === undefined) return undefined;
		const record = recordOf(row);
		this.#cache.set(id, record);
		return record;
	}

	/** Returns the account's deployments that are listed and not deleted, oldest first. */
	list(accountId: string): readonly DeploymentRecord[] {
		const known = this.#lists.get(accountId);
		if (known !== undefined) return known;
		const sql =
			'SELECT * FROM deployments WHERE account_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid';
		const list = this.#sandbox.db
			.all(sql, accountId)
			.map(recordOf)
			.filter(({ id }) => !this.#unlisted.has(id));
		this.#lists.set(accountId, list);
		return list;
	}

	/** Returns every deployment that is listed and may have instances. */
	enabled(): readonly DeploymentRecord[] {
		const sql =
			'SELECT * FROM deployments WHERE enabled = 1 AND deleted_at IS NULL ORDER BY created_at, rowid';
		return this.#sandbox.db
			.all(sql)
			.map(recordOf)
			.filter(({ id }) => !this.#unlisted.has(id));
	}

	/** Returns every deployment of an account that may have instances, including unlisted ones: they answer under their ids. */
	enabledOf(accountId: string): readonly DeploymentRecord[] {
		const sql =
			'SELECT * FROM deployments WHERE account_id = ? AND enabled = 1 AND deleted_at IS NULL ORDER BY created_at, rowid';
		return this.#sandbox.db.all(sql, accountId).map(recordOf);
	}

	update(id: string, change: Partial<Omit<DeploymentChoice, 'workflowId'>>): void {
		const current = this.get(id);
		if (current === undefined) return;
		const next = { ...current, ...change };
		this.#sandbox.db.run(
			`UPDATE deployments SET name = ?, workflow_version = ?, hardware = ?, min_instances = ?, max_instances = ?,
				queue_size = ?, keep_warm = ?, enabled = ?, updated_at = ? WHERE id = ?`,
			next.name,
			next.workflowVersion,
			next.hardware,
			next.minInstances,
			next.maxInstances,
			next.queueSize,
			next.keepWarmSeconds,
			next.enabled ? 1 : 0,
			this.#sandbox.clock.now(),
			id,
		);
		if (next.enabled) this.#sandbox.db.run('DELETE FROM torn_down WHERE deployment_id = ?', id);
		this.#cache.delete(id);
		const changed = this.get(id);
		const list = this.#lists.get(current.accountId);
		if (changed === undefined || list === undefined) return;
		this.#lists.set(
			current.accountId,
			list.map((record) => (record.id === id ? changed : record)),
		);
	}

	/** Disables a deployment because the balance of its account is used up. */
	tearDown(id: string): void {
		this.update(id, { enabled: false });
		this.#sandbox.db.run('INSERT OR IGNORE INTO torn_down VALUES (?)', id);
	}

	/** Returns whether a disabled deployment was torn down and not enabled since. */
	wasTornDown(id: string): boolean {
		return this.#sandbox.db.get('SELECT 1 FROM torn_down WHERE deployment_id = ?', id) !== undefined;
	}

	remove(id: string): void {
		const now = this.#sandbox.clock.now();
		this.#sandbox.db.run('UPDATE deployments SET deleted_at = ?, enabled = 0 WHERE id = ?', now, id);
		this.forgetCache();
	}

	saveWorkflow(workflow: SavedWorkflow): void {
		this.#sandbox.db.run(
			'INSERT INTO workflows VALUES (?, ?, ?, ?, ?, ?)',
			workflow.id,
			workflow.version,
			workflow.accountId,
			workflow.document,
			workflow.readme,
			workflow.schema ?? null,
		);
	}

	workflow(id: string, version: string): SavedWorkflow | undefined {
		const row = this.#sandbox.db.get('SELECT * FROM workflows WHERE id = ? AND version = ?', id, version);
		if (row === undefined) return undefined;
		return {
			id: String(row.id),
			version: String(row.version),
			accountId: String(row.account_id),
			document: String(row.document),
			readme: String(row.readme),
			...(row.schema === null ? {} : { schema: String(row.schema) }),
		};
	}

	/** Forgets cached records. Call it after the store was emptied. */
	forgetCache(): void {
		this.#cache.clear();
		this.#lists.clear();
	}
}

function recordOf(row: Row): DeploymentRecord {
	return {
		id: String(row.id),
		accountId: String(row.account_id),
		name: String(row.name),
		workflowId: String(row.workflow_id),
		workflowVersion: String(row.workflow_version),
		hardware: String(row.hardware),
		minInstances: Number(row.min_instances),
		maxInstances: Number(row.max_instances),
		queueSize: Number(row.queue_size),
		keepWarmSeconds: Number(row.keep_warm),
		enabled: row.enabled === 1,
		createdAt: Number(row.created_at),
		updatedAt: Number(row.updated_at),
		deleted: row.deleted_at !== null,
	};
}
