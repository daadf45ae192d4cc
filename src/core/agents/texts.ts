import { type Failure, failed, inputFailure, type Result, success } from '../base/failure.ts';
import { maskText } from '../http/mask.ts';
import type { FailureFacts } from '../operations/failureFacts.ts';
import { declined } from '../operations/operation.ts';

/** Maximum characters of a name in a question: a longer one hides the rest of the question. */
const longestName = 120;

/** Characters of a foreign sentence in a question. */
export const longestQuoted = 500;

/** Returns foreign text as one short line in quotation marks, which it cannot escape. */
export function named(text: string, most = longestName): string {
	return `"${cutAt(lineOf(text), most)}"`;
}

/** Returns a sentence that contains foreign text, or a path, as one line in quotation marks; nothing is cut, since all of it matters. */
export function whole(text: string): string {
	return `"${lineOf(text)}"`;
}

/** Returns an address in quotation marks, with its whole host in ASCII, as in a DNS lookup. */
export function namedAddress(address: string): string {
	const url = URL.parse(address);
	return url === null
		? named(address)
		: `"${url.protocol}//${url.host}${cutAt(lineOf(url.pathname), longestName)}"`;
}

function lineOf(text: string): string {
	return maskText(text, [], 10_000).replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim();
}

function cutAt(line: string, most: number): string {
	return line.length > most ? `${line.slice(0, most).toWellFormed()}...` : line;
}

/** Returns a failure as sentences for a model. */
export function failureText({ kind, message, nextStep, details = [] }: Failure): string {
	const lines = details.slice(0, 20).map((detail) => `- ${shortened(detail)}`);
	const rest = details.length > lines.length ? [`- and ${details.length - lines.length} more`] : [];
	// After a person has declined, the model must not try again.
	const said = shortened(message);
	const first = kind === 'canceled' ? said : `${said} ${nextStep}`;
	return [first, ...lines, ...rest].join('\n');
}

/** Returns the facts of a failure as a line for a model. */
export function factsText({ code, retryable, retryAfterMs }: FailureFacts): string {
	const after = retryAfterMs === undefined ? '' : ` after ${retryAfterMs} ms`;
	return `Code: ${code}. ${retryable ? `The same call may be made again${after}.` : 'Do not repeat the same call.'}`;
}

/** A failure may repeat the input, and a longer text does not help a model. */
const longestSentence = 1000;

function shortened(text: string): string {
	return text.length > longestSentence ? `${text.slice(0, longestSentence)}...` : text;
}

/** Returns the failure of an unconfirmed call. */
export function notConfirmed(): ReturnType<typeof failed> {
	return declined('Nothing was sent, because it was not confirmed.');
}

/** Returns a number with its unit, for a model. */
export function countOf(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Returns the value with each of its texts replaced by `change`. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}

/** Some of a list, from the place of a cursor. */
interface Page<T> {
	readonly items: readonly T[];
	readonly next?: string;
}

/**
 * Returns the offset of a page. Fails for an unknown cursor, since the first page in its place would be mistaken for
 * the next one.
 */
export function startOf(cursor: string | undefined): Result<number> {
	if (cursor === undefined) return success(0);
	return /^\d{1,9}$/.test(cursor) ? success(Number(cursor)) : failed(badCursor);
}

export const badCursor = inputFailure(
	'The cursor is not a next_cursor of this tool. Leave it out for the first page.',
);

/** Returns the records with all words of a search in their line of the list, ignoring case. */
export function foundBy<T>(all: readonly T[], lineOf: (each: T) => string, search = ''): readonly T[] {
	const words = search.toLowerCase().split(/\s+/);
	return all.filter((each) => {
		const line = lineOf(each).toLowerCase();
		return words.every((word) => line.includes(word));
	});
}

/** Returns a page of a complete list. */
export function pageOf<T>(all: readonly T[], start: number, size: number): Page<T> {
	const end = start + size;
	return { items: all.slice(start, end), ...(end < all.length ? { next: String(end) } : {}) };
}

/** Returns a result with a failure that, if something was not found, directs a model to the existing names. */
export function orElse<T>(result: Result<T>, nextStep: string): Result<T> {
	if (result.ok || result.failure.kind !== 'notFound') return result;
	return failed({ ...result.failure, nextStep });
}

/** Returns the lines below a page of a list in its text: the way to the next page, if any. */
export function nextPage(next: string | undefined, start: string | number = 0): readonly string[] {
	if (next !== undefined) return [`There are more: call again with cursor "${next}".`];
	return start === 0 ? [] : ['There are no more.'];
}
