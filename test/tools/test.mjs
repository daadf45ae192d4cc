// The project's second command, `npm test`: installs what is missing, builds, and runs the tiers under Node 24.
import { build, command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	const node = await ensureTools();
	await build(node);
	goOn(node, 'test/tools/run.ts', process.argv.slice(2));
});
