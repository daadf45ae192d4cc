import * as l10n from '@vscode/l10n';
import { momentText } from './language.ts';

/** Returns a length of time in the two largest units that matter: `8 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function describeDuration(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds < 60) return l10n.t('{0} s', seconds);
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return l10n.t('{0} min {1} s', minutes, String(seconds % 60).padStart(2, '0'));
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return l10n.t('{0} h {1} min', hours, String(minutes % 60).padStart(2, '0'));
	return l10n.t('{0} days', Math.floor(hours / 24));
}

/** Describes an age, coarse enough not to flicker: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
export function describeAge(milliseconds: number): string {
	const minutes = Math.floor(milliseconds / 60_000);
	if (minutes < 1) return l10n.t('just now');
	if (minutes < 60) return l10n.t('{0} min ago', minutes);
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return l10n.t('{0} h ago', hours);
	return l10n.t('{0} days ago', Math.floor(hours / 24));
}

/** Returns a time in the language and time zone of the reader, without the date if it is on the same day as `now`. */
export function describeMoment(milliseconds: number, now: number): string {
	return formatted(
		milliseconds,
		isSameDay(milliseconds, now) ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
	);
}

/** Returns the same for a narrow row: the time to the minute, or only the day. */
export function describeMomentBriefly(milliseconds: number, now: number): string {
	return formatted(
		milliseconds,
		isSameDay(milliseconds, now) ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' },
	);
}

/** Returns the time of a day to the minute, for places that already show the day. */
export function describeTime(milliseconds: number): string {
	return formatted(milliseconds, { timeStyle: 'short' });
}

function isSameDay(one: number, other: number): boolean {
	return new Date(one).toDateString() === new Date(other).toDateString();
}

function formatted(milliseconds: number, options: Intl.DateTimeFormatOptions): string {
	// A record may contain any number, and the formatter throws for one that is not a date.
	if (Number.isNaN(new Date(milliseconds).getTime())) return '-';
	return momentText(milliseconds, options);
}
