import * as vscode from 'vscode';
import type { SessionManager } from '../../core/account/sessionManager.ts';
import type { StoredSignIn } from '../../core/account/sharedSessions.ts';
import { isToken } from '../../core/account/token.ts';
import type { StoredAccount } from '../../core/account/tokenVault.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { AppServices } from '../shell/appServices.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';
import { showFailure } from '../shell/failures.ts';
import { labelText } from '../shell/plainText.ts';
import type { Connections } from './connections.ts';
import { deviceSignIn } from './deviceSignIn.ts';
import type { SandboxPreferences } from './sandboxPreferences.ts';

export interface SignInDeps extends Pick<AppServices, 'log'> {
	readonly connections: Connections;
	readonly sessions: SessionManager;
	readonly sandbox: SandboxKeeper;
	readonly use: SandboxPreferences;
}

type Method = 'demo' | 'device' | 'paste';

interface MethodItem extends vscode.QuickPickItem {
	readonly connection?: Connection;
	readonly method?: Method;
}

/** Lets the person choose a connection and a method, then signs in. True if they are signed in afterwards. */
export async function chooseSignIn(deps: SignInDeps, only?: Connection): Promise<boolean> {
	const chosen = await chooseMethod(allMethods(deps, only), only);
	return chosen === undefined ? false : signInBy(deps, chosen.connection, chosen.method);
}

/**
 * Asks for a sign-in like `chooseSignIn`, for another extension: only stored sign-ins, so without the demo account. Returns the stored one,
 * or `undefined` if the person did not sign in.
 */
export async function chooseStoredSignIn(
	deps: SignInDeps,
	only: Connection | undefined,
): Promise<StoredSignIn | undefined> {
	const stored = allMethods(deps, only).filter(({ method }) => method !== 'demo');
	const chosen = await chooseMethod(stored, only);
	if (chosen === undefined || chosen.method === 'demo') return undefined;
	return signInWithToken(deps, chosen.connection, chosen.method);
}

function allMethods({ connections }: SignInDeps, only: Connection | undefined): readonly MethodItem[] {
	if (only !== undefined) return methodsOf(only, false);
	const withAccounts = inOrder(connections).filter(({ capabilities }) => capabilities.account);
	return withAccounts.flatMap((connection) => methodsOf(connection, true));
}

async function chooseMethod(
	items: readonly MethodItem[],
	only: Connection | undefined,
): Promise<{ readonly connection: Connection; readonly method: Method } | undefined> {
	const chosen = await vscode.window.showQuickPick(items, {
		title: only === undefined ? vscode.l10n.t('Sign In') : vscode.l10n.t('Sign In to {0}', only.name),
		placeHolder: vscode.l10n.t('Select how to sign in'),
		matchOnDescription: true,
	});
	if (chosen?.connection === undefined || chosen.method === undefined) return undefined;
	return { connection: chosen.connection, method: chosen.method };
}

/** Signs in to the current connection with as few questions as possible. */
export async function ensureSignedIn(deps: SignInDeps): Promise<boolean> {
	if (deps.sessions.current.state === 'signedIn') return true;
	const { current } = deps.connections;
	return current.id === sandboxId ? signInBy(deps, current, 'demo') : chooseSignIn(deps, current);
}

/** Pastes a token for the current connection; for the sandbox as well as for any other. */
export async function pasteToken(deps: SignInDeps): Promise<boolean> {
	return signInBy(deps, deps.connections.current, 'paste');
}

/** Returns the connections with the current one first and the sandbox, which needs no account, last. */
function inOrder(connections: Connections): readonly Connection[] {
	const { current } = connections;
	const rank = ({ id }: Connection) => (id === sandboxId ? 2 : id === current.id ? 0 : 1);
	return [...connections.all()].sort((a, b) => rank(a) - rank(b));
}

