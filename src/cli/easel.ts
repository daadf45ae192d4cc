#!/usr/bin/env node
import * as l10n from '@vscode/l10n';
import { speakAsAsked } from './language.ts';
import { onRecentNode } from './node.ts';
import { withOutput } from './output.ts';

const helpWords: readonly (string | undefined)[] = [undefined, 'help', '-h', '--help'];

/** What the program can do. */
function usage(): string {
	return l10n.t(
		'easel check [options]     checks workflow documents, training configurations and files of deployments (easel check --help)\neasel plan FILE...        compares files of deployments with an account (easel plan --help)\neasel apply FILE...       gives deployments what their files say (easel apply --help)\neasel sandbox [options]   runs the whole service on this computer (easel sandbox --help)\neasel --version           shows the version',
	);
}

/** The version of the package that the built program is in. */
async function version(): Promise<string> {
	const { readFile } = await import('node:fs/promises');
	const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
	return (JSON.parse(text) as { readonly version: string }).version;
}

// The sandbox speaks as the service does, whose language is English.
if (process.argv[2] !== 'sandbox') speakAsAsked(process.env, new URL('../l10n/', import.meta.url));

await onRecentNode(import.meta.url, async () => {
	const [command, ...rest] = process.argv.slice(2);
	if (command === 'sandbox') {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		await sandboxCommand(rest);
		return;
	}
	const { env } = process;
	const cwd = process.cwd();
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
		(isAsked ? out : err)(`${usage()}\n`);
		return isAsked ? 0 : 2;
	});
});
