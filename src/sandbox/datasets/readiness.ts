import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { DatasetFolders } from './folders.ts';
import type { ArrivedFile, DatasetRecord, Datasets } from './records.ts';
import { captionName, hasMediaHeader, headBytes, isMedium, mediaWithoutCaption } from './rules.ts';

/** Milliseconds without any movement until the uploads count as complete: virtual, and real at the least. */
const quiet = { virtual: 5000, real: 1000 };
/** The same while a medium has no caption: the client may have lost its network between the two. */
const patience = { virtual: 120_000, real: 120_000 };
/** Virtual milliseconds of a validation: at the least, for each file, for each megabyte. */
const validation = { least: 1000, file: 20, megabyte: 50 };
/** The most files that the error of a dataset names. */
const mostNamed = 10;
/** The number of files that are opened at a time. */
const parallel = 16;

interface Parts {
	readonly sandbox: SandboxContext;
	readonly datasets: Datasets;
	readonly folders: DatasetFolders;
	readonly faults: FaultPlan;
}

/**
 * Decides when the uploads of a dataset are complete, then validates it, and makes it `READY` or `FAILED`. Checks when
 * its alarm on the virtual clock rings, and when the dataset is requested.
 */
export class Readiness {
	readonly #parts: Parts;
	/** Uploads in progress, by dataset. */
	readonly #underWay = new Map<string, number>();
	readonly #alarms = new Map<string, { readonly at: number; readonly cancel: () => void }>();
	readonly #validating = new Map<string, Promise<void>>();
	/** Datasets with an upload that began after their validation. */
	readonly #outdated = new Set<string>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Continues the waiting work. Call it once the sandbox listens, and after a reset. */
	resume(): void {
		for (const { id } of this.#parts.datasets.uploading()) this.#look(id);
	}

	/** Runs one upload, during which its dataset is not complete. */
	async during<T>(id: string, upload: () => Promise<T>): Promise<T> {
		const { datasets } = this.#parts;
		this.#underWay.set(id, (this.#underWay.get(id) ?? 0) + 1);
		this.#outdated.add(id);
		datasets.touch(id);
		try {
			return await upload();
		} finally {
			const left = (this.#underWay.get(id) ?? 1) - 1;
			if (left === 0) this.#underWay.delete(id);
			else this.#underWay.set(id, left);
			datasets.touch(id);
			this.#look(id);
		}
	}

	/** Brings the state of a dataset up to now. */
	async reconcile(id: string): Promise<void> {
		this.#look(id);
		await this.#validating.get(id);
	}

	/** Forgets all datasets. Call it when every dataset has been deleted. */
	forget(): void {
		for (const { cancel } of this.#alarms.values()) cancel();
		this.#alarms.clear();
	}

	#look(id: string): void {
		const { sandbox, datasets, faults } = this.#parts;
		if (this.#underWay.has(id) || this.#validating.has(id)) return;
		const record = datasets.get(id);
		if (record?.state !== 'UPLOADING') return;
		const due = this.#completeAt(record);
		if (due > sandbox.clock.now()) {
			this.#wake(id, due);
			return;
		}
		if (faults.take('dataset-stuck', record.name) !== undefined) return;
		const validated = sandbox.clock.during(this.#validate(record)).finally(() => {
			this.#validating.delete(id);
			this.#look(id);
		});
		this.#validating.set(id, validated);
	}

	/** Returns the virtual time at which the dataset is complete and validated, or has to be checked again. */
	#completeAt(record: DatasetRecord): number {
		const { sandbox, datasets } = this.#parts;
		const { id, touchedAt } = record;
		const resting = touchedAt + this.#lasting(quiet);
		if (resting > sandbox.clock.now()) return resting;
		const awaited = datasets.announced(id).map(({ expiresAt }) => expiresAt);
		if (awaited.length > 0) return Math.max(...awaited);
		const files = datasets.files(id);
		if (problemOf(files) !== undefined) return touchedAt + this.#lasting(patience);
		const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
		const { least, file, megabyte } = validation;
		return resting + Math.ceil(least + files.length * file + megabytes * megabyte);
	}

	#lasting({ virtual, real }: typeof quiet): number {
		return Math.max(virtual, real * this.#parts.sandbox.clock.speed);
	}

	#wake(id: string, at: number): void {
		const { clock } = this.#parts.sandbox;
		const set = this.#alarms.get(id);
		if (set !== undefined && set.at <= at) return;
		set?.cancel();
		const cancel = clock.at(at, () => {
			this.#alarms.delete(id);
			this.#look(id);
		});
		this.#alarms.set(id, { at, cancel });
	}

	async #validate(record: DatasetRecord): Promise<void> {
		const { datasets, folders, faults } = this.#parts;
		const { id, name } = record;
		this.#outdated.delete(id);
		const files = datasets.files(id);
		const problem = problemOf(files) ?? unreadable(await withoutHeader(folders, id, files));
		// Another file has come, or is coming: there will be another validation.
		if (this.#outdated.has(id)) return;
		if (datasets.get(id)?.state !== 'UPLOADING') return;
		const fault = faults.take('validation-failed', name);
		if (fault !== undefined) {
			const error = fault.error ?? 'Injected fault: the validation failed.';
			datasets.setState(id, 'FAILED', error === '' ? undefined : error);
		} else datasets.setState(id, problem === undefined ? 'READY' : 'FAILED', problem);
	}
}

/** Describes the problem of the file names in a sentence; undefined without one. */
function problemOf(files: readonly ArrivedFile[]): string | undefined {
	const names = files.map(({ name }) => name);
	const alone = mediaWithoutCaption(names);
	if (alone.length > 0) {
		const missing = alone.map((name) => `"${name}" needs "${captionName(name)}"`);
		return `Validation failed: media without a caption: ${listed(missing)}.`;
	}
	return names.some(isMedium) ? undefined : 'Validation failed: the dataset has no image and no video.';
}

function unreadable(names: readonly string[]): string | undefined {
	if (names.length === 0) return undefined;
	return `Validation failed: cannot be decoded: ${listed(names.map((name) => `"${name}"`))}.`;
}

function listed(items: readonly string[]): string {
	const more = items.length - mostNamed;
	return items.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function withoutHeader(
	folders: DatasetFolders,
	id: string,
	files: readonly ArrivedFile[],
): Promise<readonly string[]> {
	const media = files.filter(({ name }) => isMedium(name));
	const found: string[] = [];
	for (let at = 0; at < media.length; at += parallel) {
		const checked = await Promise.all(
			media.slice(at, at + parallel).map(async ({ name, storedAs }) => ({
				name,
				good: hasMediaHeader(name, await folders.head(id, storedAs, headBytes)),
			})),
		);
		found.push(...checked.filter(({ good }) => !good).map(({ name }) => name));
	}
	return found;
}
