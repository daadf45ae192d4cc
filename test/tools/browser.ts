import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from './machine.mjs';

const flags = [
	// Everything it would ask its maker for over the network stays unasked.
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-domain-reliability',
	'--disable-quic',
	'--disable-sync',
	'--no-default-browser-check',
	'--no-first-run',
	'--no-pings',
	// Tests reach this computer only, so that they are the same with and without a network.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
	// Containers and root accounts have neither a graphics card nor the kernel's permissions for its sandbox.
	'--disable-dev-shm-usage',
	'--disable-gpu',
	'--no-sandbox',
	'--font-render-hinting=none',
];

/** Starts a headless Chromium; it is downloaded on first use if the machine has none. */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = await ensureBrowser(process.execPath);
	const env = { ...process.env, ...neededLibraries(executablePath) };
	return chromium.launch({ executablePath, headless: true, args: flags, env: env as Record<string, string> });
}

/** Returns the variables for the system libraries of a browser: missing ones are replaced by those shipped with it. */
function neededLibraries(executablePath: string): { LD_LIBRARY_PATH?: string } {
	if (process.platform !== 'linux') return {};
	if (spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0) return {};
	return { LD_LIBRARY_PATH: join(dirname(executablePath), 'al2023', 'lib') };
}
