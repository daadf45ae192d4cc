import type { Severity } from '../../base/findings.ts';
import type { CheckContext, WalkContext } from '../context.ts';
import { type KeyFacts, typesOf, type ValueType } from '../schema.ts';
import { shown, words } from '../wording.ts';
import { fix, quote, replaceValue } from '../yaml/edits.ts';
import { type Entry, placeOfEntry, type TrainingNode } from '../yaml/node.ts';

/** Whether a value is of a type, as the toolkit's loader reads it. */
export function fits(type: ValueType, node: TrainingNode): boolean {
	if (node.kind === 'map') return type === 'object';
	if (node.kind === 'list') return type === 'array';
	switch (type) {
		case 'string':
			return typeof node.value === 'string';
		case 'number':
			return typeof node.value === 'number';
		case 'integer':
			return (
				typeof node.value === 'number' && Number.isInteger(node.value) && !/[.eE:]/.test(hexless(node.source))
			);
		case 'boolean':
			return typeof node.value === 'boolean';
		case 'null':
			return node.value === null;
		default:
			return false;
	}
}

/** Hexadecimal digits hold an `e` that is not an exponent. */
function hexless(source: string): string {
	return source.startsWith('0x') ? '' : source;
}

/** Checks the type of a value and says whether it is right. An empty value is only reported where it matters. */
export function checkType(
	context: CheckContext,
	entry: Entry,
	node: TrainingNode,
	facts: KeyFacts,
	here: WalkContext,
): boolean {
	const types = typesOf(facts);
	if (types.some((type) => fits(type, node))) return true;
	// A rule of the service covers an architecture that is not a text; it looks at the first process alone.
	if (here.path === 'config.process[0].model.arch') return false;
	const expected = types.filter((type) => type !== 'null').map((type) => words[type]);
	const wanted = expected.join(' or ');
	const whole = placeOfEntry(entry);
	// A section underlined from end to end hides what is wrong inside of it.
	const range = context.text.slice(whole.start, whole.end).includes('\n') ? entry.keyRange : whole;
	const report = (severity: Severity, message: string, remedy: string, title?: string, newText?: string) => {
		const fixes =
			title === undefined || newText === undefined
				? []
				: fix(title, replaceValue(context.text, entry, newText), true);
		context.own('wrong-type', severity, {
			range,
			path: here.path,
			message,
			remedy,
			fixes: entry.merged ? [] : fixes,
		});
	};
	if (node.kind !== 'scalar') {
		const source = context.text.slice(node.range.start, node.range.end);
		if (node.kind === 'list' && node.flow && /^\[(trigger|name)\]$/.test(source)) {
			report(
				'error',
				`Without quotes ${source} is a list, and "${entry.key}" must be ${wanted}.`,
				'Put it in quotes.',
				'Put it in quotes',
				`"${source}"`,
			);
		} else if (node.kind === 'map' && types.includes('array')) {
			// The line with the dash may be the one that could not be read.
			if (context.partial) return false;
			report(
				'error',
				`"${entry.key}" must be a list, not a single group of keys.`,
				'Put a dash before the first key and indent the others under it.',
			);
		} else
			report(
				'error',
				`"${entry.key}" must be ${wanted}, not ${node.kind === 'list' ? 'a list' : 'a group of keys'}.`,
				`Write ${wanted}.`,
			);
		return false;
	}
	const { value, source } = node;
	if (value === null) {
		const required = facts.required === true;
		if (!required && facts.default !== null && !context.partial) {
			report(
				'info',
				`"${entry.key}" has no value, and an empty value replaces its default.`,
				`Give it ${wanted}, or remove the line.`,
			);
		}
		return false;
	}
	if (here.path === 'meta' || (here.path.startsWith('meta.') && here.path !== 'meta.name')) return false;
	// A rule of the service covers a learning rate that is not a number.
	if (here.schema.path === 'config.process[].train.lr') return false;
	if (types.includes('boolean') && typeof value === 'string') {
		const meant = /^(true|yes|on|1)$/i.test(value)
			? 'true'
			: /^(false|no|off|0|)$/i.test(value)
				? 'false'
				: undefined;
		report(
			meant === 'true' ? 'warning' : 'error',
			`"${entry.key}" must be ${wanted}, and the toolkit counts ${value === '' ? 'this text as off' : `the text ${quote(value)} as on`}.`,
			meant === undefined ? 'Write true or false.' : `Write ${meant} without quotes.`,
			meant === undefined ? undefined : `Write ${meant}`,
			meant,
		);
	} else if (types.includes('boolean') && (value === 0 || value === 1)) {
		report(
			'hint',
			`"${entry.key}" is a switch, written here as a number.`,
			`Write ${value === 1}.`,
			`Write ${value === 1}`,
			String(value === 1),
		);
	} else if (
		(types.includes('number') || types.includes('integer')) &&
		typeof value === 'string' &&
		/^\s*[-+]?[\d.]+(e[-+]?\d+)?\s*$/i.test(value)
	) {
		report(
			'error',
			`"${entry.key}" must be ${wanted}, and in quotes this is a text.`,
			'Remove the quotes.',
			'Remove the quotes',
			value.trim(),
		);
	} else if (types.includes('integer') && typeof value === 'number') {
		const whole = Number.isInteger(value);
		report(
			whole ? 'warning' : 'error',
			`"${entry.key}" must be a whole number, and the toolkit reads ${source} as a decimal number.`,
			whole ? `Write ${value}.` : 'Write a whole number.',
			whole ? `Write ${value}` : undefined,
			whole ? String(value) : undefined,
		);
	} else if (types.includes('string') && typeof value !== 'string') {
		report(
			'warning',
			`"${entry.key}" must be a text, and without quotes YAML reads ${source} as ${typeof value === 'boolean' ? 'a switch' : 'a number'}.`,
			'Put it in quotes.',
			'Put it in quotes',
			quote(source),
		);
	} else {
		const meant = meantBy(source, types, facts);
		const message = `"${entry.key}" must be ${wanted}, not ${shown(source)}.`;
		if (meant === undefined) report('error', message, `Write ${wanted}.`);
		else report('error', message, `Write ${meant}.`, `Write ${meant}`, meant);
	}
	return false;
}

/** What a person meant by a text in the place of numbers or a list; undefined where that is not clear. */
function meantBy(source: string, types: readonly ValueType[], facts: KeyFacts): string | undefined {
	const text = source.trim();
	const list = types.includes('array');
	const numeric = types.includes('integer') || types.includes('number');
	if (list && facts.items === 'string') return `[${quote(text)}]`;
	if (list && /^\d+(?:\s*[,;]\s*\d+)+$/.test(text))
		return `[${text
			.split(/[,;]/)
			.map((each) => each.trim())
			.join(', ')}]`;
	if (!numeric) return undefined;
	const whole = /^(\d+) ?(?:px|pixels?|steps?|frames?)$/i.exec(text)?.[1];
	if (whole !== undefined) return whole;
	const square = /^(\d+) ?[x×*] ?(\d+)$/i.exec(text);
	if (square !== null && square[1] === square[2]) return square[1];
	if (types.includes('integer') && /^\d{1,3}(?:,\d{3})+$/.test(text)) return text.replaceAll(',', '');
	return types.includes('number') && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined;
}
