import type { Call } from '../call.ts';
import type { Conditioning } from '../values.ts';
import type { NodeCodes } from './registry.ts';

export const conditioningNodes: NodeCodes = {
	CLIPTextEncode: (call) => [encoded(call, 'text')],
	CLIPTextEncodeSDXL: (call) => [encoded(call, 'text_g', 'text_l')],
	CLIPTextEncodeSDXLRefiner: (call) => [encoded(call, 'text')],
	CLIPTextEncodeFlux: (call) => [encoded(call, 'clip_l', 't5xxl')],
	FluxGuidance: (call) => [call.get('conditioning', 'CONDITIONING')],
	ConditioningCombine: (call) => [joined(call, 'conditioning_1', 'conditioning_2')],
	ConditioningConcat: (call) => [joined(call, 'conditioning_to', 'conditioning_from')],
	ConditioningAverage: (call) => [joined(call, 'conditioning_to', 'conditioning_from')],
	ConditioningSetArea: (call) => [call.get('conditioning', 'CONDITIONING')],
	ConditioningZeroOut: () => [conditioning('')],
	ControlNetApply: (call) => {
		call.get('control_net', 'CONTROL_NET');
		call.get('image', 'IMAGE');
		return [call.get('conditioning', 'CONDITIONING')];
	},
	ControlNetApplyAdvanced: (call) => {
		call.get('control_net', 'CONTROL_NET');
		call.get('image', 'IMAGE');
		return [call.get('positive', 'CONDITIONING'), call.get('negative', 'CONDITIONING')];
	},
};

function conditioning(words: string): Conditioning {
	return { kind: 'CONDITIONING', words };
}

function encoded(call: Call, ...inputs: readonly string[]): Conditioning {
	call.get('clip', 'CLIP');
	return conditioning([...new Set(inputs.map((name) => call.text(name)))].join(' '));
}

function joined(call: Call, first: string, second: string): Conditioning {
	return conditioning(`${call.get(first, 'CONDITIONING').words} ${call.get(second, 'CONDITIONING').words}`);
}
