import type { Clock } from '../../base/clock.ts';
import { type Result, success } from '../../base/failure.ts';
import type { JobResult } from '../job.ts';

/** A younger answer is not requested again, in milliseconds: its addresses have not expired. */
const youngMs = 10_000;

/**
 * The addresses of a job's artifacts, from the service's latest answer, in memory only. They expire after a while; a refused one is
 * requested again, once for all files that need it.
 */
export class SampleAddresses {
	readonly #ask: () => Promise<Result<JobResult>>;
	readonly #clock: Clock;
	#latest: { readonly addresses: ReadonlyMap<string, string>; readonly at: number } | undefined;
	#asking: Promise<Result<JobResult>> | undefined;

	constructor(ask: () => Promise<Result<JobResult>>, clock: Clock) {
		this.#ask = ask;
		this.#clock = clock;
	}

	/** Asks the service now; calls at the same time share one answer. */
	refresh(): Promise<Result<JobResult>> {
		this.#asking ??= this.#ask()
			.then((result) => {
				if (result.ok) this.#keep(result.value);
				return result;
			})
			.finally(() => {
				this.#asking = undefined;
			});
		return this.#asking;
	}

	/**
	 * Requests the address of a sample; `undefined` if the service no longer lists it, and `refused` itself if it has
	 * no other one.
	 * @param refused an address that did not lead to the file.
	 */
	async of(name: string, refused?: string): Promise<Result<string | undefined>> {
		const known = this.#latest?.addresses.get(name);
		if (known !== undefined && known !== refused) return success(known);
		const young = this.#latest !== undefined && this.#clock.now() - this.#latest.at < youngMs;
		if (young) return success(known);
		const result = await this.refresh();
		if (!result.ok) return result;
		return success(this.#latest?.addresses.get(name));
	}

	#keep({ samples }: JobResult): void {
		this.#latest = {
			addresses: new Map(samples.map(({ name, url }) => [name, url])),
			at: this.#clock.now(),
		};
	}
}
