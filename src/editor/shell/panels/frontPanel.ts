import * as vscode from 'vscode';

const changed = new vscode.EventEmitter<void>();
let front: (FrontSubject & { readonly panel: vscode.WebviewPanel }) | undefined;

/** The things that a panel is about. */
interface FrontSubject {
	readonly document?: vscode.Uri | undefined;
	/** The run with the result that it shows. */
	readonly run?: string | undefined;
}

/** The panel in front belongs to another document than before, or to none. */
export const onFrontPanel = changed.event;

/** Returns the document to which the panel in front belongs; undefined while none of ours is in front, or one of no document. */
export function documentOfFrontPanel(): vscode.Uri | undefined {
	return front?.document;
}

/** Returns the run with its result in the front panel; undefined if no such panel is in front. */
export function runOfFrontPanel(): string | undefined {
	return front?.run;
}

/** Returns the document that a record names, which may be gone. */
export function documentOf(
	of: { readonly documentUri?: string | undefined } | undefined,
): vscode.Uri | undefined {
	return of?.documentUri === undefined ? undefined : vscode.Uri.parse(of.documentUri);
}

/** Notes that a panel is in front, or not any longer. */
export function noteFrontPanel(panel: vscode.WebviewPanel, isInFront: boolean, subject?: FrontSubject): void {
	if (!isInFront && front?.panel !== panel) return;
	const before = front?.document?.toString();
	front = isInFront ? { panel, ...subject } : undefined;
	if (front?.document?.toString() !== before) changed.fire();
}
