import { plural } from '../../core/base/language.ts';
import { captionLength, needsAttention, rowText } from '../../core/captions/filter.ts';
import type { CaptionsState } from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';

/** The path of the medium that names a row. */
export function nameOf(row: CaptionRow): string {
	return row.media[0]?.path ?? row.id;
}

/** The length of a caption, for the line above it. */
export function lengthText(text: string): string {
	return `${plural(captionLength(text, 'words'), 'word')} · ${plural(captionLength(text, 'characters'), 'character')}`;
}

/** What is to be said about a row before its caption. */
export function rowNotice(row: CaptionRow): string | undefined {
	const { caption, unsaved } = row;
	if (unsaved?.why === 'changedOnDisk')
		return caption.kind === 'missing' ? 'Deleted on disk' : 'Changed on disk';
	if (unsaved?.why === 'notWritten') return `Not saved. ${unsaved.problem ?? ''}`.trim();
	if (caption.kind === 'foreign')
		return `Not UTF-8, shown as ${encodingNames[caption.encoding] ?? caption.encoding}`;
	if (caption.kind === 'unreadable') return caption.reason;
	if (unsaved !== undefined) return undefined;
	if (caption.kind === 'missing') return 'No caption';
	return caption.text.trim() === '' ? 'Empty' : undefined;
}

const encodingNames: Readonly<Record<string, string>> = {
	'utf-16le': 'UTF-16',
	'utf-16be': 'UTF-16',
	'windows-1252': 'Windows-1252',
};

/** The other media that have the same caption. */
export function sharedWith({ media }: CaptionRow): string | undefined {
	const others = media.slice(1).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
	return others.length === 0 ? undefined : `also of ${others.join(', ')}`;
}

/** What is known of the whole folder, for the line below the grid. */
export function summaryText({ rows, leftOut }: CaptionsState, shown: number): string {
	const without = rows.filter(
		(row) => row.caption.kind !== 'unreadable' && rowText(row).trim() === '',
	).length;
	const attention = rows.filter(needsAttention).length;
	const media = rows.reduce((sum, row) => sum + row.media.length, 0);
	const parts = [plural(media, 'medium', 'media')];
	if (shown !== rows.length) parts.push(`${shown.toLocaleString('en')} shown`);
	if (without > 0) parts.push(`${without.toLocaleString('en')} without caption`);
	if (attention > 0)
		parts.push(`${attention.toLocaleString('en')} need${attention === 1 ? 's' : ''} attention`);
	if (leftOut > 0)
		parts.push(`${plural(leftOut, 'link or special file', 'links or special files')} not shown`);
	return parts.join(' · ');
}
