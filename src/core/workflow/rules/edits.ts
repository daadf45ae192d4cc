import { insertion, type TextEdit } from '../../base/findings.ts';
import type { NodeBody } from '../nodeReader.ts';

/** Returns the white space at the start of the line that contains `at`; undefined if the line begins before the text. */
function indentAt(entry: string, at: number): string | undefined {
	const lineStart = entry.lastIndexOf('\n', at - 1);
	return lineStart < 0 ? undefined : (/^[ \t]*/.exec(entry.slice(lineStart + 1, at))?.[0] ?? '');
}

/** Inserts an empty `inputs` as the node's first member. Undefined if the node cannot be edited safely. */
export function inputsInsertion(body: NodeBody, entry: string): TextEdit | undefined {
	if (body.problems.length > 0 || !body.classType) return undefined;
	const indent = indentAt(entry, body.classType.start);
	const gap = indent === undefined ? '' : `\n${indent}`;
	return insertion(body.start + 1, `${gap}"inputs": {},`);
}

/**
 * Appends inputs after the last one, formatted like their neighbors. `members` are written `"name": value`. Undefined
 * if the node cannot be edited safely.
 */
export function membersInsertion(
	body: NodeBody,
	entry: string,
	members: readonly string[],
): TextEdit | undefined {
	const span = body.inputsSpan;
	if (!span?.isObject || body.problems.length > 0 || members.length === 0) return undefined;
	const last = body.inputs.reduce((end, input) => Math.max(end, input.end), 0);
	const first = body.inputs.reduce(
		(start, input) => Math.min(start, input.nameStart),
		Number.POSITIVE_INFINITY,
	);
	if (last > 0) {
		const ownLine = entry.slice(span.start, first).includes('\n');
		const gap = ownLine ? `\n${indentAt(entry, first) ?? ''}` : ' ';
		return insertion(last, members.map((member) => `,${gap}${member}`).join(''));
	}
	const inside = { start: span.start + 1, end: span.end - 1 };
	const outer = indentAt(entry, span.start);
	if (outer === undefined) return { range: inside, newText: members.join(', ') };
	const closing = indentAt(entry, body.end - 1) ?? '';
	const unit =
		outer.length > closing.length && outer.startsWith(closing) ? outer.slice(closing.length) : '  ';
	const lines = members.map((member) => `\n${outer}${unit}${member}`).join(',');
	return { range: inside, newText: `${lines}\n${outer}` };
}
