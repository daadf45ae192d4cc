import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type Log, silentLog } from '../../../src/core/base/log.ts';
import { PrivateFiles } from '../../../src/core/sandboxHost/privateFiles.ts';
import { SandboxKeeper } from '../../../src/core/sandboxHost/sandboxKeeper.ts';
import type { SandboxState } from '../../../src/core/sandboxHost/sandboxLifecycle.ts';
import { parseAnnouncement } from '../../../src/core/wire/announcement.ts';
import { newFolder } from '../../support/newFolder.ts';
import { expectFailure, expectValue } from '../http/support.ts';
import { until } from '../support/until.ts';

const script = fileURLToPath(new URL('./fakeSandbox.ts', import.meta.url));

let folder: string;
let shared: PrivateFiles;
let windows: SandboxKeeper[];

function openWindow(log: Log = silentLog): SandboxKeeper {
	const program = () => ({ command: process.execPath, args: [script, folder], environment: process.env });
	const keeper = new SandboxKeeper({ shared, log, program });
	windows.push(keeper);
	return keeper;
}

const starts = () => readFileSync(`${folder}/starts`, 'utf8').split('\n').length - 1;
const isOver = () => !existsSync(`${folder}/lock`);

async function crash(keeper: SandboxKeeper): Promise<void> {
	const { state } = keeper;
	assert.equal(state.kind, 'running');
	if (state.kind === 'running')
		await fetch(`${state.announcement.baseUrl}/crash`, { method: 'POST' }).catch(() => {});
}

