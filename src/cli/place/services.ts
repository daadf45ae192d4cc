import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isToken } from '../../core/account/token.ts';
import type { FoundSignIn, TokenSessionOptions } from '../../core/account/tokenSession.ts';
import { systemClock } from '../../core/base/clock.ts';
import { compact } from '../../core/base/compact.ts';
import { type Failure, failed, type Result, signedOutFailure, success } from '../../core/base/failure.ts';
import { silentLog } from '../../core/base/log.ts';
import { microdollarsOf } from '../../core/base/money.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { sandboxConnection } from '../../core/connection/connections.ts';
import type { Disk } from '../../core/operations/disk.ts';
import type { Held } from '../../core/operations/node/dryRun.ts';
import { localDisk } from '../../core/operations/node/localDisk.ts';
import { type OpenServices, openServices } from '../../core/operations/node/openServices.ts';
import type { Ask } from '../../core/operations/questions.ts';
import type { RunStarter } from '../../core/runs/run.ts';
import type { CommandIo } from '../terminal/io.ts';
import { shortened } from '../terminal/printable.ts';
import { type ConnectionChoice, connectionOf } from './connections.ts';
import { dataFolder, type Environment } from './folders.ts';
import { useOwnSandbox } from './ownSandbox.ts';
import { storedSignIn } from './signIns.ts';

/** The sign-in that the services begin with. */
type SignIn = Pick<TokenSessionOptions, 'token' | 'stored' | 'find'>;

/** The service and the history that a command works with. */
export interface Place extends ConnectionChoice {
	/** A sandbox for the length of the command, shared with other commands, in place of a connection. */
	readonly sandbox?: boolean;
	/** Another folder of the history than that of this computer. */
	readonly history?: string;
	/** True if no request is made to the service, so that no sign-in is needed. */
	readonly isLocal?: boolean;
	/** The person may sign in later, while the services are open. */
	readonly mayBeSignedOut?: boolean;
	/** Whom its runs are started for; a person at the command line without it. */
	readonly startedBy?: RunStarter;
	/** Called for each act that a dry run prevents: only reads are sent, and nothing is written here. */
	readonly onHeld?: (held: Held) => void;
}

