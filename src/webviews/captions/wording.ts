import * as l10n from '@vscode/l10n';
import { counted, numberText } from '../../core/base/language.ts';
import { captionLength, lacksCaption, needsAttention } from '../../core/captions/filter.ts';
import type { CaptionsState } from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';

/** Returns the path of the medium that names a row. */
export function nameOf(row: CaptionRow): string {
	return row.media[0]?.path ?? row.id;
}

/** Returns the length of a caption, for the line above it. */
export function lengthText(text: string): string {
	const words = counted(captionLength(text, 'words'), l10n.t('1 word'), l10n.t('{0} words'));
	return `${words} · ${counted(captionLength(text, 'characters'), l10n.t('1 character'), l10n.t('{0} characters'))}`;
}

/** Returns the notice of a row before its caption; undefined without one. */
export function rowNotice(row: CaptionRow): string | undefined {
	const { caption, unsaved, inUpload, source } = row;
	if (unsaved?.why === 'changedOnDisk')
		return caption.kind === 'missing' ? l10n.t('Deleted on disk') : l10n.t('Changed on disk');
	if (unsaved?.why === 'notWritten')
		return unsaved.problem === undefined ? l10n.t('Not saved.') : l10n.t('Not saved. {0}', unsaved.problem);
	if (inUpload !== undefined && unsaved === undefined)
		return caption.kind === 'foreign'
			? l10n.t('Not UTF-8 on disk; the upload sends it as UTF-8')
			: l10n.t('In the upload only: {0}', inUpload);
	if (caption.kind === 'foreign')
		return l10n.t('Not UTF-8, shown as {0}', encodingNames[caption.encoding] ?? caption.encoding);
	if (caption.kind === 'unreadable') return caption.reason;
	if (unsaved === undefined && caption.kind === 'missing') return l10n.t('No caption');
	if (unsaved === undefined && 'text' in caption && caption.text.trim() === '') return l10n.t('Empty');
	return source && l10n.t('From "{0}", sent as "{1}"', source.path, source.name);
}

const encodingNames: Readonly<Record<string, string>> = {
	'utf-16le': 'UTF-16',
	'utf-16be': 'UTF-16',
	'windows-1252': 'Windows-1252',
};

/** Returns the other media that have the same caption. */
export function sharedWith({ media }: CaptionRow): string | undefined {
	const others = media.slice(1).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
	return others.length === 0 ? undefined : l10n.t('also of {0}', others.join(', '));
}

/** Describes the whole folder, for the line below the grid. */
export function summaryText({ rows, leftOut }: CaptionsState, shown: number): string {
	const without = rows.filter(lacksCaption).length;
	const inUpload = rows.filter((row) => row.inUpload !== undefined).length;
	const attention = rows.filter(needsAttention).length;
	const media = rows.reduce((sum, row) => sum + row.media.length, 0);
	const parts = [counted(media, l10n.t('1 media file'), l10n.t('{0} media files'))];
	if (shown !== rows.length) parts.push(l10n.t('{0} shown', numberText(shown)));
	if (without > 0) parts.push(l10n.t('{0} without caption', numberText(without)));
	if (inUpload > 0) parts.push(l10n.t('{0} in the upload only', numberText(inUpload)));
	if (attention > 0)
		parts.push(counted(attention, l10n.t('1 needs attention'), l10n.t('{0} need attention')));
	if (leftOut > 0)
		parts.push(
			counted(
				leftOut,
				l10n.t('1 link or special file not shown'),
				l10n.t('{0} links or special files not shown'),
			),
		);
	return parts.join(' · ');
}
