import type * as vscode from 'vscode';

/**
 * A way to replace the rows of a list that is open, under the person's hands: the row that they had reached stays reached.
 * @param isSame whether a new row is what an old one was.
 */
export function rowRenewal<T extends vscode.QuickPickItem>(
	pick: vscode.QuickPick<T>,
	isSame: (renewed: T, old: T) => boolean,
): (rows: readonly T[]) => void {
	let isPlaced = false;
	pick.onDidChangeValue(() => {
		if (!isPlaced) return;
		isPlaced = false;
		// What is typed arrives here later than in the list. Where it had taken away the row that was made active, none is
		// active and Enter does nothing; with new rows the editor takes the first one that fits. A turn later, since what
		// changes in one turn is sent together: these rows would go with that row.
		setTimeout(() => {
			pick.items = [...pick.items];
		}, 0);
	});
	return (rows) => {
		const [active] = pick.activeItems;
		pick.items = rows;
		if (pick.value !== '' || active === undefined) return;
		const again = rows.find((row) => isSame(row, active));
		if (again === undefined) return;
		pick.activeItems = [again];
		isPlaced = true;
	};
}
