import * as l10n from '@vscode/l10n';
import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import type { Finding, Fix, Severity, TextRange } from '../../base/findings.ts';
import { either } from '../../base/language.ts';
import { exactNumber } from '../../json/exact.ts';
import { jsonLine } from '../../json/value.ts';
import { toBoolean } from '../../wire/coercion.ts';
import type { ComboValue, InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import { type InputBody, type InputValue, unwrap } from '../nodeReader.ts';
import { testsItself } from '../ownRules.ts';
import { executionErrorCode } from './classes.ts';
import { type Coerced, toFloat, toInt } from './numbers.ts';
import { rootOf } from './shapes.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

// Made once: every input with a number asks for them.
const wholeNumber = l10n.t('a whole number');
const anyNumber = l10n.t('a number');

/** Types with a control in the node editor (comfy_api/latest/_io.py of 0.38.1), so that a literal is meant. */
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

/** Rules about a literal: whether the engine can turn it into the declared type, and whether it is in the range or list. */
export function checkValue(
	input: InputBody,
	spec: InputSpec,
	nodeClass: NodeClass,
	nodeInfo: NodeInfo,
	report: Report,
): void {
	new ValueCheck(input, spec, nodeClass, nodeInfo, report).run();
}

/** A class and not functions within one: a large workflow has ten thousand literals, and each would make its functions again. */
class ValueCheck {
	private readonly input: InputBody;
	private readonly spec: InputSpec;
	private readonly nodeClass: NodeClass;
	private readonly nodeInfo: NodeInfo;
	private readonly report: Report;
	/** What a class tests itself, the engine turns into the declared type and leaves alone otherwise. */
	private readonly ranged: boolean;

	constructor(input: InputBody, spec: InputSpec, nodeClass: NodeClass, nodeInfo: NodeInfo, report: Report) {
		this.input = input;
		this.spec = spec;
		this.nodeClass = nodeClass;
		this.nodeInfo = nodeInfo;
		this.report = report;
		this.ranged = !testsItself(nodeClass.rules, rootOf(input.name));
	}

	run(): void {
		const { spec } = this;
		const value = unwrap(this.input.value);
		switch (spec.type) {
			case 'INT':
				this.checkNumber(toInt(value), wholeNumber);
				return;
			case 'FLOAT':
				this.checkNumber(toFloat(value), anyNumber);
				return;
			case 'STRING':
				this.checkText(value);
				return;
			case 'BOOLEAN':
				this.checkTruth(value);
				return;
			default:
				if (spec.dynamic?.kind === 'combo') this.checkKey(value);
				else if (this.nodeClass.rules.file === spec.name) this.checkFile(value);
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
		this.report({ code, severity, message, remedy, range, input: input.name, fixes });
	}

	private checkText(value: InputValue): void {
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

	private checkTruth(value: InputValue): void {
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
			const fixes =
				this.spec.default === undefined ? [] : [this.replaceWith(jsonLine(this.spec.default), false)];
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
			this.say(
				'odd_value',
				'warning',
				l10n.t('"{0}" must be {1}; {2}.', this.spec.name, wanted, coerced.odd),
				l10n.t('Write {0} without quotes.', wanted),
				[this.replaceWith(String(coerced.value))],
			);
		}
	}

	private checkRange(value: number | bigint): boolean {
		if (!this.ranged) return false;
		if (this.spec.min !== undefined && value < this.spec.min) {
			const remedy = l10n.t('Set it to {0} or more.', String(this.spec.min));
			this.say(
				'value_smaller_than_min',
				'error',
				l10n.t('"{0}" is {1}; the minimum is {2}.', this.spec.name, String(value), String(this.spec.min)),
				remedy,
				[this.replaceWith(String(this.spec.min))],
			);
			return true;
		}
		const most = this.spec.max;
		if (most !== undefined && value > most) {
			const remedy = l10n.t('Set it to {0} or less.', String(most));
			this.say(
				'value_bigger_than_max',
				'error',
				l10n.t('"{0}" is {1}; the maximum is {2}.', this.spec.name, String(value), String(most)),
				remedy,
				[this.replaceWith(String(most))],
			);
			return true;
		}
		return false;
	}

	/** A literal for a type without own rules: the engine lets everything pass. */
	private checkOther(value: InputValue): void {
		if (value.type === 'number' && this.checkRange(exactNumber(value.text))) return;
		if (this.ranged && (this.spec.min !== undefined || this.spec.max !== undefined) && !isNumeric(value)) {
			this.say(
				executionErrorCode(this.nodeClass),
				'error',
				l10n.t(
					'"{0}" has a least or a greatest value, and the engine fails when it compares anything but a number with it.',
					this.spec.name,
				),
				l10n.t('Link it, or write a number.'),
			);
			return;
		}
		const types = this.spec.type.split(',').map((type) => type.trim());
		const socket = types.every(
			(type) => !widgetTypes.has(type) && !type.startsWith('COMFY_') && this.nodeInfo.isOutputType(type),
		);
		if (!socket || (value.type === 'null' && !this.spec.required)) return;
		this.say(
			'literal_for_socket',
			'warning',
			l10n.t(
				'"{0}" takes a link to a node that outputs {1}; with a literal the engine accepts the workflow and fails while running it.',
				this.spec.name,
				either(types),
			),
			l10n.t('Link it: ["<node id>", <output number>].'),
		);
	}

	/** The engine looks for the key before it follows links or unwraps values. */
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

	/** The class itself looks for the file, in a list that may have changed since. */
	private checkFile(value: InputValue): void {
		if (value.type !== 'string') {
			this.say(
				executionErrorCode(this.nodeClass),
				'error',
				l10n.t('"{0}" must be the name of a file; the engine fails on anything but text.', this.spec.name),
				l10n.t('Write the name in quotes.'),
			);
			return;
		}
		const name = value.value;
		const { listedFiles } = this.spec;
		const folder = /\[(?:input|output|temp)\]$/.exec(name)?.[0] ?? '';
		// The engine cuts off the mark with the space before it, whatever is there.
		const cut = folder === '' ? name : name.slice(0, -folder.length - 1);
		if (leadsOut(cut)) {
			this.say(
				'custom_validation_failed',
				'error',
				l10n.t('"{0}" leads out of the engine\'s folder, so the engine refuses it.', this.spec.name),
				l10n.t('Name a file within the folder, or upload the file.'),
			);
			return;
		}
		if (isAbsolute(cut)) {
			this.say(
				'custom_validation_failed',
				'info',
				l10n.t(
					'The engine takes no path from the root of a disk for "{0}". A run from here embeds or uploads the file where it is on this computer.',
					this.spec.name,
				),
				l10n.t('Name a file within the folder where the workflow runs without Easel.'),
			);
			return;
		}
		if (folder !== '' && !name.endsWith(` ${folder}`) && listedFiles?.includes(cut) !== true) {
			const spaced = `${name.slice(0, -folder.length)} ${folder}`;
			this.say(
				'custom_validation_failed',
				'error',
				l10n.t(
					'Without a space before {0} the engine cuts off one character too many and looks for {1}.',
					folder,
					jsonLine(cut),
				),
				l10n.t('Write {0}.', jsonLine(spaced)),
				[this.replaceWith(jsonLine(spaced))],
			);
			return;
		}
		const elsewhere = name.includes('/') || folder !== '';
		if (this.nodeInfo.source.kind === 'deployment' || !listedFiles || elsewhere || listedFiles.includes(name))
			return;
		const near = closestMatch(
			name,
			listedFiles.filter((file) => typeof file === 'string'),
		)?.match;
		this.say(
			'custom_validation_failed',
			'info',
			l10n.t(
				'The engine had no file of this name for "{0}" when it described its nodes; without the file it refuses the node.',
				this.spec.name,
			),
			near === undefined
				? l10n.t('Upload the file before the run.')
				: l10n.t('Did you mean {0}?', jsonLine(near)),
			near === undefined ? [] : [this.replaceWith(jsonLine(near), false)],
		);
	}

	private checkChoice(value: InputValue): void {
		const { options } = this.spec;
		if (options === undefined || this.spec.upload || !this.ranged) return;
		const values = this.spec.multiselect && value.type === 'array' ? value.items : [value];
		if (values.every((item) => isOption(item, options))) return;
		const builtin = this.nodeInfo.source.kind === 'builtin';
		const soft = builtin || (this.nodeInfo.dialect === 'old' && !this.spec.listForm && !this.spec.dynamic);
		const severity = soft ? 'warning' : 'error';
		if (options.length === 0) {
			this.say(
				'value_not_in_list',
				severity,
				l10n.t('Nothing is installed that "{0}" could name, so no value of it is accepted.', this.spec.name),
				l10n.t('Add the file to the server first.'),
			);
			return;
		}
		const text = value.type === 'string' ? value.value : undefined;
		const spelling = value.type === 'number' ? value.text : text;
		// The same letters in another case, or the number in quotes, come before what only looks alike.
		const exact = options.find((option) => String(option).toLowerCase() === spelling?.toLowerCase());
		const texts = options.filter((option) => typeof option === 'string');
		const near = exact ?? (text === undefined ? undefined : closestMatch(text, texts)?.match);
		// Packs and other engines bring values of their own: where they are not known, only a slip of the keys is reported.
		const close = builtin && exact === undefined && !isSlip(text ?? '', String(near)) ? undefined : near;
		const shown =
			text === undefined ? l10n.t('This') : `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
		const remedy =
			close === undefined
				? l10n.t('Choose one of {0}.', listed(options))
				: l10n.t('Did you mean {0}?', jsonLine(close));
		const unsure = builtin && close === undefined;
		this.say(
			'value_not_in_list',
			unsure ? 'info' : severity,
			unsure
				? l10n.t(
						'{0} is not one of the values that "{1}" takes in the {2}; a node pack or another engine may add it.',
						shown,
						this.spec.name,
						this.nodeInfo.source.label,
					)
				: l10n.t('{0} is not one of the values that "{1}" takes.', shown, this.spec.name),
			remedy,
			close === undefined ? [] : [this.replaceWith(jsonLine(close))],
		);
	}
}

/** Whether the name of a file leads out of the folder that it is in; a part that is taken away again need not be there. */
function leadsOut(name: string): boolean {
	let depth = 0;
	for (const part of name.split(/[\\/]/)) {
		if (part === '..') depth -= 1;
		else if (part !== '' && part !== '.') depth += 1;
		if (depth < 0) return true;
	}
	return false;
}

/** Whether a name is a path from the root of a disk that is not in one of the engine's own folders. */
function isAbsolute(name: string): boolean {
	return /^(?:\/|[A-Za-z]:[\\/])/.test(name) && !/[\\/](?:input|output|temp)[\\/]/.test(name);
}

/** Python compares these with a number. */
function isNumeric(value: InputValue): boolean {
	return value.type === 'number' || value.type === 'boolean';
}

/** Compares as Python does: 5 and 5.0 are equal, 5 and "5" are not. */
function isOption(value: InputValue, options: readonly ComboValue[]): boolean {
	switch (value.type) {
		case 'string':
			return options.includes(value.value);
		case 'number': {
			const exact = exactNumber(value.text);
			return options.some((option) => typeof option === 'number' && option === Number(exact));
		}
		case 'boolean':
			return options.includes(value.value) || options.includes(value.value ? 1 : 0);
		default:
			return false;
	}
}

function listed(options: readonly ComboValue[]): string {
	const shown = options.slice(0, 8).map(jsonLine).join(', ');
	return options.length > 8 ? l10n.t('{0} or {1} more', shown, options.length - 8) : shown;
}
