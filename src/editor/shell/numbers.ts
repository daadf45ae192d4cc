import { l10n } from 'vscode';
import { counted } from '../../core/base/language.ts';

/** Returns the number of changed inputs as text: `1 changed input`, `3 changed inputs`. */
export function changedInputsText(count: number): string {
	return counted(count, l10n.t('1 changed input'), l10n.t('{0} changed inputs'));
}
