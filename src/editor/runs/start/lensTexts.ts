import * as vscode from 'vscode';
import type { Run } from '../../../core/runs/run.ts';
import type { CommandId } from '../../shell/ids.ts';
import { labelText } from '../../shell/plainText.ts';
import { describeMoving } from '../history/movingText.ts';
import type { RunLensDeps } from './codeLens.ts';

/** The lenses of a workflow document. @param moving its runs in progress, the newest first */
export function lensesOf(
	document: vscode.Uri,
	[moving, ...others]: readonly Run[],
	{ session, targets, memory, history }: RunLensDeps,
): vscode.CodeLens[] {
	const [last] = memory.deploymentsFor(document.toString(), session.current.connection.id);
	const target = last === undefined ? undefined : targets.byId(last);
	const top = new vscode.Range(0, 0, 0, 0);
	const lens = (title: string, command: CommandId, argument: vscode.Uri | string = document) =>
		new vscode.CodeLens(top, { title, command, arguments: [argument] });
	return [
		...(moving
			? [
					lens(
						`$(sync~spin) ${describeMoving(moving, others.length, Date.now(), history.progress.of(moving.id))}`,
						'easel.showRun',
						moving.id,
					),
					lens(
						moving.state === 'fetching' ? vscode.l10n.t('Stop Downloading') : vscode.l10n.t('Cancel'),
						'easel.cancelRun',
						moving.id,
					),
					lens(vscode.l10n.t('Show'), 'easel.showRun', moving.id),
				]
			: []),
		lens(
			`$(play) ${target ? vscode.l10n.t('Run on {0}', labelText(target.name, 40)) : vscode.l10n.t('Run')}`,
			'easel.run',
		),
		...(target ? [lens(vscode.l10n.t('Run On...'), 'easel.runWith')] : []),
	];
}
