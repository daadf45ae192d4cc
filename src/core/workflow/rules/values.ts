import * as l10n from '@vscode/l10n';
import type { Fix, Severity, TextRange } from '../../base/findings.ts';
import { either } from '../../base/language.ts';
import { exactNumber } from '../../json/exact.ts';
import { jsonLine } from '../../json/value.ts';
import { toBoolean, toFloat, toInt } from '../../wire/coercion.ts';
import type { InputSpec } from '../nodeInfo.ts';
import { type InputBody, type InputValue, unwrap } from '../nodeReader.ts';
import { testsItself } from '../ownRules.ts';
import { choiceProblem, listed } from './choices.ts';
import { executionErrorCode } from './classes.ts';
import type { KnownNode } from './factTypes.ts';
import { fileProblem } from './files/fileNames.ts';
import { typesOf } from './linkTypes.ts';
import { type Coerced, explained, meantNumber, nearestWithin } from './numbers.ts';
import { rootOf } from './shapes.ts';
import { isSocket } from './sockets.ts';
import type { ValueProblem } from './valueProblem.ts';

// Made once: every input with a number asks for them.
const wholeNumber = l10n.t('a whole number');
const anyNumber = l10n.t('a number');

/** Rules about a literal: whether the engine can turn it into the declared type, and whether it is in the range or list. */
export function checkValue(input: InputBody, spec: InputSpec, node: KnownNode): void {
	new ValueCheck(input, spec, node).run();
}

/** A class and not functions within one: a large workflow has ten thousand literals, and each would make its functions again. */
class ValueCheck {
	private readonly input: InputBody;
	private readonly spec: InputSpec;
	private readonly node: KnownNode;
	/**
	 * True if the engine checks range and list. Values that the class tests itself are only converted to the declared
	 * type.
	 */
	private readonly ranged: boolean;

	constructor(input: InputBody, spec: InputSpec, node: KnownNode) {
		this.input = input;
		this.spec = spec;
		this.node = node;
		this.ranged = !testsItself(node.nodeClass.rules, rootOf(input.name));
	}

	run(): void {
		const { spec } = this;
		const value = unwrap(this.input.value);
		switch (spec.type) {
			case 'INT':
				this.checkNumber(explained(toInt(value)), wholeNumber);
				return;
			case 'FLOAT':
				this.checkNumber(explained(toFloat(value)), anyNumber);
				return;
			case 'STRING':
				this.checkText(value);
				return;
			case 'BOOLEAN':
				this.checkTruth(value);
				return;
			default:
				if (spec.dynamic?.kind === 'combo') this.checkKey(value);
				else if (this.node.nodeClass.rules.file === spec.name)
					this.sayProblem(fileProblem(value, spec, this.node.nodeClass, this.node.nodeInfo));
				else if (spec.type === 'COMBO') this.checkChoice(value);
				else this.checkOther(value);
		}
	}

	private get range(): TextRange {
		return { start: this.input.start, end: this.input.end };
	}

	private say(
		code: string,
		severity: Severity,
		message: string,
		remedy: string,
		fixes: readonly Fix[] = [],
	): void {
		const { range, input } = this;
		this.node.report({ code, severity, message, remedy, range, input: input.name, fixes });
	}

	private checkText(value: InputValue): void {
		if (this.cannotCompare()) return;
		if (value.type !== 'null' && value.type !== 'object' && value.type !== 'boolean') return;

		this.say(
			'odd_value',
			'warning',
			value.type === 'null'
				? l10n.t('"{0}" must be text; the engine turns this into the word "None".', this.spec.name)
				: l10n.t('"{0}" must be text; the engine turns this into its spelling in Python.', this.spec.name),
			l10n.t('Write text in quotes.'),
		);
	}

	/** Reports a numeric limit at a value that is not a number after the engine has converted it to the declared type. */
	private cannotCompare(): boolean {
		const { spec } = this;
		if (!this.ranged || (spec.min === undefined && spec.max === undefined)) return false;
		this.say(
			executionErrorCode(this.node.nodeClass),
			'error',
			l10n.t(
				'"{0}" has a minimum or maximum, and the engine fails when it compares anything but a number with it.',
				spec.name,
			),
			spec.type === 'STRING' ? l10n.t('Link it.') : l10n.t('Link it, or write a number.'),
		);
		return true;
	}

	private checkTruth(value: InputValue): void {
		if (this.checkRange(toBoolean(value) ? 1 : 0)) return;
		if (value.type !== 'string') return;
		const seen = toBoolean(value);
		const meant = /^(false|no|off|0|)$/i.test(value.value.trim()) ? 'false' : 'true';
		this.say(
			'odd_value',
			'warning',
			l10n.t('"{0}" must be true or false; the engine reads this text as {1}.', this.spec.name, seen),
			l10n.t('Write it without quotes.'),
			[this.replaceWith(meant)],
		);
	}

