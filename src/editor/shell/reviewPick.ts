import * as vscode from 'vscode';
import { labelText } from './plainText.ts';

/** A row of a review; one without a choice is information only. */
interface ReviewRow<Choice> extends vscode.QuickPickItem {
	readonly choice?: Choice;
}

interface Review<Choice, Row extends ReviewRow<Choice>> {
	readonly title: string;
	readonly placeholder: string;
	readonly rows: readonly Row[];
	/** Shows the subject of a row behind the review, which stays open; undefined for a row without one. */
	readonly look: (row: Row) => Promise<unknown> | undefined;
	/** Returns the choice that the button of a row makes. */
	readonly choiceOfButton?: (row: Row) => Choice | undefined;
	/** A row shows a place that takes the focus away. */
	readonly staysOpen?: boolean;
}

/** Shows the request and lets the person continue, look closer, or change something; undefined on cancel. */
export function pickReview<Choice, Row extends ReviewRow<Choice>>({
	title,
	placeholder,
	rows,
	look,
	choiceOfButton,
	staysOpen = false,
}: Review<Choice, Row>): Promise<Choice | undefined> {
	const pick = vscode.window.createQuickPick<Row>();
	pick.title = labelText(title);
	pick.placeholder = placeholder;
	pick.matchOnDescription = true;
	pick.matchOnDetail = staysOpen;
	pick.ignoreFocusOut = staysOpen;
	pick.items = rows;
	return new Promise((resolve, reject) => {
		const end = (choice: Choice | undefined) => {
			if (choice === undefined) return;
			resolve(choice);
			pick.hide();
		};
		pick.onDidAccept(() => {
			const [row] = pick.selectedItems;
			if (row === undefined) return;
			look(row)?.catch(reject);
			end(row.choice);
		});
		pick.onDidTriggerItemButton(({ item }) => end(choiceOfButton?.(item)));
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}
