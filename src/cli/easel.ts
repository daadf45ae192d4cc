#!/usr/bin/env node
import { onRecentNode } from './node.ts';

const usage = `easel sandbox [options]   runs the whole service on this machine (easel sandbox --help)
`;

await onRecentNode(import.meta.url, async () => {
	const [command, ...rest] = process.argv.slice(2);
	if (command === 'sandbox') {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		await sandboxCommand(rest);
		return;
	}
	process.stderr.write(usage);
	process.exitCode = command === undefined || command === '--help' ? 0 : 2;
});
