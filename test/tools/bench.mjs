// `npm run bench`: installs what is missing, builds, and measures under Node 24.
import { build, command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	const node = await ensureTools();
	await build(node);
	goOn(node, 'test/bench/run.ts', process.argv.slice(2));
});
