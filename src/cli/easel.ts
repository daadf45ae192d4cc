#!/usr/bin/env node
import { onRecentNode } from './node.ts';

const usage = `easel check [options]     checks workflow documents and training configurations (easel check --help)
easel sandbox [options]   runs the whole service on this machine (easel sandbox --help)
`;

await onRecentNode(import.meta.url, async () => {
	const [command, ...rest] = process.argv.slice(2);
	if (command === 'sandbox') {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		await sandboxCommand(rest);
		return;
	}
	if (command === 'check') {
		const { checkCommand } = await import('./check.ts');
		const stop = new AbortController();
		// Whoever reads along may have enough, as `head` has.
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
			signal: stop.signal,
		});
		return;
	}
	process.stderr.write(usage);
	process.exitCode = command === undefined || command === '--help' ? 0 : 2;
});
