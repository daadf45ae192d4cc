import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import { type RememberedInputs, rememberedInputs } from './inputs/contents.ts';
import { RunTable } from './runTable.ts';

const facts = z.looseObject({
	/** The address of a document, or the key of a form. */
	id: z.string(),
	/** Milliseconds since 1970. */
	usedAt: z.number(),
	/** The deployments that it ran on, latest first, by the id of their connection. */
	targets: z.exactOptional(z.record(z.string(), z.array(z.string()))),
	/** True if its dynamic prompts are drawn from. */
	draws: z.exactOptional(z.boolean()),
	/** The contents of a form. */
	inputs: z.exactOptional(rememberedInputs),
});
type Facts = z.output<typeof facts>;

const definition: TableDefinition<Facts> = {
	layout: {
		name: 'document_facts',
		migrations: [
			`
			CREATE TABLE document_facts (
				id TEXT PRIMARY KEY,
				used_at INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX document_facts_by_use ON document_facts (used_at);
			CREATE INDEX document_facts_by_revision ON document_facts (revision);
			`,
		],
	},
	schema: facts,
	columns: ({ usedAt }) => ({ used_at: Math.round(usedAt) }),
};

export const documentFactsLayout = definition.layout;

/** The number of documents and forms with kept facts: the last used ones. */
const mostKept = 500;
const mostTargets = 5;
/** The number of earlier runs that provide the targets of a document without kept facts. */
const usedRuns = 20;

class FactsTable extends RecordTable<Facts> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	async removeOldest(): Promise<void> {
		const ids = this.ids('ORDER BY used_at DESC LIMIT -1 OFFSET ?', mostKept);
		await Promise.all(ids.map((id) => this.remove(id)));
	}
}

/**
 * Keeps facts about documents and forms, by the address of a document or the key of a form, in the history that windows and command lines
 * share. Facts about an unsaved document end with this process, since its address will be that of another one.
 */
export class DocumentFacts {
	readonly #table: FactsTable;
	readonly #runs: RunTable;
	readonly #unsaved = new Map<string, Facts>();

	constructor(ledger: Ledger) {
		this.#table = new FactsTable(ledger);
		this.#runs = new RunTable(ledger);
	}

	/** Returns the ids of the deployments of a connection that a document ran on, latest first. */
	deploymentsFor(key: string, connectionId: string): readonly string[] {
		const known = this.#of(key)?.targets?.[connectionId];
		if (known !== undefined || isUnsaved(key)) return known ?? [];
		const runs = this.#runs.of({ connectionId, documentUri: key, limit: usedRuns });
		return [...new Set(runs.map(({ target }) => target.id))];
	}

	noteTarget(key: string, connectionId: string, deploymentId: string): Promise<void> {
		const before = this.deploymentsFor(key, connectionId).filter((id) => id !== deploymentId);
		return this.#note(key, ({ targets }) => ({
			targets: { ...targets, [connectionId]: [deploymentId, ...before].slice(0, mostTargets) },
		}));
	}

	/** Returns whether the dynamic prompts of a document are drawn from; undefined before the first choice. */
	drawsFor(key: string): boolean | undefined {
		return this.#of(key)?.draws;
	}

	noteDraws(key: string, draws: boolean): Promise<void> {
		return this.#note(key, () => ({ draws }));
	}

	inputsFor(key: string): RememberedInputs | undefined {
		return this.#of(key)?.inputs;
	}

	noteInputs(key: string, inputs: RememberedInputs): Promise<void> {
		return this.#note(key, () => ({ inputs }));
	}

	#of(key: string): Facts | undefined {
		return this.#unsaved.get(key) ?? this.#table.get(key);
	}

	async #note(key: string, change: (before: Facts) => Partial<Facts>): Promise<void> {
		const changed = (before: Facts): Facts => ({ ...before, ...change(before), usedAt: Date.now() });
		const nothing = { id: key, usedAt: 0 };
		if (isUnsaved(key)) {
			this.#unsaved.set(key, changed(this.#unsaved.get(key) ?? nothing));
			return;
		}
		if ((await this.#table.update(key, changed)) !== undefined) return;
		await this.#table.put(changed(nothing));
		await this.#table.removeOldest();
	}
}

function isUnsaved(key: string): boolean {
	return key.startsWith('untitled:');
}
