// `npm run campaign`: installs what is missing, and lets windows work with a contrary service under Node 24.
import { command, ensureDependencies, ensureNode, goOn } from './machine.mjs';

await command(async () => {
	await ensureDependencies();
	goOn(await ensureNode(), 'test/faults/campaign/run.ts', process.argv.slice(2));
});
