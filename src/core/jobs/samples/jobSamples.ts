import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock.ts';
import type { Disposable, Event } from '../../base/emitter.ts';
import type { Failure, Result } from '../../base/failure.ts';
import type { Transport } from '../../http/transport.ts';
import { readSampleName } from '../checkpoints/artifactNames.ts';
import type { JobProgress, JobResult } from '../job.ts';
import { SampleAddresses } from './addresses.ts';
import { type SampleCache, type SampleOutcome, sampleFileName } from './cache.ts';
import { type SamplePrompt, samplePrompts } from './prompts.ts';

/** Downloads handed to the queue at the same time, so that those no longer visible can be dropped. */
const atOnce = 4;

/** The facts about a job that its samples need; a `JobRecord` is one. */
export interface SampledJob {
	readonly id: string;
	readonly name: string;
	readonly phase: string;
	readonly state: string;
	readonly attempt: number;
	readonly progress?: JobProgress;
	readonly plannedSteps?: number;
	readonly error?: string;
	readonly artifacts?: { readonly sampleCount: number };
	/** The configuration that it was started from. */
	readonly documentUri?: string;
	readonly connectionId?: string;
}

export interface SamplesSource {
	get(id: string): SampledJob | undefined;
	/** Asks the service for the artifacts of a job. The addresses in the answer are secrets. */
	result(id: string): Promise<Result<JobResult>>;
	/** Reads the configuration of a job; `undefined` if unknown. */
	configText(id: string): Promise<string | undefined>;
	/** Returns the way to the files of a job; `undefined` while its account is not signed in. */
	transport(id: string): Transport | undefined;
	/** Fires after a job has changed, with each sample that appears. */
	readonly onDidChange: Event<{ readonly id: string }>;
}

/** A file of a job with the state of its copy. */
export interface SampleFile {
	readonly name: string;
	/** The name of its copy, once it exists. */
	readonly file?: string;
	readonly problem?: { readonly kind: 'gone' } | { readonly kind: 'failed'; readonly failure: Failure };
}

interface JobSamplesOptions {
	readonly jobId: string;
	readonly source: SamplesSource;
	readonly cache: SampleCache;
	/** Called after anything below answers differently. */
	readonly onChange: () => void;
	readonly clock: Clock;
}

/**
 * The samples of one job while they are viewed: the list, the local copies, and the fetching of visible ones. It asks the service at the
 * beginning and when the job has changed, never otherwise.
 */
export class JobSamples {
	readonly jobId: string;
	readonly #source: SamplesSource;
	readonly #cache: SampleCache;
	readonly #changed: () => void;
	readonly #addresses: SampleAddresses;
	readonly #ends: readonly Disposable[];
	readonly #stop = new AbortController();
	readonly #running = new Set<string>();
	readonly #problems = new Map<string, Exclude<SampleFile['problem'], undefined>>();
	#wanted: readonly string[] = [];
	#result: JobResult | undefined;
	#failure: Failure | undefined;
	#asking = false;
	#seen: string;
	#prompts: readonly SamplePrompt[] = [];
	#promptsOf: number | undefined;
	#files: ReadonlySet<string> = new Set();

