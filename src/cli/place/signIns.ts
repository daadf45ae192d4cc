import type { TokenSessionOptions } from '../../core/account/tokenSession.ts';
import { isMadeFor, TokenVault } from '../../core/account/tokenVault.ts';
import { compact } from '../../core/base/compact.ts';
import { silentLog } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { withTransport } from '../../core/http/lazyTransport.ts';
import type { Service } from '../../core/http/transport.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { configFolder, type Environment } from './folders.ts';

/** Returns the sign-ins of `easel login`: a file for each connection that only the person can read. */
export function signIns(env: Environment): TokenVault {
	return new TokenVault(new PrivateFiles(configFolder(env)), silentLog);
}

/** Works with a service, with a token or without, until that is done. */
export function withService<T>(
	env: Environment,
	connection: Connection,
	token: string | undefined,
	work: (service: Service) => Promise<T>,
	retry?: { readonly attempts: number },
): Promise<T> {
	const network = { environment: env };
	return withTransport(
		{ connection, token: () => token, network, log: silentLog, ...compact({ retry }) },
		work,
	);
}

/** Reads the stored sign-in of a connection and its current addresses. */
export async function storedSignIn(
	env: Environment,
	connection: Connection,
): Promise<Required<Pick<TokenSessionOptions, 'token' | 'stored'>> | undefined> {
	const vault = signIns(env);
	const { accounts, currentId } = await vault.read(connection.id);
	const account = accounts.find(({ id }) => id === currentId) ?? accounts[0];
	return account !== undefined && isMadeFor(account, connection)
		? { token: account.token, stored: { vault, account } }
		: undefined;
}