describe('the sandbox of all windows', () => {
	beforeEach(() => {
		folder = newFolder();
		shared = new PrivateFiles(`${folder}/shared`);
		windows = [];
	});

	afterEach(async () => {
		for (const window of windows) window.dispose();
		await until('the end of the sandbox', isOver);
	});

	it('is started once, even for simultaneous requests', async () => {
		const one = openWindow();
		const kinds: string[] = [];
		one.onDidChange(({ kind }) => kinds.push(kind));
		const [first, second] = await Promise.all([one.start(), one.start()]);
		assert.deepEqual(expectValue(first), expectValue(second));
		assert.deepEqual(kinds, ['starting', 'running']);
		assert.equal(starts(), 1);
	});

	it('is joined by a second window, and outlives the first', async () => {
		const [one, two] = [openWindow(), openWindow()];
		const first = expectValue(await one.start());
		assert.deepEqual(expectValue(await two.start()), first);
		assert.equal(starts(), 1);
		one.dispose();
		await wait(500);
		assert.equal(isOver(), false);
		assert.equal(two.state.kind, 'running');
	});

	it('is joined by a window that started at the same moment', async () => {
		const [one, two] = [openWindow(), openWindow()];
		const [first, second] = await Promise.all([one.start(), two.start()]);
		assert.deepEqual(expectValue(first), expectValue(second));
	});

	it('is restarted if the previous one is still ending and its address is lost', async () => {
		const one = openWindow();
		const before = expectValue(await one.start());
		one.dispose();
		await shared.delete('address');
		assert.notEqual(expectValue(await openWindow().start()).token, before.token);
	});

	it('is found through a private file', async function () {
		if (process.platform === 'win32') this.skip();
		expectValue(await openWindow().start());
		assert.equal(statSync(`${folder}/shared/address.json`).mode & 0o077, 0);
		assert.equal(statSync(`${folder}/shared`).mode & 0o077, 0);
	});

	it('ends with the last window', async () => {
		const one = openWindow();
		expectValue(await one.start());
		one.dispose();
		await until('the end of the sandbox', isOver);
	});

	it('is restarted if the stored address is dead', async () => {
		const url = 'http://127.0.0.1:9';
		const old = { baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url, token: 't', controlUrl: url };
		await shared.store('address', JSON.stringify(old));
		assert.notEqual(expectValue(await openWindow().start()).baseUrl, url);
		await openWindow().start();
		assert.equal(starts(), 1);
	});

	it('recovers from a crash, in every window', async () => {
		const [one, two] = [openWindow(), openWindow()];
		const before = expectValue(await one.start());
		expectValue(await two.start());
		const states: SandboxState[] = [];
		one.onDidChange((state) => states.push(state));
		await crash(one);
		await until('another sandbox in both windows', () =>
			[one, two].every(({ state }) => state.kind === 'running' && state.announcement.token !== before.token),
		);
		// It never looks stopped meanwhile.
		assert.deepEqual(
			states.map(({ kind }) => kind),
			['starting', 'running'],
		);
		assert.deepEqual(states[0], { kind: 'starting', previous: before });
		assert.deepEqual(expectValue(await one.start()), expectValue(await two.start()));
	});

	it('stays ended after repeated crashes, with a sentence, until the next start', async () => {
		const one = openWindow();
		expectValue(await one.start());
		for (let crashes = 1; crashes <= 4; crashes += 1) {
			await until('the sandbox to run', () => one.state.kind === 'running');
			await crash(one);
			await until('the crash to show', () => one.state.kind !== 'running');
		}
		await until('the state failed', () => one.state.kind === 'failed');
		if (one.state.kind === 'failed') assert.match(one.state.failure.message, /crashed several times/);
		expectValue(await one.start());
	});

	it('stays stopped in every window, until one starts it', async () => {
		const [one, two] = [openWindow(), openWindow()];
		expectValue(await one.start());
		expectValue(await two.start());
		await one.stop();
		await until('the other window to see the stop', () => two.state.kind === 'stopped');
		await wait(500);
		assert.deepEqual([one.state.kind, two.state.kind, isOver(), starts()], ['stopped', 'stopped', true, 1]);
		assert.equal(await shared.get('address'), undefined);
		const again = expectValue(await one.start());
		await until('the other window to see the start', () => two.state.kind === 'running');
		assert.deepEqual(expectValue(await two.start()), again);
	});

	it('is reset and restarts with another token', async () => {
		const one = openWindow();
		const before = expectValue(await one.start());
		let resets = 0;
		one.onDidReset(() => resets++);
		const after = expectValue(await one.reset());
		assert.equal(resets, 1);
		assert.ok(existsSync(`${folder}/was-reset`));
		assert.notEqual(after.token, before.token);
	});

	it('explains a failed start', async () => {
		writeFileSync(`${folder}/broken`, '');
		const one = openWindow();
		const failure = expectFailure(await one.start());
		assert.match(failure.message, /disk is full/);
		assert.equal(one.state.kind, 'failed');
		rmSync(`${folder}/broken`);
		expectValue(await one.start());
	});

	it('never writes its token to the log', async () => {
		const lines: string[] = [];
		const note = (...words: unknown[]) => void lines.push(words.join(' '));
		const log = { trace: note, debug: note, info: note, warn: note, error: note };
		const { token } = expectValue(await openWindow(log).start());
		await until('the line of the start in the log', () => lines.some((line) => line.includes('Listening')));
		assert.ok(!lines.join('\n').includes(token));
	});
});

describe('the first line of the sandbox', () => {
	const url = 'http://127.0.0.1:1';
	const good = {
		baseUrl: url,
		modelApiUrl: url,
		webUrl: url,
		trainerUrl: url,
		token: 't',
		controlUrl: `${url}/c`,
	};

	it('is accepted only with addresses of this computer', () => {
		assert.deepEqual(parseAnnouncement(JSON.stringify({ ...good, more: 1 })), good);
		for (const wrong of [
			{ ...good, baseUrl: 'http://evil.test' },
			{ ...good, controlUrl: 'https://127.0.0.1.evil.test/' },
			{ ...good, webUrl: 'file:///etc' },
			{ ...good, token: '' },
			{ ...good, trainerUrl: 7 },
			[],
			null,
		]) {
			assert.equal(parseAnnouncement(JSON.stringify(wrong)), undefined);
		}
		assert.equal(parseAnnouncement('{'), undefined);
	});
});
