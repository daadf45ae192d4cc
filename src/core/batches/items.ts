import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { applyEdits } from '../base/fixAll.ts';
import type { ChangedInput, GivenValue } from '../runs/run.ts';
import { changedInputs, givenValues } from '../runs/runSchema.ts';
import { createWhole } from '../transfers/wholeFile.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';
import { type InputSet, inputSet, setEdits } from '../workflow/inputSet.ts';
import type { Batch } from './batch.ts';

/** The contents of a batch: the text of a workflow, and the values of each item. */
export interface BatchItems {
	readonly text: string;
	readonly sets: readonly InputSet[];
	/** The values of each item that were drawn from dynamic prompts. */
	readonly drawn?: readonly (readonly ChangedInput[])[];
	/** The values that a table or a folder gave each item. */
	readonly values?: readonly (readonly GivenValue[])[];
	/** Paths of the files of the person that only one item takes, for each item. */
	readonly media?: readonly (readonly string[])[];
}

export interface BatchItem {
	readonly text: string;
	readonly drawn?: readonly ChangedInput[];
	readonly values?: readonly GivenValue[];
	/** Paths of local files that it uses in addition to those of the batch. */
	readonly media?: readonly string[];
}

const range = z.object({ start: z.int(), end: z.int() });
const stored = z.object({
	text: z.string(),
	/** Files of earlier versions have the edits of each item in place of its set. */
	sets: z.exactOptional(z.array(inputSet)),
	edits: z.exactOptional(z.array(z.array(z.object({ range, newText: z.string() })))),
	drawn: z.exactOptional(z.array(changedInputs)),
	values: z.exactOptional(z.array(givenValues)),
	media: z.exactOptional(z.array(z.array(z.string()))),
});
type Stored = z.output<typeof stored> & { readonly document: WorkflowDocument };

/**
 * Returns the id of the run that an item becomes: the same in each window and after each restart, so that an item can be started
 * under it once only. It has the form of a UUID.
 */
export function itemId(batchId: string, item: number): string {
	const hex = createHash('sha256').update(`${batchId}/${item}`).digest('hex');
	// Version 8 of RFC 9562: custom bits.
	const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the ids of the runs of the items of a batch, in order, including those not yet begun. */
export function itemIds({ id, count }: Pick<Batch, 'id' | 'count'>): readonly string[] {
	return Array.from({ length: count }, (_, item) => itemId(id, item));
}

/** The items of batches, one file for each batch in a folder. */
export class BatchFiles {
	readonly #folder: string;
	readonly #known = new Map<string, Promise<Stored | undefined>>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Throws the file system's error; the file then does not exist. */
	async keep(batchId: string, items: BatchItems): Promise<void> {
		// Private: the texts of a person.
		await makeFolder(this.#folder, { mode: 0o700 });
		await createWhole(this.#path(batchId), Buffer.from(JSON.stringify(items)));
	}

	/** Reads one item; undefined if it can no longer be read. */
	async itemOf(batchId: string, item: number): Promise<BatchItem | undefined> {
		const reading = this.#known.get(batchId) ?? this.#read(batchId);
		this.#known.set(batchId, reading);
		const items = await reading;
		if (items === undefined) this.#known.delete(batchId);
		const set = items?.sets?.[item];
		const edits = items && (set === undefined ? items.edits?.[item] : setEdits(items.document, set));
		if (items === undefined || edits === undefined) return undefined;
		const { drawn, values, media } = items;
		return {
			text: applyEdits(items.text, edits),
			...compact({ drawn: drawn?.[item], values: values?.[item], media: media?.[item] }),
		};
	}

	async remove(batchId: string): Promise<void> {
		this.#known.delete(batchId);
		await rm(this.#path(batchId), { force: true });
	}

	async #read(batchId: string): Promise<Stored | undefined> {
		try {
			const read = z.safeParse(stored, JSON.parse(await readFile(this.#path(batchId), 'utf8')));
			return read.success ? { ...read.data, document: parseWorkflow(read.data.text) } : undefined;
		} catch {
			return undefined;
		}
	}

	#path(batchId: string): string {
		return join(this.#folder, `${batchId}.json`);
	}
}
