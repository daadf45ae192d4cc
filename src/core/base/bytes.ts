import * as l10n from '@vscode/l10n';
import { counted, numberText } from './language.ts';

/** Returns a number of bytes for reading: `312 bytes`, `4.2 KB`, `1.8 MB` (decimal units). */
export function describeBytes(bytes: number): string {
	if (bytes < 1000) return counted(bytes, l10n.t('1 byte'), l10n.t('{0} bytes'));
	const units = ['KB', 'MB', 'GB', 'TB'];
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.95 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	const digits = value < 100 ? 1 : 0;
	const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
	return `${numberText(Number(value.toFixed(digits)), options)} ${units[unit]}`;
}
