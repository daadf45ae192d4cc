import * as vscode from 'vscode';
import { percentText } from '../../../core/base/language.ts';
import { percentOf } from '../../../core/jobs/jobRecord.ts';
import type { CommandId } from '../../shell/ids.ts';
import { labelText } from '../../shell/plainText.ts';
import type { AccountJobs } from './accountJobs.ts';
import type { JobEdits } from './jobEdits.ts';

/** Returns the lenses for a configuration as a whole: start it, or send it to its job. */
export function submitLenses(
	uri: vscode.Uri,
	range: vscode.Range,
	edits: Pick<JobEdits, 'of'>,
	jobs: Pick<AccountJobs, 'movingOf'>,
): readonly vscode.CodeLens[] {
	const lens = (title: string, command: CommandId) =>
		new vscode.CodeLens(range, { title, command, arguments: [uri] });
	const edited = edits.of(uri);
	if (edited !== undefined) {
		return [
			lens(
				`$(cloud-upload) ${vscode.l10n.t('Send Edit to Job {0}', labelText(edited.name, 40))}`,
				'easel.sendJobEdit',
			),
			lens(vscode.l10n.t('Send Edit and Resume'), 'easel.sendJobEditAndResume'),
			lens(vscode.l10n.t('Start as a New Job'), 'easel.submitTraining'),
		];
	}
	const moving = jobs.movingOf(uri);
	const percent = moving && percentOf(moving);
	const state =
		moving === undefined
			? []
			: [
					new vscode.CodeLens(range, {
						title: `$(sync~spin) ${
							percent === undefined
								? vscode.l10n.t('Training {0}', labelText(moving.name, 40))
								: vscode.l10n.t('Training {0}: {1}', labelText(moving.name, 40), percentText(percent))
						}`,
						command: 'easel.showJob' satisfies CommandId,
						arguments: [moving.id],
					}),
				];
	return [...state, lens(`$(play) ${vscode.l10n.t('Start Training')}`, 'easel.submitTraining')];
}
