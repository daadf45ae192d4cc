import * as vscode from 'vscode';
import { describeAge } from '../../../core/base/ages.ts';
import type { Failure } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import type { ListState } from '../../../core/base/remoteList.ts';
import type { CommandId } from '../ids.ts';
import { command, row } from './treeRows.ts';

/** A row in addition to those of an outdated or incomplete list. */
export type ListNotice =
	| { readonly kind: 'stale'; readonly failure: Failure; readonly loadedAt: number }
	| { readonly kind: 'partial' }
	| { readonly kind: 'skipped'; readonly sentences: readonly string[] };

type ReadyList = Extract<ListState<unknown>, { kind: 'ready' }>;

/** Sentences that a tooltip shows. */
const mostSentences = 20;

/** Returns the notices above the rows of a list that could not be read again. */
export function noticesAbove({ failure, loadedAt }: Pick<ReadyList, 'failure' | 'loadedAt'>): ListNotice[] {
	return failure === undefined ? [] : [{ kind: 'stale', failure, loadedAt }];
}

/** Returns the notices below the rows of an incomplete list. */
export function noticesBelow({ isPartial, skipped }: Pick<ReadyList, 'isPartial' | 'skipped'>): ListNotice[] {
	return [
		...(isPartial ? [{ kind: 'partial' } as const] : []),
		...(skipped.length > 0 ? [{ kind: 'skipped', sentences: skipped } as const] : []),
	];
}

/**
 * Draws a notice.
 * @param now milliseconds since 1970.
 * @param refresh the command that reads the list again.
 * @param group distinguishes the notices of lists in one view.
 */
export function noticeRow(
	notice: ListNotice,
	now: number,
	refresh: CommandId,
	group?: string,
): vscode.TreeItem {
	const id = group === undefined ? notice.kind : `${notice.kind}:${group}`;
	const look = { icon: 'warning', color: 'list.warningForeground' };
	switch (notice.kind) {
		case 'stale':
			return row(id, vscode.l10n.t('Not Refreshed'), {
				...look,
				description: vscode.l10n.t('last read {0}', describeAge(now - notice.loadedAt)),
				command: command(refresh, vscode.l10n.t('Try Again')),
			});
		case 'partial':
			return row(id, vscode.l10n.t('There may be more'), {
				...look,
				description: vscode.l10n.t('the service sent only a part'),
			});
		case 'skipped':
			return row(id, vscode.l10n.t('{0} not readable', numberText(notice.sentences.length)), look);
	}
}

/** Returns the tooltip of a notice as plain text, if it has one. */
export function noticeTooltip(notice: ListNotice): string | undefined {
	switch (notice.kind) {
		case 'stale':
			return `${notice.failure.message}\n${notice.failure.nextStep}`;
		case 'partial':
			return undefined;
		case 'skipped':
			return notice.sentences.slice(0, mostSentences).join('\n');
	}
}
