import * as vscode from 'vscode';
import { isUnencrypted } from '../../core/base/loopback.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { warn } from './messages.ts';

interface SecretQuestion {
	readonly connection: Connection;
	/** The address that it will be sent to. */
	readonly address: string;
	readonly title: string;
	readonly prompt: string;
	/** Returns the reason why a text cannot be one, as a sentence. */
	readonly problem: (text: string) => string | undefined;
}

/** Returns whether a secret sent to an address of a connection is protected on the way; reports if not. */
export async function mayTravel({ name }: Connection, address: string): Promise<boolean> {
	if (!isUnencrypted(address)) return true;
	await warn(
		vscode.l10n.t(
			'A key or token for {0} would be sent unencrypted, because its address begins with http://. Use an https:// address to set one.',
			name,
		),
	);
	return false;
}

/** Asks for a secret to send with calls of a connection; undefined if the person cancels, or if the connection is unencrypted. */
export async function askForSecret(question: SecretQuestion): Promise<string | undefined> {
	const { connection, address, title, prompt, problem } = question;
	if (!(await mayTravel(connection, address))) return undefined;
	const typed = await vscode.window.showInputBox({
		title,
		prompt,
		password: true,
		ignoreFocusOut: true,
		validateInput: (text) => problem(text.trim()),
	});
	return typed?.trim();
}
