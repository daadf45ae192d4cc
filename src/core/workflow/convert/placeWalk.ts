import { isRawNumber } from '../../json/rawNumber.ts';
import { isArray, isNumber, isObject, isScalar, type Json, member } from '../../json/value.ts';
import type { DeclaredClass, DeclaredInput, DeclaredWidget } from './declared.ts';
import { isButton, isControlWord } from './editorWidgets.ts';
import type { UiNode } from './uiDocument.ts';

/** The values of a node's widgets by name, and the undecided ones. */
export interface NamedWidgets {
	readonly values: Map<string, Json>;
	/** Names that have the class's own default, because the file has no value for them. */
	readonly defaulted: readonly string[];
	/** Names with a value that does not match the declaration of the class: a sign that the places have shifted. */
	readonly doubtful: readonly string[];
	/** Values that belong to no input of the class, with their names if the file has them. */
	readonly leftOver: readonly (readonly [name: string | undefined, value: Json])[];
	/** Inputs that may or may not have a place, so that the places after them are not certain. */
	readonly uncertain: readonly string[];
}

/** Walks the declared inputs of a class and the saved values side by side. */
export class PlaceWalk {
	readonly values = new Map<string, Json>();
	readonly defaulted: string[] = [];
	readonly doubtful: string[] = [];
	readonly uncertain: string[] = [];
	readonly #given: readonly Json[];
	readonly #node: UiNode;
	readonly #withFormer: boolean;
	#at = 0;

	/** @param withFormer The file is older than the rule that a forced input has no widget. */
	constructor(node: UiNode, declared: DeclaredClass, given: readonly Json[], withFormer: boolean) {
		this.#node = node;
		this.#given = given;
		this.#withFormer = withFormer;
		this.#walk(declared.inputs, '', declared.uploadAfter);
		if (declared.uploadAfter !== undefined) while (this.#has() && isButton(given[this.#at])) this.#at += 1;
	}

	/** Every value has its input, and every input that has a place its value. */
	get isExact(): boolean {
		return this.#at === this.#given.length && this.defaulted.length === 0;
	}

	get result(): NamedWidgets {
		return {
			values: this.values,
			defaulted: this.defaulted,
			doubtful: this.doubtful,
			uncertain: this.uncertain,
			leftOver: this.#given.slice(this.#at).map((value) => [undefined, value]),
		};
	}

	#has(): boolean {
		return this.#at < this.#given.length;
	}

