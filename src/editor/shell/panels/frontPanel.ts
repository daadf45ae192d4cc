import * as vscode from 'vscode';

const changed = new vscode.EventEmitter<void>();
let front: (FrontSubject & { readonly panel: vscode.WebviewPanel }) | undefined;

/** The things that a panel is about. */
interface FrontSubject {
	readonly document?: vscode.Uri | undefined;
	/** The run with the result that it shows. */
	readonly run?: string | undefined;
}

/** Fires when the panel in front belongs to another document, or to none. */
export const onFrontPanel = changed.event;

/** Returns the document of the panel in front; undefined if no panel of ours is in front, or one without a document. */
export function documentOfFrontPanel(): vscode.Uri | undefined {
	return front?.document;
}

/** Returns the run with its result in the front panel; undefined if no such panel is in front. */
export function runOfFrontPanel(): string | undefined {
	return front?.run;
}

/** Returns the document that a record names; it may no longer exist. */
export function documentOf(
	of: { readonly documentUri?: string | undefined } | undefined,
): vscode.Uri | undefined {
	return of?.documentUri === undefined ? undefined : vscode.Uri.parse(of.documentUri);
}

/** Records whether a panel is in front. */
export function trackFrontPanel(
	panel: vscode.WebviewPanel,
	isInFront: boolean,
	subject?: FrontSubject,
): void {
	if (!isInFront && front?.panel !== panel) return;
	const before = front?.document?.toString();
	front = isInFront ? { panel, ...subject } : undefined;
	if (front?.document?.toString() !== before) changed.fire();
}
