import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { readText } from '../../core/base/disk/readWhole.ts';
import { trimEndOf } from '../../core/base/trimEnd.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { runcomfyConnection, userConnections } from '../../core/connection/connections.ts';
import { configFolder, type Environment } from './folders.ts';

/** The choice of a connection: by its name, or by its addresses. */
export interface ConnectionChoice {
	readonly connection?: string;
	readonly baseUrl?: string;
	readonly modelApiUrl?: string;
	readonly webUrl?: string;
	readonly trainerUrl?: string;
}

/** Returns the selected connection, or a sentence about the problem. */
export async function connectionOf(env: Environment, choice: ConnectionChoice): Promise<Connection | string> {
	const { connection: name, ...addresses } = choice;
	if (name === undefined) return ofAddresses(env, addresses);
	if (Object.values(addresses).some((address) => address !== undefined))
		return l10n.t('Specify either a connection or addresses, not both.');
	return named(env, name);
}

/** Returns the names of all connections that can be chosen. */
export async function connectionNames(env: Environment): Promise<readonly string[]> {
	const read = await readSetting(join(configFolder(env), 'connections.json'));
	const own = typeof read === 'string' ? [] : userConnections(read.value).connections;
	return [runcomfyConnection.id, ...own.map(({ name }) => name)];
}

/** Returns a connection by its name, from a file next to the sign-ins in the editor's format; an error text if absent. */
async function named(env: Environment, name: string): Promise<Connection | string> {
	if (name.toLowerCase() === runcomfyConnection.id) return runcomfyConnection;
	const path = join(configFolder(env), 'connections.json');
	const read = await readSetting(path);
	if (typeof read === 'string') return read;
	const { connections, problems } = userConnections(read.value);
	const found = connections.find((each) => each.name.toLowerCase() === name.toLowerCase());
	if (found !== undefined) return found;
	return [
		l10n.t('There is no connection "{0}" in {1}, a list like the setting "easel.connections".', name, path),
		...problems,
	].join(' ');
}

/** Far more bytes than a list of connections has. */
const longestSetting = 1_000_000;

async function readSetting(path: string): Promise<{ readonly value: unknown } | string> {
	const read = await readText(path, longestSetting);
	if ('why' in read)
		return read.isMissing ? { value: [] } : l10n.t('{0} cannot be read: {1}.', path, read.why);
	try {
		return { value: JSON.parse(read.text) };
	} catch {
		return l10n.t('{0} is not valid JSON.', path);
	}
}

/** Returns the connection of addresses, named like its host, so that the data of services is not mixed. */
function ofAddresses(
	env: Environment,
	{ baseUrl, ...others }: Omit<ConnectionChoice, 'connection'>,
): Connection | string {
	const address = (baseUrl ?? (env.EASEL_BASE_URL?.trim() || runcomfyConnection.baseUrl)).trim();
	const hasOthers = Object.values(others).some((other) => other !== undefined);
	if (!hasOthers && trimEndOf(address, /\//) === runcomfyConnection.baseUrl) return runcomfyConnection;
	const name = URL.parse(address)?.host || 'command line';
	const { connections } = userConnections([{ name, baseUrl: address, ...others }]);
	return (
		connections[0] ??
		(hasOthers
			? l10n.t(
					'The addresses cannot be used: they must begin with https://, or with http:// for this computer.',
				)
			: l10n.t(
					'The base address cannot be used: it must begin with https://, or with http:// for this computer.',
				))
	);
}
