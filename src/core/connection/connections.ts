import { isLoopback } from '../base/loopback.ts';
import { trimEndOf } from '../base/trimEnd.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import type { Addresses, Connection, Dialect } from './connection.ts';

/** What is sent to which kind of host; parsing accepts every spelling. */
const dialects = {
	/** As the service documents say. */
	contract: { partnerKeyField: 'api_key_partner_org', hardwareAsList: false },
	/** As the public service does (wire-facts.md, sections 2 and 3). */
	runcomfy: { partnerKeyField: 'api_key_comfy_org', hardwareAsList: true },
} as const satisfies Record<string, Dialect>;

const publicDomain = 'runcomfy.net';

/** The addresses of a service that is not running: no call can be made. */
const nowhere: Addresses = { baseUrl: '', modelApiUrl: '', webUrl: '', trainerUrl: '' };

export const sandboxId = 'sandbox';

/** The sandbox of this computer; without addresses while it is not running. */
export function sandboxConnection(addresses: Addresses = nowhere): Connection {
	const { baseUrl, modelApiUrl, webUrl, trainerUrl } = addresses;
	return {
		id: sandboxId,
		name: 'Sandbox',
		baseUrl,
		modelApiUrl,
		webUrl,
		trainerUrl,
		dialect: dialects.contract,
	};
}

/** The public service (wire-facts.md, section 0). */
export const runcomfyConnection: Connection = {
	id: 'runcomfy',
	name: 'RunComfy',
	baseUrl: 'https://api.runcomfy.net',
	modelApiUrl: 'https://model-api.runcomfy.net',
	webUrl: 'https://www.runcomfy.com',
	trainerUrl: 'https://trainer-api.runcomfy.net',
	dialect: dialects.runcomfy,
};

/** The page of a connection where API tokens are listed and revoked. */
export function profilePage(connection: Connection): string {
	return `${connection.webUrl}/profile`;
}

/** Connections of the setting, and one sentence for each entry that cannot be used. */
export interface UserConnections {
	readonly connections: readonly Connection[];
	readonly problems: readonly string[];
}

/**
 * Reads the setting with the person's own connections. An address left out is the same as `baseUrl`. A token would
 * travel readable over plain http, so that is accepted for this computer only.
 */
export function userConnections(setting: unknown): UserConnections {
	const connections = new Map<string, Connection>();
	const problems: string[] = [];
	const entries = Array.isArray(setting) ? setting : [];
	entries.forEach((entry: unknown, index) => {
		const connection = userConnection(entry, `Connection ${index + 1} in the settings`);
		if (typeof connection === 'string') problems.push(connection);
		else if (connections.has(connection.id))
			problems.push(`The name "${connection.name}" is used for two connections.`);
		else connections.set(connection.id, connection);
	});
	return { connections: [...connections.values()], problems };
}

function userConnection(entry: unknown, place: string): Connection | string {
	const record = recordOf(entry) ?? {};
	const name = textOf(memberOf(record, 'name'))?.trim() ?? '';
	const baseUrl = textOf(memberOf(record, 'baseUrl'));
	if (name === '' || baseUrl === undefined) return `${place} needs a name and a baseUrl, both as text.`;
	const address = (member: string) => textOf(memberOf(record, member)) ?? baseUrl;
	const [modelApiUrl, webUrl, trainerUrl] = [
		address('modelApiUrl'),
		address('webUrl'),
		address('trainerUrl'),
	];
	if (['sandbox', 'runcomfy'].includes(name.toLowerCase())) {
		return `${place} is named "${name}", but that name belongs to a connection that is built in.`;
	}
	const addresses = { baseUrl, modelApiUrl, webUrl, trainerUrl };
	for (const [member, address] of Object.entries(addresses)) {
		const problem = addressProblem(address);
		if (problem !== undefined) return `The ${member} of the connection "${name}" ${problem}.`;
	}
	const clean = (address: string) => trimEndOf(address.trim(), /\//);
	return {
		id: `user:${name}`,
		name,
		baseUrl: clean(baseUrl),
		modelApiUrl: clean(modelApiUrl),
		webUrl: clean(webUrl),
		trainerUrl: clean(trainerUrl),
		dialect: dialectOf(baseUrl),
	};
}

function dialectOf(baseUrl: string): Dialect {
	const host = URL.parse(baseUrl)?.hostname ?? '';
	return host === publicDomain || host.endsWith(`.${publicDomain}`) ? dialects.runcomfy : dialects.contract;
}

function addressProblem(address: string): string | undefined {
	const url = URL.parse(address.trim());
	if (url === null || !/^https?:$/.test(url.protocol)) return 'is not an https:// address';
	if (url.username !== '' || url.password !== '') return 'must not contain a name or password';
	if (url.search !== '' || url.hash !== '') return 'must not contain "?" or "#"';
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		return 'must begin with https://, because the sign-in would otherwise travel readable';
	}
	return undefined;
}
