import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionSource } from '../../account/session.ts';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { replaceFile } from '../../base/disk/replaceFile.ts';
import { failed, type Result, signedOutFailure, success } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { withoutHubTokens } from '../../training/hubVariable.ts';
import { fetchConfig } from '../client.ts';
import type { JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import { noConfigFailure, unknownJobFailure } from '../notices.ts';
import { maskConfig } from './secrets.ts';

interface JobConfig {
	readonly text: string;
	/** `sent` is the submitted text; `resolved` the text that the service derived from it. */
	readonly source: 'sent' | 'resolved';
	/** True if its inline secrets are hidden. */
	readonly masked: boolean;
}

interface JobConfigsParts {
	/** Folder with one file for the configuration of each job. */
	readonly folder: string;
	readonly log: Log;
	readonly session: SessionSource;
	readonly get: (id: string) => JobRecord | undefined;
	readonly result: (id: string) => Promise<Result<JobResult>>;
}

/**
 * The configurations of jobs: as kept on this computer, a file for each record without the secrets that were written out
 * in it, and as resolved by the service.
 */
export class JobConfigs {
	readonly #parts: JobConfigsParts;

	constructor(parts: JobConfigsParts) {
		this.#parts = parts;
	}

	/** Keeps the configuration of a job and returns in which form. A job without it is better than none, so a failure is only logged. */
	async keep(id: string, text: string): Promise<Pick<JobRecord, 'config'>> {
		try {
			const kept = maskConfig(text);
			await makeFolder(this.#parts.folder);
			await replaceFile(this.#pathOf(id), kept.text, 0o600);
			return { config: kept.masked ? 'masked' : 'whole' };
		} catch (error) {
			this.#parts.log.error('The configuration of a training job could not be saved.', error);
			return {};
		}
	}

	/** Reads the configuration kept on this computer, perhaps without its secrets; undefined if absent. */
	async kept(id: string): Promise<string | undefined> {
		// A file that the record does not mention could not be replaced.
		if (this.#parts.get(id)?.config === undefined) return undefined;
		return readFile(this.#pathOf(id), 'utf8').catch(() => undefined);
	}

	/**
	 * Reads the kept text if it is complete; else that of the service, and if that is not available, the kept text with
	 * its placeholders.
	 */
	async read(id: string): Promise<Result<JobConfig>> {
		const record = this.#parts.get(id);
		if (record === undefined) return failed(unknownJobFailure);
		const kept = await this.kept(id);
		if (kept !== undefined && record.config === 'whole')
			return success({ text: kept, source: 'sent', masked: false });
		const resolved = await this.resolved(id);
		if (resolved.ok || kept === undefined) return resolved;
		return success({ text: kept, source: 'sent', masked: true });
	}

	/** Reads the configuration as the service resolved it; a model-hub token in it is shown as the variable that was in its place. */
	async resolved(id: string): Promise<Result<JobConfig>> {
		const { session, result } = this.#parts;
		const { current } = session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		const made = await result(id);
		if (!made.ok) return made;
		const url = made.value.config?.url;
		if (url === undefined) return failed(noConfigFailure);
		const text = await fetchConfig(current.service.transport, url);
		return text.ok
			? success({ text: withoutHubTokens(text.value), source: 'resolved', masked: false })
			: text;
	}

	/** Rejects if it cannot be removed. */
	async remove(id: string): Promise<void> {
		await rm(this.#pathOf(id), { force: true });
	}

	#pathOf(id: string): string {
		return join(this.#parts.folder, `${id}.yaml`);
	}
}
