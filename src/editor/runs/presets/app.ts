import { basename } from 'node:path';
import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { appChange, noCanvasFailure } from '../../../core/operations/named/app.ts';
import { namesOf, uiNextTo } from '../../../core/operations/named/namesOf.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import { showFailure } from '../../shell/failures.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { revealRange } from '../reveal.ts';
import type { RunServices } from '../services.ts';
import { sourceOfCommand } from '../start/workflowSource.ts';

/** Returns the command that adds the named inputs of a document to App Mode of the workflow in UI format next to it. */
export function appCommands({
	log,
	workflows,
	nodeInfo: nodeInfoOf,
}: Pick<RunServices, 'log' | 'workflows' | 'nodeInfo'>) {
	return {
		'easel.writeApp': async (uri: unknown) => {
			const source = await sourceOfCommand(workflows, uri);
			if (source === undefined) return;
			const { document, name, folder } = source;
			const disk = { textIn: textNextTo };
			const place = { document, name, folders: folder === undefined ? {} : { document: folder } };
			const path = await uiNextTo(disk, place);
			if (path === undefined) return showFailure(log, noCanvasFailure(labelText(name)));
			const shown = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
			const canvas = workflows.read(shown);
			const nodeInfo = await nodeInfoOf(source.uri);
			const names = await namesOf({ disk }, place, document, { nodeInfo, ui: canvas });
			const change = appChange(canvas, document, names.inputs, nodeInfo);
			if (!change.ok) return showFailure(log, change.failure);
			const { edit, added, missing } = change.value;
			const lacking = missing.map((each) => `"${labelText(each)}"`).join(', ');
			if (edit === undefined) {
				await inform(
					missing.length > 0
						? vscode.l10n.t('No widget of "{0}" leads to {1}.', basename(path), lacking)
						: names.inputs.length === 0
							? vscode.l10n.t('No input of "{0}" has a name yet. Name some first.', labelText(name))
							: vscode.l10n.t('The app already has all named inputs.'),
				);
				return;
			}
			await revealRange(shown, edit.range);
			if (!(await vscode.workspace.applyEdit(workspaceEdit(shown, [edit])))) {
				await warn(
					vscode.l10n.t('The editor did not apply the change. Make sure that the file can be edited.'),
				);
				return;
			}
			const count = numberText(added.length);
			const told = vscode.l10n.t('Inputs added to App Mode: {0}. Undo removes them.', count);
			const rest = missing.length > 0 ? [vscode.l10n.t('No widget leads to {0}.', lacking)] : [];
			vscode.window.setStatusBarMessage([told, ...rest].join(' '), 8000);
		},
	};
}