/** Returns the folder of the history of a place. */
export function historyFolder(
	{ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>,
	{ sandbox, history }: Pick<Place, 'sandbox' | 'history'>,
): string {
	const own = history === undefined ? dataFolder(env) : resolve(cwd, history);
	return sandbox === true ? join(own, 'sandbox-history') : own;
}

/** The environment in which the services of a command are opened; without the script no sandbox can be started. */
type Surroundings = Pick<CommandIo, 'env' | 'cwd' | 'script' | 'err'>;

/**
 * Opens the services of a place for the account that is signed in there; fails if something is missing. They never
 * contain the token.
 */
export async function servicesOf(
	surroundings: Surroundings,
	place: Place,
	ask: Ask,
): Promise<Result<OpenServices>> {
	const { onHeld, ...surely } = place;
	if (onHeld === undefined) return openedAt(surroundings, surely, ask);
	const { copyHistory, dryDisk } = await import('../../core/operations/node/dryRun.ts');
	const copy = await copyHistory(historyFolder(surroundings, place));
	if (!copy.ok) return copy;
	const { folder, remove } = copy.value;
	const disk = (real: Disk) => dryDisk(real, localDisk(folder, systemClock), onHeld);
	const opened = await openedAt(surroundings, surely, ask, { folder, disk, onHeld });
	if (!opened.ok) {
		await remove();
		return opened;
	}
	return success({ ...opened.value, close: () => opened.value.close().finally(remove) });
}

/** The places that take the writes of a dry run. */
interface Dry {
	/** The folder of a copy of the history. */
	readonly folder: string;
	/** Returns the disk that reads from another one. */
	disk(real: Disk): Disk;
	readonly onHeld: (held: Held) => void;
}

async function openedAt(
	{ env, cwd, script, err }: Surroundings,
	place: Omit<Place, 'onHeld'>,
	ask: Ask,
	dry?: Dry,
): Promise<Result<OpenServices>> {
	const { sandbox, history, isLocal, mayBeSignedOut, startedBy = 'commandLine', ...choice } = place;
	const dailyLimit = limitOf(env);
	if (!dailyLimit.ok) return dailyLimit;
	const own = historyFolder({ env, cwd }, compact({ history }));
	const folder = historyFolder({ env, cwd }, compact({ history, sandbox }));
	const open = (connection: Connection, signIn: SignIn): OpenServices => ({
		...openServices({
			connection,
			network: { environment: env },
			folder: dry?.folder ?? folder,
			log: silentLog,
			clock: systemClock,
			onProblem: (problem) => err(`${shortened(l10n.t('{0} Its folder is {1}.', problem, folder))}\n`),
			startedBy,
			ask,
			...signIn,
			...compact({ dailyLimit: dailyLimit.value, onHeldCall: dry?.onHeld }),
			...(env.EASEL_PARTNER_KEY ? { partnerKey: env.EASEL_PARTNER_KEY } : {}),
			...(env.EASEL_HUB_TOKEN ? { hubToken: env.EASEL_HUB_TOKEN } : {}),
		}),
		disk: dry?.disk(localDisk(folder, systemClock)) ?? localDisk(folder, systemClock),
	});
	if (sandbox === true) {
		if (Object.values(choice).some((each) => each !== undefined))
			return unusable(l10n.t('With --sandbox there is no other connection.'));
		if (script === undefined) return unusable(l10n.t('There is no sandbox here.'));
		const started = await useOwnSandbox(script, env, own);
		if (!started.ok) return started;
		const { announcement } = started.value;
		const { token } = announcement;
		const services = open(sandboxConnection(announcement), { token });
		return success({ ...services, close: () => services.close().finally(() => started.value.end()) });
	}
	const connection = await connectionOf(env, choice);
	if (typeof connection === 'string') return unusable(connection);
	if (isLocal === true) return success(open(connection, {}));
	const signIn = await signInOf(env, connection);
	if (signIn.ok) return success(open(connection, signIn.value));
	if (mayBeSignedOut !== true || signIn.failure.kind !== signedOutFailure.kind) return signIn;
	return success(open(connection, { find: () => signInOf(env, connection) }));
}

/** Returns the failure of a setting or an option that no place can be opened with. */
function unusable(message: string): { readonly ok: false; readonly failure: Failure } {
	return failed({ kind: 'input', reason: 'wrong-use', message, nextStep: '', fixer: 'you' });
}

/** The next step without a sign-in that the service accepts. */
export const signInStep = l10n.t(
	'Run "easel login", or put an API token into the environment variable EASEL_TOKEN.',
);

/** Returns the sign-in for a connection; a failure if one is needed and missing. */
async function signInOf(env: Environment, connection: Connection): Promise<Result<FoundSignIn>> {
	const given = env.EASEL_TOKEN?.trim() ?? '';
	if (given !== '' && !isToken(given))
		return unusable(l10n.t('EASEL_TOKEN is not a token: it contains spaces or other invalid characters.'));
	if (given !== '') return success({ token: given });
	const stored = await storedSignIn(env, connection);
	if (stored === undefined && connection.capabilities.account)
		return failed({
			...signedOutFailure,
			message: l10n.t('You are not signed in to {0}.', connection.name),
			nextStep: signInStep,
		});
	return success(stored ?? {});
}

/** Returns the daily limit in millionths of a US dollar; a failure if it is not an amount. */
function limitOf({ EASEL_DAILY_LIMIT: text = '' }: Environment): Result<number | undefined> {
	if (text.trim() === '') return success(undefined);
	const usd = Number(text);
	if (!(usd > 0) || !Number.isFinite(usd))
		return unusable(l10n.t('EASEL_DAILY_LIMIT is not an amount: it must be a number of US dollars above 0.'));
	return success(microdollarsOf(usd));
}