/** Returns the methods to sign in to a connection; `named` if the list has those of several connections. */
function methodsOf(connection: Connection, named: boolean): MethodItem[] {
	const description = named ? labelText(connection.name) : '';
	const demo: MethodItem = {
		label: `$(beaker) ${vscode.l10n.t('Use the Demo Account')}`,
		description,
		detail: vscode.l10n.t('The whole service on this computer: no account, no cost'),
		connection,
		method: 'demo',
	};
	const methods: MethodItem[] = [
		{
			label: `$(globe) ${vscode.l10n.t('Sign In with a Code in the Browser')}`,
			description,
			detail: vscode.l10n.t('You type a short code on the web page of the service'),
			connection,
			method: 'device',
		},
		{
			label: `$(key) ${vscode.l10n.t('Paste an Access Token')}`,
			description,
			detail: vscode.l10n.t('From the profile page of your account'),
			connection,
			method: 'paste',
		},
	];
	return connection.id === sandboxId ? [demo, ...methods] : methods;
}

async function signInBy(deps: SignInDeps, chosen: Connection, method: Method): Promise<boolean> {
	if (method === 'demo') {
		const connection = await runningSandbox(deps);
		if (connection !== undefined) await choose(deps, connection);
	} else if ((await signInWithToken(deps, chosen, method)) === undefined) {
		return false;
	}
	const { current } = deps.sessions;
	return current.state === 'signedIn' && current.connection.id === chosen.id;
}

async function signInWithToken(
	deps: SignInDeps,
	chosen: Connection,
	method: 'device' | 'paste',
): Promise<StoredSignIn | undefined> {
	const connection = chosen.id === sandboxId ? await runningSandbox(deps) : chosen;
	if (connection === undefined) return undefined;
	const account = await obtainAccount(deps, connection, method);
	if (account === undefined) return undefined;
	await choose(deps, connection);
	return { connection, account };
}

/** Works with this connection from now on. */
async function choose(deps: SignInDeps, connection: Connection): Promise<void> {
	if (connection.id === sandboxId) await deps.use.setSignedOut(false);
	await deps.connections.choose(connection);
	await deps.sessions.reload();
}

/** Starts the sandbox if need be; its addresses are not known before. */
async function runningSandbox(deps: SignInDeps): Promise<Connection | undefined> {
	const started = await deps.use.startVisibly();
	if (started.ok) return deps.connections.all().find(({ id }) => id === sandboxId);
	await showFailure(deps.log, started.failure);
	return undefined;
}

async function obtainAccount(
	deps: SignInDeps,
	connection: Connection,
	method: 'device' | 'paste',
): Promise<StoredAccount | undefined> {
	const token = method === 'device' ? await tokenByDevice(deps, connection) : await askForToken(connection);
	if (token === undefined) return undefined;
	const account = await withWindowProgress(vscode.l10n.t('Signing in to {0}', connection.name), () =>
		deps.sessions.signInWith(connection, token),
	);
	if (account.ok) return account.value;
	let again = false;
	await showFailure(deps.log, account.failure, [
		{ title: vscode.l10n.t('Try Again'), run: () => (again = true) },
	]);
	return again ? obtainAccount(deps, connection, method) : undefined;
}

async function tokenByDevice(deps: SignInDeps, connection: Connection): Promise<string | undefined> {
	const result = await deviceSignIn(deps.sessions, connection);
	if (result.type === 'token') return result.token;
	await showFailure(deps.log, result.failure);
	return undefined;
}

async function askForToken(connection: Connection): Promise<string | undefined> {
	const text = await vscode.window.showInputBox({
		title: vscode.l10n.t('Sign In to {0}', connection.name),
		prompt: vscode.l10n.t(
			'Paste an access token from the profile page of your account. It is kept only in the secret storage.',
		),
		password: true,
		ignoreFocusOut: true,
		validateInput: (value) => {
			const token = value.trim();
			return token === '' || isToken(token)
				? undefined
				: vscode.l10n.t('A token contains no spaces or special characters.');
		},
	});
	const token = text?.trim();
	return token === '' ? undefined : token;
}
