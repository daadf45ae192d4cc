import type { InputSpec, NodeInfo } from '../nodeInfo.ts';
import type { InputValue } from '../nodeReader.ts';
import { isOption } from './choices.ts';
import { typesOf } from './linkTypes.ts';

/** Types with a control in the node editor (comfy_api/latest/_io.py of 0.38.1), so a literal is intended. */
const widgetTypes: ReadonlySet<string> = new Set([
	'INT',
	'FLOAT',
	'STRING',
	'BOOLEAN',
	'COMBO',
	'*',
	'BOUNDING_BOX',
	'BOUNDING_BOXES',
	'CAMERA_INFO_STATE',
	'COLOR',
	'COLORS',
	'CURVE',
	'IMAGECOMPARE',
	'RANGE',
	'RESOLUTION_PREVIEW',
	'VIDEO_EDIT',
]);

/**
 * Returns whether an input takes only links: neither it nor one of its types has a control, and each type is that of an
 * output of some class.
 */
export function isSocket(spec: InputSpec, nodeInfo: NodeInfo): boolean {
	if (spec.widgetType !== undefined) return false;
	return typesOf(spec.type).every(
		(type) => !widgetTypes.has(type) && !type.startsWith('COMFY_') && nodeInfo.isOutputType(type),
	);
}

/**
 * Returns whether a list can be the value of an input: the engine rejects lists for numbers, booleans and single
 * choices.
 */
export function takesList(
	spec: InputSpec | undefined,
	nodeInfo: NodeInfo | undefined,
	items: readonly InputValue[],
): boolean {
	if (!spec) return true;
	const { type, multiselect, options, dynamic, upload, min, max } = spec;
	if (multiselect) return options === undefined || items.every((item) => isOption(item, options));
	if (['INT', 'FLOAT', 'BOOLEAN', 'COMBO'].includes(type) || dynamic || upload) return false;
	return min === undefined && max === undefined && !(nodeInfo && isSocket(spec, nodeInfo));
}
