import { compact } from '../../base/compact.ts';
import type { Json } from '../../json/value.ts';
import type { InputSpec, NodeInfo } from '../nodeInfo.ts';
import { type EditorWidget, editorWidget } from './editorWidgets.ts';

/** The widget that the node editor shows for an input that has a place among the widget values. */
export interface DeclaredWidget extends EditorWidget {
	/** Known members of a choice; undefined if they cannot be known. */
	readonly options?: readonly unknown[];
	/** A second widget after it may change the value after a run, and a third one after a choice filters its members. */
	readonly control: boolean;
}

export interface DeclaredInput {
	readonly name: string;
	readonly required: boolean;
	/** The node editor does not show it. */
	readonly hidden?: true;
	/** Absent for an input that is only a socket. */
	readonly widget?: DeclaredWidget;
	/** The widget that node editors before 1.16 had for an input that is only a socket today. */
	readonly formerWidget?: DeclaredWidget;
	/** No class outputs this type and no known widget takes it, so only the file shows whether it has a place. */
	readonly uncertain?: true;
	/** Choices with inputs of their own (`resize_type.multiplier`), by the selected value. */
	readonly choiceInputs?: ReadonlyMap<string, readonly DeclaredInput[]>;
	/** The inputs of each row of a group; the group's own value is the number of rows. */
	readonly rowInputs?: readonly DeclaredInput[];
	/** The widget of each member of a growing list, if its members have widgets. */
	readonly memberWidget?: DeclaredWidget;
}

export interface DeclaredClass {
	readonly displayName: string;
	/** In the order in which the node editor builds them. */
	readonly inputs: readonly DeclaredInput[];
	/** The number of inputs before which an upload button may have a place. */
	readonly uploadAfter?: number;
	/** It takes inputs that it does not declare. */
	readonly takesAll: boolean;
}

/** Returns a node class as the node editor builds it; undefined for a class the node info does not know. */
export function declaredClass(nodeInfo: NodeInfo | undefined, classType: string): DeclaredClass | undefined {
	const found = nodeInfo?.get(classType);
	if (nodeInfo === undefined || found === undefined) return undefined;
	const required = found.inputs.filter((spec) => spec.required);
	return {
		displayName: found.displayName,
		inputs: found.inputs.map((spec) => declaredInput(spec, nodeInfo)),
		...(required.some((spec) => spec.upload && spec.type === 'COMBO')
			? { uploadAfter: required.length }
			: {}),
		takesAll: found.rules.takesAll === true,
	};
}

function declaredInput(spec: InputSpec, nodeInfo: NodeInfo): DeclaredInput {
	const shown = spec.malformed === true ? undefined : widgetOf(spec);
	const dynamic = spec.dynamic;
	// The members of a growing list are inputs of their own; the list itself is not an input.
	const required = spec.required && dynamic?.kind !== 'autogrow' && dynamic?.kind !== 'group';
	const inside = (specs: readonly InputSpec[]) => specs.map((each) => declaredInput(each, nodeInfo));
	return {
		name: spec.name,
		required,
		...compact({
			widget: spec.forceInput === true ? undefined : shown,
			formerWidget: spec.forceInput === true ? shown : undefined,
			hidden: spec.hidden,
			uncertain: shown === undefined && isUncertain(spec, nodeInfo) ? (true as const) : undefined,
			choiceInputs:
				dynamic?.kind === 'combo'
					? new Map(dynamic.choices.map(({ key, inputs }) => [key, inside(inputs)]))
					: undefined,
			rowInputs: dynamic?.kind === 'group' ? inside(dynamic.inputs) : undefined,
			memberWidget:
				dynamic?.kind === 'autogrow' && dynamic.template.forceInput !== true
					? widgetOf(dynamic.template)
					: undefined,
		}),
	};
}

function widgetOf(spec: InputSpec): DeclaredWidget | undefined {
	const known = editorWidget(spec.widgetType ?? spec.type);
	if (known === undefined || known.kind === 'none') return undefined;
	const isRows = spec.dynamic?.kind === 'group';
	const initial = isRows ? spec.dynamic.minimum : (spec.default ?? spec.options?.[0] ?? known.initial);
	return {
		...known,
		control: spec.controlAfterGenerate ?? (known.kind === 'integer' && /seed/i.test(spec.name)),
		...compact({ options: spec.options, initial: initial as Json | undefined }),
	};
}

function isUncertain(spec: InputSpec, nodeInfo: NodeInfo): boolean {
	if (spec.malformed === true || spec.forceInput === true || spec.dynamic !== undefined) return false;
	const { type } = spec;
	if (!/^[A-Z]/.test(type) || type.startsWith('COMFY_') || editorWidget(type) !== undefined) return false;
	return !type.split(',').some((each) => each === '*' || nodeInfo.isOutputType(each.trim()));
}
