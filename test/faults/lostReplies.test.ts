import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { compact } from '../../src/core/base/compact.ts';
import { CommandLine } from '../conformance/commandLineWorld.ts';
import { config, train } from '../conformance/jobsSupport.ts';
import { replyText, type ToolReply } from '../conformance/mcpWorld.ts';
import { type Body, demo } from '../conformance/support.ts';
import { easelProgram } from '../support/programs.ts';
import { smallSample } from '../support/smallSample.ts';

/** Total number of submissions with faulty replies; each kind has its share of them. */
const submissions = Number(process.env.EASEL_LOST_REPLIES ?? 30);

/** The faults of the reply to one submission. `isTaken`: the service has accepted it before. */
const troubles: readonly { readonly fault: Body; readonly isTaken: boolean }[] = [
	{ fault: { kind: 'status', status: 502, when: 'after' }, isTaken: true },
	{ fault: { kind: 'disconnect', when: 'after' }, isTaken: true },
	{ fault: { kind: 'cut', bytes: 10 }, isTaken: true },
	{ fault: { kind: 'truncated-json' }, isTaken: true },
	{ fault: { kind: 'content-type', contentType: 'text/html' }, isTaken: true },
	{ fault: { kind: 'status', status: 504, when: 'after' }, isTaken: true },
	{ fault: { kind: 'malformed-json' }, isTaken: true },
	{ fault: { kind: 'status', status: 503 }, isTaken: false },
	{ fault: { kind: 'disconnect' }, isTaken: false },
	{ fault: { kind: 'status', status: 404 }, isTaken: false },
];

const model = 'drift/tide/base/text-to-image';

/** The number of times that a script tries one command that fails. */
const attempts = 3;

