import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { travelsReadable } from '../../core/base/loopback.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { warn } from '../shell/messages.ts';
import { storageKey } from './partnerKey.ts';

/** The commands that store and remove the key for third-party API nodes of the connection in use. */
export function partnerKeyCommands(secrets: vscode.SecretStorage, session: SessionSource) {
	return {
		'easel.setPartnerKey': async () => {
			const { connection } = session.current;
			if (travelsReadable(connection.baseUrl)) {
				await warn(
					vscode.l10n.t(
						'A key for {0} would travel readable, because its address begins with http://. Use an https:// address to set one.',
						connection.name,
					),
				);
				return;
			}
			const key = await vscode.window.showInputBox({
				title: vscode.l10n.t('Key for Third-Party API Nodes ({0})', connection.name),
				prompt: vscode.l10n.t(
					'Sent with each run and used by the service for that run only. Kept in the secret storage of the editor.',
				),
				password: true,
				ignoreFocusOut: true,
				validateInput: (text) =>
					/^[\x21-\x7e]{1,4096}$/.test(text.trim())
						? undefined
						: vscode.l10n.t('A key is one word of plain characters.'),
			});
			if (key === undefined) return;
			await secrets.store(storageKey(connection), key.trim());
			vscode.window.setStatusBarMessage(
				vscode.l10n.t('The key is stored and will be sent with each run'),
				5000,
			);
		},
		'easel.removePartnerKey': async () => {
			await secrets.delete(storageKey(session.current.connection));
			vscode.window.setStatusBarMessage(vscode.l10n.t('Removed the key for third-party API nodes'), 5000);
		},
	} satisfies CommandHandlers;
}
