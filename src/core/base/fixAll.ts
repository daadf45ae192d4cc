import type { Finding, Fix, TextEdit } from './findings.ts';

/**
 * Returns the preferred fixes that can be applied together, in text order: they do not overlap, and a fix for several
 * findings comes once. Remaining findings show with the next check.
 */
export function fixesForAll(findings: readonly Finding[]): readonly Fix[] {
	const candidates = findings
		.flatMap(({ fixes }) => fixes?.find(({ preferred }) => preferred === true) ?? [])
		// A fix may have an edit for each of many thousand lines, too many for the arguments of one call.
		.map((fix) => ({
			fix,
			start: fix.edits.reduce((least, { range }) => Math.min(least, range.start), Number.POSITIVE_INFINITY),
		}));
	const chosen: Fix[] = [];
	const seen = new Set<string>();
	let reach = 0;
	for (const { fix, start } of candidates.sort((a, b) => a.start - b.start)) {
		const key = fix.edits.map(({ range, newText }) => `${range.start} ${range.end} ${newText}`).join('\n');
		if (start < reach || seen.has(key)) continue;
		seen.add(key);
		reach = fix.edits.reduce((most, { range }) => Math.max(most, range.end), reach);
		chosen.push(fix);
	}
	return chosen;
}

/** A fix may reveal the next problem; no document needs more steps than this, and long documents take time. */
const mostRounds = (text: string) => (text.length > 100_000 ? 3 : 12);

/**
 * Returns everything that "fix all" changes in a text, as edits of that text: applies the preferred fixes, checks
 * again, and continues until none is left, so that a second call changes nothing.
 */
export function fixAllEdits(
	text: string,
	findings: readonly Finding[],
	check: (text: string) => readonly Finding[],
): readonly TextEdit[] {
	const rounds = mostRounds(text);
	let edits: readonly TextEdit[] = [];
	let current = text;
	let found = findings;
	for (let round = 0; round < rounds; round++) {
		const next = fixesForAll(found)
			.flatMap((fix) => fix.edits)
			.sort((one, other) => one.range.start - other.range.start || one.range.end - other.range.end);
		if (next.length === 0) break;
		if (edits.length === 0) {
			edits = next;
			current = applyEdits(text, edits);
		} else {
			// From the end backwards, so that earlier places stay valid.
			for (const edit of next.toReversed()) {
				edits = add(current, edits, edit);
				current = applyEdits(current, [edit]);
			}
		}
		found = check(current);
	}
	return edits;
}

/** Returns a text after edits, in any order, that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
	let result = '';
	let at = 0;
	for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start)) {
		result += text.slice(at, range.start) + newText;
		at = range.end;
	}
	return result + text.slice(at);
}

/** Returns the edit that turns a text into another one. It replaces what lies between their common beginning and end. */
export function editBetween(before: string, after: string): TextEdit {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
	let [end, last] = [before.length, after.length];
	while (end > start && last > start && before.charCodeAt(end - 1) === after.charCodeAt(last - 1)) {
		end--;
		last--;
	}
	return { range: { start, end }, newText: after.slice(start, last) };
}

/** Adds an edit to `edits`. Its range refers to `current`, the text after them. */
function add(current: string, edits: readonly TextEdit[], edit: TextEdit): readonly TextEdit[] {
	const before: TextEdit[] = [];
	const after: TextEdit[] = [];
	let { start, end } = edit.range;
	let shift = 0;
	let original: { start: number; end: number } | undefined;
	let shiftBefore = 0;
	for (const each of edits) {
		const from = each.range.start + shift;
		const to = from + each.newText.length;
		shift += each.newText.length - (each.range.end - each.range.start);
		if (to < edit.range.start) {
			before.push(each);
			shiftBefore = shift;
		} else if (from > edit.range.end) after.push(each);
		else {
			const first = original?.start ?? (from <= start ? each.range.start : start - shiftBefore);
			const last = to >= end ? each.range.end : end - shift;
			original = { start: first, end: last };
			start = Math.min(start, from);
			end = Math.max(end, to);
		}
	}
	original ??= { start: start - shiftBefore, end: end - shiftBefore };
	const newText = current.slice(start, edit.range.start) + edit.newText + current.slice(edit.range.end, end);
	return [...before, { range: original, newText }, ...after];
}
