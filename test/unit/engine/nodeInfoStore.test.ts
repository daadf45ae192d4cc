import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failed, success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { engineConnection } from '../../../src/core/connection/connections.ts';
import { NodeInfoStore } from '../../../src/core/engine/nodeInfoStore.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import { newFolder } from '../../support/newFolder.ts';
import { ManualClock } from '../runs/clocks.ts';
import { part } from '../support/part.ts';
import { until } from '../support/until.ts';

const minute = 60_000;

describe('the node info of engines', () => {
	let folder: string;
	let clock: ManualClock;
	let asked: string[];
	let engine: { version: string; text: string; up: boolean };
	let hold: Promise<void> | undefined;

	beforeEach(() => {
		folder = newFolder();
		clock = new ManualClock();
		asked = [];
		engine = { version: '0.27.1', text: '{"A": {"input": {}}}', up: true };
		hold = undefined;
	});

	const service = part<Service>({
		connection: engineConnection('Mine', 'http://127.0.0.1:8188'),
		transport: {
			secrets: () => ['a-token-of-someone'],
			async send({ url }: { url: string }) {
				const { pathname } = new URL(url);
				asked.push(pathname);
				await hold;
				if (!engine.up)
					return failed({
						kind: 'network',
						message: 'Nothing answers.',
						nextStep: 'Start it.',
						fixer: 'you',
					});
				const stats = JSON.stringify({ system: { comfyui_version: engine.version }, devices: [] });
				return success({ status: 200, text: pathname === '/object_info' ? engine.text : stats });
			},
		},
	});
	const open = () => new NodeInfoStore({ folder, log: silentLog, clock });
	const fetched = () => asked.filter((path) => path === '/object_info').length;

	it('is fetched once and then served from memory', async () => {
		const store = open();
		const first = await store.of(service);
		assert.deepEqual(first, { text: engine.text, version: '0.27.1' });
		for (let time = 0; time < 100; time++) assert.equal(await store.of(service), first);
		assert.deepEqual(asked, ['/system_stats', '/object_info']);
	});

	it('is stored without the token if a response repeats it', async () => {
		engine.text = '{"A": {"input": {}, "description": "a-token-of-someone"}}';
		const info = await open().refresh(service);
		assert.ok(info);
		const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		assert.ok(kept.some((text) => text.includes('(secret)')));
		assert.ok(!kept.some((text) => text.includes('a-token-of-someone')));
	});

	it('is loaded from disk in the next window, even while the engine is down', async () => {
		await open().refresh(service);
		engine.up = false;
		const next = open();
		assert.equal((await next.of(service))?.text, engine.text);
		assert.equal(fetched(), 1);
	});

	it('is refetched when the version changes, and the old copy is removed', async () => {
		await open().refresh(service);
		const before = readdirSync(folder);
		const store = open();
		const changes: string[] = [];
		store.onDidChange((address) => changes.push(address));
		Object.assign(engine, { version: '0.28.0', text: '{"B": {"input": {}}}' });
		assert.match((await store.of(service))?.text ?? '', /"A"/, 'what is known comes at once');
		await until('the change', () => changes.length === 1);
		assert.deepEqual(await store.of(service), { text: engine.text, version: '0.28.0' });
		await until('one copy and its note', () => {
			const files = readdirSync(folder);
			return files.length === 2 && files.some((name) => !before.includes(name));
		});
	});

	it('is not refetched for the same version, except after ten minutes, as models change', async () => {
		const store = open();
		await store.of(service);
		await clock.advance(2 * minute);
		await store.of(service);
		await until('the question for the version', () => asked.length === 3);
		assert.equal(fetched(), 1);
		const changed: string[] = [];
		store.onDidChange((address) => changed.push(address));
		engine.text = '{"A": {"input": {}}, "New": {"input": {}}}';
		await clock.advance(10 * minute);
		await store.of(service);
		await until('the new model', () => changed.length === 1);
		assert.equal((await store.of(service))?.text, engine.text);
	});

	it('is refetched on request; a failure is explained and keeps the known info', async () => {
		const store = open();
		await store.of(service);
		engine.text = '{"C": {"input": {}}}';
		const refreshed = await store.refresh(service);
		assert.ok(refreshed.ok && refreshed.value.text === engine.text);
		engine.up = false;
		const refused = await store.refresh(service);
		assert.ok(!refused.ok && refused.failure.message === 'Nothing answers.');
		assert.equal((await store.of(service))?.text, '{"C": {"input": {}}}');
	});

	it('is not awaited endlessly for a slow engine', async () => {
		let answer = () => {};
		hold = new Promise((resolve) => {
			answer = resolve;
		});
		const store = open();
		const changed: string[] = [];
		store.onDidChange((address) => changed.push(address));
		const waiting = store.of(service);
		await until('the question', () => asked.length === 1);
		await clock.advance(5000);
		assert.equal(await waiting, undefined);
		answer();
		await until('the answer', () => changed.length === 1);
		assert.equal((await store.of(service))?.text, engine.text);
	});
});
