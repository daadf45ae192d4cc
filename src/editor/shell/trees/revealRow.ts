import type * as vscode from 'vscode';

/**
 * Shows a row of a tree. Without effect if the rows are replaced meanwhile: the editor rejects with a `TreeError` then,
 * and the person has nothing to do about it. Rejects with any other error.
 */
export async function revealRow<T>(
	view: Pick<vscode.TreeView<T>, 'reveal'>,
	row: T,
	options: Parameters<vscode.TreeView<T>['reveal']>[1],
): Promise<void> {
	try {
		await view.reveal(row, options);
	} catch (error) {
		if (!(error instanceof Error && error.message.startsWith('TreeError '))) throw error;
	}
}
