import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { eventOfBytes, eventOfText } from '../../../src/core/engine/engineFrames.ts';

function frame(type: string, data: object): string {
	return JSON.stringify({ type, data });
}

function binary(kind: number, second: number, rest: string): Uint8Array {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(kind, 0);
	head.writeUInt32BE(second, 4);
	return Buffer.concat([head, Buffer.from(rest)]);
}

describe('the messages of the event stream', () => {
	it('name the active node and its step', () => {
		assert.deepEqual(eventOfText(frame('executing', { node: '3', display_node: '3', prompt_id: 'p' })), {
			type: 'executing',
			promptId: 'p',
			nodeId: '3',
		});
		assert.deepEqual(eventOfText(frame('progress', { value: 4, max: 20, prompt_id: 'p', node: '3' })), {
			type: 'progress',
			promptId: 'p',
			nodeId: '3',
			value: 4,
			max: 20,
		});
	});

	it('mark a run as done if no node is active', () => {
		assert.deepEqual(eventOfText(frame('executing', { node: null, prompt_id: 'p' })), {
			type: 'end',
			promptId: 'p',
			how: 'done',
		});
	});

	it('may omit the prompt after the stream was reopened', () => {
		assert.deepEqual(eventOfText(frame('executing', { node: '3' })), { type: 'executing', nodeId: '3' });
	});

	it('contain previews, with their node if the engine names it', () => {
		const plain = eventOfBytes(binary(1, 2, 'PNG'));
		assert.equal(plain?.type, 'preview');
		assert.deepEqual(plain?.type === 'preview' && [plain.mediaType, String(Buffer.from(plain.bytes))], [
			'image/png',
			'PNG',
		]);
		const metadata = JSON.stringify({ node_id: '3', prompt_id: 'p', image_type: 'image/jpeg' });
		const named = eventOfBytes(binary(4, metadata.length, `${metadata}JPEG`));
		assert.deepEqual(
			named?.type === 'preview' && [named.promptId, named.nodeId, String(Buffer.from(named.bytes))],
			['p', '3', 'JPEG'],
		);
	});

	it('never contain a media type other than a picture', () => {
		const metadata = JSON.stringify({ node_id: '3', prompt_id: 'p', image_type: 'text/html' });
		const named = eventOfBytes(binary(4, metadata.length, `${metadata}<p>`));
		assert.equal(named?.type === 'preview' && named.mediaType, 'image/jpeg');
	});

	it('are dropped if damaged, whatever they contain', () => {
		assert.equal(eventOfBytes(binary(4, 1_000_000, 'short')), undefined);
		assert.equal(eventOfText('{"type":"executing"'), undefined);
		fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void eventOfBytes(bytes)));
		fc.assert(fc.property(fc.json(), (text) => void eventOfText(text)));
		fc.assert(
			fc.property(
				fc.constantFrom('status', 'progress', 'progress_state', 'executed'),
				fc.jsonValue(),
				(type, data) => void eventOfText(JSON.stringify({ type, data })),
			),
		);
	});
});
