import type * as vscode from 'vscode';
import type { Connection } from '../../../core/connection/connection.ts';

/**
 * Reads the key for third-party API nodes. It is stored in the editor's secret storage, one per connection, and is sent
 * only inside the `extra_data` of a submission.
 */
export function readPartnerKey(
	secrets: vscode.SecretStorage,
	connection: Connection,
): Thenable<string | undefined> {
	return secrets.get(storageKey(connection));
}

/** Returns the key of a connection's partner key in the secret storage. */
export function storageKey(connection: Connection): string {
	return `easel.partnerKey.${connection.id}`;
}
