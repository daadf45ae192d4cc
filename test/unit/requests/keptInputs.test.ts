import assert from 'node:assert/strict';
import { type FieldSpec, fieldError } from '../../../src/core/base/panel/formFields.ts';
import {
	checkpointReference,
	readReference,
	referencesIn,
	withAdapter,
	withAddresses,
} from '../../../src/core/requests/checkpointReference.ts';
import { keptBody, keptInputs, keptJson, withoutSignatures } from '../../../src/core/requests/keptInputs.ts';

const signed = 'https://files.test/a.png?X-Amz-Signature=abc&w=1';

describe('the saved copy of inputs', () => {
	it('contains no signature, and the field asks to paste the address again', () => {
		const kept = withoutSignatures(`see ${signed} and https://u:p@files.test/b`);
		assert.equal(
			kept,
			'see https://files.test/a.png?signature-not-kept and https://files.test/b?signature-not-kept',
		);
		const media: FieldSpec = {
			kind: 'media',
			path: 'image',
			label: 'Image',
			accept: 'image',
			publicOnly: true,
		};
		assert.match(fieldError(media, withoutSignatures(signed)) ?? '', /Paste the address again/);
		assert.equal(
			withoutSignatures('https://files.test/a.png?w=100&h=2'),
			'https://files.test/a.png?w=100&h=2',
		);
	});

	it('contains no signature escaped in JSON', () => {
		const text = String.raw`{"a":"https:\/\/files.test\/a.png?w=1\u0026sig=abc"}`;
		assert.ok(!withoutSignatures(text).includes('abc'), withoutSignatures(text));
		assert.ok(!keptBody(text).text.includes('abc'));
	});

	it('contains no value with the name of a secret', () => {
		const body = keptBody(
			`{"prompt":"a","api_key":"k","deep":[{"hf_token":"t","image":"${signed}"}],"seed":18446744073709551615}`,
		);
		assert.equal(body.whole, false);
		assert.equal(
			body.text,
			'{"prompt":"a","api_key":"(secret-not-kept)","deep":[{"hf_token":"(secret-not-kept)","image":"https://files.test/a.png?signature-not-kept"}],"seed":18446744073709551615}',
		);
		assert.equal(keptBody(body.text).whole, false, 'it cannot be sent as it is, also when it is read again');
		const secretOnly = keptBody('{"api_key":"k"}').text;
		assert.deepEqual(keptBody(secretOnly), { text: secretOnly, whole: false });
		assert.equal(keptBody('{"api_key":"","token":null}').whole, true, 'nothing was there');
		const fields: FieldSpec[] = [
			{ kind: 'text', path: 'prompt', label: 'Prompt' },
			{ kind: 'text', path: 'api_key', label: 'Key' },
		];
		assert.deepEqual(
			keptInputs(fields, { values: { prompt: signed, api_key: 'k' }, others: '{"token":"t","x":1}' }),
			{
				values: { prompt: 'https://files.test/a.png?signature-not-kept' },
				others: '{"token":"(secret-not-kept)","x":1}',
			},
		);
	});

	it('asks to enter a secret again at its field, also within JSON', () => {
		const text: FieldSpec = { kind: 'text', path: 'api_key', label: 'Key' };
		const json: FieldSpec = { kind: 'json', path: 'loader', label: 'Loader' };
		assert.match(fieldError(text, '(secret-not-kept)') ?? '', /Enter it again/);
		assert.match(fieldError(json, '{"hf_token": "(secret-not-kept)"}') ?? '', /Enter it again/);
		assert.equal(fieldError(json, '{"hf_token": "t"}'), undefined);
	});

	it('contains no secret within the JSON of a field, even if incomplete', () => {
		const fields: FieldSpec[] = [{ kind: 'json', path: 'loader', label: 'Loader' }];
		const kept = (loader: string) => keptInputs(fields, { values: { loader } }).values.loader;
		const parsed = `[{"hf_token": "5ecret", "image": "${signed}", "scale": 1.50}]`;
		assert.equal(
			kept(parsed),
			`[\n  {\n    "hf_token": "(secret-not-kept)",\n    "image": "https://files.test/a.png?signature-not-kept",\n    "scale": 1.50\n  }\n]`,
		);
		const harmless = '[ {"scale": 1.50} ]';
		assert.equal(kept(harmless), harmless);
		assert.equal(
			kept('[{"scale": 2, "hf_token": "5ecret", "x": '),
			'[{"scale": 2, "hf_token": "(secret-not-kept)", "x": ',
		);
	});

	it('contains no secret of a text that is not JSON, in any spelling', () => {
		for (const [draft, rest] of [
			[
				'{"prompt": "a", "hf_token": "5ecret", "x": ',
				'{"prompt": "a", "hf_token": "(secret-not-kept)", "x": ',
			],
			['{"hf_token": "5ecret', '{"hf_token": "(secret-not-kept)'],
			['{"api_key": 5ecret,\n"x": ', '{"api_key": "(secret-not-kept)"\n"x": '],
			["{api_key: '5ecret', x: }", "{api_key: '(secret-not-kept)', x: }"],
			['{"token": {"a": "5ecret"},\n"b": ["5ecret"', '{"token": "(secret-not-kept)"'],
			[`{"image": "${signed}&a=5ecret"`, '{"image": "https://files.test/a.png?signature-not-kept"'],
			['{"tokens": 5, "prompt": "a token"', '{"tokens": 5, "prompt": "a token"'],
		] as const)
			assert.equal(keptJson(draft), rest, draft);
	});

	it('is unchanged without a secret', () => {
		const text = '{ "seed": 1.50, "image": "https://files.test/a.png" }';
		assert.deepEqual(keptBody(text), { text, whole: true });
		assert.deepEqual(keptBody('not JSON'), { text: '{}', whole: false });
		const deep = `{"a":"checkpoint:x/y.safetensors","b":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
		assert.deepEqual(keptBody(deep), { text: '{}', whole: false });
		assert.deepEqual(referencesIn(deep), []);
	});
});

describe('a checkpoint as an input', () => {
	const reference = checkpointReference({ job: 'ink_wash', file: 'ink_wash_000002000.safetensors' });

	it('is a reference until the request is sent', () => {
		assert.deepEqual(readReference(` ${reference} `), {
			job: 'ink_wash',
			file: 'ink_wash_000002000.safetensors',
		});
		for (const other of [
			'',
			'checkpoint:',
			'a checkpoint:x/y.safetensors',
			'checkpoint:x/y.png',
			'https://a.test/x.safetensors',
		])
			assert.equal(readReference(other), undefined, other);
		const body = `{"prompt":"${reference} in words","lora":{"path":"${reference}"},"seed":18446744073709551615}`;
		assert.deepEqual(referencesIn(body), [reference]);
		assert.equal(
			withAddresses(body, new Map([[reference, 'https://files.test/x?sig=1']])),
			`{"prompt":"${reference} in words","lora":{"path":"https://files.test/x?sig=1"},"seed":18446744073709551615}`,
		);
		assert.equal(withAddresses('{"a":1.0}', new Map()), '{"a":1.0}');
	});

	it('replaces a single adapter and extends a list', () => {
		const text: FieldSpec = { kind: 'text', path: 'lora', label: 'LoRA', adapter: {} };
		assert.equal(withAdapter(text, 'old', reference), reference);
		assert.equal(
			withAdapter({ ...text, kind: 'list', items: 'text' }, 'old\n', reference),
			`old\n${reference}`,
		);
		const list: FieldSpec = { kind: 'json', path: 'loras', label: 'LoRAs', adapter: { member: 'path' } };
		assert.deepEqual(JSON.parse(withAdapter(list, '[{"path":"old","scale":0.5}]', reference)), [
			{ path: 'old', scale: 0.5 },
			{ path: reference },
		]);
		assert.deepEqual(JSON.parse(withAdapter(list, 'not JSON', reference)), [{ path: reference }]);
	});
});
