#!/usr/bin/env node
import { speakAsAsked } from './language.ts';
import { onRecentNode } from './node.ts';

// The sandbox speaks as the service does, whose language is English.
if (process.argv[2] !== 'sandbox') speakAsAsked(process.env, new URL('l10n/', import.meta.url));

await onRecentNode(import.meta.url, async () => {
	const { runProgram } = await import('./program.ts');
	await runProgram(process.argv.slice(2), new URL(import.meta.url));
});
