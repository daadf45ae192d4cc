// The second half of `npm start`: lays out the demo workspace and opens the editor on it, until Ctrl-C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoSettings, firstDocumentOf, layOutDemo, openDemoInBrowser } from './demo.ts';
import { calmSettings } from './editor.ts';
import { cache } from './machine.mjs';
import { packQuickly } from './packExtension.ts';

const { values } = parseArgs({ options: { editor: { type: 'string' }, port: { type: 'string' } } });
const demo = join(cache, 'demo');
await layOutDemo(demo);
if (values.editor === 'desktop') await openOnDesktop();
else await openInBrowser();

/** Opens VS Code with a separate profile, so that the person's settings and extensions have no effect. */
async function openOnDesktop(): Promise<void> {
	const profile = join(cache, 'desktop-profile');
	const settings = join(profile, 'User', 'settings.json');
	if (!existsSync(settings)) {
		await mkdir(join(profile, 'User'), { recursive: true });
		await writeFile(settings, JSON.stringify({ ...calmSettings, ...demoSettings }, undefined, 2));
	}
	console.log(
		'\nVS Code opens with Easel on the demo workspace. Close its window, or press Ctrl-C here, to end.',
	);
	const vsix = join(profile, 'easel.vsix');
	await packQuickly(vsix);
	const own = [`--user-data-dir=${profile}`, `--extensions-dir=${join(profile, 'extensions')}`];
	const options = { stdio: 'inherit', shell: process.platform === 'win32' } as const;
	const [installed] = await once(
		spawn('code', [...own, '--install-extension', vsix, '--force'], options),
		'exit',
	);
	if (installed !== 0) throw new Error('VS Code could not install the extension; its own words are above.');
	const child = spawn(
		'code',
		[...own, '--disable-workspace-trust', '--wait', demo, firstDocumentOf(demo)],
		options,
	);
	endWithSignals(() => child.kill());
	await once(child, 'exit');
}

async function openInBrowser(): Promise<void> {
	const { address, editor, stop } = await openDemoInBrowser(
		demo,
		join(cache, 'browser-profile'),
		Number(values.port ?? 0),
	);
	console.log(`\nEasel is open in VS Code for the browser:\n\n  ${address}\n`);
	console.log('Press Ctrl-C here to end it.');
	const asked = endWithSignals(async () => {
		await stop();
		process.exit();
	});
	await editor.ended;
	// Ctrl-C in a terminal reaches the editor too, so that it may have ended before this process has looked at the signal.
	await setTimeout(500);
	if (asked.aborted) return;
	console.error('The editor ended by itself. Start it again with the same command.');
	process.exit(1);
}

/** Calls `end` once when the person asks this process to end; the signal shows whether that has happened. */
function endWithSignals(end: () => unknown): AbortSignal {
	const asked = new AbortController();
	asked.signal.addEventListener('abort', () => end(), { once: true });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => asked.abort());
	// The first half of the command has exited without passing on the reason.
	process.once('disconnect', () => asked.abort());
	return asked.signal;
}
