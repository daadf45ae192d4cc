import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness, sameDigits } from '../../base/closestMatch.ts';
import { fix } from '../../base/findings.ts';
import { capitalized } from '../../base/language.ts';
import type { CheckContext, EntryContext, FindingDetails, WalkContext } from '../context.ts';
import { type KeyFacts, typesOf, type ValueType } from '../schema.ts';
import { nameOf, shown, words } from '../wording.ts';
import { quote } from '../yaml/edits.ts';
import {
	type Entry,
	isOn,
	type ListNode,
	placeOfEntry,
	type ScalarNode,
	type TrainingNode,
	textOf,
} from '../yaml/node.ts';
import { checkIneffective } from './ineffectiveKeys.ts';
import { checkNumber, stopsBeyond } from './numbers.ts';
import { checkType, fits } from './types.ts';

/** Values outside these lists stop the toolkit; elsewhere it only falls back to a default. */
const fatal = new Set([
	'job',
	'config.process[].type',
	'config.process[].network.type',
	'config.process[].save.save_format',
	'config.process[].datasets[].type',
	'config.process[].train.optimizer',
	'config.process[].train.noise_scheduler',
	'config.process[].train.timestep_type',
	'config.process[].train.content_or_style',
	'config.process[].train.lr_scheduler',
	'config.process[].sample.sampler',
	'config.process[].train.dtype',
	'config.process[].save.dtype',
]);

/**
 * Checks one known key: its type, its list of values, its range, and whether it has any effect. Returns whether to
 * check its children.
 */
export function checkValue(context: CheckContext, here: EntryContext): boolean {
	const { entry } = here;
	const { facts } = here.schema;
	if (facts === undefined) return true;
	const node = entry.value;
	if (!entry.merged && !checkIneffective(context, here, facts)) return false;
	if (textOf(node)?.includes('${')) return true;
	const list = isOfNoType(node, facts) ? closedList(context, facts, here) : undefined;
	if (list !== undefined && node.kind === 'scalar' && !list.includes(node.source)) {
		checkEnum(context, node.source, list, here);
		return false;
	}
	if (!checkType(context, node, facts, here)) return false;
	if (node.kind === 'scalar') checkScalar(context, node, facts, here);
	else if (node.kind === 'list') checkItems(context, node, facts, here);
	return true;
}

/** Returns whether a number or boolean is in the place of a text. */
function isOfNoType(node: TrainingNode, facts: KeyFacts): boolean {
	if (node.kind !== 'scalar' || typeof node.value === 'string' || node.value === null) return false;
	return !typesOf(facts).some((type) => fits(type, node));
}

function checkScalar(context: CheckContext, node: ScalarNode, facts: KeyFacts, here: EntryContext): void {
	const { value } = node;
	if (typeof value === 'number') {
		checkNumber(context, node, facts, here);
		return;
	}
	if (typeof value !== 'string') return;
	const list = closedList(context, facts, here);
	if (list === undefined) return;
	const type = facts.closedBeforePipe === true ? (value.split('|')[0] ?? '') : value;
	checkEnum(context, type, list, here, value.slice(type.length));
}

function closedList(
	{ config: { job } }: CheckContext,
	facts: KeyFacts,
	here: EntryContext,
): readonly string[] | undefined {
	if (facts.closedBeforePipe === true)
		return isOn(here.map, 'quantize') ? facts.suggest?.map(String) : undefined;
	if (facts.byJob !== undefined && job !== undefined) return facts.byJob[job];
	return facts.enum === undefined || facts.openEnum === true || here.path.startsWith('meta')
		? undefined
		: facts.enum.map(String);
}

