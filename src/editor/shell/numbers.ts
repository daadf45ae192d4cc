import { env, l10n } from 'vscode';

/** A whole number as the language of the editor writes it: `2,000`, `2.000`. */
export function numberText(value: number): string {
	return value.toLocaleString(env.language);
}

/** `1 changed input`, `3 changed inputs`. */
export function changedInputsText(count: number): string {
	return count === 1 ? l10n.t('1 changed input') : l10n.t('{0} changed inputs', numberText(count));
}
