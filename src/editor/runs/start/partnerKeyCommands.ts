import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { askForSecret } from '../../shell/connectionSecret.ts';
import { storageKey } from './partnerKey.ts';

/** Returns the commands that store and remove the key for third-party API nodes of the connection in use. */
export function partnerKeyCommands(secrets: vscode.SecretStorage, session: SessionSource) {
	return {
		'easel.setPartnerKey': async () => {
			const { connection } = session.current;
			const key = await askForSecret({
				connection,
				address: connection.baseUrl,
				title: vscode.l10n.t('Key for Third-Party API Nodes ({0})', connection.name),
				prompt: vscode.l10n.t(
					'Sent with each run and used by the service for that run only. Kept in the secret storage of the editor.',
				),
				problem: (text) =>
					/^[\x21-\x7e]{1,4096}$/.test(text)
						? undefined
						: vscode.l10n.t('A key contains no spaces or special characters.'),
			});
			if (key === undefined) return;
			await secrets.store(storageKey(connection), key);
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
