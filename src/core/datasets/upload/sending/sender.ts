import type { SignedIn } from '../../../account/session.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import { dialectOf } from '../../../connection/dialects.ts';
import type { RetryPolicy } from '../../../http/retry.ts';
import type { FollowedRecords } from '../../../records/followedRecords.ts';
import type { TransferQueue } from '../../../transfers/transferQueue.ts';
import { FileSet } from '../fileSet.ts';
import { groupFiles, isCaption } from '../groups.ts';
import { blockedReason, givenUpReason, missingReason } from '../notices.ts';
import type { UploadRecord } from '../record.ts';
import { Refusals } from '../rejections.ts';
import { openSource, type Source, SpareBuffers, wholeBytes } from '../source.ts';
import { ended, withEverythingSent, withMissing } from '../transitions.ts';
import { type UploadFile, uploadHasEnded } from '../upload.ts';
import { type Attempt, attemptFile } from './attempt.ts';
import { UploadJournal } from './journal.ts';
import { ServiceList } from './list.ts';
import { UploadPacing } from './pacing.ts';
import { takeOver } from './takeOver.ts';
import { type LiveProgress, UploadTally } from './tally.ts';

/**
 * `over`: the record has the outcome, or it is being validated now. `stopped`: to be continued. `refused`: the sign-in
 * was refused.
 */
type SenderEnd = 'over' | 'stopped' | 'refused';

interface SenderOptions {
	readonly record: UploadRecord;
	readonly files: readonly UploadFile[];
	/** True if the service cannot have any of its files yet, so that the list is not requested. */
	readonly isNew: boolean;
	/** True if a window before this sending may have had files in transit. */
	readonly isTakenOver: boolean;
	readonly session: SignedIn;
	/** Ends the sending, to be continued later, perhaps by another window. */
	readonly signal: AbortSignal;
	readonly queue: TransferQueue;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	/** Files at the same time. */
	readonly parallel: number;
	readonly records: FollowedRecords<UploadRecord>;
	readonly onProgress: () => void;
}

/** Attempts for one file while the service takes others. */
const mostTries = 12;
/** Addresses for one file that its storage may refuse. */
const mostAddresses = 4;
/**
 * The second address is requested immediately, since the first may have expired; a refusal of that one may be
 * temporary. In milliseconds.
 */
const addressDelaysMs = [0, 0, 2000, 10_000];
/** The most times that files which the service does not list are sent again. */
const mostRounds = 3;
/** After this number of failed writes of the service to its storage a signed address is tried. */
const triesBeforeSigned = 3;
const fileTooLarge = 'FILE_SIZE_EXCEEDED';
const storageTrouble = 'UPLOAD_IO_ERROR';

/**
 * Sends the files of one upload and compares them with the service's list afterwards. One for each time a window takes over an upload; it
 * learns the earlier progress from the record and the list of the service.
 */
export class UploadSender {
	readonly #options: SenderOptions;
	readonly #files: readonly UploadFile[];
	readonly #tally: UploadTally;
	readonly #replaced: FileSet;
	readonly #journal: UploadJournal;
	readonly #pacing: UploadPacing;
	readonly #list: ServiceList;
	/** Files that are read while previous ones are in transit, so that sending never waits for the disk. */
	readonly #ahead = new Map<number, Promise<Source>>();
	readonly #buffers = new SpareBuffers();
	/** Media that wait until the list of the service shows the outcome of their caption. */
	readonly #putOff = new Set<number>();
	readonly #stop = new AbortController();
	#end: SenderEnd | undefined;
	/** Files in a row that were given up although the service answers. */
	#givenUp = 0;

