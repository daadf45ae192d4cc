import * as l10n from '@vscode/l10n';
import { type Fix, fix, type TextRange } from '../../../base/findings.ts';
import { exactNumber } from '../../../json/exact.ts';
import { JsonReader } from '../../../json/reader.ts';
import type { InputSpec } from '../../nodeInfo.ts';
import type { InputBody, InputValue } from '../../nodeReader.ts';
import { isOption } from '../choices.ts';
import { executionErrorCode } from '../classes.ts';
import type { NodeView } from '../factTypes.ts';
import { isWithin } from '../numbers.ts';
import { takesList } from '../sockets.ts';
import { noLink } from './linkTexts.ts';

/** Returns the places of the elements of an array at `range` of a text. */
export function elementRanges(text: string, range: TextRange): TextRange[] {
	const reader = new JsonReader(text, range.start);
	const ranges: TextRange[] = [];
	if (reader.kind() !== 'array') return ranges;
	reader.readArray(() => {
		reader.peek();
		const start = reader.position;
		reader.skipValue();
		ranges.push({ start, end: reader.position });
	});
	return ranges;
}

/** Rules about an array that is not a proper link. The engine treats every array as a link. */
export function checkLinkShape(
	input: InputBody,
	spec: InputSpec | undefined,
	{ nodeClass, nodeInfo, entry, report }: NodeView,
): void {
	if (input.value.type !== 'array') return;
	const { items } = input.value;
	const range = { start: input.start, end: input.end };
	if (nodeClass?.rules.literal === input.name && items.length === 2) {
		const code = executionErrorCode(nodeClass);
		report({ code, ...noLink(nodeClass, input.name), range, input: input.name });
		return;
	}
	const mayBeList = takesList(spec, nodeInfo, items);
	const [node, slot] = items;
	const isPair = items.length === 2 && node !== undefined && slot !== undefined;
	if (!isPair || (mayBeList && !looksLikeLink(node, slot))) {
		const source = entry().slice(input.start, input.end);
		const fixes: Fix[] = mayBeList
			? [{ title: l10n.t('Keep it as a list'), edits: [{ range, newText: `{"__value__": ${source}}` }] }]
			: [];
		const [only] = elementRanges(entry(), range);
		if (items.length === 1 && node && only && suits(node, spec)) {
			const newText = entry().slice(only.start, only.end);
			fixes.unshift(...fix(l10n.t('Change to {0}', newText), { range, newText }, true));
		}
		report({
			code: isPair ? executionErrorCode(nodeClass) : 'bad_linked_input',
			severity: 'error',
			message: l10n.t(
				'The engine reads every list as a link, but "{0}" is not one: a link is ["<node ID>", <output number>].',
				input.name,
			),
			remedy: mayBeList
				? l10n.t('Write a link of two parts, or wrap a list that is meant as a value: {"__value__": [...]}.')
				: l10n.t('Write a link of two parts, or a value that is not a list.'),
			range,
			input: input.name,
			fixes,
		});
		return;
	}
	const [nodeRange = range, slotRange = range] = elementRanges(entry(), range);
	const isKey = spec?.dynamic?.kind === 'combo';
	const fail = (message: string, remedy: string, at: TextRange, fixes: readonly Fix[]): void =>
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message,
			remedy,
			range: at,
			input: input.name,
			// A key that adds inputs cannot be a link.
			fixes: isKey ? [] : fixes,
		});
	if (node.type !== 'string') {
		const text = node.type === 'number' ? node.text : undefined;
		const edit = text === undefined ? undefined : { range: nodeRange, newText: JSON.stringify(text) };
		fail(
			l10n.t('The node ID in a link must be text in quotes: the engine finds no node under a number.'),
			l10n.t('Put the ID in quotes.'),
			nodeRange,
			fix(l10n.t('Write the ID as "{0}"', text ?? ''), edit, true),
		);
	}
	if (slot.type !== 'number' || !/^-?[0-9]+$/.test(slot.text)) {
		const whole = wholeSlot(slot);
		const edit = whole === undefined ? undefined : { range: slotRange, newText: whole };
		fail(
			l10n.t('The output number in a link must be a whole number without quotes.'),
			l10n.t('Write 0 for the first output.'),
			slotRange,
			fix(l10n.t('Change to {0}', whole ?? ''), edit, true),
		);
	}
}

/**
 * Returns whether at least one part of a pair looks like a link: other pairs look less like a mistake in a link than
 * like a list.
 */
function looksLikeLink(node: InputValue, slot: InputValue): boolean {
	return (
		slot.type === 'number' ||
		wholeSlot(slot) !== undefined ||
		(node.type === 'string' && slot.type === 'null')
	);
}

/** Returns whether the only member of a list is a valid value of the input. */
function suits(value: InputValue, spec: InputSpec | undefined): boolean {
	switch (spec?.type) {
		case 'INT':
		case 'FLOAT':
			return value.type === 'number' && /[0-9]/.test(value.text) && isWithin(exactNumber(value.text), spec);
		case 'STRING':
			return value.type === 'string';
		case 'BOOLEAN':
			return value.type === 'boolean';
		case 'COMBO':
			return spec.options ? !spec.multiselect && isOption(value, spec.options) : value.type === 'string';
		default:
			return false;
	}
}

function wholeSlot(slot: InputValue): string | undefined {
	const text = slot.type === 'string' ? slot.value.trim() : slot.type === 'number' ? slot.text : '';
	return /^[0-9]+(?:\.0+)?$/.test(text) ? String(Math.trunc(Number(text))) : undefined;
}
