import { closestMatch, keyCloseness, sameDigits } from '../../base/closestMatch.ts';
import type { Severity } from '../../base/findings.ts';
import type { CheckContext, WalkContext } from '../context.ts';
import type { KeyFacts, ValueType } from '../schema.ts';
import { capital, nameOf, shown, words } from '../wording.ts';
import { fix, quote, replaceValue } from '../yaml/edits.ts';
import {
	type Entry,
	isOn,
	type MapNode,
	placeOfEntry,
	type ScalarNode,
	type TrainingNode,
} from '../yaml/node.ts';
import { isLooseExponent, strictExponent } from '../yaml/scalar.ts';
import { checkIneffective } from './ineffectiveKeys.ts';
import { checkType, fits } from './types.ts';

/** Values outside these lists stop the toolkit; elsewhere they only fall back to something else. */
const fatal = new Set([
	'job',
	'config.process[].type',
	'config.process[].save.save_format',
	'config.process[].datasets[].type',
	'config.process[].train.optimizer',
	'config.process[].train.noise_scheduler',
	'config.process[].train.timestep_type',
	'config.process[].train.content_or_style',
	'config.process[].train.lr_scheduler',
	'config.process[].sample.sampler',
]);

/** Checks one known key: its type, its list of values, its range, and whether it has any effect. Returns whether to look below it. */
export function checkValue(context: CheckContext, entry: Entry, map: MapNode, here: WalkContext): boolean {
	const { facts } = here.schema;
	if (facts === undefined) return true;
	const node = entry.value;
	if (!entry.merged && !checkIneffective(context, entry, map, here, facts)) return false;
	if (node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('${')) return true;
	if (!checkType(context, entry, node, facts, here)) return false;
	if (node.kind === 'scalar') checkScalar(context, entry, node, map, facts, here);
	else if (node.kind === 'list') checkItems(context, node, facts, here);
	return true;
}

function checkScalar(
	context: CheckContext,
	entry: Entry,
	node: ScalarNode,
	map: MapNode,
	facts: KeyFacts,
	here: WalkContext,
): void {
	const { value } = node;
	if (typeof value === 'number') {
		checkNumber(context, entry, node, facts, here);
		return;
	}
	if (typeof value !== 'string') return;
	const list = allowed(facts, here, context);
	if (list !== undefined) checkEnum(context, entry, value, list, here);
	else if (facts.closedBeforePipe === true && isOn(map, 'quantize')) {
		const type = value.split('|')[0] ?? '';
		const known = (facts.suggest ?? []).map(String);
		if (!known.includes(type))
			checkEnum(context, entry, type, known, here, 'error', value.slice(type.length));
	}
}

/** The closed list of a key, if it has one. */
function allowed(facts: KeyFacts, here: WalkContext, context: CheckContext): readonly string[] | undefined {
	const { job } = context.config;
	if (facts.byJob !== undefined && job !== undefined) return facts.byJob[job];
	return facts.enum === undefined || facts.openEnum === true || here.path.startsWith('meta')
		? undefined
		: facts.enum.map(String);
}

function checkEnum(
	context: CheckContext,
	entry: Entry,
	value: string,
	list: readonly string[],
	here: WalkContext,
	severity: Severity = fatal.has(here.schema.path) ? 'error' : 'warning',
	tail = '',
): void {
	if (list.includes(value)) return;
	if (here.schema.path === 'config.process[].train.optimizer') {
		const lower = value.toLowerCase();
		if (list.includes(lower) || lower.startsWith('prodigy') || lower.startsWith('dadaptation')) return;
	}
	const home = jobOf(here, value);
	if (home !== undefined) {
		context.own('unknown-value', 'error', {
			range: placeOfEntry(entry),
			path: here.path,
			message: `"${value}" is a process of job: ${home}; with job: ${context.config.job} the toolkit stops.`,
			remedy: `Write job: ${home}, or another type.`,
		});
		return;
	}
	const family = precisionOf(value, list);
	const closest =
		closestMatch(
			value,
			list.filter((each) => sameDigits(value, each)),
			keyCloseness,
		) ?? closestMatch(value, list, keyCloseness);
	const near = family ?? closest?.match;
	context.own('unknown-value', severity, {
		range: placeOfEntry(entry),
		path: here.path,
		message: `${capital(shown(value))} is not a value of "${entry.key}"${severity === 'error' ? ', so the job stops' : ''}.`,
		remedy:
			near === undefined
				? `Use one of ${list.slice(0, 12).join(', ')}${list.length > 12 ? ' …' : ''}.`
				: `Did you mean "${near}"?`,
		fixes:
			near === undefined || entry.merged
				? []
				: fix(
						`Change to ${near}`,
						replaceValue(context.text, entry, quoteLike(context.text, entry, near + tail)),
						family !== undefined || (closest?.clear === true && sameDigits(value, near)),
					),
	});
}

