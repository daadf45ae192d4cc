import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Ledger } from '../../ledger/ledger.ts';
import { MovingTable, movingDefinition } from '../../ledger/movingTable.ts';
import { type RecordOf, record } from '../../ledger/recordSchema.ts';
import { RecordTable, type TableDefinition } from '../../ledger/recordTable.ts';
import { type UploadRecord, uploadSchema } from './record.ts';
import { movingUploadStates, type UploadFile } from './upload.ts';

const uploads = movingDefinition<UploadRecord>('uploads', uploadSchema);

export const uploadLayout = uploads.layout;

/** One row for each upload; the state of 10,000 files is a few ranges of numbers. */
export class UploadTable extends MovingTable<UploadRecord> {
	constructor(ledger: Ledger) {
		super(ledger, uploads, movingUploadStates);
	}
}

/** Files in one row: few rows to read, and few bytes to rewrite if one of them changed. */
const filesInRow = 500;

const storedFile = record({
	path: z.string(),
	name: z.string(),
	bytes: z.number(),
	modifiedAt: z.number(),
	/** The text in Base64: the removal of addresses from records must not change a caption. */
	content: z.exactOptional(z.string()),
});

/** Some files of an upload, in their order. */
const chunkSchema = record({
	id: z.string(),
	uploadId: z.string(),
	/** Number of the first one. */
	first: z.number(),
	files: z.array(storedFile),
});

interface StoredFile extends RecordOf<typeof storedFile> {}
interface UploadFilesChunk extends RecordOf<typeof chunkSchema> {}

const files: TableDefinition<UploadFilesChunk> = {
	layout: {
		name: 'upload_files',
		migrations: [
			`
			CREATE TABLE upload_files (
				id TEXT PRIMARY KEY,
				upload_id TEXT NOT NULL,
				first_file INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX upload_files_by_upload ON upload_files (upload_id, first_file);
			CREATE INDEX upload_files_by_revision ON upload_files (revision);
			`,
		],
	},
	schema: chunkSchema,
	columns: ({ uploadId, first }) => ({ upload_id: uploadId, first_file: first }),
};

export const uploadFilesLayout = files.layout;

/** The files of each upload, as they were when they were chosen. */
export class UploadFileTable {
	readonly #rows: FilesRows;

	constructor(ledger: Ledger) {
		this.#rows = new FilesRows(ledger);
	}

	/**
	 * Reads the files in the order of their numbers; `undefined` if some are missing. It yields between two rows: 10,000 files take a tenth
	 * of a second.
	 */
	async of(uploadId: string, count: number): Promise<readonly UploadFile[] | undefined> {
		const found: UploadFile[] = [];
		for (let first = 0; first < count; first += filesInRow) {
			for (const file of this.#rows.get(rowId(uploadId, first))?.files ?? []) found.push(read(file));
			await new Promise((resolve) => setImmediate(resolve));
		}
		return found.length === count ? found : undefined;
	}

	/** Returns the names of some files; fast for ascending numbers. A forgotten one has its number in place of a name. */
	names(uploadId: string, indexes: readonly number[]): readonly string[] {
		let row: UploadFilesChunk | undefined;
		let rowAt = -1;
		return indexes.map((index) => {
			const first = index - (index % filesInRow);
			if (first !== rowAt) row = this.#rows.get(rowId(uploadId, first));
			rowAt = first;
			return row?.files[index - first]?.name ?? `${index + 1}`;
		});
	}

	/** Writes them all, or only the changed rows; false if that was not possible. */
	async put(uploadId: string, all: readonly UploadFile[]): Promise<boolean> {
		const writes: Promise<boolean>[] = [];
		for (let first = 0; first < all.length; first += filesInRow) {
			const id = rowId(uploadId, first);
			const before = this.#rows.get(id);
			const row: UploadFilesChunk = {
				...before,
				id,
				uploadId,
				first,
				files: all.slice(first, first + filesInRow).map(written),
			};
			if (!isDeepStrictEqual(before, row)) writes.push(this.#rows.put(row));
			await new Promise((resolve) => setImmediate(resolve));
		}
		return (await Promise.all(writes)).every((done) => done);
	}

	async remove(uploadId: string): Promise<void> {
		await Promise.all(this.#rows.of(uploadId).map(({ id }) => this.#rows.remove(id)));
	}
}

function rowId(uploadId: string, first: number): string {
	return `${uploadId}/${first}`;
}

class FilesRows extends RecordTable<UploadFilesChunk> {
	constructor(ledger: Ledger) {
		super(ledger, files);
	}

	of(uploadId: string): UploadFilesChunk[] {
		return this.select('WHERE upload_id = ? ORDER BY first_file', uploadId);
	}
}

function written({ text, ...file }: UploadFile): StoredFile {
	return text === undefined ? file : { ...file, content: Buffer.from(text).toString('base64') };
}

function read({ content, ...file }: StoredFile): UploadFile {
	return content === undefined ? file : { ...file, text: Buffer.from(content, 'base64').toString() };
}
