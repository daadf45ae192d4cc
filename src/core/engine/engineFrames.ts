import { compact } from '../base/compact.ts';
import { numberOf } from '../json/exact.ts';
import { entriesOf, type JsonRecord, memberOf, recordOf, textOf } from '../json/fields.ts';
import { readJson } from '../json/tolerant.ts';
import { parseNames } from './parseReplies.ts';

/** The progress of a node, as `progress_state` reports it. */
interface NodeProgress {
	readonly nodeId: string;
	readonly state: 'running' | 'finished' | 'error';
	readonly value: number;
	readonly max: number;
}

/** One message of the event stream (spec/engine.md, WebSocket). Events of later versions are ignored. */
export type EngineEvent =
	| { readonly type: 'start'; readonly promptId: string }
	| { readonly type: 'cached'; readonly promptId: string; readonly nodeIds: readonly string[] }
	/** The current node. The engine leaves the prompt out after a socket was opened again. */
	| { readonly type: 'executing'; readonly promptId?: string; readonly nodeId: string }
	| {
			readonly type: 'progress';
			readonly promptId?: string;
			readonly nodeId?: string;
			readonly value: number;
			readonly max: number;
	  }
	| { readonly type: 'progressState'; readonly promptId: string; readonly nodes: readonly NodeProgress[] }
	/** A node with output has it now. */
	| { readonly type: 'executed'; readonly promptId: string; readonly nodeId: string }
	| { readonly type: 'end'; readonly promptId: string; readonly how: 'success' | 'interrupted' | 'done' }
	| { readonly type: 'error'; readonly promptId: string }
	| {
			readonly type: 'preview';
			readonly promptId?: string;
			readonly nodeId?: string;
			readonly mediaType: string;
			readonly bytes: Uint8Array;
	  };

/** Parses a text frame of the event stream; undefined if unknown. Never throws. */
export function eventOfText(text: string): EngineEvent | undefined {
	const frame = recordOf(readJson(text));
	const data = recordOf(memberOf(frame, 'data'));
	if (data === undefined) return undefined;
	const type = textOf(memberOf(frame, 'type'));
	const promptId = textOf(memberOf(data, 'prompt_id'));
	const nodeId = textOf(memberOf(data, 'node'));
	const prompt = compact({ promptId });
	if (type === 'executing' && nodeId !== undefined) return { type, ...prompt, nodeId };
	if (type === 'progress') {
		const [value, max] = [numberOf(memberOf(data, 'value')), numberOf(memberOf(data, 'max'))];
		if (value === undefined || max === undefined) return undefined;
		return { type, ...prompt, ...compact({ nodeId }), value, max };
	}
	return promptId === undefined ? undefined : eventOfPrompt(type, data, promptId, nodeId);
}

function eventOfPrompt(
	type: string | undefined,
	data: JsonRecord,
	promptId: string,
	nodeId: string | undefined,
): EngineEvent | undefined {
	switch (type) {
		case 'execution_start':
			return { type: 'start', promptId };
		case 'execution_cached':
			return { type: 'cached', promptId, nodeIds: parseNames(memberOf(data, 'nodes')) };
		case 'executing':
			return { type: 'end', promptId, how: 'done' };
		case 'progress_state':
			return { type: 'progressState', promptId, nodes: nodesOf(memberOf(data, 'nodes')) };
		case 'executed':
			return nodeId === undefined ? undefined : { type, promptId, nodeId };
		case 'execution_success':
			return { type: 'end', promptId, how: 'success' };
		case 'execution_interrupted':
			return { type: 'end', promptId, how: 'interrupted' };
		case 'execution_error':
			return { type: 'error', promptId };
		default:
			return undefined;
	}
}

function nodesOf(value: unknown): readonly NodeProgress[] {
	return entriesOf(value).flatMap(([nodeId, entry]) => {
		const record = recordOf(entry);
		const state = memberOf(record, 'state');
		if (state !== 'running' && state !== 'finished' && state !== 'error') return [];
		const [value, max] = [numberOf(memberOf(record, 'value')), numberOf(memberOf(record, 'max'))];
		return [{ nodeId, state, value: value ?? 0, max: max ?? 1 }];
	});
}

/** Binary events by their number. */
const [previewFrame, previewWithMetadataFrame] = [1, 4] as const;

/** Parses a binary frame of the event stream; undefined if unknown. Never throws. */
export function eventOfBytes(bytes: Uint8Array): EngineEvent | undefined {
	if (bytes.byteLength < 8) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const kind = view.getUint32(0);
	const second = view.getUint32(4);
	if (kind === previewFrame) {
		return {
			type: 'preview',
			mediaType: second === 2 ? 'image/png' : 'image/jpeg',
			bytes: bytes.slice(8),
		};
	}
	// The second number is the length of the part before the rest.
	const head = 8 + second;
	if (kind !== previewWithMetadataFrame || head > bytes.byteLength) return undefined;
	const data = recordOf(readJson(new TextDecoder().decode(bytes.subarray(8, head))));
	const promptId = textOf(memberOf(data, 'prompt_id'));
	const nodeId = textOf(memberOf(data, 'display_node_id', 'node_id'));
	const mediaType = textOf(memberOf(data, 'image_type')) ?? '';
	return {
		type: 'preview',
		...compact({ promptId, nodeId }),
		mediaType: /^image\/(jpeg|png|webp)$/.test(mediaType) ? mediaType : 'image/jpeg',
		bytes: bytes.slice(head),
	};
}
