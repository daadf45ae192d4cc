import { isRawNumber } from '../../json/rawNumber.ts';
import { isArray, isNumber, isObject, type Json } from '../../json/value.ts';
import type { DeclaredClass, DeclaredInput, DeclaredWidget } from './declared.ts';
import { isControlWord } from './promotedWidgets.ts';
import type { UiNode } from './uiDocument.ts';

/** The values of a node's widgets by name, and what could not be decided about them. */
interface NamedWidgets {
	readonly values: ReadonlyMap<string, Json>;
	/** Names whose value is the class's own default, because the file holds none. */
	readonly defaulted: readonly string[];
	/** Names whose value does not fit what the class declares: a sign that the places have shifted. */
	readonly doubtful: readonly string[];
	/** Values that no name could be found for. */
	readonly unnamed: readonly Json[];
}

/** Pictures of the last run that some packs keep among their values. */
const previews = new Set(['videopreview', 'preview']);

/** Gives each widget value of a node its name. */
export function nameWidgets(node: UiNode, declared: DeclaredClass | undefined): NamedWidgets {
	if (isObject(node.widgets)) {
		const kept = Object.entries(node.widgets).filter(([name]) => !previews.has(name));
		return { values: new Map(kept), defaulted: [], doubtful: [], unnamed: [] };
	}
	const values = isArray(node.widgets) ? node.widgets : [];
	return declared === undefined ? byOwnNames(node, values) : byDeclaration(declared.inputs, values);
}

/** Walks the declared inputs and the values side by side. */
function byDeclaration(inputs: readonly DeclaredInput[], given: readonly Json[]): NamedWidgets {
	const values = new Map<string, Json>();
	const defaulted: string[] = [];
	const doubtful: string[] = [];
	let at = 0;
	const walk = (level: readonly DeclaredInput[], prefix: string): void => {
		for (const input of level) {
			const { widget } = input;
			if (widget === undefined) continue;
			const name = `${prefix}${input.name}`;
			const present = at < given.length;
			// Nobody gave it a value, and the engine has one of its own.
			if (!present && input.hidden === true && !input.required) continue;
			const value = present ? given[at] : widget.initial;
			if (value === undefined) continue;
			values.set(name, value);
			if (!present) defaulted.push(name);
			else if (!fits(widget, value)) doubtful.push(name);
			at += 1;
			if (widget.control && isCompanion(given[at], widgetAfter(level, input))) at += 1;
			const chosen = typeof value === 'string' ? input.choiceInputs?.get(value) : undefined;
			if (chosen !== undefined) walk(chosen, `${name}.`);
		}
	};
	walk(inputs, '');
	return { values, defaulted, doubtful, unnamed: [] };
}

function widgetAfter(level: readonly DeclaredInput[], input: DeclaredInput): DeclaredWidget | undefined {
	return level.slice(level.indexOf(input) + 1).find((candidate) => candidate.widget !== undefined)?.widget;
}

/**
 * Is this value what the editor keeps beside a seed, rather than the value of the next widget? A word such as `randomize`, unless
 * the next widget is a choice that offers such words; in files of 2023 a truth value, unless the next widget takes one.
 */
function isCompanion(value: Json | undefined, next: DeclaredWidget | undefined): boolean {
	if (typeof value === 'boolean') return next?.kind !== 'boolean' && next?.kind !== 'other';
	return isControlWord(value) && next?.options?.some((option) => isControlWord(option)) !== true;
}

function fits(widget: DeclaredWidget, value: Json): boolean {
	switch (widget.kind) {
		case 'integer':
			return typeof value === 'number' ? Number.isInteger(value) : isRawNumber(value);
		case 'float':
			return isNumber(value);
		case 'boolean':
			return typeof value === 'boolean';
		case 'text':
			return typeof value === 'string';
		case 'choice':
			return typeof value === 'string' || isNumber(value) || typeof value === 'boolean';
		case 'other':
			return true;
	}
}

/** For a class nobody knows: newer files name every widget among the inputs; older ones only some, which decides nothing. */
function byOwnNames(node: UiNode, given: readonly Json[]): NamedWidgets {
	const names = node.inputs.flatMap((input) => (input.widget === undefined ? [] : [input.widget]));
	const values = new Map<string, Json>();
	let at = 0;
	for (const [index, name] of names.entries()) {
		const value = given[at];
		if (value === undefined) break;
		values.set(name, value);
		at += 1;
		const left = given.length - at;
		const companion = isControlWord(given[at]) || typeof given[at] === 'boolean';
		if (isNumber(value) && companion && left > names.length - index - 1) at += 1;
	}
	const complete = values.size === names.length && given.slice(at).every(isButton);
	return complete
		? { values, defaulted: [], doubtful: [], unnamed: [] }
		: { values: new Map(), defaulted: [], doubtful: [], unnamed: given };
}

/** Returns whether a value can come from an upload button or an empty companion, which leave one behind the real values. */
function isButton(value: Json): boolean {
	return value === null || value === '' || value === 'image' || value === 'video' || value === 'audio';
}
