import { outputLifetimeMs } from '../../core/wire/limits.ts';
import type { SandboxContext } from '../base/context.ts';

/** The parts of a queue's requests that concern files. */
interface FileOwners {
	oldestFiles(): number | undefined;
	withFilesBefore(moment: number): readonly string[];
	markFilesRemoved(id: string): void;
}

/** Removes output files after their seven days. */
export class OutputRetention {
	readonly #sandbox: SandboxContext;
	readonly #requests: FileOwners;
	#waiting = false;

	constructor(sandbox: SandboxContext, requests: FileOwners) {
		this.#sandbox = sandbox;
		this.#requests = requests;
	}

	/** Sets the alarm for the oldest files, if there are any and no alarm is set. */
	watch(): void {
		const oldest = this.#requests.oldestFiles();
		if (this.#waiting || oldest === undefined) return;
		this.#waiting = true;
		this.#sandbox.clock.at(oldest + outputLifetimeMs, () => {
			this.#waiting = false;
			this.#sweep().catch((error: unknown) =>
				this.#sandbox.log(`old outputs could not be removed: ${String(error)}`),
			);
		});
	}

	async #sweep(): Promise<void> {
		for (const id of this.#requests.withFilesBefore(this.#sandbox.clock.now() - outputLifetimeMs)) {
			this.#requests.markFilesRemoved(id);
			await this.#sandbox.blobs.remove(id);
		}
		this.watch();
	}
}
