import { readWhole } from '../../base/disk/readWhole.ts';
import { memberOf, recordIn, textOf } from '../../json/fields.ts';
import { decodeCaption } from '../report/captionFacts.ts';

/** Bytes of a table that is read: some 100,000 captions. */
const mostBytes = 50_000_000;

/** Members that have the caption, the usual ones first. */
const captionMembers = ['text', 'caption', 'prompt', 'description', 'tags'] as const;

/**
 * Reads the captions of a `metadata.jsonl`: a line of JSON for each medium, with its path below the folder as `file_name`. Returns them by
 * that path, or the reason why the file is not read. Never rejects.
 */
export async function readCaptionTable(
	path: string,
): Promise<{ readonly captions: ReadonlyMap<string, string> } | { readonly why: string }> {
	const read = await readWhole(path, mostBytes);
	if ('why' in read) return read;
	const captions = new Map<string, string>();
	for (const line of decodeCaption(read.bytes).split(/\r?\n/)) {
		const record = recordIn(line);
		const name = textOf(record?.file_name);
		const text = record && textOf(memberOf(record, ...captionMembers));
		if (name !== undefined && text !== undefined) captions.set(name.replaceAll('\\', '/'), text);
	}
	return { captions };
}
