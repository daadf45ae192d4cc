import * as l10n from '@vscode/l10n';
import { type Failure, failed, inputFailure, type Result, success } from '../base/failure.ts';
import { firstLines } from '../base/language.ts';

/** Something that callers identify by its id, an id prefix, or its name. */
export interface Nameable {
	readonly id: string;
	readonly name: string;
}

const shortestPrefix = 4;

/** Candidates that a refusal names at most. */
const mostCandidates = 10;

/** Returns whether a text is a whole id of the history or the service, which needs no search. */
export function isWholeId(given: string): boolean {
	return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given);
}

/** Returns the items that match an id, a name or an id prefix. */
export function fitting<T extends Nameable>(items: readonly T[], given: string): readonly T[] {
	const exact = items.find(({ id }) => id === given);
	if (exact !== undefined) return [exact];
	const isPrefix = given.length >= shortestPrefix;
	return items.filter(({ id, name }) => name === given || (isPrefix && id.startsWith(given)));
}

/** Returns the only match; undefined if none. Fails if several match, or only by a prefix that is too short. */
export function meantOf<T extends Nameable>(items: readonly T[], given: string): Result<T | undefined> {
	const fits = fitting(items, given);
	const [found, ...others] = fits;
	if (others.length === 0) {
		const mayBePrefix = found === undefined && given !== '' && given.length < shortestPrefix;
		const isTooShort = mayBePrefix && items.some(({ id }) => id.startsWith(given));
		return isTooShort ? failed(tooShort(given)) : success(found);
	}
	return failed(severalFit(fits, given));
}

function severalFit(fits: readonly Nameable[], given: string): Failure {
	const names = fits.map(({ id, name }) => `${id} ${name}`);
	return inputFailure(
		l10n.t('"{0}" matches several:', given),
		l10n.t('Specify the ID of one.'),
		firstLines(names, mostCandidates),
	);
}

function tooShort(given: string): Failure {
	return inputFailure(
		l10n.t('"{0}" is too short to identify an ID.', given),
		l10n.t('Specify at least {0} characters.', shortestPrefix),
	);
}
