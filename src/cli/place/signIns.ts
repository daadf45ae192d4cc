import { isMadeFor, TokenVault } from '../../core/account/tokenVault.ts';
import { silentLog } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { configFolder } from './folders.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the sign-ins of `easel login`: a file for each connection that only the person can read. */
export function signIns(env: Environment): TokenVault {
	return new TokenVault(new PrivateFiles(configFolder(env)), silentLog);
}

/** Reads the token that was stored for a connection and the addresses that it has now. */
export async function storedToken(env: Environment, connection: Connection): Promise<string | undefined> {
	const { accounts, currentId } = await signIns(env).read(connection.id);
	const account = accounts.find(({ id }) => id === currentId) ?? accounts[0];
	return account !== undefined && isMadeFor(account, connection) ? account.token : undefined;
}
