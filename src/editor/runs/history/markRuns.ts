import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { runMark } from '../../../core/operations/runs/history.ts';
import { runName } from '../../../core/runs/describe.ts';
import type { MarksChange } from '../../../core/runs/history/marks.ts';
import { noteLimit, type Run } from '../../../core/runs/run.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { showFailure } from '../../shell/failures.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunServices } from '../services.ts';

/** Changes stars or notes of runs, and shows the first failure. */
export async function markRuns(
	{ acts, log }: Pick<AppServices, 'acts' | 'log'>,
	runs: readonly Run[],
	change: MarksChange,
): Promise<void> {
	const results = await Promise.all(runs.map(({ id }) => acts.run(runMark, { id, ...change })));
	const failed = results.find((result) => !result.ok);
	if (failed && !failed.ok) await showFailure(log, failed.failure);
}

/** Asks for the note on a run. */
export async function editNote(
	{ windowRuns, ...services }: Pick<RunServices, 'acts' | 'log' | 'windowRuns'>,
	run: Run,
): Promise<void> {
	const { marks } = await windowRuns.open();
	const note = await vscode.window.showInputBox({
		title: vscode.l10n.t('Note on the Run of {0}', labelText(runName(run), 60)),
		prompt: vscode.l10n.t('Kept on this computer. Leave empty to remove the note.'),
		value: marks.of(run.id).note,
		ignoreFocusOut: true,
		validateInput: (text) =>
			text.trim().length <= noteLimit
				? undefined
				: vscode.l10n.t(
						'A note can have at most {0} characters; this one has {1}.',
						numberText(noteLimit),
						numberText(text.trim().length),
					),
	});
	if (note !== undefined) await markRuns(services, [run], { note });
}
