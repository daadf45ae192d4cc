import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { modelRequests, requestSnippet, type SnippetLanguage } from '../../../src/core/catalog/snippets.ts';
import { sameJson } from '../../../src/core/json/canonical.ts';
import { ofService } from '../../support/connection.ts';
import { newFolder } from '../../support/newFolder.ts';
import { FakeService } from '../runs/fakeService.ts';

const run = promisify(execFile);

/** Texts that would end a literal or run something in one of the languages if they were not escaped. */
const hostile = [
	`it's "quoted" and 'quoted'`,
	`'''"""\\'\\"`,
	'\\',
	'\\\\" + 1',
	"'; touch ran; '",
	'"; touch ran; "',
	'$(touch ran)',
	'`touch ran`',
	`$HOME \${HOME} $EASEL_TOKEN !! ~ * ? [a] {a,b}`,
	`\${require("node:fs").writeFileSync("ran", "")}`,
	'`+(await import("node:fs")).writeFileSync("ran","")+`',
	'{__import__("os").system("touch ran")}',
	'" + __import__("os").system("touch ran") + "',
	'"]; (await import("node:fs")).writeFileSync("ran", ""); ["',
	'%(a)s {0} {{}} #{a} <%= a %> </script><!-- // # /* */',
	'a\nb\rc\r\nd\te\0f\u001b[31m\b\f\v',
	'\\n\\u0022 \\x22 \\N{BULLET}',
	'\u2028\u2029\u0085\u007f\u009b\ufeff',
	'\u202egnp.exe\u202c\u2066\u200f',
	'😀 é 漢字 👩‍👩‍👧 e\u0301',
	'\ud800 half \udfff',
	'@/etc/hostname',
	'-',
	'',
	'EOF\nEOF',
	'constructor',
];

/** Each text as a name and as a value, in objects and lists. */
const values = JSON.stringify(
	{
		all: hostile,
		names: Object.fromEntries(hostile.map((text, index) => [text, { [`${index}`]: text, inner: [[text]] }])),
		others: [null, true, false, {}, [], 0.1, -1.5e-7, 12],
	},
	null,
	2,
);

const bodies: Readonly<Record<string, string>> = {
	'names and values': values,
	'the prototype as a name': '{"\\u005f_proto__": {"toString": 1}, "__proto__": 1, "a": {"__proto__": null}}',
	'numbers that doubles change':
		'{"a": 18446744073709551615, "b": 1e400, "c": 0.1234567890123456789, "d": -1E-400}',
	'a number of five thousand digits': `{"a": ${'9'.repeat(5000)}}`,
	'a deep value': `{"a": ${'['.repeat(400)}"x"${']'.repeat(400)}}`,
	'raw text between quotes': `{"\u2028\u202e": "\u2029\u0085\ufeff\ud800"}`,
};

/** All of them in one id with non-empty segments. */
const hostileId = `maker/${hostile
	.filter((text) => text.isWellFormed())
	.join(' ')
	.replaceAll(/\/+/g, '/')}`;

describe('code that runs a request with hostile names and values', () => {
	let service: FakeService;
	let folder: string;
	let submitted: { readonly path: string; readonly body: string }[];

	beforeEach(async () => {
		folder = newFolder();
		service = new FakeService();
		await service.start();
		submitted = [];
		service.before = ({ kind, path, body }) => {
			if (path.endsWith('/status')) return { status: 200, body: { status: 'completed' } };
			if (path.endsWith('/result')) return { status: 200, body: { cost: 1 } };
			assert.notEqual(kind, 'cancel');
			submitted.push({ path, body });
			return { status: 200, body: { request_id: 'r' } };
		};
	});
	afterEach(() => service.stop());

	const code = (id: string, body: string, language: SnippetLanguage) =>
		requestSnippet(modelRequests({ ...ofService, modelApiUrl: service.url }, id), body, language);
	const pathOf = (id: string) => `/v1/models/${id.split('/').map(encodeURIComponent).join('/')}`;
	const start = (program: string, args: readonly string[]) =>
		run(program, args, { cwd: folder, env: { ...process.env, EASEL_TOKEN: "my 'token'", HOME: '/changed' } });

	/** Asserts that the meant values arrive, and that nothing else was done. */
	async function prove(
		runs: (text: string) => Promise<{ path: string; body: string }>,
		language: SnippetLanguage,
	) {
		for (const [what, body] of Object.entries(bodies)) {
			const { path, body: arrived } = await runs(code(hostileId, body, language));
			assert.equal(path, pathOf(hostileId), what);
			assert.ok(sameJson(arrived, body), what);
			assert.deepEqual(await readdir(folder), [], what);
		}
	}
	/** Returns the request that the service received. */
	const received = async (started: Promise<{ readonly stdout: string }>) => {
		assert.deepEqual(JSON.parse((await started).stdout), { cost: 1 });
		return submitted.pop() ?? assert.fail('Nothing arrived.');
	};

	it('as cURL is one command with unchanged arguments', async function () {
		if (process.platform === 'win32') this.skip();
		const show = 'curl() { for each in "$@"; do printf "%s\\0" "$each"; done; }';
		await prove(async (text) => {
			const { stdout } = await start('bash', ['-c', `${show}\n${text}`]);
			const [, method, url = '', , token, , type, , body = '', ...rest] = stdout.split('\0');
			assert.deepEqual(
				[method, token, type, rest],
				['POST', "Authorization: Bearer my 'token'", 'Content-Type: application/json', ['']],
			);
			return { path: url.slice(service.url.length), body };
		}, 'curl');
	});

	it('as Python sends exactly the input', async function () {
		const found = await run('python3', ['--version']).catch(() => undefined);
		// Nothing to run the code with.
		if (found === undefined) this.skip();
		await prove((text) => received(start('python3', ['-c', text])), 'python');
	});

	it('as TypeScript sends exactly the input', async () => {
		const typescript = ['--no-warnings', '--input-type=module-typescript', '--eval'];
		await prove((text) => received(start(process.execPath, [...typescript, text])), 'typescript');
	});

	it('shows no character that hides or reverses its neighbors', () => {
		for (const language of ['curl', 'python', 'typescript'] as const) {
			for (const body of Object.values(bodies))
				assert.doesNotMatch(
					code('m', body, language),
					/[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/u,
				);
		}
	});
});
