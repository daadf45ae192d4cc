import { compact } from '../../base/compact.ts';
import type { Json } from '../../json/value.ts';
import type { InputSpec, NodeInfo } from '../nodeInfo.ts';

/** The control that the node editor shows for an input that has a place among the widget values. */
export interface DeclaredWidget {
	readonly kind: 'integer' | 'float' | 'text' | 'boolean' | 'choice' | 'other';
	/** The value it begins with; undefined where the node info does not say. */
	readonly initial?: Json;
	/** Known members of a choice; undefined where they cannot be known. */
	readonly options?: readonly unknown[];
	/** A second widget after it may say what happens to the value after a run. */
	readonly control: boolean;
}

export interface DeclaredInput {
	readonly name: string;
	readonly required: boolean;
	/** The node editor does not show it. */
	readonly hidden?: true;
	/** Absent for an input that is only a socket. */
	readonly widget?: DeclaredWidget;
	/** Choices that bring inputs of their own (`resize_type.multiplier`), by the chosen value. */
	readonly choiceInputs?: ReadonlyMap<string, readonly DeclaredInput[]>;
}

export interface DeclaredClass {
	readonly displayName: string;
	/** In the order in which the node editor builds them. */
	readonly inputs: readonly DeclaredInput[];
}

/** Returns a node class as the node editor builds it; undefined for a class the node info does not know. */
export function declaredClass(nodeInfo: NodeInfo | undefined, classType: string): DeclaredClass | undefined {
	const found = nodeInfo?.get(classType);
	return found && { displayName: found.displayName, inputs: found.inputs.map(declaredInput) };
}

function declaredInput(spec: InputSpec): DeclaredInput {
	const widget = widgetOf(spec);
	// The members of a growing list are inputs of their own; the list itself is not an input.
	const required = spec.required && spec.dynamic?.kind !== 'autogrow' && spec.dynamic?.kind !== 'group';
	return {
		name: spec.name,
		required,
		...compact({ widget, hidden: spec.hidden }),
		...(spec.dynamic?.kind === 'combo'
			? {
					choiceInputs: new Map(
						spec.dynamic.choices.map(({ key, inputs }) => [key, inputs.map(declaredInput)]),
					),
				}
			: {}),
	};
}

const kinds: ReadonlyMap<string, DeclaredWidget['kind']> = new Map([
	['INT', 'integer'],
	['FLOAT', 'float'],
	['STRING', 'text'],
	['BOOLEAN', 'boolean'],
	['COMBO', 'choice'],
	['COMFY_DYNAMICCOMBO_V3', 'choice'],
	['COLOR', 'other'],
	['WEBCAM', 'other'],
	['MARKDOWN', 'other'],
	['LOAD_3D', 'other'],
	['LOAD_3D_ANIMATION', 'other'],
]);

function widgetOf(spec: InputSpec): DeclaredWidget | undefined {
	if (spec.forceInput === true || spec.malformed === true) return undefined;
	// Packs spell the types of their own widgets in lower case.
	const kind = kinds.get(spec.type) ?? (/^[a-z]/.test(spec.type) ? 'other' : undefined);
	if (kind === undefined) return undefined;
	const initial = spec.default === undefined ? spec.options?.[0] : spec.default;
	return {
		kind,
		control: spec.controlAfterGenerate === true || (spec.type === 'INT' && /seed/i.test(spec.name)),
		...compact({ options: spec.options, initial }),
	};
}
