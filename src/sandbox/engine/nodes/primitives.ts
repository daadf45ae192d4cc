import type { NodeCodes } from './registry.ts';

export const primitiveNodes: NodeCodes = {
	PrimitiveInt: (call) => [call.exactInteger('value')],
	PrimitiveFloat: (call) => [call.number('value')],
	PrimitiveString: (call) => [call.text('value')],
	PrimitiveStringMultiline: (call) => [call.text('value')],
	PrimitiveBoolean: (call) => [call.flag('value')],
	StringConcatenate: (call) => [call.text('string_a') + call.text('delimiter') + call.text('string_b')],
};
