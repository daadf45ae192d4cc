import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, 'ledgerCommands.ts');

/** A window in a separate process; see `ledgerCommands.ts`. */
export class CommandedWindow {
	readonly #child: ChildProcessWithoutNullStreams;
	readonly #lines: AsyncIterator<string>;
	#trouble = '';

	constructor(path: string, user: { readonly uid?: number; readonly gid?: number } = {}) {
		this.#child = spawn(process.execPath, [program, path], user);
		this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
		this.#child.stderr.on('data', (text) => {
			this.#trouble += text;
		});
		this.#child.on('error', (error) => {
			this.#trouble += error.message;
		});
	}

	/** Returns whether a program of this user can be started here: not if the folder of the project is closed to others. */
	static canStartAs(user: { readonly uid?: number; readonly gid?: number }): boolean {
		const read = `require('node:fs').readFileSync(${JSON.stringify(program)})`;
		return spawnSync(process.execPath, ['-e', read], user).status === 0;
	}

	/** Returns the next answer. The first one is sent without a request, when the ledger is open. */
	async answer(): Promise<unknown> {
		const { value, done } = await this.#lines.next();
		if (done) throw new Error(`The window ended: ${this.#trouble}`);
		return JSON.parse(value);
	}

	ask(command: string): Promise<unknown> {
		this.#child.stdin.write(`${command}\n`);
		return this.answer();
	}

	async close(): Promise<void> {
		if (this.#child.pid === undefined || this.#child.exitCode !== null) return;
		this.#child.stdin.end();
		await once(this.#child, 'exit');
	}
}
