import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { CommandHandlers } from '../shell/commands.ts';

/**
 * The key that third-party API nodes need. It lives in the editor's secret storage, one per connection, and leaves it
 * only inside the `extra_data` of a submission.
 */
export function readPartnerKey(
	secrets: vscode.SecretStorage,
	connection: Connection,
): Thenable<string | undefined> {
	return secrets.get(storageKey(connection));
}

export function partnerKeyCommands(secrets: vscode.SecretStorage, session: SessionSource) {
	return {
		'easel.setPartnerKey': async () => {
			const { connection } = session.current;
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

function storageKey(connection: Connection): string {
	return `easel.partnerKey.${connection.id}`;
}
