import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { kindOfFile } from '../../base/fileKind.ts';
import { describeState, runName, took } from '../describe.ts';
import type { Marks } from '../history/mark.ts';
import { starsOf } from '../kept.ts';
import { hasEnded, type Run } from '../run.ts';
import type { SheetPicture, SheetRun, SheetSelection } from './messages.ts';
import { dayOf } from './selectionKey.ts';

/** Returns a run as a contact sheet shows it; undefined for one without pictures and videos that is no run of a sweep. Its cost may be estimated. */
export function sheetRun(
	run: Run,
	mark: Pick<Marks, 'starred' | 'starredFiles'>,
	microdollars = run.costMicrodollars,
): SheetRun | undefined {
	const pictures = run.files.flatMap(({ key, filename, archivedAs, problem }): SheetPicture[] => {
		const kind = kindOfFile(filename);
		if (kind !== 'image' && kind !== 'video') return [];
		const missing = archivedAs === undefined ? (problem ?? notFetched(run)) : undefined;
		return [
			compact({
				key,
				kind,
				name: filename,
				file: archivedAs,
				problem: missing,
				starred: mark.starredFiles.includes(key) || undefined,
			}),
		];
	});
	const { id, target, submittedAt, summary } = run;
	const { seed, values } = summary;
	if (pictures.length === 0 && values === undefined) return undefined;
	return compact({
		id,
		name: runName(run),
		target: target.name,
		at: submittedAt,
		took: took(run),
		seed,
		values,
		state: run.state === 'succeeded' ? undefined : describeState(run),
		microdollars,
		stars: starsOf(mark) || undefined,
		pictures,
	});
}

function notFetched(run: Run): string | undefined {
	return hasEnded(run) ? l10n.t('This file was not downloaded.') : undefined;
}

/** Returns whether a run belongs to a sheet. Days are in local time. */
export function isSelected(
	{ runIds, documentUri, day }: SheetSelection,
	run: Pick<Run, 'id' | 'documentUri' | 'submittedAt'>,
): boolean {
	if (runIds !== undefined && !runIds.includes(run.id)) return false;
	if (documentUri !== undefined && run.documentUri !== documentUri) return false;
	return day === undefined || isSameDay(day, run.submittedAt);
}

function isSameDay(day: number, moment: number): boolean {
	const { start, end } = dayOf(day);
	return moment >= start && moment < end;
}
