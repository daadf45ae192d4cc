import * as l10n from '@vscode/l10n';
import { decimalMark } from './language.ts';
import { trimEndOf } from './trimEnd.ts';

/** Millionths of a US dollar in one US dollar: amounts are integers, which add up exactly. */
const microdollarsPerUsd = 1_000_000;

/** Converts US dollars to whole millionths; undefined for an impossible amount. */
export function microdollarsOf(usd: number): number | undefined {
	const microdollars = Math.round(usd * microdollarsPerUsd);
	return Number.isSafeInteger(microdollars) ? microdollars : undefined;
}

/** Returns a price or cost to its last digit and at least in cents: `0.57 USD`, `0.0025 USD`, `-1.20 USD`. */
export function exactUsd(microdollars: number): string {
	const digits = String(Math.abs(microdollars)).padStart(7, '0');
	const [whole, fraction] = [digits.slice(0, -6), digits.slice(-6)];
	const cents = fraction.slice(0, 2) + trimEndOf(fraction.slice(2), /0/);
	return `${microdollars < 0 ? '-' : ''}${whole}${decimalMark()}${cents} USD`;
}

/** Returns an estimated amount: in cents, and below ten cents with two significant digits: `1.20 USD`, `0.0042 USD`. */
export function roughUsd(microdollars: number): string {
	const size = Math.abs(microdollars);
	const unit = size >= 100_000 ? 10_000 : 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, size))) - 1);
	return exactUsd(Math.round(microdollars / unit) * unit);
}

/** Returns a price with its unit, `0.57 USD per second`; an undocumented unit is shown as received. */
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
