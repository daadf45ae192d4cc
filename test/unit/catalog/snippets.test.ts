import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { CatalogModel } from '../../../src/core/catalog/model.ts';
import { exampleBody, modelSnippet } from '../../../src/core/catalog/snippets.ts';
import { type JsonObject, parseKnownJson } from '../../../src/core/json/value.ts';
import type { SandboxContext } from '../../../src/sandbox/base/context.ts';
import { Catalog } from '../../../src/sandbox/catalog/catalog.ts';
import { checkInputs } from '../../../src/sandbox/inputs/checkInputs.ts';
import { ofService } from '../../support/connection.ts';
import { FakeService } from '../runs/fakeService.ts';
import { part } from '../support/part.ts';

const run = promisify(execFile);

const schema = `{"type":"object","required":["prompt","image","size","count"],"properties":{
	"prompt":{"type":"string","title":"Prompt"},
	"image":{"type":"string","format":"image_uri"},
	"size":{"type":"string","enum":["square","wide"]},
	"count":{"type":"integer","minimum":2,"maximum":4},
	"seed":{"type":"integer","default":18446744073709551615},
	"tiled":{"type":"boolean","default":true},
	"note":{"type":"string","default":"it's \\"quoted\\" $HOME \\u0060id\\u0060\\nline"},
	"free":{"type":"float"}}}`;

const model: CatalogModel = {
	id: "maker/it's $(id) é",
	name: 'Model',
	categories: [],
	inputSchema: parseKnownJson(schema),
};

const sent =
	'{"prompt":"a lighthouse on a rocky coast","image":"https://example.com/picture.png","size":"square","count":2,"seed":18446744073709551615,"tiled":true,"note":"it\'s \\"quoted\\" $HOME `id`\\nline"}';

const compact = (text: string) =>
	text.replaceAll(/\n\s*/g, '').replaceAll('": ', '":').replaceAll(', "', ',"');

describe('code that runs a model', () => {
	let service: FakeService;
	beforeEach(async () => {
		service = new FakeService();
		await service.start();
		service.before = ({ kind }) => {
			if (kind === 'status') return { status: 200, body: { status: 'completed' } };
			if (kind === 'result') return { status: 200, body: { status: 'succeeded', output: {}, cost: 1 } };
			return undefined;
		};
	});
	afterEach(() => service.stop());

	const snippet = (language: 'curl' | 'python' | 'typescript') =>
		modelSnippet({ ...ofService, modelApiUrl: service.url }, model, language);
	const env = { ...process.env, EASEL_TOKEN: 'my token', HOME: '/changed' };
	const submitted = () => service.calls.find(({ kind }) => kind === 'submit');
	const path = "/v1/models/maker/it's%20%24(id)%20%C3%A9";

	it('has the defaults of the schema and a placeholder for each required input, with every digit', () => {
		assert.equal(compact(exampleBody(model)), sent);
		assert.equal(exampleBody({}), '{}');
	});

	it('is accepted by every model of the sandbox, even with a LoRA', () => {
		const catalog = new Catalog(part<SandboxContext>({ db: { get: () => undefined } }));
		const models = catalog.list({});
		assert.ok(models.length > 300 && models.some(({ id }) => id.endsWith('/lora')));
		for (const { id, schema: inputSchema } of models) {
			const body = parseKnownJson(exampleBody({ inputSchema })) as JsonObject;
			assert.deepEqual(checkInputs(inputSchema, body), [], id);
		}
	});

	it('never contains a token, and names its variable', () => {
		for (const language of ['curl', 'python', 'typescript'] as const) {
			const text = snippet(language);
			assert.match(text, /EASEL_TOKEN/);
			assert.match(text, /Bearer [$f{]/);
		}
	});

	it('as cURL is one command with arguments that a shell does not change', async () => {
		const show = 'curl() { for each in "$@"; do printf "%s\\0" "$each"; done; }';
		const { stdout } = await run('sh', ['-c', `${show}\n${snippet('curl')}`], { env });
		const [, method, url, , token, , type, , body = ''] = stdout.split('\0');
		assert.deepEqual(
			[method, url, token, type],
			['POST', `${service.url}${path}`, 'Authorization: Bearer my token', 'Content-Type: application/json'],
		);
		assert.equal(compact(body), sent);
	});

	it('as TypeScript submits, waits and prints the result', async () => {
		const { stdout } = await run(
			process.execPath,
			['--no-warnings', '--input-type=module-typescript', '--eval', snippet('typescript')],
			{ env },
		);
		assert.equal(JSON.parse(stdout).cost, 1);
		assert.equal(submitted()?.path, path);
		assert.equal(compact(submitted()?.body ?? ''), sent);
		assert.equal(service.calls.at(-1)?.search, '?include_cost=true');
	});

	it('as Python submits, waits and prints the result', async function () {
		const found = await run('python3', ['--version']).catch(() => undefined);
		if (found === undefined) this.skip();
		const { stdout } = await run('python3', ['-c', snippet('python')], { env });
		assert.equal(JSON.parse(stdout).cost, 1);
		assert.equal(submitted()?.path, path);
		assert.equal(compact(submitted()?.body ?? '').replaceAll(', "', ',"'), sent);
	});

	it('keeps values that code would change as JSON text', () => {
		const odd: CatalogModel = {
			...model,
			inputSchema: parseKnownJson('{"properties":{"__proto__":{"type":"integer","default":1}}}'),
		};
		const code = modelSnippet({ ...ofService, modelApiUrl: service.url }, odd, 'typescript');
		assert.match(code, /const body = "\{\\n {2}\\"__proto__\\": 1\\n\}";/);
	});
});
