import * as vscode from 'vscode';
import { engineAccountId } from '../../core/account/session.ts';
import type { SessionManager } from '../../core/account/sessionManager.ts';
import type { TokenVault } from '../../core/account/tokenVault.ts';
import { isLoopback, isUnencrypted } from '../../core/base/loopback.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { engineConnection, usualEngine } from '../../core/connection/connections.ts';
import { systemStats } from '../../core/engine/engineClient.ts';
import { runCommand } from '../shell/commands.ts';
import { offerEngine, offerSwitch } from '../shell/failures.ts';
import { warn } from '../shell/messages.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import type { SignInDeps } from './signIn.ts';

type Deps = SignInDeps & { readonly vault: TokenVault };

/** Milliseconds within which an engine on this computer must answer to be offered. */
const answerMs = 700;

/** Looks for an engine at the usual address on this computer; undefined if a connection already has it. */
export async function offeredEngine(
	sessions: SessionManager,
	known: readonly Connection[],
): Promise<Connection | undefined> {
	const { name, comfyui } = usualEngine;
	const port = new URL(comfyui).port;
	const leadsThere = ({ baseUrl }: Connection) => {
		const url = URL.parse(baseUrl);
		return url !== null && isLoopback(url.hostname) && url.port === port;
	};
	if (known.some(leadsThere)) return undefined;
	const names = new Set(known.map((connection) => connection.name.toLowerCase()));
	let free: string = name;
	for (let count = 2; names.has(free.toLowerCase()); count++) free = `${name} ${count}`;
	const offered = engineConnection(free, comfyui);
	return (await answers(sessions, offered)) ? offered : undefined;
}

/** Returns whether an engine answers there in time; other programs on the port do not count. */
async function answers(sessions: SessionManager, connection: Connection): Promise<boolean> {
	const signal = AbortSignal.timeout(answerMs);
	const system = await sessions.withService(connection, undefined, (service) => systemStats(service, signal));
	return system.ok;
}

/** Writes a connection to an engine into the settings of the person. */
export async function addEngine({ name, baseUrl }: Connection): Promise<void> {
	const setting = readSetting('easel.connections');
	const entries = Array.isArray(setting) ? setting : [];
	await writeSetting('easel.connections', [...entries, { name, comfyui: baseUrl }]);
}

/** Asks for the token that a proxy in front of the engine in use requires; an empty one removes it. */
export async function setEngineToken(deps: Deps): Promise<void> {
	const { connection } = deps.sessions.current;
	if (connection.capabilities.account) return offerEngine();
	await askForToken(deps, connection, false);
}

/** Asks for the token of an engine. @param refused true if the sent token was not accepted. */
export async function askForToken(deps: Deps, connection: Connection, refused: boolean): Promise<void> {
	const url = URL.parse(connection.baseUrl);
	if (isUnencrypted(connection.baseUrl)) {
		await warn(
			vscode.l10n.t(
				'A token for {0} would be sent unencrypted, because its address begins with http://. Use an https:// address to set one.',
				connection.name,
			),
		);
		return;
	}
	if (refused) {
		const set = vscode.l10n.t('Set Token');
		const choice = await warn(
			vscode.l10n.t('The server in front of {0} no longer accepts the token.', connection.name),
			set,
		);
		if (choice !== set) return;
	}
	const token = await vscode.window.showInputBox({
		title: vscode.l10n.t('Token of {0}', connection.name),
		prompt: vscode.l10n.t('Sent as a bearer token to {0} only. Leave empty to send none.', url?.host ?? ''),
		password: true,
		ignoreFocusOut: true,
		validateInput: (text) =>
			/^[\x21-\x7e]*$/.test(text.trim())
				? undefined
				: vscode.l10n.t('A token contains no spaces or special characters.'),
	});
	if (token === undefined) return;
	const { vault, sessions } = deps;
	if (token.trim() === '') await vault.remove(connection.id, engineAccountId);
	else {
		const account = { id: engineAccountId, label: connection.name, token: token.trim() };
		if ((await vault.put(connection, account)) === undefined) {
			await warn(vscode.l10n.t('The editor could not store the token in its secret storage.'));
			return;
		}
	}
	await sessions.retryRefused();
	await runCommand('easel.refreshDeployments');
}

/** Explains that only the service has the requested feature. */
export function reportOnlyService({ name }: Connection): Promise<void> {
	return offerSwitch(
		vscode.l10n.t('{0} is an engine of your own: it has no account, no balance and no training.', name),
	);
}
