#!/usr/bin/env node
import { speakAsAsked } from './language.ts';
import { onRecentNode } from './node.ts';

// The sandbox speaks English, as the service does.
if (process.argv[2] !== 'sandbox') speakAsAsked(process.env, new URL('l10n/', import.meta.url));

await onRecentNode(import.meta.url, async () => {
	const [argv, script] = [process.argv.slice(2), new URL(import.meta.url)];
	// Scripts request it often, and the commands take a tenth of a second to load.
	if (argv[0] === '--version' || argv[0] === '-v') {
		const [{ withOutput }, { versionOf }] = await Promise.all([
			import('./output.ts'),
			import('./terminal/version.ts'),
		]);
		await withOutput(async ({ out }) => {
			const version = await versionOf(script);
			out(argv.includes('--json') ? `${JSON.stringify({ version })}\n` : `${version}\n`);
			return 0;
		});
		return;
	}
	const { runProgram } = await import('./program.ts');
	await runProgram(argv, script);
});
