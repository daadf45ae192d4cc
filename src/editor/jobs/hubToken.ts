import type * as vscode from 'vscode';
import { isUnencrypted } from '../../core/base/loopback.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { sandboxId } from '../../core/connection/connections.ts';

/*
 * The read token of the model hub. It is stored in the editor's secret storage, one per connection together with its
 * intended host, and is sent only inside a configuration to that host.
 */

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

/** Returns the key of a connection's token in the secret storage. */
export function hubTokenKey({ id }: Connection): string {
	return `easel.hubToken.${id}`;
}

/** Reads the token of a connection; undefined if absent, given for another host, or if the connection is unencrypted. */
export async function readHubToken(secrets: Secrets, connection: Connection): Promise<string | undefined> {
	if (isUnencrypted(connection.trainerUrl)) return undefined;
	const stored = await secrets.get(hubTokenKey(connection));
	if (stored === undefined) return undefined;
	const space = stored.indexOf(' ');
	return stored.slice(0, space) === trainerKeyOf(connection) ? stored.slice(space + 1) : undefined;
}

export async function storeHubToken(secrets: Secrets, connection: Connection, token: string): Promise<void> {
	await secrets.store(hubTokenKey(connection), `${trainerKeyOf(connection)} ${token}`);
}

/**
 * Returns the host that a token was given for: a connection keeps its id when its addresses change. The sandbox has
 * another port each time.
 */
function trainerKeyOf({ id, trainerUrl }: Connection): string {
	return id === sandboxId ? 'sandbox' : (URL.parse(trainerUrl)?.origin ?? '');
}
