import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import type { Finding, Fix, Severity } from '../../base/findings.ts';
import { exactNumber } from '../../json/exact.ts';
import { jsonLine } from '../../json/value.ts';
import { toBoolean } from '../../wire/coercion.ts';
import type { ComboValue, InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import { type InputBody, type InputValue, unwrap } from '../nodeReader.ts';
import { testsItself } from '../ownRules.ts';
import { executionErrorCode } from './classes.ts';
import { type Coerced, toFloat, toInt } from './numbers.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

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
	const value = unwrap(input.value);
	const range = { start: input.start, end: input.end };
	const say = (
		code: string,
		severity: Severity,
		message: string,
		remedy: string,
		fixes: readonly Fix[] = [],
	): void => report({ code, severity, message, remedy, range, input: input.name, fixes });
	// What a class tests itself, the engine turns into the declared type and leaves alone otherwise.
	const ranged = !testsItself(nodeClass.rules, input.name.split('.')[0] ?? '');
	switch (spec.type) {
		case 'INT':
			checkNumber(toInt(value), 'a whole number');
			return;
		case 'FLOAT':
			checkNumber(toFloat(value), 'a number');
			return;
		case 'STRING':
			if (value.type === 'null' || value.type === 'object' || value.type === 'boolean') {
				const becomes = value.type === 'null' ? 'the word "None"' : 'its spelling in Python';
				say(
					'odd_value',
					'warning',
					`"${spec.name}" must be text; the engine turns this into ${becomes}.`,
					'Write text in quotes.',
				);
			}
			return;
		case 'BOOLEAN':
			if (value.type === 'string') {
				const seen = toBoolean(value);
				const meant = /^(false|no|off|0|)$/i.test(value.value.trim()) ? 'false' : 'true';
				say(
					'odd_value',
					'warning',
					`"${spec.name}" must be true or false; the engine reads this text as ${seen}.`,
					'Write it without quotes.',
					[replaceWith(meant)],
				);
			}
			return;
		default:
			if (spec.dynamic?.kind === 'combo') checkKey();
			else if (nodeClass.rules.file === spec.name) checkFile(value);
			else if (spec.type === 'COMBO') checkChoice(value);
			else checkOther(value);
	}

	function replaceWith(newText: string, preferred = true): Fix {
		return { title: `Change to ${newText}`, edits: [{ range, newText }], preferred };
	}

	function checkNumber(coerced: Coerced, wanted: string): void {
		if (!coerced.ok) {
			const fixes = spec.default === undefined ? [] : [replaceWith(jsonLine(spec.default), false)];
			say(
				'invalid_input_type',
				'error',
				`"${spec.name}" must be ${wanted}; this cannot be read as one.`,
				`Write ${wanted}.`,
				fixes,
			);
			return;
		}
		if (checkRange(coerced.value)) return;
		if (coerced.odd !== undefined && !Number.isNaN(coerced.value)) {
			say(
				'odd_value',
				'warning',
				`"${spec.name}" must be ${wanted}; ${coerced.odd}.`,
				`Write ${wanted} without quotes.`,
				[replaceWith(String(coerced.value))],
			);
		}
	}

	function checkRange(value: number | bigint): boolean {
		if (!ranged) return false;
		if (spec.min !== undefined && value < spec.min) {
			const remedy = `Set it to ${spec.min} or more.`;
			say(
				'value_smaller_than_min',
				'error',
				`"${spec.name}" is ${value}; the minimum is ${spec.min}.`,
				remedy,
				[replaceWith(String(spec.min))],
			);
			return true;
		}
		const most = spec.max;
		if (most !== undefined && value > most) {
			const remedy = `Set it to ${most} or less.`;
			say('value_bigger_than_max', 'error', `"${spec.name}" is ${value}; the maximum is ${most}.`, remedy, [
				replaceWith(String(most)),
			]);
			return true;
		}
		return false;
	}

	/** A literal for a type without own rules: the engine lets everything pass. */
	function checkOther(value: InputValue): void {
		if (value.type === 'number' && checkRange(exactNumber(value.text))) return;
		if (ranged && (spec.min !== undefined || spec.max !== undefined) && !isNumeric(value)) {
			say(
				executionErrorCode(nodeClass),
				'error',
				`"${spec.name}" has a least or a greatest value, and the engine fails when it compares anything but a number with it.`,
				'Link it, or write a number.',
			);
			return;
		}
		const types = spec.type.split(',').map((type) => type.trim());
		const socket = types.every(
			(type) => !widgetTypes.has(type) && !type.startsWith('COMFY_') && nodeInfo.isOutputType(type),
		);
		if (!socket || (value.type === 'null' && !spec.required)) return;
		say(
			'literal_for_socket',
			'warning',
			`"${spec.name}" takes a link to a node that outputs ${types.join(' or ')}; with a literal the engine accepts the workflow and fails while running it.`,
			`Link it: ["<node id>", <output number>].`,
		);
	}

	/** The engine looks for the key before it follows links or unwraps values. */
	function checkKey(): void {
		if (input.value.type !== 'link' && (input.value.type !== 'object' || !input.value.wrapped)) {
			checkChoice(value);
			return;
		}
		const text = value.type === 'string' ? value.value : undefined;
		say(
			'value_not_in_list',
			'error',
			`The key of "${spec.name}" must be in the document as it is: the engine accepts ${input.value.type === 'link' ? 'a link' : 'a wrapped one'}, adds none of the inputs that the key brings, and fails while running the node.`,
			`Write ${listed(spec.options ?? [])}.`,
			text !== undefined && spec.options?.includes(text) ? [replaceWith(JSON.stringify(text))] : [],
		);
	}

	/** The class itself looks for the file, in a list that may have changed since. */
	function checkFile(value: InputValue): void {
		if (value.type !== 'string') {
			say(
				executionErrorCode(nodeClass),
				'error',
				`"${spec.name}" must be the name of a file; the engine fails on anything but text.`,
				'Write the name in quotes.',
			);
			return;
		}
		const name = value.value;
		if (name.split(/[\\/]/).includes('..')) {
			say(
				'custom_validation_failed',
				'error',
				`"${spec.name}" leads out of the engine's folder, so the engine refuses it.`,
				'Name a file within the folder, or upload the file.',
			);
			return;
		}
		const elsewhere = name.includes('/') || / ?\[(?:input|output|temp)\]$/.test(name);
		const { listedFiles } = spec;
		if (nodeInfo.source.kind === 'deployment' || !listedFiles || elsewhere || listedFiles.includes(name))
			return;
		const near = closestMatch(
			name,
			listedFiles.filter((file) => typeof file === 'string'),
		)?.match;
		say(
			'custom_validation_failed',
			'info',
			`The engine had no file of this name for "${spec.name}" when it described its nodes; without the file it refuses the node.`,
			near === undefined ? 'Upload the file before the run.' : `Did you mean ${jsonLine(near)}?`,
			near === undefined ? [] : [replaceWith(jsonLine(near), false)],
		);
	}

	function checkChoice(value: InputValue): void {
		const { options } = spec;
		if (options === undefined || spec.upload || !ranged) return;
		const values = spec.multiselect && value.type === 'array' ? value.items : [value];
		if (values.every((item) => isOption(item, options))) return;
		const builtin = nodeInfo.source.kind === 'builtin';
		const soft = builtin || (nodeInfo.dialect === 'old' && !spec.listForm && !spec.dynamic);
		const severity = soft ? 'warning' : 'error';
		if (options.length === 0) {
			say(
				'value_not_in_list',
				severity,
				`Nothing is installed that "${spec.name}" could name, so no value of it is accepted.`,
				'Add the file to the server first.',
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
		const shown = text === undefined ? 'This' : `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
		const remedy =
			close === undefined ? `Choose one of ${listed(options)}.` : `Did you mean ${jsonLine(close)}?`;
		const known =
			builtin && close === undefined
				? ` in the ${nodeInfo.source.label}; a node pack or another engine may add it`
				: '';
		say(
			'value_not_in_list',
			builtin && close === undefined ? 'info' : severity,
			`${shown} is not one of the values that "${spec.name}" takes${known}.`,
			remedy,
			close === undefined ? [] : [replaceWith(jsonLine(close))],
		);
	}
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
	return options.length > 8 ? `${shown} or ${options.length - 8} more` : shown;
}
