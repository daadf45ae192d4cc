import type { VisibleSample } from './grid.ts';
import type { JobView } from './model.ts';

/** Tells the host which samples are visible and have no copy, once for each change. */
export class SampleRequests {
	readonly #say: (job: string, names: string[]) => void;
	readonly #said = new Map<string, string>();

	constructor(say: (job: string, names: string[]) => void) {
		this.#say = say;
	}

	/**
	 * Requests the samples that are visible.
	 * @param visible the most urgent first.
	 * @param views the jobs that are shown; of one that has nothing visible, nothing is wanted.
	 */
	show(visible: readonly VisibleSample[], views: readonly (JobView | undefined)[]): void {
		// A job that is shown again starts over, here as on the host.
		for (const id of this.#said.keys()) {
			if (!views.some((view) => view?.job.id === id)) this.#said.delete(id);
		}
		for (const view of views) {
			if (view === undefined) continue;
			const { id, samples } = view.job;
			// A visible sample may come from an earlier state of the view.
			const now = new Map(samples.map((sample) => [sample.name, sample]));
			const names = visible
				.filter((each) => each.view.job.id === id)
				.map(({ sample }) => now.get(sample.name))
				.filter((sample) => sample !== undefined && sample.file === undefined && sample.problem === undefined)
				.map((sample) => sample?.name ?? '');
			const key = names.join('\n');
			if (key === (this.#said.get(id) ?? '')) continue;
			this.#said.set(id, key);
			this.#say(id, names);
		}
	}
}
