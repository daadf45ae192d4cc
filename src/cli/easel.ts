#!/usr/bin/env node
import { onRecentNode } from './node.ts';
import { withOutput } from './output.ts';

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
	const { env } = process;
	const cwd = process.cwd();
	const { speakAsAsked } = await import('./language.ts');
	speakAsAsked(env, new URL('../l10n/', import.meta.url));
	if (command === 'plan' || command === 'apply') {
		const { planCommand, applyCommand } = await import('./fileCommands.ts');
		const run = command === 'plan' ? planCommand : applyCommand;
		await withOutput(1, (output) => run(rest, { cwd, env, ...output }));
		return;
	}
	if (command === 'check') {
		const { checkCommand } = await import('./fileCommands.ts');
		const stop = new AbortController();
		if (rest.includes('--watch')) {
			for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
		}
		const readInput = async () => {
			const { buffer } = await import('node:stream/consumers');
			return buffer(process.stdin);
		};
		await withOutput(2, ({ gone, ...output }) => {
			const signal = AbortSignal.any([gone, stop.signal]);
			return checkCommand(rest, { cwd, env, ...output, readInput, signal });
		});
		return;
	}
	await withOutput(2, async ({ out, err }) => {
		if (command === '--version' || command === '-v') {
			out(`${await version()}\n`);
			return 0;
		}
		const isAsked = helpWords.includes(command);
		(isAsked ? out : err)(usage);
		return isAsked ? 0 : 2;
	});
});
