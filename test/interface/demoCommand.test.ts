import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { until } from './support/waiting.ts';

const hasGroups = process.platform !== 'win32';

describe('the command that shows Easel at work', () => {
	(hasGroups ? it : it.skip)('ends quietly with Ctrl-C, which reaches the editor too', async () => {
		const child = spawn(process.execPath, [join(root, 'test/tools/openDemo.ts'), '--editor', 'browser'], {
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const { pid } = child;
		assert.ok(pid);
		const exit = once(child, 'exit');
		try {
			let said = '';
			const listen = (chunk: Buffer) => {
				said += chunk;
			};
			child.stdout.on('data', listen);
			child.stderr.on('data', listen);
			const address = await until(async () => /http:\S+/.exec(said)?.[0], 'the address of the demo');
			const reply = await fetch(address, { redirect: 'manual' });
			assert.equal(reply.status, 302);
			await until(async () => said.includes('Press Ctrl-C here to end it.'), 'how it is ended');
			process.kill(-pid, 'SIGINT');
			assert.deepEqual(await exit, [0, null]);
			assert.doesNotMatch(said, /ended by itself|Error/);
		} finally {
			if (child.exitCode === null) process.kill(-pid, 'SIGKILL');
		}
	});
});