/** A script that knows no better: it takes every failure for a reason to try again. */
describe('a script that repeats failed commands', () => {
	const world = CommandLine.ofSuite('--speed', '1000');
	const workflow = { id: '', version: '' };

	before(async () => {
		await world.sandbox.control('POST', 'balance', { microdollars: 1_000_000_000 });
		await writeFile(world.place('w.json'), JSON.stringify(smallSample));
		const { workflowId, workflowVersion } = await world.json('deployments', 'get', demo.harbour);
		workflow.id = workflowId;
		workflow.version = workflowVersion;
	});

	const posts = async (path: RegExp): Promise<number> =>
		(await world.sandbox.control('GET', 'journal')).entries.filter(
			({ method, path: called }: Body) => method === 'POST' && path.test(called),
		).length;

	/** Repeats a command while the reply to its first submission is faulty. */
	async function repeat(
		number: number,
		{ path, command }: { readonly path: RegExp; readonly command: (mark: string) => readonly string[] },
		glob: string,
	): Promise<void> {
		const trouble = troubles[number % troubles.length] ?? assert.fail();
		await world.sandbox.control('POST', 'faults', [
			{ ...trouble.fault, match: { method: 'POST', path: glob }, count: 1 },
		]);
		const before = await posts(path);
		const words = [...command(`mark-${number}`), '--yes', '--json'];
		const said: string[] = [];
		for (let attempt = 0; attempt < attempts; attempt++) {
			const { status, out, err } = await world.easel(...words);
			said.push(`${status}: ${err}`);
			assert.doesNotMatch(status === 6 ? out : '', /Try again/);
			if (status === 6 && !words.includes('create')) {
				const { record, kind } = JSON.parse(out).error;
				assert.equal(kind, 'uncertain');
				assert.match(record.notice, /It was not sent again/);
				assert.match(err, new RegExp(`take ${record.id} `));
				const known = await world.json(`${record.what}s`, 'show', record.id);
				assert.deepEqual([known.id, known.phase ?? known.state], [record.id, record.state], said.join('\n'));
			}
			if (status === 0) break;
		}
		// A refused call without effect may be sent again.
		const paid = (await posts(path)) - before - (trouble.isTaken ? 0 : 1);
		assert.ok(
			paid <= 1,
			`${JSON.stringify(trouble)} ${words.join(' ')} was sent ${paid} times\n${said.join('\n')}`,
		);
	}

	const kinds = {
		run: {
			glob: '*/inference',
			path: /\/inference(\?|$)/,
			command: (mark: string) => [
				'run',
				'w.json',
				'--on',
				demo.harbour,
				'--set',
				`6.text=${mark}`,
				'--no-wait',
			],
		},
		'models run': {
			glob: `*/${model}`,
			path: new RegExp(`/${model}$`),
			command: (mark: string) => [
				'models',
				'run',
				model,
				'--inputs',
				JSON.stringify({ prompt: mark }),
				'--no-wait',
			],
		},
		train: {
			glob: '*/jobs',
			path: /\/jobs$/,
			command: (mark: string) => ['train', `${mark}.yaml`],
		},
		'deployments create': {
			glob: '*/deployments',
			path: /\/deployments$/,
			command: (mark: string) => [
				...['deployments', 'create', '--name', mark],
				...['--workflow-id', workflow.id, '--workflow-version', workflow.version],
			],
		},
	} as const;
	const each = Math.ceil(submissions / (Object.keys(kinds).length + 1));

	for (const [name, kind] of Object.entries(kinds))
		it(`pays nothing twice with easel ${name}`, async function () {
			this.timeout(each * 60_000);
			for (let number = 0; number < each; number++) {
				if (name === 'train')
					await writeFile(world.place(`mark-${number}.yaml`), config({ name: `mark-${number}`, train }));
				await repeat(number, kind, kind.glob);
			}
		});

	it('accepts the request of a run, or that it has none', async () => {
		const lose = () =>
			world.sandbox.control('POST', 'faults', [
				{ kind: 'disconnect', match: { method: 'POST', path: kinds.run.glob }, count: 1 },
			]);
		const words = (mark: string) => [...kinds.run.command(mark), '--yes', '--json'];
		const uncertain = async (mark: string): Promise<string> => {
			await lose();
			const { status, out, err } = await world.easel(...words(mark));
			assert.equal(status, 6, err);
			return JSON.parse(out).error.record.id;
		};
		const taken = await uncertain('taken');
		const strange = await world.easel('runs', 'take', taken, '5a9d0000-0000-4000-8000-0000000000ff');
		assert.deepEqual([strange.status, (await world.json('runs', 'show', taken)).state], [2, 'uncertain']);
		const { request_id: request } = await world.sandbox.submit(demo.harbour);
		assert.equal((await world.json('runs', 'take', taken, request)).requestId, request);
		assert.equal((await world.json('runs', 'show', taken, '--wait')).state, 'succeeded');
		const again = await world.easel('runs', 'give-up', taken);
		assert.deepEqual([again.status, /nothing to give up/.test(again.err)], [2, true]);

		const given = await uncertain('given');
		assert.equal((await world.easel(...words('given'))).status, 5);
		assert.equal((await world.json('runs', 'give-up', given)).state, 'lost');
		assert.equal((await world.easel(...words('given'))).status, 0);
	});

	it('pays nothing twice with the tools of easel mcp', async function () {
		this.timeout(each * 60_000);
		const client = new Client(
			{ name: 'agent', version: '1.0.0' },
			{ capabilities: { elicitation: { form: {} } } },
		);
		const asked: string[] = [];
		client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => {
			asked.push(message);
			return { action: 'accept', content: { allow: !/unknown whether/.test(message) } };
		});
		const env = compact(world.environment) as Record<string, string>;
		await client.connect(
			new StdioClientTransport({
				command: process.execPath,
				args: [easelProgram, 'mcp'],
				env,
				stderr: 'ignore',
			}),
		);
		try {
			const { glob, path } = kinds.run;
			for (let number = 0; number < each; number++) {
				const trouble = troubles[number % troubles.length] ?? assert.fail();
				await world.sandbox.control('POST', 'faults', [
					{ ...trouble.fault, match: { method: 'POST', path: glob }, count: 1 },
				]);
				const before = await posts(path);
				const given = {
					deployment_id: demo.harbour,
					path: world.place('w.json'),
					overrides: { '6.text': `agent-${number}` },
				};
				const replies: string[] = [];
				for (let attempt = 0; attempt < attempts; attempt++) {
					const reply = (await client.callTool({ name: 'submit_request', arguments: given })) as ToolReply;
					replies.push(replyText(reply));
					if (reply.structuredContent?.state !== 'uncertain' && !reply.isError) break;
				}
				const paid = (await posts(path)) - before - (trouble.isTaken ? 0 : 1);
				assert.ok(paid <= 1, `${JSON.stringify(trouble)} was sent ${paid} times\n${replies.join('\n')}`);
			}
			assert.ok(asked.some((message) => /unknown whether/.test(message)));
		} finally {
			await client.close();
		}
	});
});
