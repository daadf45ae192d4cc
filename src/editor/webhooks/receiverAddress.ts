import type * as vscode from 'vscode';
import { newSecret } from '../../core/webhooks/address.ts';
import type { ListeningPlace } from '../../core/webhooks/listener.ts';

/** Secret storage: who knows this address can post to the receiver. */
const key = 'webhooks.address';

/** Returns the address of the receiver on this computer: the port that was used last, and a secret that stays the same. */
export async function receiverAddress(
	secrets: vscode.SecretStorage,
): Promise<{ readonly port?: number; readonly secret: string }> {
	const text = await secrets.get(key);
	const [, port = '', secret = ''] = /^(\d{1,5})\/([\w-]{43})$/.exec(text ?? '') ?? [];
	return secret === '' ? { secret: newSecret() } : { port: Number(port), secret };
}

export async function rememberAddress(
	secrets: vscode.SecretStorage,
	{ port, secret }: ListeningPlace,
): Promise<void> {
	await secrets.store(key, `${port}/${secret}`);
}
