import type { OperationServices } from './services.ts';

/** Returns the owner whose records are listed: the account; where nobody can be signed in, the connection. */
export async function listedOwner({
	session,
	signedIn,
}: OperationServices): Promise<{ readonly connectionId: string; readonly accountId?: string }> {
	const signed = await signedIn();
	const connectionId = session.current.connection.id;
	return signed.ok ? { connectionId, accountId: signed.value.account.id } : { connectionId };
}
