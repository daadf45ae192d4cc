// The project's second command, `npm test`: installs what is missing, builds, and runs the tiers under Node 24.
import { build, command, ensureDependencies, ensureNode, goOn } from './machine.mjs';

await command(async () => {
	await ensureDependencies();
	const node = await ensureNode();
	await build(node);
	goOn(node, 'test/tools/run.ts', process.argv.slice(2));
});
