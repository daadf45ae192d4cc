import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Returns the time that a text means, in milliseconds since 1970; undefined if it means none. A date without a time is its local midnight. */
export function momentOf(text: string, now = Date.now()): number | undefined {
	const today = new Date(now);
	if (text === 'today') return today.setHours(0, 0, 0, 0);
	if (text === 'yesterday') {
		today.setDate(today.getDate() - 1);
		return today.setHours(0, 0, 0, 0);
	}
	const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
	if (count !== undefined) return now - Number(count) * (units[unit] ?? 0);
	if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text))
		return undefined;
	const at = Date.parse(text.length === 10 ? `${text}T00:00` : text);
	// Date.parse takes February 30 for a day in March.
	const [year, month, day] = text.slice(0, 10).split('-').map(Number);
	const isDay = day !== undefined && day <= new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
	return Number.isNaN(at) || !isDay ? undefined : at;
}

function moment(description: string) {
	return z.exactOptional(
		z.string().check(
			z.refine((text) => momentOf(text) !== undefined, {
				error: () =>
					l10n.t(
						'must be a date such as {0}, today, yesterday, or a time ago such as {1}, {2} or {3}',
						'2026-01-31',
						'2h',
						'3d',
						'1w',
					),
			}),
			z.describe(description),
		),
	);
}

/** The members of an input that filter by the time of a start. */
export const startedInput = {
	since: moment(
		l10n.t(
			'only those that were started since then: a date, today, yesterday, or a time ago such as 2h, 3d or 1w',
		),
	),
	before: moment(l10n.t('only those that were started before then, in the same words')),
};

/** Returns the moments of such an input. */
export function startedIn({ since, before }: { readonly since?: string; readonly before?: string }): {
	readonly since?: number;
	readonly before?: number;
} {
	const [from, to] = [since, before].map((text) => (text === undefined ? undefined : momentOf(text)));
	return compact({ since: from, before: to });
}
