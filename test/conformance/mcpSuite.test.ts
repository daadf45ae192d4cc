import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { newFolder } from '../support/newFolder.ts';
import { easelProgram } from '../support/programs.ts';
import { root } from '../tools/machine.mjs';
import { McpBridge, type StandIn } from './mcpBridge.ts';
import { sampleWorkflow, type ToolReply, yes } from './mcpWorld.ts';
import { demo, suiteSandbox } from './support.ts';

const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const run = promisify(execFile);

/** The scenarios that the server passes. Fixtures of a scenario have a tool or a resource of Easel in their place. */
const passed = [
	'server-initialize',
	'ping',
	'tools-list',
	'tools-call-simple-text',
	'tools-call-image',
	'tools-call-error',
	'tools-call-elicitation',
	'resources-list',
	'resources-read-text',
];

/** The scenarios that do not apply, by the reason. */
const withoutUse: Readonly<Record<string, readonly string[]>> = {
	'The server does not declare this feature.': [
		'logging-set-level',
		'tools-call-with-logging',
		'completion-complete',
		'resources-templates-read',
		'resources-subscribe',
		'resources-unsubscribe',
		'prompts-list',
		'prompts-get-simple',
		'prompts-get-with-args',
		'prompts-get-embedded-resource',
		'prompts-get-with-image',
	],
	'The server needs nothing of this kind from a client, and makes nothing of this kind.': [
		'tools-call-audio',
		'tools-call-embedded-resource',
		'tools-call-mixed-content',
		'tools-call-sampling',
		'resources-read-binary',
	],
	'The schema that it wants is that of a fixture, down to the names of its members.': [
		'json-schema-2020-12',
		'elicitation-sep1034-defaults',
		'elicitation-sep1330-enums',
	],
	'It wants three reports, and Easel sends as many as there are changes: mcpProgress.test.ts.': [
		'tools-call-with-progress',
	],
	'It is about HTTP, which here is the bridge of the test.': [
		'server-sse-polling',
		'server-sse-multiple-streams',
		'dns-rebinding-protection',
	],
};

describe('the conformance suite of the protocol', () => {
	const folder = newFolder();
	const sandbox = suiteSandbox('kept', '--speed', '5');
	let client: Client;
	let bridge: McpBridge;

	before(async () => {
		const place = {
			command: process.execPath,
			args: [easelProgram, 'mcp'],
			env: {
				PATH: process.env.PATH ?? '',
				HOME: folder,
				EASEL_CONFIG: join(folder, 'config'),
				EASEL_DATA: join(folder, 'data'),
				EASEL_BASE_URL: sandbox.announced.baseUrl,
				EASEL_TOKEN: sandbox.announced.token,
				LC_ALL: 'C',
			},
			stderr: 'ignore' as const,
		};
		client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities: { elicitation: {} } });
		client.setRequestHandler(ElicitRequestSchema, async () => ({ ...yes }));
		await client.connect(new StdioClientTransport(place));
		const started = async (more: object) => {
			const given = { deployment_id: demo.harbour, path: sampleWorkflow, ...more };
			const reply = (await client.callTool({ name: 'submit_request', arguments: given })) as ToolReply;
			return { request_id: reply.structuredContent.request_id };
		};
		const standIns = new Map<string, () => Promise<StandIn>>([
			['test_simple_text', async () => ({ name: 'list_deployments' })],
			[
				'test_error_handling',
				async () => ({ name: 'get_request_status', arguments: { request_id: 'none' } }),
			],
			[
				'test_image_content',
				async () => ({
					name: 'show_result',
					arguments: await started({ seed: 1, wait_for_completion: true }),
				}),
			],
			[
				'test_elicitation',
				async () => ({
					name: 'submit_request',
					arguments: { deployment_id: demo.harbour, path: sampleWorkflow, seed: 3 },
				}),
			],
			['test://static-text', async () => ({ uri: 'ui://easel/results' })],
		]);
		bridge = await McpBridge.open(place, standIns);
	});
	after(async () => {
		await bridge?.close();
		await client?.close();
	});

	it('has no scenario that is neither passed nor left out with a reason', async () => {
		const { stdout } = await run(process.execPath, [suite, 'list', '--server']);
		const all = [...stdout.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name]) => name);
		assert.ok(all.length > 0, stdout);
		assert.deepEqual([...passed, ...Object.values(withoutUse).flat()].sort(), all.sort());
	});

	for (const scenario of passed)
		it(`passes ${scenario}`, async () => {
			const args = ['server', '--url', bridge.url, '--scenario', scenario];
			const { stdout } = await run(process.execPath, [suite, ...args, '--verbose'], { cwd: folder }).catch(
				(failure) => assert.fail(failure.stdout + failure.stderr),
			);
			assert.match(stdout, /"status": "SUCCESS"/);
		});
});
