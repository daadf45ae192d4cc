// Proves that `npm start` works where nobody looks at it: starts it, opens the address that it prints, and ends it again.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const limitMs = 10 * 60_000;

const child = spawn('npm', ['start', '--', '--editor', 'browser'], {
	stdio: ['ignore', 'pipe', 'inherit'],
	shell: process.platform === 'win32',
	detached: process.platform !== 'win32',
});
const ended = new Promise((resolve) => child.once('exit', resolve));
const limit = setTimeout(() => fail(`There was no address within ${limitMs / 60_000} minutes.`), limitMs);

/** @type {string[]} */
const lines = [];
for await (const line of createInterface({ input: child.stdout })) {
	lines.push(line);
	const address = /^\s*(http:\/\/127\.0\.0\.1:\d+\/\S+)$/.exec(line)?.[1];
	if (address === undefined) continue;
	const page = await visit(address);
	const text = await page.text();
	if (!page.ok || !text.includes('vscode-workbench-web-configuration')) {
		fail(`${address} answered ${page.status}, and not with the editor's page.`);
	}
	break;
}
clearTimeout(limit);
end('SIGINT');
await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000).unref())]);
if (child.exitCode === null && child.signalCode === null) fail('It did not end when it was asked to.');
console.log('npm start answers, and ends when it is asked to.');

/** Follows an address as a browser does, which keeps the cookie that lets it in. @param {string} address */
async function visit(address) {
	let cookie = '';
	for (;;) {
		const reply = await fetch(address, { redirect: 'manual', headers: { cookie } });
		const next = reply.headers.get('location');
		if (next === null) return reply;
		cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
		address = new URL(next, address).href;
	}
}

/** Ends the whole group, as Ctrl-C in a terminal does. @param {NodeJS.Signals} signal */
function end(signal) {
	if (child.pid === undefined) return;
	if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
	else process.kill(-child.pid, signal);
}

/** @param {string} why */
function fail(why) {
	console.error([...lines, why].join('\n'));
	end('SIGKILL');
	process.exit(1);
}
