import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A window in a process of its own; see `ledgerCommands.ts`. */
export class CommandedWindow {
	readonly #child: ChildProcessWithoutNullStreams;
	readonly #lines: AsyncIterator<string>;
	#trouble = '';

	constructor(path: string, user: { readonly uid?: number; readonly gid?: number } = {}) {
		this.#child = spawn(process.execPath, [join(import.meta.dirname, 'ledgerCommands.ts'), path], user);
		this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
		this.#child.stderr.on('data', (text) => {
			this.#trouble += text;
		});
	}

	/** The first answer comes by itself, when the ledger is open. */
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
		if (this.#child.exitCode !== null) return;
		this.#child.stdin.end();
		await once(this.#child, 'exit');
	}
}
