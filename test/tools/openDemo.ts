// The second half of `npm start`: lays out the demo workspace and opens the editor on it, until Ctrl-C.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calmSettings, startEditor } from './editor.ts';
import { cache, root } from './machine.mjs';

const { values } = parseArgs({ options: { editor: { type: 'string' }, port: { type: 'string' } } });
const demo = join(cache, 'demo');
await layOutDemo();
if (values.editor === 'desktop') await openOnDesktop();
else await openInBrowser();

/** Copies the sample documents, keeping whatever the person changed in an earlier run. */
async function layOutDemo(): Promise<void> {
	await mkdir(demo, { recursive: true });
	await cp(join(root, 'media', 'samples'), demo, { recursive: true, force: false });
}

/** Opens VS Code with a profile of its own, so that the person's settings and extensions stay out of it. */
async function openOnDesktop(): Promise<void> {
	const profile = join(cache, 'desktop-profile');
	const settings = join(profile, 'User', 'settings.json');
	if (!existsSync(settings)) {
		await mkdir(join(profile, 'User'), { recursive: true });
		await writeFile(settings, JSON.stringify(calmSettings, undefined, 2));
	}
	console.log(
		'\nVS Code opens with Easel on the demo workspace. Close its window, or press Ctrl-C here, to end.',
	);
	const child = spawn(
		'code',
		[
			`--extensionDevelopmentPath=${root}`,
			`--user-data-dir=${profile}`,
			'--disable-workspace-trust',
			'--wait',
			demo,
		],
		{ stdio: 'inherit', shell: process.platform === 'win32' },
	);
	endWithSignals(() => child.kill());
	await once(child, 'exit');
}

async function openInBrowser(): Promise<void> {
	const token = randomBytes(12).toString('hex');
	const editor = await startEditor({ dataFolder: join(cache, 'browser-profile'), connectionToken: token });
	await editor.writeSettings({});
	// The window's real address is long; this one can be read aloud. It holds the token, so no other account of this
	// computer finds the editor.
	const door = createServer((request, response) => {
		if (request.url !== `/${token}`) return response.writeHead(404).end();
		return response.writeHead(302, { location: editor.windowAddress(demo) }).end();
	});
	door.listen(Number(values.port ?? 0), '127.0.0.1');
	await once(door, 'listening');
	console.log(
		`\nEasel is open in VS Code for the browser:\n\n  http://127.0.0.1:${(door.address() as AddressInfo).port}/${token}\n`,
	);
	console.log('Press Ctrl-C here to end it.');
	endWithSignals(async () => {
		door.close();
		await editor.stop();
		process.exit();
	});
	await editor.ended;
	console.error('The editor ended by itself. Start it again with the same command.');
	process.exit(1);
}

function endWithSignals(end: () => unknown): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
	// The first half of the command is gone without having passed on why.
	process.once('disconnect', end);
}
