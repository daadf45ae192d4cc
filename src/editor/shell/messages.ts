import * as vscode from 'vscode';
import { messageText } from './plainText.ts';

/*
 * The only place that shows messages. Every text goes through `messageText` here, so that no caller can forget it: the
 * name of a deployment, an account or a file may look like a link that runs a command.
 */

/** Shows a message that needs no action. Resolves with the chosen button, or undefined if the message was dismissed. */
export async function inform<Button extends string>(
	text: string,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	return vscode.window.showInformationMessage<Button>(messageText(text), ...buttons);
}

/** Shows a message like `inform`, as a warning. */
export async function warn<Button extends string>(
	text: string,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	return vscode.window.showWarningMessage<Button>(messageText(text), ...buttons);
}

/** Shows a message like `inform`, for failures. */
export async function fail<Button extends string>(
	text: string,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	return vscode.window.showErrorMessage<Button>(messageText(text), ...buttons);
}

/** Copies a text, and says so in the status bar for a moment. */
export async function copyText(text: string, said: string, ms = 3000): Promise<void> {
	await vscode.env.clipboard.writeText(text);
	vscode.window.setStatusBarMessage(said, ms);
}

/** The text of a question below its headline, and the button that means yes. */
interface Confirmation {
	/** The consequences of a yes: the deleted data, the cost, whether it can be undone. */
	readonly detail: string;
	/** The button that means yes, as a verb: "Remove", not "OK". Cancel is always there. */
	readonly action: string;
}

/** Asks in a dialog that must be answered; true for yes. */
export async function confirm(question: string, { detail, action }: Confirmation): Promise<boolean> {
	const options = { modal: true, detail: messageText(detail) };
	return (await vscode.window.showWarningMessage(messageText(question), options, action)) === action;
}

/** Asks in a modal dialog, with a button for each choice; undefined for Cancel, which is always present. */
export async function ask<Button extends string>(
	question: string,
	detail: string,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	const options = { modal: true, detail: messageText(detail) };
	return vscode.window.showWarningMessage<Button>(messageText(question), options, ...buttons);
}

/**
 * Asks for a permission while the person may be doing something else: Enter, Space and Escape mean no. For that, the
 * button to decline comes first; as the button that closes the dialog it would come last, and Enter would accept.
 * @param lines shown below the question, each on a line of its own
 */
export async function permit(
	question: string,
	lines: readonly string[],
	{ no, yes }: { readonly no: string; readonly yes: string },
): Promise<boolean> {
	const options = { modal: true, detail: lines.map(messageText).join('\n') };
	return (await vscode.window.showWarningMessage(messageText(question), options, no, yes)) === yes;
}