	private replaceWith(newText: string, preferred = true): Fix {
		return { title: l10n.t('Change to {0}', newText), edits: [{ range: this.range, newText }], preferred };
	}

	private checkNumber(coerced: Coerced, wanted: string): void {
		if (!coerced.ok) {
			const meant = meantNumber(this.input.value, this.spec);
			const fixes = [
				...(meant === undefined ? [] : [this.replaceWith(meant)]),
				...(this.spec.default === undefined ? [] : [this.replaceWith(jsonLine(this.spec.default), false)]),
			];
			this.say(
				'invalid_input_type',
				'error',
				l10n.t('"{0}" must be {1}; this cannot be read as one.', this.spec.name, wanted),
				l10n.t('Write {0}.', wanted),
				fixes,
			);
			return;
		}
		if (this.checkRange(coerced.value)) return;
		if (coerced.odd !== undefined && !Number.isNaN(coerced.value)) {
			const text = String(coerced.value);
			this.say(
				'odd_value',
				'warning',
				l10n.t('"{0}" must be {1}; {2}.', this.spec.name, wanted, coerced.odd),
				l10n.t('Write {0} without quotes.', wanted),
				text.includes('Infinity') ? [] : [this.replaceWith(text)],
			);
		}
	}

	private checkRange(value: number | bigint): boolean {
		if (!this.ranged) return false;
		if (this.spec.min !== undefined && value < this.spec.min) {
			const least = String(nearestWithin(this.spec.min, this.spec.type, 1));
			const remedy = l10n.t('Set it to {0} or more.', least);
			this.say(
				'value_smaller_than_min',
				'error',
				l10n.t('"{0}" is {1}; the minimum is {2}.', this.spec.name, String(value), String(this.spec.min)),
				remedy,
				[this.replaceWith(least)],
			);
			return true;
		}
		if (this.spec.max !== undefined && value > this.spec.max) {
			const most = String(nearestWithin(this.spec.max, this.spec.type, -1));
			const remedy = l10n.t('Set it to {0} or less.', most);
			this.say(
				'value_bigger_than_max',
				'error',
				l10n.t('"{0}" is {1}; the maximum is {2}.', this.spec.name, String(value), String(this.spec.max)),
				remedy,
				[this.replaceWith(most)],
			);
			return true;
		}
		return false;
	}

	/** Checks a literal for a type without own rules: the engine accepts everything. */
	private checkOther(value: InputValue): void {
		if (value.type === 'number' && this.checkRange(exactNumber(value.text))) return;
		if (!isNumeric(value) && this.cannotCompare()) return;
		if (!isSocket(this.spec, this.node.nodeInfo) || (value.type === 'null' && !this.spec.required)) return;
		this.say(
			'literal_for_socket',
			'warning',
			l10n.t(
				'"{0}" takes a link to a node that outputs {1}; with a literal the engine accepts the workflow and fails while running it.',
				this.spec.name,
				either(typesOf(this.spec.type)),
			),
			l10n.t('Link it: ["<node ID>", <output number>].'),
		);
	}

	/** Checks a key. The engine looks for it before it follows links or unwraps values. */
	private checkKey(value: InputValue): void {
		if (
			this.input.value.type !== 'link' &&
			(this.input.value.type !== 'object' || !this.input.value.wrapped)
		) {
			this.checkChoice(value);
			return;
		}
		const text = value.type === 'string' ? value.value : undefined;
		this.say(
			'value_not_in_list',
			'error',
			this.input.value.type === 'link'
				? l10n.t(
						'The key of "{0}" must be in the document as it is: the engine accepts a link, adds none of the inputs that the key brings, and fails while running the node.',
						this.spec.name,
					)
				: l10n.t(
						'The key of "{0}" must be in the document as it is: the engine accepts a wrapped one, adds none of the inputs that the key brings, and fails while running the node.',
						this.spec.name,
					),
			l10n.t('Write {0}.', listed(this.spec.options ?? [])),
			text !== undefined && this.spec.options?.includes(text) ? [this.replaceWith(JSON.stringify(text))] : [],
		);
	}

	private checkChoice(value: InputValue): void {
		if (this.ranged) this.sayProblem(choiceProblem(value, this.spec, this.node.nodeInfo));
	}

	private sayProblem(problem: ValueProblem | undefined): void {
		if (problem === undefined) return;
		const { code, severity, message, remedy, written } = problem;
		this.say(
			code,
			severity,
			message,
			remedy,
			written === undefined ? [] : [this.replaceWith(written.text, written.preferred)],
		);
	}
}

/** Returns whether Python compares a value with a number. */
function isNumeric(value: InputValue): boolean {
	return value.type === 'number' || value.type === 'boolean';
}