	constructor({ jobId, source, cache, onChange, clock }: JobSamplesOptions) {
		this.jobId = jobId;
		this.#source = source;
		this.#cache = cache;
		this.#changed = onChange;
		this.#addresses = new SampleAddresses(() => source.result(jobId), clock);
		this.#seen = this.#mark();
		this.#ends = [
			cache.use(jobId),
			cache.onDidEvict(() => void this.#look()),
			source.onDidChange(({ id }) => id === jobId && this.#onJob()),
		];
	}

	/** Reads the local files and asks the service for the rest. */
	async start(): Promise<void> {
		await Promise.all([this.#look(), this.refresh()]);
	}

	/** State of the request for the list: `asking`, answered (`yes`) or failed (`no`). */
	get listed(): 'asking' | 'yes' | 'no' {
		if (this.#result !== undefined) return 'yes';
		return this.#failure === undefined ? 'asking' : 'no';
	}

	/** Returns the failure of the latest question to the service. */
	get failure(): Failure | undefined {
		return this.#failure;
	}

	get prompts(): readonly SamplePrompt[] {
		return this.#prompts;
	}

	get checkpoints(): readonly string[] {
		return this.#result?.checkpoints.map(({ name }) => name) ?? [];
	}

	/** Returns every sample that the service lists or this computer has a copy of. */
	files(): readonly SampleFile[] {
		const listed = this.#result?.samples.map(({ name }) => name) ?? [];
		// Only names with step and prompt are their own file names.
		const kept = [...this.#files].filter((file) => readSampleName(file) !== undefined);
		return [...new Set([...listed, ...kept])].map((name) => {
			const file = sampleFileName(name);
			if (this.#files.has(file)) return { name, file };
			const problem = this.#problems.get(name);
			return problem === undefined ? { name } : { name, problem };
		});
	}

	/** Requests the list from the service. Never rejects; returns immediately during a request. */
	async refresh(): Promise<void> {
		if (this.#asking) return;
		this.#asking = true;
		try {
			// The job may change during the request, also because of it.
			for (let turn = 0; turn < 2; turn++) {
				this.#seen = this.#mark();
				const [result] = await Promise.all([this.#addresses.refresh(), this.#readPrompts()]);
				this.#failure = result.ok ? undefined : result.failure;
				if (result.ok) {
					this.#result = result.value;
					this.#forgetFailures();
				}
				if (!result.ok || this.#stop.signal.aborted || !this.#isStale()) break;
			}
		} finally {
			this.#asking = false;
			this.#changed();
		}
		this.#advance();
	}

	/** Sets the visible samples without a copy, the most urgent first; earlier wishes are dropped. */
	want(names: readonly string[]): void {
		this.#wanted = names;
		this.#advance();
	}

	/** Returns the copy of a sample, fetched now if missing; `undefined` while its account is not signed in. */
	async copyOf(name: string): Promise<SampleOutcome | undefined> {
		const file = sampleFileName(name);
		if ((await this.#cache.files(this.jobId)).has(file)) return { kind: 'there', file };
		const transport = this.#source.transport(this.jobId);
		if (transport === undefined) return undefined;
		const outcome = await this.#fetched(name, transport);
		this.#settle(name, outcome);
		return outcome;
	}

	/** Handles a copy that could not be loaded: downloads it again if it is missing on this computer. */
	async unreadable(): Promise<void> {
		await this.#look();
		this.#advance();
	}

	/** Requests again, including files that failed or were gone. */
	async tryAgain(): Promise<void> {
		this.#problems.clear();
		await this.refresh();
	}

	dispose(): void {
		this.#stop.abort();
		for (const end of this.#ends) end.dispose();
	}

	#mark(): string {
		const job = this.#source.get(this.jobId);
		return JSON.stringify([job?.phase, job?.state, job?.attempt]);
	}

	/** Returns whether the job may have other samples than those of the latest answer. */
	#isStale(): boolean {
		const count = this.#source.get(this.jobId)?.artifacts?.sampleCount;
		const other = count !== undefined && count !== this.#result?.samples.length;
		return other || this.#seen !== this.#mark();
	}

	#onJob(): void {
		this.#changed();
		if (this.#isStale()) void this.refresh();
	}

	/** Reads the prompts once: the configuration of a job changes only before it is resumed. */
	async #readPrompts(): Promise<void> {
		const attempt = this.#source.get(this.jobId)?.attempt;
		if (this.#promptsOf === attempt && this.#prompts.length > 0) return;
		const text = await this.#source.configText(this.jobId).catch(() => undefined);
		if (text === undefined) return;
		this.#prompts = samplePrompts(text);
		this.#promptsOf = attempt;
	}

	async #look(): Promise<void> {
		this.#files = await this.#cache.files(this.jobId);
		this.#changed();
	}

	/** Forgets failed downloads after a new answer, so that they are retried; missing files stay missing. */
	#forgetFailures(): void {
		for (const [name, { kind }] of this.#problems) if (kind === 'failed') this.#problems.delete(name);
	}

	#advance(): void {
		const transport = this.#source.transport(this.jobId);
		if (transport === undefined || this.#stop.signal.aborted) return;
		for (const name of this.#wanted) {
			if (this.#running.size >= atOnce) return;
			if (this.#running.has(name) || this.#problems.has(name) || this.#files.has(sampleFileName(name)))
				continue;
			this.#running.add(name);
			void this.#fetch(name, transport);
		}
	}

	async #fetch(name: string, transport: Transport): Promise<void> {
		const outcome = await this.#fetched(name, transport);
		this.#running.delete(name);
		if (this.#stop.signal.aborted) return;
		this.#settle(name, outcome);
		this.#advance();
	}

	async #fetched(name: string, transport: Transport): Promise<SampleOutcome> {
		try {
			return await this.#cache.fetch(this.jobId, name, this.#addresses, transport, this.#stop.signal);
		} catch (cause) {
			return { kind: 'failed', failure: notKept(cause) };
		}
	}

	#settle(name: string, outcome: SampleOutcome): void {
		if (outcome.kind === 'there') {
			this.#files = new Set(this.#files).add(outcome.file);
			this.#problems.delete(name);
		} else {
			this.#problems.set(name, outcome);
		}
		this.#changed();
	}
}

function notKept(cause: unknown): Failure {
	return {
		kind: 'protocol',
		message: l10n.t('The file could not be saved on this computer.'),
		nextStep: l10n.t('Check that the disk has room, then try again.'),
		fixer: 'you',
		cause,
	};
}