/** Other names of a precision, of which the edit distance knows nothing: `bfloat` is nearer to `float` than to `bf16`. */
const precisions: readonly (readonly [RegExp, string])[] = [
	[/^(?:torch\.)?(?:bf|bfloat|brain[-_ ]?float)[-_ ]?(?:16)?$/i, 'bf16'],
	[/^(?:torch\.)?(?:fp|f|float|half)[-_ ]?16$/i, 'fp16'],
	[/^(?:torch\.)?(?:fp|f|float|single|full)[-_ ]?(?:32)?$/i, 'fp32'],
];

/** The precision of the list that a value names in another way. */
function precisionOf(value: string, list: readonly string[]): string | undefined {
	const name = precisions.find(([pattern]) => pattern.test(value))?.[1];
	return name !== undefined && list.includes(name) ? name : undefined;
}

/** The kind of job that a process type belongs to. */
function jobOf(here: WalkContext, value: string): string | undefined {
	const byJob = here.schema.facts?.byJob ?? {};
	return Object.keys(byJob).find((job) => byJob[job]?.includes(value));
}

/** A text in the quotes that the value now has. */
function quoteLike(text: string, entry: Entry, value: string): string {
	const mark = text.charAt(entry.value.range.start);
	return mark === '"' || mark === "'" ? `${mark}${value}${mark}` : value;
}

/** A nought here switches something off, which the toolkit takes. */
const offAtZero = new Set(['save_every', 'sample_every', 'log_every']);

function checkNumber(
	context: CheckContext,
	entry: Entry,
	node: ScalarNode,
	facts: KeyFacts,
	here: WalkContext,
): void {
	const value = node.value as number;
	// A rule of its own speaks for a learning rate above 1, which lacks the minus of its exponent.
	const speaks = here.schema.path === 'config.process[].train.lr' && value > 1;
	if (node.style === 'plain' && !speaks && isLooseExponent(node.source)) {
		context.own('exponent-spelling', 'info', {
			range: node.range,
			path: here.path,
			message: `The toolkit reads ${node.source} as a number, but plain YAML 1.1 readers take this spelling as a text.`,
			remedy: `Write ${strictExponent(node.source)}, which is a number everywhere.`,
			fixes: entry.merged
				? []
				: fix(
						`Write ${strictExponent(node.source)}`,
						{ range: node.range, newText: strictExponent(node.source) },
						true,
					),
		});
	}
	if (facts.exclusiveMin !== undefined) return;
	if (value === 0 && offAtZero.has(entry.key)) {
		context.own('out-of-range', 'info', {
			range: node.range,
			path: here.path,
			message: `"${entry.key}": 0 switches this off.`,
			remedy: 'Give the number of steps between two times, or leave it at 0 on purpose.',
		});
		return;
	}
	const low = facts.min !== undefined && value < facts.min;
	const high = facts.max !== undefined && value > facts.max;
	if (Number.isNaN(value) || low || high) {
		const bounds =
			facts.min !== undefined && facts.max !== undefined
				? `from ${facts.min} to ${facts.max}`
				: facts.min !== undefined
					? `${facts.min} or more`
					: `${facts.max} or less`;
		context.own('out-of-range', 'warning', {
			range: node.range,
			path: here.path,
			message: `"${entry.key}" must be ${bounds}, not ${node.source}.`,
			remedy: `Write a number ${bounds}.`,
			fixes:
				entry.merged || Number.isNaN(value)
					? []
					: fix(`Change to ${low ? facts.min : facts.max}`, {
							range: node.range,
							newText: String(low ? facts.min : facts.max),
						}),
		});
	} else if (facts.enum !== undefined && !facts.enum.includes(value)) {
		context.own('unknown-value', 'warning', {
			range: node.range,
			path: here.path,
			message: `${node.source} is not a value of "${entry.key}".`,
			remedy: `Use one of ${facts.enum.join(', ')}.`,
		});
	}
}

