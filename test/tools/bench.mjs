// `npm run bench`: installs what is missing, builds, and measures under Node 24.
import { build, command, ensureDependencies, ensureNode, goOn } from './machine.mjs';

await command(async () => {
	await ensureDependencies();
	const node = await ensureNode();
	await build(node);
	goOn(node, 'test/bench/run.ts', process.argv.slice(2));
});
