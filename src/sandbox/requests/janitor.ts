import { outputLifetimeMs } from '../../core/wire/limits.ts';
import type { World } from '../world.ts';
import type { Requests } from './records.ts';

/** Removes output files when their seven days are over. */
export class Janitor {
	readonly #world: World;
	readonly #requests: Requests;
	#waiting = false;

	constructor(world: World, requests: Requests) {
		this.#world = world;
		this.#requests = requests;
	}

	/** Sets the alarm for the oldest files, if there are any and no alarm is set. */
	watch(): void {
		const oldest = this.#requests.oldestFiles();
		if (this.#waiting || oldest === undefined) return;
		this.#waiting = true;
		this.#world.clock.at(oldest + outputLifetimeMs, () => {
			this.#waiting = false;
			this.#sweep().catch((error: unknown) =>
				this.#world.log(`old outputs could not be removed: ${String(error)}`),
			);
		});
	}

	async #sweep(): Promise<void> {
		for (const id of this.#requests.withFilesBefore(this.#world.clock.now() - outputLifetimeMs)) {
			this.#requests.markFilesRemoved(id);
			await this.#world.blobs.remove(id);
		}
		this.watch();
	}
}
