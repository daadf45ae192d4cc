import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import { SessionManager } from '../../core/account/sessionManager.ts';
import { connectionOfKey, TokenVault } from '../../core/account/tokenVault.ts';
import type { KeyValueStore } from '../../core/base/keyValueStore.ts';
import type { Log } from '../../core/base/log.ts';
import type { Capabilities } from '../../core/connection/connection.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { AppServices, OtherConnections } from '../shell/appServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { accountCommandIds } from '../shell/ids.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { EaselAuthentication } from './authenticationProvider.ts';
import { capableSession } from './capableSession.ts';
import { Connections, reachable } from './connections.ts';
import { onNetworkChange, readNetworkSettings } from './network.ts';
import { SandboxPreferences } from './sandboxPreferences.ts';
import { createStatusBarItem } from './statusBar.ts';

/** Milliseconds that an address must be unchanged before the sandbox is restarted with it. */
const typingMs = 1500;

/** Loads the modules of less frequent actions when the first of them is used. */
const parts = () => import('./features.ts');

interface AccountRoom extends Pick<AppServices, 'session' | 'ready' | 'signedIn'> {
	readonly sandbox: SandboxKeeper;
	readonly connections: OtherConnections;
	/** Returns the session for a capability that not every connection has: signed out if the one in use lacks it. */
	withCapability(capability: keyof Capabilities): Pick<AccountRoom, 'session' | 'signedIn'>;
}

/** Registers sign-in, connections, sandbox and status bar. The session is restored silently after this has returned. */
export function registerAccount(
	context: vscode.ExtensionContext,
	{ log, clock, acts }: Pick<AppServices, 'log' | 'clock' | 'acts'>,
): AccountRoom {
	const shared = sandboxFiles(context);
	const sandbox = createSandboxKeeper(context, shared, log);
	const use = new SandboxPreferences(shared, sandbox);
	const connections = new Connections(context.globalState, () => sandbox.state, log);
	const vault = new TokenVault(context.secrets, log);
	const sessions: SessionManager = new SessionManager({
		choice: () => {
			const connection = connections.current;
			if (connection.id !== sandboxId || use.signedOut) return { connection };
			const builtInToken = reachable(sandbox.state)?.token;
			return builtInToken === undefined ? { connection } : { connection, builtInToken };
		},
		network: readNetworkSettings,
		vault,
		log,
		clock,
		onRefused: async (...refused) => (await parts()).askAgain(deps, ...refused),
		onAddressesChanged: async (...changed) => (await parts()).askForNewAddresses(deps, ...changed),
	});
	const deps = { log, connections, sessions, sandbox, use, vault };

	const withEngine = async (what: 'changeSandboxEngine' | 'checkSandboxEngine'): Promise<void> =>
		(await parts())
			[what](deps)
			.catch((cause: unknown) => log.error('The engine of the sandbox could not be examined', cause));
	/** The settings editor writes while a person types. */
	let typing: NodeJS.Timeout | undefined;
	const engineChanged = (): void => {
		clearTimeout(typing);
		typing = setTimeout(() => void withEngine('changeSandboxEngine'), typingMs);
	};

	const status = createStatusBarItem();
	const show = (): void => {
		const { current } = sessions;
		status.update(current, sandbox.state);
		setContext('easel.signedIn', current.state === 'signedIn');
		setContext('easel.connection', connections.current.id);
		setContext('easel.engine', connections.current.capabilities.engineRoutes);
		setContext('easel.sandboxRunning', sandbox.state.kind === 'running');
	};
	const reload = (): Promise<void> => sessions.reload().then(show);

	context.subscriptions.push(
		status,
		connections,
		new EaselAuthentication({
			vault,
			secrets: context.secrets,
			connections,
			signIn: async (only) => (await parts()).chooseStoredSignIn(deps, only),
			forget: async (connectionId, accountId) => {
				await vault.remove(connectionId, accountId);
				await reload();
			},
		}),
		registerLazyCommands(log, accountCommandIds, async () =>
			(await parts()).accountCommands({ ...deps, acts }),
		),
		connections.onDidChange(() => void reload()),
		onNetworkChange(() => void reload()),
		use,
		use.onDidChange(() => void reload()),
		context.secrets.onDidChange(({ key }) => {
			if (connectionOfKey(key) !== undefined) void reload();
		}),
		sandbox.onDidChange(() => void reload()),
		sandbox.onDidChange(show),
		sandbox.onDidChange(({ kind }) => {
			if (kind === 'running' && readSetting('easel.sandbox.engine') !== '')
				void withEngine('checkSandboxEngine');
		}),
		onSettingChange(['easel.sandbox.engine'], engineChanged),
		sessions.onDidChange(show),
		{ dispose: () => clearTimeout(typing) },
		{ dispose: () => sandbox.dispose() },
		{ dispose: () => void sessions.dispose() },
	);

	const signedIn = async (): Promise<SignedIn | undefined> => {
		if (sessions.current.state === 'signedOut') await (await parts()).ensureSignedIn(deps);
		return sessions.current.state === 'signedIn' ? sessions.current : undefined;
	};
	const ready = restore();
	return {
		session: sessions,
		connections: {
			all: () => connections.all(),
			switchTo: async (connection) => (await parts()).switchTo(deps, connection),
		},
		ready: () => ready,
		signedIn,
		withCapability: (capability) => ({
			session: capableSession(sessions, capability),
			signedIn: async () => {
				const { connection } = sessions.current;
				if (connection.capabilities[capability]) return signedIn();
				await (await parts()).reportOnlyService(connection);
				return undefined;
			},
		}),
		sandbox,
	};

	async function restore(): Promise<void> {
		// After `activate` has returned.
		await new Promise((resolve) => setImmediate(resolve));
		show();
		await use.load();
		if (connections.current.id === sandboxId && use.wanted) {
			const started = await sandbox.start();
			if (!started.ok) log.warn(`${started.failure.message} ${started.failure.nextStep}`);
		}
		await reload();
	}
}

/**
 * Returns the store in which all windows of this computer find the address of the sandbox. Not the secret storage: that
 * is shared with windows on other computers, where the address is meaningless, and in some hosts does not survive a
 * reload. The token protects only the data next to it.
 */
function sandboxFiles(context: vscode.ExtensionContext): KeyValueStore {
	return new PrivateFiles(vscode.Uri.joinPath(context.globalStorageUri, 'sandbox-address').fsPath);
}

/** Creates the keeper of the sandbox that comes with the extension; its data is in the extension's own folder. */
function createSandboxKeeper(
	context: vscode.ExtensionContext,
	shared: KeyValueStore,
	log: Log,
): SandboxKeeper {
	const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.mjs').fsPath;
	const data = vscode.Uri.joinPath(context.globalStorageUri, 'sandbox').fsPath;
	return new SandboxKeeper({
		shared,
		log,
		program: async () => (await import('./features.ts')).sandboxProgram(script, data),
	});
}
