import type * as vscode from 'vscode';

/**
 * Returns a function that replaces the rows of an open list and keeps the active row active.
 * @param isSame returns whether a new row corresponds to an old one.
 */
export function rowRenewal<T extends vscode.QuickPickItem>(
	pick: vscode.QuickPick<T>,
	isSame: (renewed: T, old: T) => boolean,
): (rows: readonly T[]) => void {
	let isPlaced = false;
	pick.onDidChangeValue(() => {
		if (!isPlaced) return;
		isPlaced = false;
		// Typed text arrives here later than in the list. If the list has removed the active row because of it, no row
		// is active and Enter does nothing; with new rows the editor activates the first match. This happens a turn
		// later, since changes of one turn are sent together: these rows would be removed with that row.
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
