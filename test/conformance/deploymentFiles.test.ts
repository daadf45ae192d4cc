import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { commands } from '../../src/cli/table.ts';
import { runAlone } from '../support/commandIo.ts';
import { newFolder } from '../support/newFolder.ts';
import { demo, suiteSandbox } from './support.ts';

describe('easel plan and easel apply against the sandbox', () => {
	const sandbox = suiteSandbox();
	const folder = newFolder();
	let out: string;
	let err: string;
	beforeEach(() => {
		out = '';
		err = '';
	});

	/** Runs a command and appends its output. */
	const run = async (name: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
		const said = await runAlone(commands.find((each) => each.name === name) ?? assert.fail(name), argv, {
			cwd: folder,
			env: { EASEL_TOKEN: sandbox.announced.token, EASEL_BASE_URL: sandbox.announced.baseUrl, ...env },
		});
		out += said.out;
		err += said.err;
		return said.status;
	};
	const plan = (argv: readonly string[], env?: Readonly<Record<string, string>>) => run('plan', argv, env);
	const apply = (...argv: readonly string[]) => run('apply', argv);
	const write = (name: string, lines: readonly string[]) =>
		writeFile(join(folder, name), `${lines.join('\n')}\n`);
	const record = async (id: string) =>
		(await sandbox.call('GET', `/prod/v2/deployments/${id}`)).body as Record<string, unknown>;

	it('show no difference, then a difference, then none after it was applied', async () => {
		const live = await record(demo.village);
		const lines = [
			`id: ${demo.village}`,
			`name: ${JSON.stringify(live.name)}`,
			`queue_size: ${String(live.queue_size)}`,
		];
		await write('village.deployment.yaml', lines);
		assert.equal(await plan(['village.deployment.yaml']), 0, out + err);
		await write('village.deployment.yaml', [...lines.slice(0, 2), 'queue_size: 7', 'min_instances: 1']);
		assert.equal(await plan(['village.deployment.yaml']), 1, out + err);
		assert.match(
			out,
			/would be changed\n {2}min_instances: 0 -> 1\n {2}queue_size: \d+ -> 7\n {2}One instance/,
		);
		assert.notEqual((await record(demo.village)).queue_size, 7);
		out = '';
		assert.equal(await apply('village.deployment.yaml'), 5);
		assert.match(
			err,
			/^Nothing was sent, because its cost was not confirmed\. .*One instance keeps running and is billed continuously.* --yes agrees to it\.$/m,
		);
		assert.equal((await record(demo.village)).min_instances, 0);
		assert.equal(await apply('--yes', 'village.deployment.yaml'), 0, out + err);
		assert.match(out, /: changed\n/);
		const changed = await record(demo.village);
		assert.deepEqual([changed.queue_size, changed.min_instances, changed.name], [7, 1, live.name]);
		assert.equal(await plan(['village.deployment.yaml']), 0);
	});

	it('create a deployment without ID once, and write its ID into the file', async () => {
		const { workflow_id, workflow_version } = await record(demo.harbour);
		const lines = [
			'# ours',
			'name: "Pier \u{1F6A2}"',
			`workflow_id: ${String(workflow_id)}`,
			`workflow_version: ${String(workflow_version)}`,
			'is_enabled: false',
		];
		await write('pier.deployment.yaml', lines);
		assert.equal(await plan(['--json', 'pier.deployment.yaml']), 1, out + err);
		const [row] = JSON.parse(out).files;
		assert.equal(row.action, 'create');
		assert.ok(
			row.changes.some(({ key, after }: { key: string; after: string }) => key === 'hardware' && after),
		);
		// A reader of the file sees its previous content completely, even while its id is written.
		const reader = await open(join(folder, 'pier.deployment.yaml'));
		assert.equal(await apply('pier.deployment.yaml'), 0, out + err);
		assert.equal(await reader.readFile('utf8'), `${lines.join('\n')}\n`);
		await reader.close();
		const text = await readFile(join(folder, 'pier.deployment.yaml'), 'utf8');
		const id = /^# ours\nid: (\S+)\nname: /.exec(text)?.[1] ?? '';
		const made = await record(id);
		assert.deepEqual([made.name, made.is_enabled, made.min_instances], ['Pier \u{1F6A2}', false, 0]);
		assert.equal(await plan(['pier.deployment.yaml']), 0);
		await write('copy.deployment.yaml', lines);
		out = '';
		assert.equal(await apply('copy.deployment.yaml'), 2);
		assert.match(out, new RegExp(`Write "id: ${id}" into the file`));
	});

	it('report rejections of the service, and apply nothing while a file has errors', async () => {
		const before = await record(demo.repaint);
		await write('good.deployment.yaml', [`id: ${demo.repaint}`, 'queue_size: 9']);
		await write('bad.deployment.yaml', [`id: ${demo.cat}`, 'queue_size: many', 'min_instance: 1']);
		assert.equal(await apply('good.deployment.yaml', 'bad.deployment.yaml'), 2);
		assert.match(out, /bad\.deployment\.yaml:2:13: error: "queue_size" must be a whole number/);
		assert.match(out, /bad\.deployment\.yaml:3:1: error: .* Did you mean "min_instances"\?/);
		assert.deepEqual((await record(demo.repaint)).queue_size, before.queue_size);
		await write('bad.deployment.yaml', [`id: ${demo.cat}`, 'workflow_version: v99']);
		out = '';
		assert.equal(await apply('bad.deployment.yaml'), 3);
		assert.match(out, /no such version/);
	});

	it('report problems of files, names and IDs with status 2', async () => {
		const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
			['gone.deployment.yaml', [], /does not exist/],
			['x.deployment.yaml', [''], /The file is empty/],
			[
				'x.deployment.yaml',
				['id: 00000000-0000-4000-8000-000000000000'],
				/This account has no deployment with the ID/,
			],
			['x.deployment.yaml', [`id: ${demo.cat}`, 'workflow_id: other'], /cannot be changed/],
			['x.deployment.yaml', [`id: ${demo.cat}`, 'min_instances: 9'], /below the minimum of 9/],
			['x.deployment.yaml', ['id: ../../account', 'name: x'], /This account has no deployment|not a valid/],
			['x.deployment.yaml', ['name: "\u202E<b>\u001b[31m"'], /needs workflow_id/],
			['x.yaml', ['id: a'], /must end with \.deployment\.yaml/],
		];
		for (const [name, lines, message] of cases) {
			[out, err] = ['', ''];
			if (lines.length > 0) await write(name, lines);
			assert.equal(await plan([name]), 2, name);
			assert.match(out + err, message);
			for (const mark of ['\u001b', '\u202E']) assert.ok(!(out + err).includes(mark));
		}
		await write('one.deployment.yaml', [`id: ${demo.cat}`]);
		await write('two.deployment.yaml', [`id: ${demo.cat}`]);
		out = '';
		assert.equal(await plan(['one.deployment.yaml', 'two.deployment.yaml']), 2);
		assert.match(out, /for the same deployment as one\.deployment\.yaml/);
	});

	it('need a token that is one, and an address that may have it', async () => {
		await write('one.deployment.yaml', [`id: ${demo.cat}`]);
		const secret = 'not-the-token-0123456789';
		assert.equal(await plan(['one.deployment.yaml'], { EASEL_TOKEN: '' }), 7);
		assert.match(err, /EASEL_TOKEN/);
		assert.equal(await plan(['one.deployment.yaml'], { EASEL_TOKEN: `${secret} x` }), 2);
		assert.equal(await plan(['one.deployment.yaml'], { EASEL_TOKEN: secret }), 7);
		const far = ['--base-url', 'http://far.example.test', 'one.deployment.yaml'];
		assert.equal(await plan(far, { EASEL_TOKEN: secret }), 2);
		assert.match(err, /https:/);
		assert.doesNotMatch(out + err, new RegExp(secret));
	});

	it('take no file that is no document, however long, deep or endless it is', async () => {
		const cases: readonly (readonly [string, string, RegExp])[] = [
			['huge.deployment.yaml', `# ${'x'.repeat(2_000_000)}\nid: ${demo.cat}`, /is larger than 1\.0 MB/],
			['long.deployment.yaml', `# ${'x'.repeat(50_000)}\nid: ${demo.cat}`, /too long for a deployment/],
			['deep.deployment.yaml', `id: ${'['.repeat(15_000)}`, /nested too deeply/],
			['dash.deployment.yaml', '- '.repeat(9_000), /too deep/],
			['utf16.deployment.yaml', Buffer.from(`\uFEFFid: ${demo.cat}`, 'utf16le').toString('latin1'), /UTF-8/],
			['page.deployment.yaml', '<!doctype html><html><body>Sign in</body></html>', /not a list of settings/],
		];
		for (const [name, text, message] of cases) {
			await writeFile(join(folder, name), text, 'latin1');
			[out, err] = ['', ''];
			assert.equal(await apply(name), 2, name);
			assert.match(out + err, message);
			assert.ok((out + err).length < 2000, `${name} is not repeated in the answer`);
		}
		await mkdir(join(folder, 'folder.deployment.yaml'));
		assert.equal(await apply('folder.deployment.yaml'), 2);
		if (process.platform === 'win32') return;
		execFileSync('mkfifo', [join(folder, 'pipe.deployment.yaml')]);
		assert.equal(await plan(['pipe.deployment.yaml']), 2);
		assert.match(err, /it is a pipe/);
	});

	it('give a service that is none its reason, and repeat no token that it sends back', async () => {
		const token = 'a-token-of-the-person-0123456789';
		const seen: (string | undefined)[] = [];
		const replies: readonly (readonly [number, string, string, number, RegExp])[] = [
			[200, 'text/html', '<!doctype html><title>Sign in</title>', 4, /web page instead of data/],
			[200, 'application/json', '{"id": ', 4, /damaged or incomplete/],
			[401, 'application/json', JSON.stringify({ message: `"${token}" is no token` }), 7, /token|sign-in/i],
			[422, 'application/json', JSON.stringify({ error_message: `Bearer ${token}` }), 3, /.+/],
			[302, 'text/plain', '', 4, /.+/],
		];
		for (const [status, type, body, exit, message] of replies) {
			const server = createServer((request, response) => {
				seen.push(request.headers.authorization);
				// A redirect to another host must not take the token along.
				response
					.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:9/elsewhere' })
					.end(body);
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			await write('one.deployment.yaml', [`id: ${demo.cat}`]);
			[out, err] = ['', ''];
			const env = { EASEL_TOKEN: token, EASEL_BASE_URL: `http://127.0.0.1:${port}` };
			assert.equal(await plan(['one.deployment.yaml'], env), exit);
			assert.equal(await plan(['--json', 'one.deployment.yaml'], env), exit);
			server.closeAllConnections();
			server.close();
			assert.match(out + err, message);
			assert.ok(!(out + err).includes(token), `${status} ${type}`);
		}
		assert.equal(seen[0], `Bearer ${token}`);
	});

	it('give an address with a password, a query or another scheme no token', async () => {
		await write('one.deployment.yaml', [`id: ${demo.cat}`]);
		const { port } = new URL(sandbox.announced.baseUrl);
		const addresses = [
			`http://u:p@127.0.0.1:${port}`,
			`http://127.0.0.1:${port}/?a=b`,
			`http://127.0.0.1.example.test:${port}`,
			`ftp://127.0.0.1:${port}`,
			'not an address',
		];
		for (const address of addresses) {
			err = '';
			assert.equal(await plan(['--base-url', address, 'one.deployment.yaml']), 2, address);
			assert.match(err, /cannot be used/, address);
		}
	});

	it('explain themselves', async () => {
		assert.equal(await plan(['--help']), 0);
		assert.match(out, /^Compare deployment files with the account\.\n\nExample:\n {2}easel plan /);
		assert.equal(await apply(), 2);
		assert.match(err, /^FILE is missing\.\n/);
	});
});
