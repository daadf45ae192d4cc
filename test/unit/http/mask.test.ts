import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { maskSecrets, maskText } from '../../../src/core/http/mask.ts';
import { withoutSecrets } from '../../../src/core/ledger/redact.ts';

const secretChars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+='.split('');
const secretText = fc
	.array(fc.constantFrom(...secretChars), { minLength: 12, maxLength: 40 })
	.map((chars) => `Q${chars.join('')}Z`);

/** Every way in which a secret is known to occur in a text that Easel logs, shows or stores. */
const shapes: Readonly<Record<string, (secret: string) => string>> = {
	'a bearer value': (secret) => `Bearer ${secret}`,
	'a bearer value after several spaces': (secret) => `bearer \t ${secret},`,
	'a basic value': (secret) => `Basic ${secret}`,
	'an authorization header': (secret) => `Authorization: ${secret}`,
	'a cookie': (secret) => `Set-Cookie: session=${secret}; path=/`,
	'a password in an address': (secret) => `https://name:${secret}@host.test/path`,
	'a name in an address': (secret) => `socks5://${secret}@proxy.test:1080`,
	'a password with a question mark': (secret) => `http://name:${secret}?@host.test/`,
	'a signature of an address': (secret) => `https://bucket.test/out/a.png?X-Signature=${secret}&X-Expires=60`,
	'a signature behind a name in quotes': (secret) => `https://bucket.test/a?name='b'&sig=${secret}`,
	'an address in quotes': (secret) => `['https://bucket.test/a?sig=${secret}', 'b']`,
	'a fragment of an address': (secret) => `https://web.test/page#access_token=${secret}`,
	'an address within an address': (secret) => `https://proxy.test/https://bucket.test/a?sig=${secret}`,
	'a password after two addresses': (secret) => `http://http://name:${secret}@host.test`,
	'an address in brackets': (secret) => `(see <https://bucket.test/a?sig=${secret}>)`,
	'a member of an object': (secret) => `{"access_token": "${secret}", "b": 1}`,
	'a partner key': (secret) => `{"extra_data":{"api_key_comfy_org":"${secret}"}}`,
	'a device code': (secret) => `{'device_code':'${secret}'}`,
	'a value of a form': (secret) => `client_secret=${secret}&grant=x`,
	'a key of a hub': (secret) => `with hf_abcdefghijklmnop${secret}`,
};

