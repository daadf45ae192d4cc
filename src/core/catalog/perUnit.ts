import * as l10n from '@vscode/l10n';

/** A price with what it is for, `0.57 USD per second`; a unit that the service does not document is shown as it came. */
export function perUnit(amount: string, unit: string): string {
	switch (unit) {
		case 'second':
			return l10n.t('{0} per second', amount);
		case 'image':
			return l10n.t('{0} per image', amount);
		case 'output':
			return l10n.t('{0} per output', amount);
		default:
			return l10n.t('{0} per {1}', amount, unit);
	}
}
