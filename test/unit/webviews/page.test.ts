import assert from 'node:assert/strict';
import { contentSecurityPolicy, pageHtml } from '../../../src/editor/shell/panels/webviewHtml.ts';

const parts = {
	cspSource: 'https://*.example-cdn.net',
	nonce: 'bm9uY2U',
	title: 'A <b>bold</b> "title"',
	scriptUri: 'https://example/results.js',
	codiconsUri: 'https://example/codicon.css',
	identity: { runId: '"><script>alert(1)</script>' },
	language: 'en',
	workers: false,
};

describe('panel page', () => {
	it('forbids everything not listed, including inline code and styles', () => {
		const policy = contentSecurityPolicy(parts);
		assert.ok(policy.startsWith("default-src 'none'"));
		assert.doesNotMatch(policy, /unsafe|\*;| https: | http:/);
		assert.match(policy, /script-src 'nonce-bm9uY2U'(;|$)/);
		assert.doesNotMatch(policy, /worker-src/);
		assert.match(contentSecurityPolicy({ ...parts, workers: true }), /worker-src blob:/);
	});

	it('keeps texts as data', () => {
		const html = pageHtml(parts);
		assert.doesNotMatch(html, /<b>|alert\(1\)<\/script>/);
		assert.equal(html.match(/<script/g)?.length, 1);
		const attribute = /data-identity="([^"]*)"/.exec(html)?.[1] ?? '';
		const back = attribute.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
		assert.deepEqual(JSON.parse(back), parts.identity);
	});

	it('contains the editor language and its texts as data', () => {
		const texts = { Run: 'Ausführen </script><script>alert(1)</script>' };
		const html = pageHtml({ ...parts, language: 'de', texts });
		assert.match(html, /<html lang="de">/);
		const [, written = ''] =
			/<script type="application\/json" id="texts"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
		assert.deepEqual(JSON.parse(written), texts);
		assert.equal(html.match(/<script/g)?.length, 2);
	});
});
