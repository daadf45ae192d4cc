import type { Result } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { JobRecord } from '../jobRecord.ts';
import { keepConfig, readConfig, removeConfig } from './files.ts';
import { type ConfigSources, type JobConfig, readJobConfig } from './jobConfig.ts';

/** The configurations of jobs that are kept on this computer. */
export class JobConfigs {
	readonly #folder: string;
	readonly #log: Log;

	constructor(folder: string, log: Log) {
		this.#folder = folder;
		this.#log = log;
	}

	/** Keeps the configuration of a job and returns how it was kept. A job without it is better than none, so a failure is only logged. */
	async keep(id: string, text: string): Promise<Pick<JobRecord, 'config'>> {
		try {
			return { config: await keepConfig(this.#folder, id, text) };
		} catch (error) {
			this.#log.error('The configuration of a training job could not be kept.', error);
			return {};
		}
	}

	/** Reads the configuration that was kept, perhaps without its secrets; undefined where there is none. */
	async kept({ config, id }: JobRecord): Promise<string | undefined> {
		// A file that the record does not speak of is one that could not be replaced.
		return config && readConfig(this.#folder, id);
	}

	/** Reads the configuration that was kept, else the one that the service resolved. */
	read(record: JobRecord, resolved: Omit<ConfigSources, 'folder'>): Promise<Result<JobConfig>> {
		return readJobConfig(record, { folder: this.#folder, ...resolved });
	}

	/** Rejects where it cannot be removed. */
	remove(id: string): Promise<void> {
		return removeConfig(this.#folder, id);
	}
}
