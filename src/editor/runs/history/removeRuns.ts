import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import { counted, numberText } from '../../../core/base/language.ts';
import { runDelete } from '../../../core/operations/runs/history.ts';
import { hasEnded, type Run } from '../../../core/runs/run.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { failureText } from '../../shell/failures.ts';
import { confirm, fail, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';

/** Removes the ended ones of some runs, after a question. */
export async function removeRuns(acts: Acts, chosen: readonly Run[]): Promise<void> {
	const runs = chosen.filter(hasEnded);
	const active = chosen.length - runs.length;
	if (chosen.length === 0) return;
	if (runs.length === 0) {
		await warn(
			active === 1
				? vscode.l10n.t('This run has not ended, so it stays in the history. Cancel it first.')
				: vscode.l10n.t('These runs have not ended, so they stay in the history. Cancel them first.'),
		);
		return;
	}
	if (!(await mayRemove(runs, active))) return;
	const failures = await vscode.window.withProgress({ location: { viewId: 'easel.runs' } }, () =>
		removeAll(acts, runs),
	);
	const [first] = failures;
	if (first === undefined) return;
	await (failures.length === 1
		? fail(failureText(first))
		: fail(
				vscode.l10n.t('{0} runs could not be removed. {1}', numberText(failures.length), failureText(first)),
			));
}

/** Asks whether to remove runs; `active` more were selected that have not ended. */
function mayRemove(runs: readonly Run[], active: number): PromiseLike<boolean> {
	return confirm(removalQuestion(runs), {
		detail: [
			vscode.l10n.t(
				'Its data on this computer is deleted: result files, the sent document, star and note. Files that you saved elsewhere are kept.',
			),
			...(active === 0
				? []
				: [
						counted(
							active,
							vscode.l10n.t('1 selected run has not ended and stays.'),
							vscode.l10n.t('{0} selected runs have not ended and stay.'),
						),
					]),
		].join(' '),
		action: vscode.l10n.t('Remove'),
	});
}

async function removeAll(acts: Acts, runs: readonly Run[]): Promise<readonly Failure[]> {
	const failures: Failure[] = [];
	// One question covers all of them.
	const answers = { confirmDelete: async () => true };
	for (const { id } of runs) {
		const removed = await acts.run(runDelete, { id }, { answers });
		if (!removed.ok) failures.push(removed.failure);
	}
	return failures;
}

function removalQuestion(runs: readonly Run[]): string {
	const [first] = runs;
	return runs.length === 1 && first !== undefined
		? vscode.l10n.t('Remove this run of "{0}" from the history?', labelText(first.documentName, 80))
		: vscode.l10n.t('Remove {0} runs from the history?', numberText(runs.length));
}
