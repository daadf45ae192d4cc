// `npm run manifest`: writes commands, menus and ids from the tables in `src/manifest`, and the table of operations, under Node 24, which reads
// them as they are.
import { command, ensureTools, goOn } from './machine.mjs';

await command(async () => {
	goOn(await ensureTools(), 'test/tools/writeManifest.ts', []);
});
