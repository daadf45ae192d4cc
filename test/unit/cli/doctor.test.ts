import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { doctor } from '../../../src/cli/commands/doctor.ts';
import { examination } from '../../../src/cli/doctor/examination.ts';
import { PrivateFiles } from '../../../src/core/sandboxHost/privateFiles.ts';
import { runAlone } from '../../support/commandIo.ts';
import { newFolder } from '../../support/newFolder.ts';
import { startServer, type TestServer } from '../http/support.ts';

const token = 'a-good-token-0123456789';

describe('easel doctor', () => {
	const folder = newFolder();
	/** A service that accepts one token, with its own clock. */
	let service: TestServer;
	let clock: Date | undefined;

	before(async () => {
		await writeFile(join(folder, 'file'), '');
		service = await startServer((response, { url, headers }) => {
			const isKnown = headers.authorization === `Bearer ${token}`;
			const status = url === '/api/auth/me' ? (isKnown ? 200 : 401) : url === '/control/hold' ? 200 : 404;
			if (clock !== undefined) response.setHeader('date', clock.toUTCString());
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(isKnown ? '{"id":"someone","email":"someone@example.com"}' : '{}');
		});
	});
	after(() => service.close());

	async function examined(more: Readonly<Record<string, string>>, ...argv: readonly string[]) {
		const env = {
			EASEL_BASE_URL: service.url,
			EASEL_DATA: folder,
			EASEL_CONFIG: join(folder, 'config'),
			EASEL_PARTNER_KEY: 'partner-secret',
			HTTPS_PROXY: 'http://someone:proxy-secret@proxy.example.com:8080',
			NO_PROXY: '127.0.0.1',
			...more,
		};
		const { status, out } = await runAlone(doctor, ['--json', ...argv], { cwd: folder, env });
		const text = await runAlone(doctor, argv, { cwd: folder, env });
		assert.equal(text.status, status);
		assert.doesNotMatch(`${out}${text.out}${text.err}`, /secret|good-token|bad-token/);
		const found = examination.parse(JSON.parse(out));
		for (const { message } of found.checks) assert.ok(text.out.includes(message), message);
		const statesOf = (name: string) =>
			found.checks.filter((each) => each.name === name).map(({ state }) => state);
		const sourceOf = (name: string) => found.settings.find((each) => each.name === name)?.from;
		return { status, state: found.state, checks: found.checks, statesOf, sourceOf };
	}

	it('finds no problem, and names the source of each setting', async () => {
		const { status, state, statesOf, sourceOf } = await examined({ EASEL_TOKEN: token });
		assert.deepEqual([status, state], [0, 'ok']);
		assert.deepEqual([statesOf('reach'), statesOf('signIn'), statesOf('clock')], [['ok'], ['ok'], []]);
		assert.deepEqual(
			['baseUrl', 'token', 'EASEL_PARTNER_KEY', 'HTTPS_PROXY'].map(sourceOf),
			Array(4).fill('environment'),
		);
		const other = await examined({ EASEL_TOKEN: token }, '--base-url', service.url, '--history', 'file');
		assert.deepEqual(['connection', 'baseUrl', 'EASEL_DATA'].map(other.sourceOf), Array(3).fill('option'));
		assert.deepEqual([other.status, other.statesOf('history')], [1, ['error']]);
	});

	it('names the shared sandbox while it responds', async () => {
		const messageOf = ({ checks }: Awaited<ReturnType<typeof examined>>) =>
			checks.find(({ name }) => name === 'sandbox')?.message;
		assert.match(messageOf(await examined({})) ?? '', /^No sandbox/);
		const announced = (origin: string) =>
			new PrivateFiles(folder).store(
				'sandbox-address',
				JSON.stringify({
					...{ baseUrl: origin, modelApiUrl: origin, webUrl: origin, trainerUrl: origin },
					token: 'sandbox-secret',
					controlUrl: `${origin}/control`,
				}),
			);
		await announced(service.url);
		assert.equal(
			messageOf(await examined({})),
			`A sandbox of commands with --sandbox is running at ${service.url}.`,
		);
		await announced('http://127.0.0.1:9');
		assert.match(messageOf(await examined({})) ?? '', /^No sandbox/);
	});

	it('gives the next step without a sign-in, with a rejected one and without a reply', async () => {
		const signedOut = await examined({});
		assert.deepEqual(
			[signedOut.status, signedOut.state, signedOut.statesOf('signIn')],
			[0, 'warning', ['warning']],
		);
		const refused = await examined({ EASEL_TOKEN: 'a-bad-token-0123456789' });
		assert.deepEqual(
			[refused.status, refused.statesOf('signIn'), refused.statesOf('reach')],
			[1, ['error'], ['ok']],
		);
		const offline = await examined({ EASEL_BASE_URL: 'http://127.0.0.1:9' });
		assert.deepEqual([offline.status, offline.statesOf('reach')], [1, ['error']]);
		for (const { checks } of [signedOut, refused, offline])
			for (const { state, nextStep = '' } of checks) assert.equal(nextStep === '', state === 'ok');
	});

	it('finds a wrong clock', async () => {
		clock = new Date(Date.now() - 3_600_000);
		const { status, statesOf } = await examined({ EASEL_TOKEN: token });
		clock = undefined;
		assert.deepEqual([status, statesOf('clock')], [0, ['warning']]);
	});
});