	#walk(level: readonly DeclaredInput[], prefix: string, uploadAt?: number): void {
		for (const [index, input] of level.entries()) {
			if (index === uploadAt) this.#skipUpload(level, index);
			const name = `${prefix}${input.name}`;
			if (input.memberWidget !== undefined) this.#takeMembers(input.memberWidget, name);
			const widget = input.widget ?? (this.#withFormer ? input.formerWidget : undefined);
			if (widget === undefined) {
				if (input.uncertain === true) this.#takeUncertain(name);
				continue;
			}
			// It was never set, and the engine has a default.
			if (!this.#has() && input.hidden === true && !input.required) continue;
			const next = widgetAfter(level, index);
			if (input.widget === undefined) {
				const former = this.#given[this.#at];
				if (former === undefined || !fitsWidget(widget, former)) this.doubtful.push(name);
				this.#at += 1;
				this.#skipCompanions(widget, undefined, next);
				continue;
			}
			const value = this.#take(widget, name);
			if (value === undefined) continue;
			this.#skipCompanions(widget, value, next);
			const chosen = typeof value === 'string' ? input.choiceInputs?.get(value) : undefined;
			if (chosen !== undefined) this.#walk(chosen, `${name}.`);
			if (input.rowInputs !== undefined) this.#walkRows(input.rowInputs, name, value);
		}
	}

	#take(widget: DeclaredWidget, name: string): Json | undefined {
		if (widget.isUnsaved === true && widget.initial !== undefined) {
			this.values.set(name, widget.initial);
			return widget.initial;
		}
		while (widget.buttons?.has(this.#given[this.#at]) === true) this.#at += 1;
		// The node editor takes the first member of a choice that has no value.
		const isUnset =
			widget.kind === 'choice' && this.#given[this.#at] === null && widget.initial !== undefined;
		const present = this.#has() && !isUnset;
		const value = present ? this.#given[this.#at] : widget.initial;
		if (value === undefined) return undefined;
		this.values.set(name, value);
		if (!present) this.defaulted.push(name);
		else if (!fitsWidget(widget, value)) this.doubtful.push(name);
		this.#at += 1;
		return value;
	}

	/** Walks the rows of a group. Its value is the number of its rows, and not an input. */
	#walkRows(inputs: readonly DeclaredInput[], name: string, count: Json): void {
		this.values.delete(name);
		const at = this.defaulted.indexOf(name);
		if (at >= 0) this.defaulted.splice(at, 1);
		const rows = typeof count === 'number' ? Math.min(Math.max(0, Math.trunc(count)), mostRows) : 0;
		for (let row = 0; row < rows; row++) this.#walk(inputs, `${name}.${row}.`);
	}

	#takeMembers(widget: DeclaredWidget, name: string): void {
		for (const socket of this.#node.inputs)
			if (socket.widget?.startsWith(`${name}.`) === true && this.#has()) this.#take(widget, socket.widget);
	}

	/** Takes a value if the file shows a widget at the socket of the input. */
	#takeUncertain(name: string): void {
		const socket = this.#node.inputs.find((input) => input.name === name);
		// A pack saves facts about a text before it.
		if (member(this.#given[this.#at], 'textWidgetName') !== undefined) this.#at += 1;
		if (socket?.widget !== undefined && this.#has()) {
			const value = this.#given[this.#at];
			if (value !== undefined) this.values.set(name, value);
			this.#at += 1;
		} else if (socket === undefined && this.#has()) this.uncertain.push(name);
	}

	/** Skips an upload button, which follows the required inputs or, in newer files, all inputs. */
	#skipUpload(level: readonly DeclaredInput[], index: number): void {
		const places = level.slice(index).reduce((sum, input) => sum + placesOf(input), 0);
		while (isButton(this.#given[this.#at]) && this.#given.length - this.#at > places) this.#at += 1;
	}

	#skipCompanions(widget: DeclaredWidget, value: Json | undefined, next: DeclaredWidget | undefined): void {
		if (widget.control && isCompanion(this.#given[this.#at], next)) {
			this.#at += 1;
			if (widget.kind === 'choice' && typeof this.#given[this.#at] === 'string') this.#at += 1;
		}
		for (let count = 0; count < (widget.companions ?? 0); count++)
			if (isPartOf(this.#given[this.#at], value)) this.#at += 1;
	}
}

const mostRows = 1000;

function placesOf({ widget }: DeclaredInput): number {
	if (widget === undefined || widget.isUnsaved === true) return 0;
	return 1 + (widget.control ? (widget.kind === 'choice' ? 2 : 1) : 0) + (widget.companions ?? 0);
}

function widgetAfter(level: readonly DeclaredInput[], index: number): DeclaredWidget | undefined {
	for (let at = index + 1; at < level.length; at++) {
		const widget = level[at]?.widget;
		if (widget !== undefined) return widget;
	}
	return undefined;
}

/**
 * Returns whether a value is the companion of a seed and not the value of the next widget: a word such as `randomize`,
 * unless the next widget is a choice that offers such words; in files of 2023 a boolean, unless the next widget takes
 * one.
 */
function isCompanion(value: Json | undefined, next: DeclaredWidget | undefined): boolean {
	// Some pack has a button in its place.
	if (value === null) return true;
	if (typeof value === 'boolean') return next?.kind !== 'boolean' && next?.kind !== 'other';
	return isControlWord(value) && next?.options?.some((option) => isControlWord(option)) !== true;
}

/** Returns whether a value is a companion of a box, which contains its numbers; others are empty. */
function isPartOf(value: Json | undefined, whole: Json | undefined): boolean {
	if (isObject(whole))
		return isNumber(value) && Object.keys(whole).some((key) => member(whole, key) === value);
	return value === null || value === '';
}

export function fitsWidget(widget: Pick<DeclaredWidget, 'kind'>, value: Json): boolean {
	switch (widget.kind) {
		case 'integer':
			return typeof value === 'number' ? Number.isInteger(value) : isRawNumber(value);
		case 'float':
		case 'rows':
			return isNumber(value);
		case 'boolean':
			return typeof value === 'boolean';
		case 'text':
			return typeof value === 'string';
		case 'choice':
			return isScalar(value) || isArray(value);
		case 'box':
			return isObject(value);
		case 'none':
		case 'other':
			return true;
	}
}