/** The wrappings of such a text on its way. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
	plain: (text) => text,
	'JSON text': (text) => JSON.stringify({ message: text }),
	'JSON in JSON': (text) => JSON.stringify({ message: JSON.stringify([text]) }),
	'JSON with escaped slashes': (text) => JSON.stringify([text]).replaceAll('/', '\\/'),
	'encoded as in an address': (text) => encodeURIComponent(text),
	'encoded as in an address within another': (text) => encodeURIComponent(encodeURIComponent(text)),
	'encoded within JSON': (text) => JSON.stringify({ next: encodeURIComponent(text) }),
	'JSON with escaped signs': (text) =>
		JSON.stringify([text]).replace(/[&=<>?]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
};

describe('a masked text', () => {
	for (const [shape, write] of Object.entries(shapes)) {
		for (const [wrapping, wrap] of Object.entries(wrappings)) {
			const escapes = /escaped signs|encoded/.test(wrapping);
			// As a text, `=` that is escaped is no longer a form.
			if (wrapping === 'JSON with escaped signs' && /form/.test(shape)) continue;
			it(`never contains ${shape} (${wrapping}), whatever surrounds it and wherever it is cut`, () => {
				fc.assert(
					fc.property(fc.string(), secretText, fc.string(), fc.nat(200), (before, secret, after, limit) => {
						const text = wrap(`${before}\n${write(secret)} ${after}`);
						assert.ok(text.includes(secret) || escapes);
						// A part of the text around the secret may be masked too, and its `+` or `=` may be escaped.
						const start = secret.split(/[=]/, 1)[0]?.slice(0, 9) ?? '';
						if (start.length < 6) return;
						assert.ok(!maskText(text, [], 100_000).includes(start));
						assert.ok(!maskText(text, [], limit).includes(start));
					}),
					{ numRuns: 30 },
				);
			});
		}
	}

	it('never contains a given secret in any spelling', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 6 }), fc.string(), (body, around) => {
				const secret = `Q"${body}\\Z/&`;
				const json = (text: string) => JSON.stringify(text).slice(1, -1);
				const address = (text: string) => encodeURIComponent(text.toWellFormed());
				const form = (text: string) => new URLSearchParams({ a: text.toWellFormed() }).toString().slice(2);
				const lowerCase = (text: string) => address(text).replace(/%../g, (byte) => byte.toLowerCase());
				const once = [json, address, lowerCase];
				const twice = once.flatMap((outer) => once.map((inner) => outer(inner(secret))));
				const spellings = [secret, ...once.map((write) => write(secret)), ...twice];
				if (!/[!'()~*]/.test(secret)) spellings.push(form(secret));
				const masked = maskSecrets(`${around} ${spellings.join(' ')} ${around}`, [undefined, '', secret]);
				for (const spelling of spellings) assert.ok(!masked.includes(spelling));
			}),
		);
	});

	it('contains no part of a secret that begins like another', () => {
		assert.equal(maskSecrets('abcdefgh abcdefghijk', ['abcdefgh', 'abcdefghijk']), '(secret) (secret)');
	});

	it('keeps text that is not a secret', () => {
		for (const text of [
			'The token: expired an hour ago',
			'max_tokens: must be less than 5',
			'basic',
			'a:b, c://, d:/e, f ? g # h',
			'see https://host.test/path for more (really), user@host.test',
			'{"seed": 18446744073709551615, "token": null}',
		]) {
			assert.equal(maskText(text), text);
		}
		assert.equal(maskText('GET https://h.test/p?a=b c'), 'GET https://h.test/p?(hidden) c');
		assert.equal(maskText('Bearer abc, x'), 'Bearer (secret), x');
		assert.equal(maskText('\u0007a\u202eb'), ' a b');
	});

	it('keeps a word as short as a weak secret', () => {
		assert.equal(maskText('a harbor at sunset', ['a', 'harbor']), 'a harbor at sunset');
	});

	it('omits invisible characters before it looks for secrets', () => {
		const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
		assert.equal(maskText(`a${tags}\u200bb\u2060c\ufeff\u00add`), 'abcd');
		assert.equal(maskText('h\u200bunter2hunter2', ['hunter2hunter2']), '(secret)');
		assert.equal(maskText('a\u200db\u200cc'), 'abc');
	});

	it('keeps the joiners of emoji and scripts', () => {
		for (const text of [
			'\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
			'\u2764\ufe0f\u200d\u{1f525}',
			'1\ufe0f\u20e3',
			'\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
			'\u0915\u094d\u200d\u0937',
		])
			assert.equal(maskText(text), text);
	});

	it('ends after the limit', () => {
		assert.equal(maskText('x'.repeat(50), [], 10), `${'x'.repeat(10)} ...`);
		assert.equal(maskText('x y '.repeat(50), [], 10), 'x y x y x  ...');
	});
});

describe('a text for the history', () => {
	it('is always JSON, and unchanged without secrets', () => {
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.webUrl({ withQueryParameters: true, withFragments: true }),
				(value, url) => {
					const text = JSON.stringify({ value, url, nested: JSON.stringify({ value, url }) });
					const after = JSON.parse(withoutSecrets(text)) as { url: string };
					assert.equal(after.url.split("'", 1)[0], url.split(/[?#']/, 1)[0]);
				},
			),
		);
	});

	it('contains no image bytes, signature or password', () => {
		const bytes = 'iVBORw0KGgo'.repeat(10);
		assert.equal(
			withoutSecrets(
				`{"a":"data:image/png;base64,${bytes}","b":"https://n:p@h.test/a?s=1","c":"data:text/plain,hello"}`,
			),
			'{"a":"data:image/png;base64,…","b":"https://h.test/a","c":"data:text/plain,hello"}',
		);
	});
});

describe('masking', () => {
	// Work that grows with the square of the length would take many minutes for these.
	for (const unit of [
		'a.',
		'http://',
		'http:\\/\\/',
		'://',
		'a:b@',
		'http://a@',
		'Bearer ',
		'bearer  ,',
		'"token',
		'token="',
		'token:"\\',
		'cookie:',
		'data:;base64,',
		'data:a/b;',
		'\\',
		'\\"',
		'\\u0026',
		' ',
		'-',
		'?#',
		'eyJ',
		'%3D',
		'%253A%2',
		'a%20 ',
		'%%',
		'%3D',
		'%253A%2',
		'a%20',
		'%%',
	]) {
		it(`ends for a megabyte of ${JSON.stringify(unit)}`, () => {
			const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
			assert.ok(maskText(text, ['secret'], 5_000_000).length >= 0);
			assert.ok(withoutSecrets(text).length <= text.length);
		});
	}
});
