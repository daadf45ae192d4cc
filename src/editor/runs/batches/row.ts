import * as vscode from 'vscode';
import { describeMoment } from '../../../core/base/ages.ts';
import { numberText } from '../../../core/base/language.ts';
import { exactUsd } from '../../../core/base/money.ts';
import { type Batch, batchHasEnded, endedItems } from '../../../core/batches/batch.ts';
import { batchProgressTitle, batchTitle, describeBatch } from '../../../core/batches/describe.ts';
import { runName } from '../../../core/runs/describe.ts';
import { labelText } from '../../shell/plainText.ts';
import { factsTooltip, row } from '../../shell/trees/treeRows.ts';

/** Returns the row of a batch among the runs. `unwatched`: the reason why it is not continued, as a sentence. */
export function batchRow(batch: Batch, unwatched: string | undefined): vscode.TreeItem {
	// As in the rows of runs: its facts must fit next to it.
	const title = labelText(batchProgressTitle({ ...batch, name: runName({ documentName: batch.name }) }));
	const reason = unwatched ?? batch.notice;
	// The reason for a pause comes first, since it requires action and space is limited.
	const said = reason === undefined ? [] : [reason];
	const [, ...known] = describeBatch(batch);
	const parts = (batch.state === 'paused' ? [...said, ...known] : [...known, ...said]).map((part) =>
		labelText(part),
	);
	return row(`batch:${batch.id}`, title, {
		...lookOf(batch, unwatched),
		description: parts.join(' · '),
		state: vscode.TreeItemCollapsibleState.Collapsed,
		tags: tagsOf(batch),
		spoken: [title, ...parts].join(', '),
	});
}

function tagsOf({ state }: Batch): string {
	switch (state) {
		case 'running':
			return '+batch+active+running';
		case 'paused':
			return '+batch+active+paused';
		case 'canceling':
			return '+batch+active';
		case 'canceled':
		case 'ended':
			return '+batch+ended';
	}
}

const attention = 'list.warningForeground';

function lookOf(batch: Batch, unwatched: string | undefined): { icon: string; color?: string } {
	const { state, counts, notice } = batch;
	switch (state) {
		case 'running':
			if (unwatched !== undefined) return { icon: 'debug-disconnect', color: attention };
			return { icon: 'loading~spin', color: 'charts.blue' };
		case 'paused':
			return { icon: 'debug-pause', ...(notice === undefined ? {} : { color: attention }) };
		case 'canceling':
			return { icon: 'loading~spin' };
		case 'canceled':
			return { icon: 'circle-slash', color: 'disabledForeground' };
		case 'ended':
			if (counts.succeeded === batch.count) return { icon: 'pass-filled', color: 'testing.iconPassed' };
			if (counts.failed > 0) return { icon: 'error', color: 'testing.iconFailed' };
			return { icon: 'question', color: attention };
	}
}

/** Returns the tooltip of a batch; text of the service never becomes Markdown. */
export function batchTooltip(
	batch: Batch,
	unwatched: string | undefined,
	now: number,
): vscode.MarkdownString {
	const { count, counts, to, costMicrodollars, maxMicrodollars, maxFailures } = batch;
	const waiting = count - counts.moving - endedItems(batch);
	const number = (value: number) => (value === 0 ? undefined : numberText(value));
	return factsTooltip(batchTitle(batch), [
		[vscode.l10n.t('Notice'), unwatched ?? batch.notice],
		[vscode.l10n.t('Ran on'), to.target.name],
		[vscode.l10n.t('Started'), describeMoment(batch.startedAt, now)],
		[vscode.l10n.t('Waiting'), batchHasEnded(batch) ? undefined : number(waiting)],
		[vscode.l10n.t('In Progress'), number(counts.moving)],
		[vscode.l10n.t('Succeeded'), number(counts.succeeded)],
		[vscode.l10n.t('Failed'), number(counts.failed)],
		[vscode.l10n.t('Canceled'), number(counts.canceled)],
		[vscode.l10n.t('Possibly Sent'), number(counts.uncertain)],
		[vscode.l10n.t('Cost'), costMicrodollars === 0 ? undefined : exactUsd(costMicrodollars)],
		[vscode.l10n.t('Cost Limit'), maxMicrodollars === undefined ? undefined : exactUsd(maxMicrodollars)],
		[vscode.l10n.t('Failure Limit'), maxFailures === undefined ? undefined : numberText(maxFailures)],
	]);
}
