// `npm run campaign`: installs what is missing, and lets windows work with a contrary service under Node 24.
import { command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	goOn(await ensureTools(), 'test/faults/campaign/run.ts', process.argv.slice(2));
});
