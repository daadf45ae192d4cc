import type { Log } from '../../../core/base/log.ts';
import type { FieldSpec } from '../../../core/base/panel/formFields.ts';
import type { InputValues } from '../../../core/requests/inputValues.ts';
import { jobsOfInputs, type TriggerWords } from '../../../core/runs/inputs/triggers.ts';
import type { WindowJobs } from '../../jobs/windowJobs.ts';

/**
 * The trigger words of the LoRAs in a form, from the configurations of their jobs on this computer: makes no requests
 * to the service.
 */
export class FormTriggers {
	readonly #jobs: Pick<WindowJobs, 'open'>;
	readonly #log: Pick<Log, 'warn'>;
	readonly #onFound: () => void;
	readonly #looked = new Set<string>();
	#words: TriggerWords = {};

	constructor(jobs: Pick<WindowJobs, 'open'>, log: Pick<Log, 'warn'>, onFound: () => void) {
		this.#jobs = jobs;
		this.#log = log;
		this.#onFound = onFound;
	}

	/** Returns the known words; reads those of jobs that were not in the form before, once for each. */
	of(fields: readonly FieldSpec[], inputs: InputValues): TriggerWords {
		for (const job of jobsOfInputs(fields, inputs)) {
			if (this.#looked.has(job)) continue;
			this.#looked.add(job);
			this.#look(job).catch((cause) => this.#log.warn('A trigger word could not be read', cause));
		}
		return this.#words;
	}

	async #look(name: string): Promise<void> {
		const service = await this.#jobs.open();
		const job = service.jobs().find((each) => each.name === name);
		const text = job && (await service.configs.kept(job.id));
		if (text === undefined) return;
		const { triggerWordOf } = await import('../../../core/operations/features.ts');
		const word = triggerWordOf(text);
		if (word === undefined) return;
		this.#words = { ...this.#words, [name]: word };
		this.#onFound();
	}
}
