import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock.ts';
import { shortDigest } from '../../base/disk/digest.ts';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { type Disposable, Emitter } from '../../base/emitter.ts';
import { type Failure, failed, type Result } from '../../base/failure.ts';
import type { Transport } from '../../http/transport.ts';
import { type Downloaded, downloadFile } from '../../transfers/download.ts';
import { safeFileName } from '../../transfers/names.ts';
import { placeInside } from '../../transfers/placeInside.ts';
import { transferPriority } from '../../transfers/transfer.ts';
import type { TransferQueue } from '../../transfers/transferQueue.ts';
import type { SampleAddresses } from './addresses.ts';

/** Maximum number of bytes of samples kept on this computer. */
const usualLimit = 2_000_000_000;

/** Age in milliseconds after which a temporary file belongs to an exited window. */
const abandonedMs = 86_400_000;

export type SampleOutcome =
	/** Its copy is in the folder of the job, under this name. */
	| { readonly kind: 'there'; readonly file: string }
	/** The service no longer has it. */
	| { readonly kind: 'gone' }
	| { readonly kind: 'failed'; readonly failure: Failure };

interface SampleCacheOptions {
	/** Holds one folder for each job. */
	readonly folder: string;
	readonly queue: Pick<TransferQueue, 'add'>;
	/** Default: two gigabytes. */
	readonly limitBytes?: number;
	readonly clock: Clock;
}

interface JobFolder {
	readonly path: string;
	/** The time when it was last looked at, in milliseconds since 1970. */
	readonly usedAt: number;
	readonly files: readonly { readonly path: string; readonly bytes: number; readonly at: number }[];
}

/**
 * Copies of samples on this computer, one folder for each job. Names from the service never determine the place of a
 * file. Above the limit, the least recently viewed jobs are removed first, those in use last.
 */
export class SampleCache {
	readonly #folder: string;
	readonly #queue: Pick<TransferQueue, 'add'>;
	readonly #limit: number;
	readonly #clock: Clock;
	/** Windows share the folders, and two of them may download one file at the same time. */
	readonly #window = randomUUID().slice(0, 8);
	readonly #used = new Map<string, number>();
	readonly #evicted = new Emitter<void>();
	/** Fires after files were removed to make room: `files` answers differently. */
	readonly onDidEvict = this.#evicted.event;
	#bytes: number | undefined;
	#trimming: Promise<void> | undefined;

	constructor({ folder, queue, limitBytes = usualLimit, clock }: SampleCacheOptions) {
		this.#folder = folder;
		this.#queue = queue;
		this.#limit = limitBytes;
		this.#clock = clock;
	}