function checkItems(
	context: CheckContext,
	list: TrainingNode & { kind: 'list' },
	facts: KeyFacts,
	here: WalkContext,
): void {
	if (facts.minItems !== undefined && list.items.length < facts.minItems) {
		context.own('missing-key', 'error', {
			range: list.range,
			path: here.path,
			message: `${capital(nameOf(here.path))} is empty, so there is nothing to run.`,
			remedy: 'Add at least one item.',
		});
	}
	if (facts.items === undefined || here.schema.item !== undefined) return;
	const type = facts.items;
	for (const [index, item] of list.items.entries()) {
		if (item.kind === 'scalar' && typeof item.value === 'string' && item.value.includes('${')) continue;
		const path = `${here.path}[${index}]`;
		if (fits(type, item) || (type === 'number' && fits('integer', item))) {
			if (
				item.kind === 'scalar' &&
				typeof item.value === 'number' &&
				facts.min !== undefined &&
				item.value < facts.min
			) {
				context.own('out-of-range', 'warning', {
					range: item.range,
					path,
					message: `Numbers in this list must be ${facts.min} or more, not ${item.source}.`,
					remedy: `Write numbers of ${facts.min} or more.`,
				});
			}
			continue;
		}
		reportItem(context, item, path, type);
	}
	if (facts.enum !== undefined) {
		const known = facts.enum.map(String);
		for (const [index, item] of list.items.entries()) {
			if (item.kind !== 'scalar' || typeof item.value !== 'string' || known.includes(item.value)) continue;
			context.own('unknown-value', 'warning', {
				range: item.range,
				path: `${here.path}[${index}]`,
				message: `${shown(item.value)} is not a value of this list.`,
				remedy: `Use ${known.join(', ')}.`,
			});
		}
	}
}

function reportItem(context: CheckContext, item: TrainingNode, path: string, type: ValueType): void {
	// The value may be on a line that could not be read.
	if (context.partial && item.kind === 'scalar' && item.value === null) return;
	const source = context.text.slice(item.range.start, item.range.end);
	// A prompt with a colon in it reads as a key with a value.
	const colon = type === 'string' && item.kind === 'map' && !item.flow && !source.includes('\n');
	if (colon) {
		context.own('wrong-type', 'error', {
			range: item.range,
			path,
			message: 'The colon with a space after it makes this a key with a value, not a text.',
			remedy: 'Put the whole text in quotes.',
			fixes: fix('Put it in quotes', { range: item.range, newText: quote(source) }, true),
		});
		return;
	}
	const bracket = item.kind === 'list' && item.flow && /^\[(trigger|name)\]$/.test(source);
	const quotable = type === 'string' && ((item.kind === 'scalar' && item.value !== null) || bracket);
	context.own('wrong-type', bracket ? 'error' : quotable ? 'warning' : 'error', {
		range: item.range,
		path,
		message: bracket
			? `Without quotes ${source} is a list of its own, not a text.`
			: `Each item here must be ${words[type]}, and ${shown(source)} is not.`,
		remedy: quotable ? 'Put it in quotes.' : `Write ${words[type]}.`,
		fixes: quotable
			? fix('Put it in quotes', { range: item.range, newText: quote(bracket ? source : source) }, true)
			: [],
	});
}