	constructor(options: SenderOptions) {
		this.#options = options;
		const { record, files } = options;
		this.#files = files;
		this.#tally = new UploadTally(files, record);
		this.#replaced = new FileSet(files.length, record.replaced);
		this.#journal = new UploadJournal({ ...options, tally: this.#tally });
		this.#pacing = new UploadPacing({
			...options,
			datasetId: record.datasetId,
			signal: this.#stop.signal,
			journal: this.#journal,
			stop: (why) => this.#finish(why),
			endAll: (notice) => this.#endAll(notice),
		});
		this.#list = new ServiceList({
			files,
			tally: this.#tally,
			replaced: this.#replaced,
			pacing: this.#pacing,
			journal: this.#journal,
		});
	}

	/** Sends the missing files until all are on the service or cannot be sent, or until it is stopped. */
	async run(): Promise<SenderEnd> {
		const { signal } = this.#options;
		const stop = () => this.stop();
		signal.addEventListener('abort', stop);
		if (signal.aborted) stop();
		this.#journal.open();
		try {
			await this.#run();
		} finally {
			signal.removeEventListener('abort', stop);
			this.stop();
			await this.#journal.close();
		}
		return this.#end ?? 'stopped';
	}

	/** Ends the sending; transfers in progress are cut. */
	stop(): void {
		this.#finish('stopped');
	}

	get live(): LiveProgress {
		return this.#tally.live(this.#options.clock.now());
	}

	async #run(): Promise<void> {
		const { isNew, isTakenOver } = this.#options;
		if (isTakenOver) await this.#takeOver();
		else if (!isNew) await this.#list.takeIn();
		if (this.#end !== undefined) return;
		for (let round = 0; ; round++) {
			await this.#sendGroups(this.#openGroups());
			if (this.#end !== undefined) return;
			await this.#journal.write((each) => (uploadHasEnded(each) ? each : { ...each, state: 'checking' }));
			if (this.#end !== undefined) return;
			const missing = await this.#list.findMissing();
			if (missing === undefined) return;
			if (missing.length === 0) break;
			const isLast = round === mostRounds;
			for (const index of missing) {
				const reason = this.#putOff.has(index) ? blockedReason : missingReason;
				this.#tally.missing(index, isLast ? reason : undefined);
			}
			this.#putOff.clear();
			await this.#journal.flush();
			const { records, record: own } = this.#options;
			await records.update(own.id, (record) => withMissing(record, missing));
			if (isLast) break;
		}
		const now = this.#options.clock.now();
		await this.#journal.write((record) =>
			this.#tally.anyFailed ? ended(record, 'incomplete', now) : withEverythingSent(record, now),
		);
		this.#finish('over');
	}

	#takeOver(): Promise<void> {
		const { record, clock } = this.#options;
		return takeOver({
			record,
			clock,
			list: this.#list,
			pacing: this.#pacing,
			journal: this.#journal,
			openGroups: () => this.#openGroups(),
			sendGroups: (groups) => this.#sendGroups(groups),
			hasEnded: () => this.#end !== undefined,
		});
	}

	#openGroups(): readonly (readonly number[])[] {
		return groupFiles(this.#files).filter((group) => group.some((index) => this.#tally.isOpen(index)));
	}

	async #sendGroups(groups: readonly (readonly number[])[]): Promise<void> {
		const { parallel } = this.#options;
		let taken = 0;
		const readAhead = () => {
			for (const group of groups.slice(taken, taken + parallel)) this.#readAhead(group);
		};
		const work = async () => {
			for (let group = groups[taken++]; group !== undefined; group = groups[taken++]) {
				if (this.#end !== undefined) return;
				await this.#sendGroup(group, readAhead);
			}
		};
		await Promise.all(Array.from({ length: parallel }, work));
		this.#ahead.clear();
	}

	/** Begins to read the first small file of the next group to send. */
	#readAhead(group: readonly number[]): void {
		const index = group.find((each) => this.#tally.isOpen(each));
		const file = index === undefined ? undefined : this.#files[index];
		if (index === undefined || file === undefined || file.bytes > wholeBytes || this.#ahead.has(index))
			return;
		this.#ahead.set(index, openSource(file, this.#buffers));
	}

	async #sendGroup(group: readonly number[], readAhead: () => void): Promise<void> {
		for (const [position, index] of group.entries()) {
			const file = this.#files[index];
			if (file === undefined || !this.#tally.isOpen(index)) continue;
			const captions = isCaption(file) ? [] : group.filter((other) => this.#isCaption(other));
			if (captions.some((caption) => this.#tally.isUnsure(caption))) this.#putOff.add(index);
			else if (captions.some((caption) => this.#tally.hasFailed(caption))) this.#fail(index, blockedReason);
			else if (this.#givenUp >= 3 * this.#options.parallel) this.#fail(index, givenUpReason);
			else {
				const sending = this.#send(file, index);
				this.#readAhead(group.slice(position + 1));
				readAhead();
				await sending;
			}
			if (this.#end !== undefined) return;
		}
	}

	/** Sends one file, again after temporary trouble, until its outcome is clear. */
	async #send(file: UploadFile, index: number): Promise<void> {
		let signed = file.bytes > dialectOf(this.#options.session.connection).directUpload;
		let tries = 0;
		let addresses = 0;
		let absences = this.#pacing.absences;
		const refusals = new Refusals();
		while (await this.#pacing.mayCall()) {
			if (absences !== this.#pacing.absences) {
				tries = 0;
				refusals.clear();
			}
			absences = this.#pacing.absences;
			const attempt = await this.#attempt(file, index, signed);
			if (attempt.kind === 'sent') return this.#arrived(index);
			if (this.#end !== undefined) return;
			if (attempt.kind === 'unusable') return this.#fail(index, attempt.reason);
			const { failure, at, complete } = attempt;
			if (failure.kind === 'canceled') return this.stop();
			tries++;
			if (at === 'storage') refusals.clear();
			if (at === 'storage' && isRefusedAddress(failure) && ++addresses < mostAddresses) {
				await this.#pacing.pause(addressDelaysMs[addresses] ?? 0);
				continue;
			}
			if (at === 'service') {
				const concerns = await this.#pacing.concernsAll(failure, refusals);
				if (concerns === 'over') return;
				if (concerns === 'again') continue;
				if (!signed && (failure.codeName === fileTooLarge || failure.status === 413)) {
					signed = true;
					continue;
				}
			}
			const delayMs = this.#pacing.delayOf(failure, tries, at);
			if (delayMs === undefined) return this.#fail(index, failure.message);
			this.#pacing.failed();
			// It is unknown whether it arrived: it is sent again only if the service does not list it in the end.
			if (complete && (failure.status ?? 0) < 400 && !this.#replaced.has(index)) {
				this.#tally.doubt(index);
				await this.#pacing.pause(delayMs);
				return;
			}
			if (tries >= mostTries) {
				this.#givenUp++;
				return this.#fail(index, failure.message);
			}
			if (failure.codeName === storageTrouble && tries >= triesBeforeSigned) signed = true;
			await this.#pacing.pause(delayMs);
		}
	}

	async #attempt(file: UploadFile, index: number, signed: boolean): Promise<Attempt> {
		const { session, queue, clock, record, parallel, onProgress } = this.#options;
		const attempt = await attemptFile({
			service: session.service,
			queue,
			uploadId: record.id,
			datasetId: record.datasetId,
			file,
			open: () => {
				const ahead = this.#ahead.get(index);
				this.#ahead.delete(index);
				return ahead ?? openSource(file, this.#buffers);
			},
			index,
			signed,
			parallel,
			signal: this.#stop.signal,
			onProgress: (bytes) => {
				this.#tally.moves(index, bytes, clock.now());
				onProgress();
			},
		});
		this.#tally.stops(index);
		return attempt;
	}

	async #endAll(notice: string): Promise<void> {
		if (this.#end !== undefined) return;
		this.#finish('over');
		const now = this.#options.clock.now();
		await this.#journal.write((record) => ended(record, 'failed', now, notice));
	}

	#finish(end: SenderEnd): void {
		this.#end ??= end;
		this.#stop.abort();
	}

	#isCaption(index: number): boolean {
		const file = this.#files[index];
		return file !== undefined && isCaption(file);
	}

	async #arrived(index: number): Promise<void> {
		this.#pacing.worked();
		this.#givenUp = 0;
		this.#tally.arrived(index);
		this.#journal.note();
		this.#options.onProgress();
		// The list of the service cannot prove that it was sent: the history must record it before the next one is
		// sent.
		if (this.#replaced.has(index)) await this.#journal.flush();
	}

	#fail(index: number, reason: string): void {
		this.#tally.fail(index, reason);
		this.#journal.note();
		this.#options.onProgress();
	}
}

/** Returns whether a refusal or redirect of the storage may mean that the address is too old; temporary ones are not about the address. */
function isRefusedAddress({ status = 0 }: Failure): boolean {
	return status >= 300 && status < 500 && ![408, 413, 429].includes(status);
}
