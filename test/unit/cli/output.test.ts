import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { newFolder } from '../../support/newFolder.ts';
import { json, startServer, type TestServer } from '../http/support.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'easel.ts');
const created = {
	id: 'made-1',
	name: 'Pier',
	workflow_id: 'w',
	workflow_version: 'v1',
	hardware: ['AMPERE_24'],
	min_instances: 1,
	is_enabled: true,
};

describe('a command with lost output', () => {
	let folder: string;
	let service: TestServer;

	beforeEach(async () => {
		folder = newFolder();
		service = await startServer((reply, seen, index) => {
			const read = seen.url.endsWith('/me') ? { id: 'ada' } : { deployments: [] };
			json(seen.method === 'POST' ? created : read)(reply, seen, index);
		});
		writeFileSync(join(folder, 'p.deployment.yaml'), 'name: Pier\nworkflow_id: w\nworkflow_version: v1\n');
		writeFileSync(join(folder, 'a.json'), '{"1": {"class_type": "PreviewImage", "inputs": {}}}');
	});
	afterEach(() => service.close());

	/** `closed`: the output has no reader. `full`: it has no space. */
	const run = async (to: 'closed' | 'full', ...args: readonly string[]) => {
		const stdout = to === 'full' ? openSync('/dev/full', 'w') : 'pipe';
		const env = { ...process.env, EASEL_TOKEN: 'token', EASEL_BASE_URL: service.url };
		const child = spawn(process.execPath, [program, ...args], {
			cwd: folder,
			env,
			stdio: ['ignore', stdout, 'pipe'],
		});
		child.stdout?.destroy();
		const [err, [status]] = await Promise.all([
			child.stderr === null ? '' : streamText(child.stderr),
			once(child, 'exit'),
		]);
		return { status: status as number, err };
	};

	it('applies the file, writes the ID into it, and keeps its status', async () => {
		assert.deepEqual(await run('closed', 'apply', 'p.deployment.yaml'), { status: 0, err: '' });
		assert.equal(service.seen.filter(({ method }) => method === 'POST').length, 1);
		assert.match(readFileSync(join(folder, 'p.deployment.yaml'), 'utf8'), /^id: made-1$/m);
	});

	it('keeps the status of plan and check if the reader stops early', async () => {
		assert.deepEqual(await run('closed', 'plan', 'p.deployment.yaml'), { status: 1, err: '' });
		assert.deepEqual(await run('closed', 'check', 'a.json'), { status: 1, err: '' });
		assert.deepEqual(await run('closed', '--help'), { status: 0, err: '' });
	});

	it('reports a full disk in one sentence, with an error status', async function () {
		if (process.platform !== 'linux') this.skip();
		for (const args of [
			['plan', 'p.deployment.yaml'],
			['apply', 'p.deployment.yaml'],
			['check', 'a.json'],
			['--help'],
		]) {
			const ran = await run('full', ...args);
			assert.equal(ran.status, 1, args.join(' '));
			assert.match(ran.err, /^The result could not be written: ENOSPC[^\n]*\n$/);
		}
		assert.match(readFileSync(join(folder, 'p.deployment.yaml'), 'utf8'), /^id: made-1$/m);
	});
});
