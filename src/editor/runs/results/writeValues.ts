import * as vscode from 'vscode';
import { counted } from '../../../core/base/language.ts';
import type { WorkflowDocument } from '../../../core/workflow/document.ts';
import { type InputSet, setEdits } from '../../../core/workflow/inputSet.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { warn } from '../../shell/messages.ts';
import { revealRange } from '../reveal.ts';

/**
 * Writes values into a document as one edit, so that one Undo reverts them, in the editor that shows it. @param present
 * the document as it was read
 */
export async function writeValues(
	shown: vscode.TextDocument,
	present: WorkflowDocument,
	set: InputSet,
): Promise<void> {
	if (shown.getText() !== present.text) {
		await warn(vscode.l10n.t('The document has changed, so nothing was written. Try again.'));
		return;
	}
	const edits = setEdits(present, set);
	const edit = workspaceEdit(shown, edits);
	await revealRange(shown);
	if (!(await vscode.workspace.applyEdit(edit))) {
		await warn(vscode.l10n.t('The editor did not apply the change. Make sure that the file can be edited.'));
		return;
	}
	vscode.window.setStatusBarMessage(
		counted(
			edits.length,
			vscode.l10n.t('Wrote 1 input. Undo restores the previous value.'),
			vscode.l10n.t('Wrote {0} inputs. Undo restores the previous values.'),
		),
		6000,
	);
}
