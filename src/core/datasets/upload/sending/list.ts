import { isListed, keyOf, sizesOf } from '../comparison.ts';
import type { FileSet } from '../fileSet.ts';
import type { UploadFile } from '../upload.ts';
import type { UploadJournal } from './journal.ts';
import type { UploadPacing } from './pacing.ts';
import type { UploadTally } from './tally.ts';

/** Milliseconds between requests for the list: acknowledged files may be listed a minute later. */
export const listDelaysMs = [1000, 3000, 6000, 10_000, 20_000, 30_000];

interface ServiceListParts {
	readonly files: readonly UploadFile[];
	readonly tally: UploadTally;
	/** The replaced files, about which the list proves nothing. */
	readonly replaced: FileSet;
	readonly pacing: UploadPacing;
	readonly journal: UploadJournal;
}

/** The service's list of the dataset of an upload, merged into the state of its files. */
export class ServiceList {
	readonly #parts: ServiceListParts;

	constructor(parts: ServiceListParts) {
		this.#parts = parts;
	}

	/** Returns whether the list can show the arrival of any file of a group. */
	mayShow(group: readonly number[]): boolean {
		const { tally, replaced } = this.#parts;
		return group.some((index) => tally.isOpen(index) && !replaced.has(index));
	}

	/** Takes in the list: files that are on the service already need not be sent, unless it may have another content. */
	async takeIn(): Promise<void> {
		const { files, tally, pacing, journal } = this.#parts;
		const status = await pacing.askStatus();
		if (status === undefined) return;
		const listed = sizesOf(status);
		for (const [index, file] of files.entries())
			if (isListed(listed, file) && this.mayShow([index])) tally.arrived(index);
		journal.note();
	}

	/** Asks for the files that the service does not list correctly; `undefined` if the sending has ended in the meantime. */
	async findMissing(): Promise<readonly number[] | undefined> {
		const { files, tally, pacing } = this.#parts;
		for (let asked = 0; ; asked++) {
			const status = await pacing.askStatus();
			if (status === undefined) return undefined;
			const listed = sizesOf(status);
			const missing: number[] = [];
			let acknowledged = 0;
			let recognized = 0;
			for (const [index, file] of files.entries()) {
				if (tally.hasFailed(index)) continue;
				if (listed.has(keyOf(file))) recognized++;
				if (!isListed(listed, file)) {
					missing.push(index);
					if (tally.isDone(index)) acknowledged++;
				} else if (tally.isUnsure(index)) tally.arrived(index);
			}
			if (acknowledged === 0) return missing;
			const delayMs = listDelaysMs[asked];
			if (delayMs === undefined) {
				// A list without any acknowledged file proves nothing: the state of the dataset decides.
				return recognized === 0 ? missing.filter((index) => !tally.isDone(index)) : missing;
			}
			await pacing.pause(delayMs);
		}
	}
}
