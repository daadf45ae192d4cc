import * as l10n from '@vscode/l10n';
import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import { exactNumber } from '../../json/exact.ts';
import { jsonLine } from '../../json/value.ts';
import type { ComboValue, InputSpec, NodeInfo } from '../nodeInfo.ts';
import type { InputValue } from '../nodeReader.ts';
import { sameFile } from './files/sameFile.ts';
import type { ValueProblem } from './valueProblem.ts';

/** Returns the problem of a value that must be one of a list; undefined without one. */
export function choiceProblem(
	value: InputValue,
	spec: InputSpec,
	nodeInfo: NodeInfo,
): ValueProblem | undefined {
	const code = 'value_not_in_list';
	const { options } = spec;
	if (options === undefined || spec.upload) return undefined;
	const values = spec.multiselect && value.type === 'array' ? value.items : [value];
	if (values.every((item) => isOption(item, options))) return undefined;
	if (value.type === 'null' && spec.listForm?.includes(null)) return undefined;
	const builtin = nodeInfo.source.kind === 'builtin';
	const soft = builtin || (nodeInfo.dialect === 'old' && !spec.listForm && !spec.dynamic);
	const severity = soft ? 'warning' : 'error';
	if (options.length === 0)
		return {
			code,
			severity,
			message: l10n.t('The engine has no file for "{0}", so it accepts no value.', spec.name),
			remedy: l10n.t('Add the file to the server first.'),
		};
	const text = value.type === 'string' ? value.value : undefined;
	const spelling = value.type === 'number' ? value.text : text;
	// The same file in another spelling, or the number in quotes, has precedence over similar names.
	const same = spelling === undefined ? undefined : sameFile(spelling, options);
	const exact = same?.option;
	const texts = options.filter((option) => typeof option === 'string');
	const near = exact ?? (text === undefined ? undefined : closestMatch(text, texts)?.match);
	// Packs and other engines have values of their own: if they are unknown, only an apparent typing error is reported.
	const close = builtin && exact === undefined && !isSlip(text ?? '', String(near)) ? undefined : near;
	const shown =
		text === undefined ? l10n.t('This') : `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
	const message = l10n.t('{0} is not one of the values that "{1}" takes.', shown, spec.name);
	if (close !== undefined) {
		const written = jsonLine(close);
		const remedy = same?.looksSame
			? l10n.t('Did you mean {0}? It looks the same, but its accents are stored in another form.', written)
			: l10n.t('Did you mean {0}?', written);
		return { code, severity, message, remedy, written: { text: written, preferred: true } };
	}
	return {
		code,
		severity: builtin ? 'info' : severity,
		message: builtin
			? l10n.t(
					'{0} is not one of the values that "{1}" takes in the {2}; a node pack or another engine may add it.',
					shown,
					spec.name,
					nodeInfo.source.label,
				)
			: message,
		remedy: l10n.t('Choose one of {0}.', listed(options)),
	};
}

/** Returns whether a value is one of the choices. Compares as Python does: 5 and 5.0 are equal, 5 and "5" are not. */
export function isOption(value: InputValue, options: readonly ComboValue[]): boolean {
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

/** Returns the first values of a list, as text. */
export function listed(options: readonly ComboValue[]): string {
	const shown = options.slice(0, 8).map(jsonLine).join(', ');
	return options.length > 8 ? l10n.t('{0} or {1} more', shown, options.length - 8) : shown;
}
