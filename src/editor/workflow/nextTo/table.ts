import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { resultsFileName } from '../../../core/operations/sweeps/results.ts';
import type { SweepDocument } from '../../../core/operations/sweeps/sweepDocument.ts';
import { columnCell, columnsFor } from '../../../core/operations/sweeps/sweepLanguage.ts';
import { sweepTable } from '../../../core/operations/sweeps/sweepTable.ts';
import { withColumns } from '../../../core/workflow/sweep/sweepFile.ts';
import { type TableChange, tableEdit, tableRows } from '../../../core/workflow/sweep/tableEdits.ts';
import { type TableProtocol, tableProtocol } from '../../../core/workflow/sweep/tableMessages.ts';
import { reopenWith } from '../../documents/openDocument.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import { watchFiles } from '../../documents/watchFiles.ts';
import { runCommand } from '../../shell/commands.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform } from '../../shell/messages.ts';
import { createPanel, type Panel } from '../../shell/panels/webviewPanel.ts';
import { labelText } from '../../shell/plainText.ts';
import type { FilesNextTo, NextToDeps } from './files.ts';

interface TableParts extends Pick<NextToDeps, 'extensionUri' | 'log' | 'documents'> {
	readonly files: FilesNextTo<SweepDocument>;
}

/** Shows the text of a table of values as a table, in which each change is an edit of the text. */
export async function showTable(
	{ extensionUri, log, documents, files }: TableParts,
	document: vscode.TextDocument,
	restored: vscode.WebviewPanel,
): Promise<void> {
	const { uri } = document;
	const name = basename(uri.path);
	const folder = dirname(uri.fsPath);
	const readResults = async () =>
		uri.scheme === 'file' ? textNextTo(folder, resultsFileName(name)) : undefined;
	let lastEdit: Promise<void> = Promise.resolve();
	let [checked, results] = await Promise.all([files.read(document), readResults()]);

	const panel: Panel<TableProtocol> = createPanel({
		viewType: 'easel.sweepTable',
		protocol: tableProtocol,
		extensionUri,
		log,
		title: () => name,
		identity: { uri: uri.toString() },
		document: () => uri,
		roots: [],
		restored,
		state: () => sweepTable(name, checked, results),
		handlers: () => ({
			edit: (change) => {
				lastEdit = make({ kind: 'edit', ...change });
				return lastEdit;
			},
			save: () => lastEdit.finally(() => document.save()),
			addRow: (row) => make({ kind: 'addRow', ...row }),
			duplicateRow: (row) => make({ kind: 'duplicateRow', ...row }),
			removeRow: (row) => make({ kind: 'removeRow', ...row }),
			addColumn: () => addColumn(document, checked),
			run: () => runCommand('easel.runSweep', uri),
			openText: () => reopenWith(uri, 'default'),
			openResult: ({ run }) => runCommand('easel.showRun', run),
		}),
		requests: () => ({}),
	});

	async function make(change: TableChange): Promise<void> {
		const edit = tableEdit(document.getText(), change);
		const isDone = edit !== undefined && (await vscode.workspace.applyEdit(workspaceEdit(document, [edit])));
		if (isDone) return;
		panel.post('notify', { text: vscode.l10n.t('The table has changed in the meantime. Try again.') });
		await update();
	}
	async function update(): Promise<void> {
		const current = await files.current(document);
		// Otherwise, a newer text is being read.
		if (current === undefined) return;
		checked = current;
		panel.refresh();
	}
	const onResults = async () => {
		results = await readResults();
		panel.refresh();
	};
	const watches = vscode.Disposable.from(
		watchFiles(new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), resultsFileName(name)), onResults),
		documents.onDidChange((changed) => {
			if (changed.document === document && changed.reason === 'edited') void update();
		}),
		files.checks.onDidCheck((other) => {
			if (other === document) void update();
		}),
	);
	panel.onDidDispose(() => watches.dispose());
}

/** Asks for an input of the workflow, and adds a column for it with values around its own. */
async function addColumn(document: vscode.TextDocument, { workflow }: SweepDocument): Promise<void> {
	const name = basename(document.uri.path);
	if (workflow === undefined) {
		await inform(
			vscode.l10n.t(
				'No workflow for "{0}" was found next to it. The name of the table must begin with that of the workflow.',
				name,
			),
		);
		return;
	}
	const [titles = []] = tableRows(document.getText());
	const items = columnsFor(
		workflow,
		titles.map((title) => title.trim()),
	).map((column) => ({
		label: labelText(column.name),
		description: labelText(column.detail),
		column,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Add Column'),
		placeHolder: vscode.l10n.t('Select the input for the column'),
		matchOnDescription: true,
	});
	if (chosen === undefined) return;
	const title = chosen.column.name;
	const text = document.getText();
	const made = withColumns(text, [{ title, cell: columnCell(workflow, title) }]);
	if (typeof made !== 'string') {
		await inform(made.problem);
		return;
	}
	await vscode.workspace.applyEdit(
		workspaceEdit(document, [{ range: { start: 0, end: text.length }, newText: made }]),
	);
}
