import * as l10n from '@vscode/l10n';
import { isUnencrypted } from '../base/loopback.ts';
import { trimEndOf } from '../base/trimEnd.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import { type Addresses, addressesBy, addressesOf } from './address.ts';
import type { Capabilities, Connection, DialectName } from './connection.ts';

/** The capabilities of a service that has all of the two service documents. */
const everything: Capabilities = {
	account: true,
	balance: true,
	deployments: true,
	catalog: true,
	datasets: true,
	jobs: true,
	engineRoutes: false,
};

const engineAlone: Capabilities = {
	account: false,
	balance: false,
	deployments: false,
	catalog: false,
	datasets: false,
	jobs: false,
	engineRoutes: true,
};

/** The services and engines that Easel knows, by dialect. */
const services: Readonly<
	Record<DialectName, Pick<Connection, 'kind' | 'capabilities'> & { readonly domain?: string }>
> = {
	contract: { kind: 'service', capabilities: everything },
	runcomfy: { kind: 'service', capabilities: everything, domain: 'runcomfy.net' },
	engine: { kind: 'engine', capabilities: engineAlone },
};

function speaking(dialect: DialectName): Pick<Connection, 'kind' | 'capabilities' | 'dialect'> {
	const { kind, capabilities } = services[dialect];
	return { kind, capabilities, dialect };
}

/** The addresses of a service that is not running: no call can be made. */
const nowhere = addressesBy(() => '');

export const sandboxId = 'sandbox';

/** Returns the sandbox of this computer; without addresses while it is not running. */
export function sandboxConnection(addresses: Addresses = nowhere): Connection {
	return { id: sandboxId, name: 'Sandbox', ...addressesOf(addresses), ...speaking('contract') };
}

/** The public service (wire-facts.md, section 0). */
export const runcomfyConnection: Connection = {
	id: 'runcomfy',
	name: 'RunComfy',
	baseUrl: 'https://api.runcomfy.net',
	modelApiUrl: 'https://model-api.runcomfy.net',
	webUrl: 'https://www.runcomfy.com',
	trainerUrl: 'https://trainer-api.runcomfy.net',
	...speaking('runcomfy'),
};

/** Connections of the setting, and one sentence for each entry that cannot be used. */
interface UserConnections {
	readonly connections: readonly Connection[];
	readonly problems: readonly string[];
}

/**
 * Reads the setting with the person's own connections. An omitted address is the same as `baseUrl`. A token would be
 * readable over plain http, so that is accepted for this computer only.
 */
export function userConnections(setting: unknown): UserConnections {
	const connections = new Map<string, Connection>();
	const problems: string[] = [];
	const entries = Array.isArray(setting) ? setting : [];
	entries.forEach((entry: unknown, index) => {
		const connection = userConnection(entry, l10n.t('Connection {0} in the settings', index + 1));
		if (typeof connection === 'string') problems.push(connection);
		else if (connections.has(connection.id))
			problems.push(l10n.t('The name "{0}" is used for two connections.', connection.name));
		else connections.set(connection.id, connection);
	});
	return { connections: [...connections.values()], problems };
}

function userConnection(entry: unknown, place: string): Connection | string {
	const record = recordOf(entry) ?? {};
	const name = textOf(memberOf(record, 'name'))?.trim() ?? '';
	const comfyui = textOf(memberOf(record, 'comfyui'));
	if (comfyui !== undefined) return engineOf(place, name, comfyui);
	const baseUrl = textOf(memberOf(record, 'baseUrl'));
	if (name === '' || baseUrl === undefined)
		return l10n.t('{0} needs a name and a baseUrl, both as text.', place);
	if (isBuiltIn(name)) return builtIn(place, name);
	const addresses = addressesBy((member) => textOf(memberOf(record, member)) ?? baseUrl);
	for (const [member, address] of Object.entries(addresses)) {
		const problem = addressProblem(member, name, address);
		if (problem !== undefined) return problem;
	}
	const clean = addressesBy((member) => withoutSlash(addresses[member]));
	return { id: `user:${name}`, name, ...clean, ...speaking(dialectAt(baseUrl)) };
}

function withoutSlash(address: string): string {
	return trimEndOf(address.trim(), /\//);
}

function isBuiltIn(name: string): boolean {
	return ['sandbox', 'runcomfy'].includes(name.toLowerCase());
}

function builtIn(place: string, name: string): string {
	return l10n.t('{0} is named "{1}", the name of a built-in connection.', place, name);
}

/**
 * Returns the engine at an address; a sentence if it is not valid. Plain http is usual for engines: requests contain no
 * sign-in.
 */
function engineOf(place: string, name: string, address: string): Connection | string {
	if (name === '') return l10n.t('{0} needs a name as text.', place);
	if (isBuiltIn(name)) return builtIn(place, name);
	return placeProblem(name, address) ?? engineConnection(name, address);
}

/** Returns a connection to the user's own engine; the address must be usable. */
export function engineConnection(name: string, address: string): Connection {
	return { id: `user:${name}`, name, ...addressesBy(() => withoutSlash(address)), ...speaking('engine') };
}

/** The address at which an engine listens by default, with the name under which Easel offers it. */
export const usualEngine = { name: 'My ComfyUI', comfyui: 'http://127.0.0.1:8188' } as const;

/** Returns the dialect of the service that owns the domain of a host; for all other hosts that of the service documents. */
function dialectAt(baseUrl: string): DialectName {
	const host = URL.parse(baseUrl)?.hostname ?? '';
	const names = Object.keys(services) as DialectName[];
	return names.find((name) => isIn(host, services[name].domain)) ?? 'contract';
}

function isIn(host: string, domain: string | undefined): boolean {
	return domain !== undefined && (host === domain || host.endsWith(`.${domain}`));
}

/** Returns the sentence why an address cannot be that of an engine. */
function placeProblem(name: string, address: string): string | undefined {
	const url = URL.parse(address.trim());
	if (url === null || !/^https?:$/.test(url.protocol)) {
		return l10n.t('The comfyui address of the connection "{0}" is not an http:// or https:// address.', name);
	}
	if (url.username !== '' || url.password !== '') {
		return l10n.t(
			'The comfyui address of the connection "{0}" must not contain a name or password; Easel asks for a token if one is needed.',
			name,
		);
	}
	if (url.search === '' && url.hash === '') return undefined;
	return l10n.t('The comfyui address of the connection "{0}" must not contain "?" or "#".', name);
}

/** Returns the same for an address of a service; `member` is its name in the setting. */
function addressProblem(member: string, name: string, address: string): string | undefined {
	const url = URL.parse(address.trim());
	if (url === null || !/^https?:$/.test(url.protocol))
		return l10n.t('The {0} of the connection "{1}" is not an https:// address.', member, name);
	if (url.username !== '' || url.password !== '')
		return l10n.t('The {0} of the connection "{1}" must not contain a name or password.', member, name);
	if (url.search !== '' || url.hash !== '')
		return l10n.t('The {0} of the connection "{1}" must not contain "?" or "#".', member, name);
	if (!isUnencrypted(address.trim())) return undefined;
	return l10n.t(
		'The {0} of the connection "{1}" must begin with https://; otherwise the sign-in would be sent unencrypted.',
		member,
		name,
	);
}
