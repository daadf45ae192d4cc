import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type EngineEvent, eventOfBytes, eventOfText } from '../../../src/core/engine/engineFrames.ts';
import { EngineProgressBoard } from '../../../src/core/engine/engineProgress.ts';
import type { Frame } from '../../support/engineDouble.ts';
import { recordedStreams, recordedVersions } from '../../support/recordedStreams.ts';

/** The one id in all recordings. */
const runId = '00000000-0000-4000-8000-000000000000';

/** Returns a picture as its frame of the newer kind. */
function bytesOf({ preview, mediaType, metadata }: Extract<Frame, { preview: Uint8Array }>): Uint8Array {
	const about = Buffer.from(JSON.stringify({ image_type: mediaType, ...metadata }));
	const head = Buffer.alloc(8);
	head.writeUInt32BE(4);
	head.writeUInt32BE(about.length, 4);
	return Buffer.concat([head, about, preview]);
}

function eventOf(frame: Frame): EngineEvent | undefined {
	if (frame instanceof Uint8Array) return eventOfBytes(frame);
	if ('preview' in frame) return eventOfBytes(bytesOf(frame));
	return eventOfText(JSON.stringify(frame));
}

for (const version of recordedVersions) {
	describe(`the recorded event stream of an engine ${version}`, () => {
		const streams = recordedStreams(version);
		const eventsOf = (name: string) =>
			(streams.get(name)?.frames ?? []).flatMap((frame) => eventOf(frame) ?? []);

		it('contains no message that is ignored, except the greeting and the length of the queue', () => {
			for (const [name, { frames }] of streams) {
				assert.ok(frames.length > 5, name);
				const others = frames.filter((frame) => eventOf(frame) === undefined);
				const types = new Set(others.map((frame) => ('type' in frame ? frame.type : 'bytes')));
				assert.deepEqual([...types].sort(), ['feature_flags', 'status'], name);
			}
		});

		it('ends each run as in the history', () => {
			for (const [name, { history }] of streams) {
				const ends = eventsOf(name).filter(({ type }) => type === 'end' || type === 'error');
				const [first] = ends;
				const how = first?.type === 'end' ? first.how : first?.type;
				const last = history.status.messages.at(-1)?.[0];
				assert.equal(`execution_${how}`, last, name);
			}
		});

		it('shows each active or finished node, and none at the end', () => {
			for (const [name, { frames, history }] of streams) {
				const board = new EngineProgressBoard();
				board.begin(runId, { titles: {}, totalNodes: 9 });
				for (const event of eventsOf(name)) board.accept(event);
				const { done, cached, nodeId } = board.of(runId) ?? {};
				assert.equal(nodeId, undefined, name);
				const seen = new Set([...(done ?? []), ...(cached ?? [])]);
				for (const id of Object.keys(history.outputs)) assert.ok(seen.has(id), `${name}: node ${id}`);
				assert.ok(frames.length > 0 && seen.size > 0, name);
			}
		});

		it('shows steps and pictures of their node', () => {
			const board = new EngineProgressBoard();
			const steps = new Set<number>();
			let pictures = 0;
			board.onDidChange(({ nodeId, step, preview }) => {
				if (nodeId === '1' && step !== undefined) steps.add(step.value);
				if (preview !== undefined) pictures++;
				assert.equal(preview?.mediaType ?? 'image/jpeg', 'image/jpeg');
			});
			board.begin(runId, { titles: {}, totalNodes: 2 });
			for (const event of eventsOf('previews')) board.accept(event);
			assert.deepEqual([...steps].sort(), [1, 2, 3, 4]);
			assert.ok(pictures > 3);
		});
	});
}
