import type * as vscode from 'vscode';

/** The calls in all, for rows that are replaced each time. */
const mostCalls = 3;

/**
 * Shows a row of a tree. The editor rejects if the rows are replaced meanwhile, so the row is then looked for among the
 * new ones. Without effect if they are replaced each time: the person has nothing to do about it. Rejects with any other
 * error.
 */
export async function revealRow<T>(
	view: Pick<vscode.TreeView<T>, 'reveal'>,
	row: T,
	options: Parameters<vscode.TreeView<T>['reveal']>[1],
): Promise<void> {
	for (let calls = 0; calls < mostCalls; calls++) {
		try {
			return await view.reveal(row, options);
		} catch (error) {
			if (!(error instanceof Error && /^(TreeError |Cannot resolve tree item )/.test(error.message)))
				throw error;
		}
	}
}
