import { insertion, type TextEdit } from '../base/findings.ts';
import { configModel, datasetsRoot } from './configModel.ts';
import type { TrainingDocument } from './yaml/document.ts';
import { insertKey, replaceValue } from './yaml/edits.ts';
import { findAt, generic } from './yaml/find.ts';
import { lineAt, lineStart } from './yaml/lines.ts';
import { entryOf, isEmptyEntry, type ListNode, type MapNode } from './yaml/node.ts';

const folderKey = /^config\.process\[\]\.datasets\[\]\.(?:folder_path|dataset_path|control_path(?:_[123])?)$/;

/** Returns the folder of a dataset as a configuration names it, in quotes. */
export function datasetFolderText(name: string): string {
	return JSON.stringify(`${datasetsRoot}${name}`);
}

/**
 * Returns the edit that makes a configuration train on a dataset: replaces the folder at the cursor, if any; else in
 * the first item without a folder; else as a new item at the end of the datasets of the first process. Undefined if the
 * configuration has no place for it.
 */
export function insertDataset(
	document: TrainingDocument,
	name: string,
	cursor?: number,
): TextEdit | undefined {
	const { text, root } = document;
	const folder = datasetFolderText(name);
	const at = cursor === undefined ? undefined : findAt(root, cursor);
	if (at?.entry !== undefined && !at.entry.merged && folderKey.test(generic(at.path)))
		return replaceValue(text, at.entry, folder);
	const [process] = configModel(document).processes;
	if (process === undefined) return undefined;
	const empty = process.datasets.find(
		({ folder: entry }) => entry !== undefined && isEmptyEntry(entry),
	)?.folder;
	if (empty !== undefined && !empty.merged) return replaceValue(text, empty, folder);
	const datasets = entryOf(process.node, 'datasets');
	if (datasets === undefined) return firstItem(text, process.node, folder);
	if (datasets.merged) return undefined;
	const { value } = datasets;
	if (value.kind === 'list' && value.items.length > 0) return anotherItem(text, value, folder);
	const column = datasets.keyRange.start - lineStart(text, datasets.keyRange.start);
	if (value.kind === 'list' || isEmptyEntry(datasets)) {
		const start = text.indexOf(':', datasets.keyRange.end) + 1;
		const end = Math.max(start, value.range.end);
		return { range: { start, end }, newText: `\n${' '.repeat(column + 2)}- folder_path: ${folder}` };
	}
	return undefined;
}

function anotherItem(text: string, list: ListNode, folder: string): TextEdit | undefined {
	const last = list.items.at(-1);
	if (last === undefined) return undefined;
	if (list.flow) return insertion(last.range.end, `, { folder_path: ${folder} }`);
	const dash = text.lastIndexOf('-', last.range.start);
	const column = dash - lineStart(text, dash);
	const { end } = lineAt(text, endOfContent(text, last.range.end));
	return insertion(end, `\n${' '.repeat(column)}- folder_path: ${folder}`);
}

/** Returns the end of a node's content, without trailing white space and line ends. */
function endOfContent(text: string, end: number): number {
	let at = end;
	while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
	return at;
}

function firstItem(text: string, process: MapNode, folder: string): TextEdit | undefined {
	const [first] = process.entries;
	if (process.flow || first === undefined)
		return insertKey(text, process, 'datasets', `[{ folder_path: ${folder} }]`);
	const column = first.keyRange.start - lineStart(text, first.keyRange.start);
	const item = `\n${' '.repeat(column + 2)}- folder_path: ${folder}`;
	return insertKey(
		text,
		process,
		'datasets',
		item,
		entryOf(process, 'trigger_word') ?? entryOf(process, 'type'),
	);
}
