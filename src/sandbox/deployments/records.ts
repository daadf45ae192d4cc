import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import { flag, named, number, optional, type RecordOf, Table, text } from '../store/table.ts';

const choiceColumns = {
	name: text,
	workflowId: text,
	workflowVersion: text,
	hardware: text,
	minInstances: number,
	maxInstances: number,
	queueSize: number,
	keepWarmSeconds: named('keep_warm', number),
	enabled: flag,
};
const columns = {
	...choiceColumns,
	id: text,
	accountId: text,
	createdAt: number,
	updatedAt: number,
	deletedAt: optional(number),
};
const workflowColumns = {
	id: text,
	version: text,
	accountId: text,
	/** JSON text as it was saved. */
	document: text,
	readme: text,
	/** Names the flat input schema of deployments that declare their own. */
	schema: optional(text),
};

export interface DeploymentChoice extends RecordOf<typeof choiceColumns> {}
export interface DeploymentRecord extends RecordOf<typeof columns> {}
export interface SavedWorkflow extends RecordOf<typeof workflowColumns> {}

const oldestFirst = 'deleted_at IS NULL ORDER BY created_at, rowid';

/** Deployments and the saved workflows they are made from. */
export class Deployments {
	readonly #sandbox: SandboxContext;
	readonly #table: Table<typeof columns>;
	readonly #workflows: Table<typeof workflowColumns>;
	readonly #cache = new Map<string, DeploymentRecord>();
	/** The lists by account, until one of their deployments changes. */
	readonly #lists = new Map<string, readonly DeploymentRecord[]>();
	/** Deployments that are not listed, though they answer under their id. */
	readonly #unlisted: ReadonlySet<string>;

	constructor(sandbox: SandboxContext, unlisted: Iterable<string> = []) {
		this.#sandbox = sandbox;
		this.#table = new Table(sandbox.db, 'deployments', columns);
		this.#workflows = new Table(sandbox.db, 'workflows', workflowColumns);
		this.#unlisted = new Set(unlisted);
	}

	create(accountId: string, choice: DeploymentChoice, id: string = randomUUID()): DeploymentRecord {
		const now = this.#sandbox.clock.now();
		this.#lists.clear();
		return this.#table.insert({ ...choice, id, accountId, createdAt: now, updatedAt: now });
	}

	/** Returns a deployment; also finds deleted ones, so that their requests stay readable. */
	get(id: string): DeploymentRecord | undefined {
		const known = this.#cache.get(id);
		if (known !== undefined) return known;
		const record = this.#table.first('id = ?', id);
		if (record !== undefined) this.#cache.set(id, record);
		return record;
	}

	/** Returns the account's deployments that are listed and not deleted, oldest first. */
	list(accountId: string): readonly DeploymentRecord[] {
		const known = this.#lists.get(accountId);
		if (known !== undefined) return known;
		const list = this.#table
			.all(`account_id = ? AND ${oldestFirst}`, accountId)
			.filter(({ id }) => !this.#unlisted.has(id));
		this.#lists.set(accountId, list);
		return list;
	}

	/** Returns every deployment that is listed and may have instances. */
	enabled(): readonly DeploymentRecord[] {
		return this.#table.all(`enabled = 1 AND ${oldestFirst}`).filter(({ id }) => !this.#unlisted.has(id));
	}

	/** Returns every deployment of an account that may have instances, including unlisted ones: they answer under their ids. */
	enabledOf(accountId: string): readonly DeploymentRecord[] {
		return this.#table.all(`account_id = ? AND enabled = 1 AND ${oldestFirst}`, accountId);
	}

	update(id: string, change: Partial<Omit<DeploymentChoice, 'workflowId'>>): void {
		const current = this.get(id);
		if (current === undefined) return;
		this.#table.update({ ...change, updatedAt: this.#sandbox.clock.now() }, 'id = ?', id);
		if (change.enabled ?? current.enabled)
			this.#sandbox.db.run('DELETE FROM torn_down WHERE deployment_id = ?', id);
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
		this.#table.update({ deletedAt: this.#sandbox.clock.now(), enabled: false }, 'id = ?', id);
		this.forgetCache();
	}

	saveWorkflow(workflow: SavedWorkflow): void {
		this.#workflows.insert(workflow);
	}

	workflow(id: string, version: string): SavedWorkflow | undefined {
		return this.#workflows.first('id = ? AND version = ?', id, version);
	}

	/** Forgets cached records. Call it after the store was emptied. */
	forgetCache(): void {
		this.#cache.clear();
		this.#lists.clear();
	}
}