	/** Returns the folder of a job, directly in the cache for any id. */
	folderOf(jobId: string): string {
		return placeInside(this.#folder, sampleFileName(jobId));
	}

	/** Lists the file names in the folder of a job; empty without a folder. */
	async files(jobId: string): Promise<ReadonlySet<string>> {
		const names = await readdir(this.folderOf(jobId)).catch(() => []);
		return new Set(names.filter((name) => !name.startsWith('.')));
	}

	/** Marks a job as being viewed until the returned value is disposed of: its files are removed last. */
	use(jobId: string): Disposable {
		const path = this.folderOf(jobId);
		this.#used.set(path, (this.#used.get(path) ?? 0) + 1);
		const now = this.#clock.now() / 1000;
		utimes(path, now, now).catch(() => undefined);
		return {
			dispose: () => {
				const left = (this.#used.get(path) ?? 1) - 1;
				if (left > 0) this.#used.set(path, left);
				else this.#used.delete(path);
			},
		};
	}

	/** Fetches a sample unless its copy exists. A refused address is requested again, once. */
	async fetch(
		jobId: string,
		name: string,
		addresses: Pick<SampleAddresses, 'of'>,
		transport: Transport,
		signal: AbortSignal,
	): Promise<SampleOutcome> {
		const file = sampleFileName(name);
		if (await exists(join(this.folderOf(jobId), file))) return { kind: 'there', file };
		let refused: { readonly url: string; readonly failure: Failure } | undefined;
		for (;;) {
			const address = await addresses.of(name, refused?.url);
			if (!address.ok) return { kind: 'failed', failure: address.failure };
			const url = address.value;
			if (url === undefined) return { kind: 'gone' };
			if (url === refused?.url) return outcomeOf(refused.failure);
			const result = await this.#download(jobId, file, url, transport, signal);
			if (result.ok) return this.#settled(jobId, file, result.value);
			const { failure } = result;
			if (refused !== undefined || !isRefused(failure)) return outcomeOf(failure);
			refused = { url, failure };
		}
	}

	/** Removes the copies of a job. Rejects if that is not possible. */
	async remove(jobId: string): Promise<void> {
		await rm(this.folderOf(jobId), { recursive: true, force: true });
		this.#bytes = undefined;
	}

	#download(
		jobId: string,
		file: string,
		url: string,
		transport: Transport,
		signal: AbortSignal,
	): Promise<Result<Downloaded>> {
		return this.#queue.add({
			// The address is part of the attempt, not of the file: a second attempt follows a refused one.
			id: JSON.stringify(['sample', jobId, file]),
			direction: 'down',
			owner: jobId,
			origin: URL.parse(url)?.origin ?? '',
			priority: transferPriority.thumbnail,
			signal,
			run: async ({ progress, signal: ended }) => {
				const tooLarge = new AbortController();
				const result = await downloadFile({
					// The address is signed: no token is sent.
					transport: { stream: (request) => transport.stream({ ...request, bearer: false }) },
					url,
					folder: this.folderOf(jobId),
					name: file,
					partial: `.${shortDigest(file)}-${this.#window}.part`,
					onProgress: (done, total) => {
						if (Math.max(done, total ?? 0) > this.#limit) tooLarge.abort();
						progress(done, total);
					},
					signal: AbortSignal.any([ended, tooLarge.signal]),
				});
				if (!tooLarge.signal.aborted) return result;
				// Its last bytes may have arrived before the download was stopped.
				if (result.ok) await rm(join(this.folderOf(jobId), result.value.name), { force: true });
				return failed(largerThanCache(this.#limit));
			},
		});
	}

	async #settled(jobId: string, file: string, { name, bytes }: Downloaded): Promise<SampleOutcome> {
		// Another window was faster: its copy is the same file.
		if (name !== file) await rm(join(this.folderOf(jobId), name), { force: true });
		this.#bytes = this.#bytes === undefined ? undefined : this.#bytes + bytes;
		await this.#trim(join(this.folderOf(jobId), file));
		return { kind: 'there', file };
	}

	/** Frees space above the limit; files that arrive meanwhile are included in the same cleanup. */
	#trim(latest: string): Promise<void> {
		if (this.#bytes !== undefined && this.#bytes <= this.#limit) return Promise.resolve();
		this.#trimming ??= this.#makeRoom(latest).finally(() => {
			this.#trimming = undefined;
		});
		return this.#trimming;
	}

	async #makeRoom(latest: string): Promise<void> {
		const jobs = await this.#scan();
		let bytes = jobs.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
		const inUse = (job: JobFolder) => Number(this.#used.has(job.path));
		const order = jobs.toSorted((a, b) => inUse(a) - inUse(b) || a.usedAt - b.usedAt);
		let removed = false;
		for (const job of order) {
			if (bytes <= this.#limit) break;
			removed = true;
			if (inUse(job) === 0 && !job.files.some(({ path }) => path === latest)) {
				await rm(job.path, { recursive: true, force: true });
				bytes -= job.files.reduce((sum, file) => sum + file.bytes, 0);
				continue;
			}
			for (const file of job.files.toSorted((a, b) => a.at - b.at)) {
				if (bytes <= this.#limit || file.path === latest) continue;
				await rm(file.path, { force: true });
				bytes -= file.bytes;
			}
		}
		this.#bytes = bytes;
		if (removed) this.#evicted.fire();
	}

	/** Lists the files on disk, without the temporary files of open windows. */
	async #scan(): Promise<readonly JobFolder[]> {
		await makeFolder(this.#folder);
		const entries = await readdir(this.#folder, { withFileTypes: true });
		const folders = entries.filter((entry) => entry.isDirectory());
		return Promise.all(
			folders.map(async (folder) => {
				const path = join(this.#folder, folder.name);
				const names = await readdir(path).catch(() => []);
				const found = await Promise.all(names.map((name) => this.#measure(join(path, name), name)));
				const usedAt = await stat(path).then(
					({ mtimeMs }) => mtimeMs,
					() => 0,
				);
				return { path, usedAt, files: found.filter((file) => file !== undefined) };
			}),
		);
	}

	async #measure(path: string, name: string): Promise<JobFolder['files'][number] | undefined> {
		try {
			const { size: bytes, mtimeMs: at } = await stat(path);
			if (!name.startsWith('.')) return { path, bytes, at };
			if (this.#clock.now() - at > abandonedMs) await rm(path, { force: true });
		} catch {
			// Removed in the meantime, by this window or another.
		}
		return undefined;
	}
}

/**
 * Returns the name of a copy, or of the folder of a job: its own if that is plain, so that copies can be read without the
 * service. It is safe on any system, and distinct for every other name: a changed name, or one that may be equal on a
 * system that ignores case, begins with a digest.
 */
export function sampleFileName(name: string): string {
	const safe = safeFileName(name);
	return safe === name && name === name.toLowerCase() ? name : safeFileName(`${shortDigest(name)}-${safe}`);
}

/** Statuses of storage hosts for an expired address or a missing file; one of them uses 400. */
function isRefused(failure: Failure): boolean {
	const { status } = failure;
	return status === 400 || status === 401 || status === 403 || isGone(failure);
}

/** Returns whether the status means that the file no longer exists; any other may be a temporary refusal. */
function isGone({ status }: Failure): boolean {
	return status === 404 || status === 410;
}

function outcomeOf(failure: Failure): SampleOutcome {
	return isGone(failure) ? { kind: 'gone' } : { kind: 'failed', failure };
}

function largerThanCache(limit: number): Failure {
	return {
		kind: 'input',
		message: l10n.t('The file exceeds the limit of {0} bytes for samples on this computer.', limit),
		nextStep: l10n.t('Download it from the service with another program.'),
		fixer: 'nobody',
	};
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