function checkEnum(
	context: CheckContext,
	value: string,
	list: readonly string[],
	here: EntryContext,
	tail = '',
): void {
	if (list.includes(value)) return;
	const { entry } = here;
	const place = { range: placeOfEntry(entry), path: here.path };
	const stops = fatal.has(here.schema.path) || here.schema.facts?.closedBeforePipe === true;
	const severity = stops ? 'error' : 'warning';
	if (here.schema.path === 'config.process[].train.optimizer') {
		const lower = value.toLowerCase();
		if (list.includes(lower) || lower.startsWith('prodigy') || lower.startsWith('dadaptation')) return;
	}
	const home = jobOf(here, value);
	if (home !== undefined) {
		context.own('unknown-value', 'error', {
			...place,
			message: l10n.t(
				'"{0}" is a process of job: {1}; with job: {2} the toolkit stops.',
				value,
				home,
				context.config.job ?? '',
			),
			remedy: l10n.t('Write job: {0}, or another type.', home),
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
	const named = entry.value.kind === 'scalar' && typeof entry.value.value === 'string' && value !== '';
	if (named && context.local && isOwnExtension(context, here) && closest?.clear !== true) {
		context.own('unknown-value', 'warning', {
			...place,
			message: l10n.t(
				'{0} is a process only if an extension of yours provides it.',
				capitalized(shown(value)),
			),
			remedy: l10n.t(
				'Keep it if your toolkit has that extension. Otherwise, the job stops: use another type.',
			),
		});
		return;
	}
	context.own('unknown-value', severity, {
		...place,
		message:
			severity === 'error'
				? l10n.t('{0} is not a value of "{1}", so the job stops.', capitalized(shown(value)), entry.key)
				: l10n.t('{0} is not a value of "{1}".', capitalized(shown(value)), entry.key),
		remedy:
			near === undefined
				? l10n.t('Use one of {0}.', `${list.slice(0, 12).join(', ')}${list.length > 12 ? ' …' : ''}`)
				: l10n.t('Did you mean "{0}"?', near),
		fixes:
			near === undefined
				? []
				: context.replace(
						entry,
						quoteLike(context.text, entry, near + tail),
						l10n.t('Change to {0}', near),
						family !== undefined || (closest?.clear === true && sameDigits(value, near)),
					),
	});
}

/** Other names of a precision, which the edit distance misses: `bfloat` is nearer to `float` than to `bf16`. */
const precisions: readonly (readonly [RegExp, string])[] = [
	[/^(?:torch\.)?(?:bf|bfloat|brain[-_ ]?float)[-_ ]?(?:16)?$/i, 'bf16'],
	[/^(?:torch\.)?(?:fp|f|float|half)[-_ ]?16$/i, 'fp16'],
	[/^(?:torch\.)?(?:fp|f|float|single|full)[-_ ]?(?:32)?$/i, 'fp32'],
];

/** Returns the precision of the list that a value names differently. */
function precisionOf(value: string, list: readonly string[]): string | undefined {
	const name = precisions.find(([pattern]) => pattern.test(value))?.[1];
	return name !== undefined && list.includes(name) ? name : undefined;
}

/** Returns whether the toolkit looks for a value among the extensions that a person has added. */
function isOwnExtension({ config }: CheckContext, { schema }: WalkContext): boolean {
	return schema.path === 'config.process[].type' && config.job === 'extension';
}

/** Returns the kind of job of a process type. */
function jobOf(here: WalkContext, value: string): string | undefined {
	const byJob = here.schema.facts?.byJob ?? {};
	return Object.keys(byJob).find((job) => byJob[job]?.includes(value));
}

function quoteLike(text: string, entry: Entry, value: string): string {
	const mark = text.charAt(entry.value.range.start);
	return mark === '"' || mark === "'" ? `${mark}${value}${mark}` : value;
}

function checkItems(context: CheckContext, list: ListNode, facts: KeyFacts, here: WalkContext): void {
	if (facts.minItems !== undefined && list.items.length < facts.minItems) {
		context.own('missing-key', 'error', {
			range: list.range,
			path: here.path,
			message: l10n.t('{0} is empty, so there is nothing to run.', capitalized(nameOf(here.path))),
			remedy: l10n.t('Add at least one item.'),
		});
	}
	if (facts.items === undefined || here.schema.item !== undefined) return;
	const type = facts.items;
	const known = facts.enum?.map(String);
	for (const [index, item] of list.items.entries()) {
		const place = { range: item.range, path: `${here.path}[${index}]` };
		const text = textOf(item);
		if (text?.includes('${')) continue;
		if (fits(type, item) || (type === 'number' && fits('integer', item))) {
			if (
				item.kind === 'scalar' &&
				typeof item.value === 'number' &&
				facts.min !== undefined &&
				item.value < facts.min
			) {
				context.own('out-of-range', stopsBeyond.has(here.schema.path) ? 'error' : 'warning', {
					...place,
					message: l10n.t('Numbers in this list must be {0} or more, not {1}.', facts.min, item.source),
					remedy: l10n.t('Write numbers of {0} or more.', facts.min),
				});
			}
		} else reportItem(context, item, place, type, here.schema.path === 'config.process[].sample.prompts');
		if (text === undefined || known === undefined || known.includes(text)) continue;
		context.own('unknown-value', 'warning', {
			...place,
			message: l10n.t('{0} is not a value of this list.', shown(text)),
			remedy: l10n.t('Use {0}.', known.join(', ')),
		});
	}
}

function reportItem(
	context: CheckContext,
	item: TrainingNode,
	place: Pick<FindingDetails, 'range' | 'path'>,
	type: ValueType,
	stops: boolean,
): void {
	// The value may be on a line that could not be read.
	if (context.partial && item.kind === 'scalar' && item.value === null) return;
	const source = context.text.slice(item.range.start, item.range.end);
	// A prompt with a colon in it reads as a key with a value.
	const colon = type === 'string' && item.kind === 'map' && !item.flow && !source.includes('\n');
	if (colon) {
		context.own('wrong-type', 'error', {
			...place,
			message: l10n.t('The colon with a space after it makes this a key with a value, not a text.'),
			remedy: l10n.t('Put the whole text in quotes.'),
			fixes: fix(l10n.t('Put it in quotes'), { range: item.range, newText: quote(source) }, true),
		});
		return;
	}
	const bracket = item.kind === 'list' && item.flow && /^\[(trigger|name)\]$/.test(source);
	const quotable = type === 'string' && ((item.kind === 'scalar' && item.value !== null) || bracket);
	context.own('wrong-type', quotable && !bracket && !stops ? 'warning' : 'error', {
		...place,
		message: bracket
			? l10n.t('Without quotes {0} is a list of its own, not a text.', source)
			: l10n.t('Each item here must be {0}, and {1} is not.', words[type], shown(source)),
		remedy: quotable ? l10n.t('Put it in quotes.') : l10n.t('Write {0}.', words[type]),
		fixes: quotable
			? fix(l10n.t('Put it in quotes'), { range: item.range, newText: quote(source) }, true)
			: [],
	});
}
