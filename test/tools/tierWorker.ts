import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { cache, root } from './machine.mjs';
import type { Outcome } from './outcome.ts';
import type { TierOrder } from './tierProcess.ts';

/** A process that runs files of one tier, one after the other: shared modules are loaded and started once. */
export class TierWorker {
	readonly #child: ChildProcess;
	readonly #ended: Promise<undefined>;

	/** @param env variables of its environment in addition to those of this process */
	constructor(order: TierOrder, env: Readonly<Record<string, string>>) {
		this.#child = fork(join(root, 'test', 'tools', 'tierProcess.ts'), [JSON.stringify(order)], {
			cwd: root,
			env: {
				...process.env,
				// Sources are read by several processes, and each would take their types out again.
				NODE_COMPILE_CACHE: join(cache, 'compiled'),
				...env,
			},
		});
		this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve(undefined)));
	}

	/**
	 * Runs files; the next ones only when these have ended.
	 * @param limit milliseconds after which they count as hanging, and the process is killed
	 * @returns their outcome; `undefined` if the process ended before
	 */
	async run(files: readonly string[], limit: number): Promise<Outcome | undefined> {
		const hanging = setTimeout(() => this.#child.kill('SIGKILL'), limit);
		const outcome = new Promise<Outcome>((resolve) => this.#child.once('message', resolve));
		this.#child.send(files);
		try {
			return await Promise.race([outcome, this.#ended]);
		} finally {
			clearTimeout(hanging);
		}
	}

	/** Lets the process end the resources that its files shared; resolves when it has exited. */
	async end(): Promise<void> {
		if (this.#child.connected) this.#child.disconnect();
		await this.#ended;
	}
}
