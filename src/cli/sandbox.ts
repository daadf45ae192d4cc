#!/usr/bin/env node
import { onRecentNode } from './node.ts';

await onRecentNode(import.meta.url, async () => {
	const { sandboxCommand } = await import('./sandbox-program.ts');
	process.exitCode = await sandboxCommand(process.argv.slice(2));
});
