import type { TextRange } from '../../base/findings.ts';
import type { TrainingDocument } from '../yaml/document.ts';
import { lineAt } from '../yaml/lines.ts';
import { trainingOutline } from './annotations.ts';

/** A piece of the text that can be folded, as offsets in its first and last line. */
interface Fold extends TextRange {
	readonly comment: boolean;
}

/**
 * Returns the foldable parts: sections, items, texts over several lines, and comments. Indentation alone does not decide, since a list may
 * start in the column of its key, as in the toolkit's own files.
 */
export function trainingFolds(document: TrainingDocument): readonly Fold[] {
	const { text } = document;
	const folds: Fold[] = [];
	const add = (start: number, end: number, comment: boolean) => {
		if (text.slice(start, end).includes('\n')) folds.push({ start, end, comment });
	};
	const visit = (items: ReturnType<typeof trainingOutline>) => {
		for (const { range, children } of items) {
			add(range.start, range.end, false);
			visit(children);
		}
	};
	visit(trainingOutline(document));
	let from: number | undefined;
	for (let at = 0; at <= text.length; ) {
		const line = lineAt(text, at);
		const comment = /^\s*#/.test(text.slice(line.start, line.end));
		if (comment) from ??= line.start;
		if (from !== undefined && (!comment || line.end >= text.length)) {
			add(from, comment ? line.end : line.start - 1, true);
			from = undefined;
		}
		const next = text.indexOf('\n', line.end);
		if (next < 0) break;
		at = next + 1;
	}
	return folds.sort((one, other) => one.start - other.start);
}
