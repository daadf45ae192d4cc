import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { speak } from '../../src/core/base/language.ts';
import { root } from '../tools/machine.mjs';
import { type Agent, eras, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const uri = 'ui://easel/results';

/** Returns a PNG that cannot be compressed: about three bytes for each pixel. */
function noise(side: number): Uint8Array {
	const data = randomFillSync(new Uint8Array(side * side * 3));
	return encode({ width: side, height: side, data, channels: 3 });
}

for (const era of eras) {
	describe(`a host of ${era} that shows apps`, () => {
		const world = McpWorld.ofSuite();
		let host: Agent;
		let plain: Agent;
		let request_id: string;
		let path: string;
		let name: string;

		before(async () => {
			host = await world.connect({ era, answer: () => yes, apps: true });
			plain = await world.connect({ era });
			const target = { path: sampleWorkflow, deployment_id: demo.harbour };
			const run = await host.value('submit_request', { ...target, wait_for_completion: true });
			request_id = run.request_id;
			const { files } = await host.value('get_request_result', { request_id });
			({ path, name } = files[0]);
		});

		const shown = async (args: Record<string, unknown>) => {
			const reply = await host.call('get_shown_results', args);
			assert.ok(!reply.isError, replyText(reply));
			const images = reply.content.filter(({ type }) => type === 'image');
			return { requests: reply.structuredContent.requests, images };
		};

		it('reads the page in the language of the server', async () => {
			const texts = JSON.parse(await readFile(join(root, 'l10n', 'bundle.l10n.de.json'), 'utf8'));
			speak('de', texts);
			try {
				const { contents } = await host.client.readResource({ uri });
				const page = String((contents as readonly { text: string }[])[0]?.text);
				assert.match(page, /<html lang="de">/);
				const given = /<script type="application\/json" id="texts">(.*?)<\/script>/.exec(page)?.[1];
				assert.equal(JSON.parse(given ?? '{}').Compare, texts.Compare);
			} finally {
				speak('en');
			}
		});

		it('lists the page with its content policy and its tools', async () => {
			const { resources } = await host.client.listResources();
			assert.deepEqual(
				resources.map((each) => [each.uri, each.mimeType]),
				[[uri, 'text/html;profile=mcp-app']],
			);
			const { contents } = await host.client.readResource({ uri });
			const [page] = contents as readonly { text: string; mimeType: string; _meta: unknown }[];
			assert.equal(page?.mimeType, 'text/html;profile=mcp-app');
			const nothing = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
			assert.deepEqual(page?._meta, { ui: { csp: nothing, prefersBorder: true } });
			assert.match(page?.text ?? '', /^<!DOCTYPE html>/);
			assert.match(page?.text ?? '', /content="default-src 'none'; script-src 'sha256-/);
			assert.doesNotMatch(page?.text ?? '', /<script src|<link /);

			const { tools } = await host.client.listTools();
			const having = tools.filter(({ _meta }) => _meta !== undefined);
			assert.deepEqual(
				having.map(({ name, _meta }) => [name, _meta]),
				[
					['list_requests', { ui: { resourceUri: uri, visibility: ['model', 'app'] } }],
					['get_request_result', { ui: { resourceUri: uri, visibility: ['model', 'app'] } }],
					['show_result', { ui: { resourceUri: uri, visibility: ['model', 'app'] } }],
					['get_shown_results', { ui: { resourceUri: uri, visibility: ['app'] } }],
				],
			);
		});

		it('offers another host neither page nor tool of the app, and returns the same answers', async () => {
			assert.deepEqual((await plain.client.listResources()).resources, []);
			const { tools } = await plain.client.listTools();
			const { tools: more } = await host.client.listTools();
			assert.deepEqual(
				tools,
				more.filter(({ name }) => name !== 'get_shown_results').map(({ _meta, ...tool }) => tool),
			);
			for (const tool of ['show_result', 'get_request_result'])
				assert.deepEqual(
					await plain
						.call(tool, { request_id })
						.then(({ content, structuredContent }) => [content, structuredContent]),
					await host
						.call(tool, { request_id })
						.then(({ content, structuredContent }) => [content, structuredContent]),
				);
		});

		it('sends the app the whole picture, or a small copy of one above the limit', async () => {
			const picture = noise(600);
			await writeFile(path, picture);
			const whole = await shown({ request_ids: [request_id], file: name });
			assert.deepEqual(whole.requests[0].items, [{ name, picture: 0 }]);
			assert.deepEqual(Buffer.from(whole.images[0]?.data ?? '', 'base64'), Buffer.from(picture));

			await writeFile(path, noise(1100));
			const large = await shown({ request_ids: [request_id] });
			assert.deepEqual(large.requests[0].items, [{ name, picture: 0, note: `Thumbnail of ${name}` }]);
			assert.ok((large.images[0]?.data ?? '').length <= 140_000);

			await writeFile(path, new Uint8Array(5_000_000));
			const { requests, images } = await shown({ request_ids: [request_id] });
			assert.equal(images.length, 0);
			assert.match(requests[0].items[0].note, /is too large to be shown here/);
		});

		it('keeps many pictures within four megabytes, each with a copy at least', async () => {
			await writeFile(path, noise(600));
			const { requests, images } = await shown({ request_ids: Array(20).fill(request_id) });
			const characters = images.reduce((sum, { data = '' }) => sum + data.length, 0);
			assert.ok(characters <= 4_000_000, `${characters} characters`);
			assert.equal(images.length, 20);
			assert.equal(requests.length, 20);
			assert.ok(images.some(({ data = '' }) => data.length > 1_000_000));
		});

		it('reports a failure instead of a result, without a secret', async () => {
			const { requests } = await shown({ request_ids: ['no-such-request', request_id] });
			assert.equal(requests[0].items.length, 0);
			assert.ok(requests[0].problem.length > 10);
			assert.equal(requests[1].request_id, request_id);
			const token = world.operations.sandbox.announcement.token;
			assert.ok(host.wire.every((message) => !message.includes(token)));
		});
	});
}
