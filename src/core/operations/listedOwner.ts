import type { OperationServices } from './services.ts';

/** Returns the owner of the listed records: the account, or the connection if it has none. */
export async function listedOwner({
	session,
	signedIn,
}: OperationServices): Promise<{ readonly connectionId: string; readonly accountId?: string }> {
	const signed = await signedIn();
	const connectionId = session.current.connection.id;
	return signed.ok ? { connectionId, accountId: signed.value.account.id } : { connectionId };
}
