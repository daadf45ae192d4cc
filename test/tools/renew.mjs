// `npm run renew`: renews what Easel knows of the engine, the node editor and the training toolkit, under Node 24.
import { command, ensureTools, goOn } from './machine.mjs';

await command(async () => goOn(await ensureTools(), 'test/tools/renew/main.ts', process.argv.slice(2)));
