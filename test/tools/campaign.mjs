// `npm run campaign`: installs what is missing, builds, and lets windows work with a contrary service under Node 24;
// `npm run campaign -- commands` lets the command line work behind an odd gateway, `npm run campaign -- sweep` runs a table of 1,000 rows.
import { build, command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	const node = await ensureTools();
	await build(node);
	const args = process.argv.slice(2);
	if (args[0] === 'commands') goOn(node, 'test/faults/commands/run.ts', args.slice(1));
	else if (args[0] === 'sweep') goOn(node, 'test/faults/sweepCampaign.ts', args.slice(1));
	else goOn(node, 'test/faults/campaign/run.ts', args);
});
