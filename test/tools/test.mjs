// The project's second command, `npm test`: installs what is missing, builds, and runs the tiers under Node 24.
import { build, command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	const args = process.argv.slice(2);
	// A run of all tests needs the editor too.
	const node = await ensureTools(args.length === 0);
	await build(node);
	goOn(node, 'test/tools/run.ts', args);
});
