import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { sandboxProgram } from '../support/programs.ts';
import { demo, plainWorkflow, type SandboxUnderTest, startSandbox } from './support.ts';

interface Entry {
	readonly path: string;
	readonly status: number;
	readonly drawn?: readonly string[];
	readonly accepted?: string;
}

describe('a sandbox with --contrary', () => {
	let sandbox: SandboxUnderTest | undefined;

	afterEach(() => sandbox?.end());

	const submit = `/prod/v2/deployments/${demo.warm}/inference`;
	const journal = async (from: SandboxUnderTest) =>
		((await from.control('GET', 'journal')) as { entries: Entry[] }).entries;

	it('logs the draws of every reply, and restarts the sequence after a reset', async () => {
		const contrary = await startSandbox('--contrary', '7');
		sandbox = contrary;
		const drawn = async () => {
			await contrary.control('DELETE', 'journal');
			for (let call = 0; call < 12; call++) {
				await contrary.call('GET', '/prod/v2/deployments');
				await contrary.call('GET', '/prod/v1/trainers/datasets');
			}
			return (await journal(contrary)).map((entry) => entry.drawn);
		};
		const first = await drawn();
		assert.ok(first.flat().length > 12);
		await contrary.control('POST', 'reset');
		assert.deepEqual(await drawn(), first);
	});

	it('runs exactly the requests that its journal calls accepted', async () => {
		sandbox = await startSandbox('--contrary', '3:server-errors,html-pages,rate-limit,stray-404,zero-code');
		const body = { workflow_api_json: plainWorkflow(7) };
		for (let call = 0; call < 60; call++) await sandbox.call('POST', submit, { body });
		const accepted = (await journal(sandbox)).flatMap((entry) => entry.accepted ?? []);
		assert.ok(accepted.length < 60, 'no submission was refused');
		assert.equal((await sandbox.control('GET', 'engine')).open_requests, accepted.length);
	});

	it('has no oddity without the option', async () => {
		sandbox = await startSandbox();
		await sandbox.submit(demo.warm, { workflow_api_json: plainWorkflow(7) });
		for (const entry of await journal(sandbox)) assert.ok(!('drawn' in entry) && !('accepted' in entry));
	});

	it('does not start with an unknown kind', () => {
		const { status, stderr } = spawnSync(process.execPath, [sandboxProgram, '--contrary', '7:wrods']);
		assert.equal(status, 2);
		assert.match(String(stderr), /--contrary does not know "wrods"\. The kinds are words, /);
	});
});
