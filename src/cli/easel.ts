#!/usr/bin/env node
import { onRecentNode } from './node.ts';

const usage = `easel check [options]     checks workflow documents, training configurations and files of deployments (easel check --help)
easel plan FILE...        compares files of deployments with an account (easel plan --help)
easel apply FILE...       gives deployments what their files say (easel apply --help)
easel sandbox [options]   runs the whole service on this computer (easel sandbox --help)
easel --version           shows the version
`;

const helpWords: readonly (string | undefined)[] = [undefined, 'help', '-h', '--help'];

/** The version of the package that the built program is in. */
async function version(): Promise<string> {
	const { readFile } = await import('node:fs/promises');
	const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
	return (JSON.parse(text) as { readonly version: string }).version;
}

await onRecentNode(import.meta.url, async () => {
	const [command, ...rest] = process.argv.slice(2);
	if (command === 'sandbox') {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		await sandboxCommand(rest);
		return;
	}
	if (command === 'plan' || command === 'apply') {
		const { planCommand, applyCommand } = await import('./fileCommands.ts');
		const run = command === 'plan' ? planCommand : applyCommand;
		process.exitCode = await run(rest, {
			cwd: process.cwd(),
			env: process.env,
			out: (text) => process.stdout.write(text),
			err: (text) => process.stderr.write(text),
		});
		return;
	}
	if (command === 'check') {
		const { checkCommand } = await import('./fileCommands.ts');
		const stop = new AbortController();
		// The reader of the output may have enough, as `head` has.
		process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
			if (cause.code !== 'EPIPE') process.stderr.write(`The result could not be written: ${cause.message}\n`);
			process.exit(cause.code === 'EPIPE' ? process.exitCode : 2);
		});
		if (rest.includes('--watch')) {
			for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
		}
		process.exitCode = await checkCommand(rest, {
			cwd: process.cwd(),
			env: process.env,
			out: (text) => process.stdout.write(text),
			err: (text) => process.stderr.write(text),
			readInput: async () => {
				const { buffer } = await import('node:stream/consumers');
				return buffer(process.stdin);
			},
			signal: stop.signal,
		});
		return;
	}
	if (command === '--version' || command === '-v') {
		process.stdout.write(`${await version()}\n`);
		return;
	}
	const asked = helpWords.includes(command);
	(asked ? process.stdout : process.stderr).write(usage);
	process.exitCode = asked ? 0 : 2;
});
