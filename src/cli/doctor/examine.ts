import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { whoseIs } from '../../core/account/identity.ts';
import { describeDuration } from '../../core/base/ages.ts';
import { systemClock } from '../../core/base/clock.ts';
import type { Failure } from '../../core/base/failure.ts';
import { ownOrigins } from '../../core/connection/address.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Service } from '../../core/http/transport.ts';
import type { ConnectionChoice } from '../place/connections.ts';
import { configFolder, dataFolder, type Environment } from '../place/folders.ts';
import { sharedSandbox } from '../place/ownSandbox.ts';
import { signInStep } from '../place/services.ts';
import { storedSignIn, withService } from '../place/signIns.ts';
import type { CommandIo } from '../terminal/io.ts';
import { versionOf } from '../terminal/version.ts';
import type { Check, Examination, Setting } from './examination.ts';

interface Options {
	readonly choice: ConnectionChoice;
	readonly history?: string;
}

/** Examines this computer and a connection. Nothing is changed. */
export async function examine(
	io: CommandIo,
	connection: Connection,
	{ choice, history }: Options,
): Promise<Examination> {
	const { env } = io;
	const given = env.EASEL_TOKEN?.trim() ?? '';
	const stored = await storedSignIn(env, connection);
	const config = configFolder(env);
	const data = history === undefined ? dataFolder(env) : resolve(io.cwd, history);
	const signIns = [
		...(given === '' ? [] : [{ token: given, from: 'EASEL_TOKEN' }]),
		...(stored === undefined ? [] : [{ token: stored.token, from: config }]),
	];
	const found = await Promise.all([
		computerChecks(io, [
			{ name: 'settings', path: config, variable: 'EASEL_CONFIG' },
			{ name: 'history', path: data, variable: history === undefined ? 'EASEL_DATA' : '--history' },
		]),
		reachChecks(env, connection),
		sandboxCheck(data),
		...(connection.capabilities.account
			? signIns.map(async (signIn) => [await signInCheck(env, connection, signIn)])
			: []),
	]);
	const checks: Check[] = found.flat();
	if (connection.capabilities.account && signIns.length === 0)
		checks.push({
			name: 'signIn',
			state: 'warning',
			message: l10n.t('You are not signed in to {0}.', connection.name),
			nextStep: signInStep,
		});
	const settings: Setting[] = [
		...connectionSettings(io, connection, choice),
		...(signIns[0] === undefined
			? []
			: [
					{
						name: 'token',
						value: l10n.t('set'),
						from: given === '' ? ('file' as const) : ('environment' as const),
					},
				]),
		{ name: 'EASEL_CONFIG', value: config, from: env.EASEL_CONFIG ? 'environment' : 'default' },
		{
			name: 'EASEL_DATA',
			value: data,
			from: history !== undefined ? 'option' : env.EASEL_DATA ? 'environment' : 'default',
		},
		...environmentSettings(env),
	];
	const state = (['error', 'warning'] as const).find((worst) => checks.some((each) => each.state === worst));
	return { state: state ?? 'ok', checks, settings };
}

/** Looks for the sandbox that commands with `--sandbox` share. */
async function sandboxCheck(data: string): Promise<readonly Check[]> {
	const address = await sharedSandbox(data);
	const message =
		address === undefined
			? l10n.t('No sandbox of commands with {0} is running.', '--sandbox')
			: l10n.t('A sandbox of commands with {0} is running at {1}.', '--sandbox', address);
	return [{ name: 'sandbox', state: 'ok', message }];
}

function connectionSettings(
	{ env }: CommandIo,
	{ name, baseUrl, modelApiUrl, webUrl, trainerUrl }: Connection,
	choice: ConnectionChoice,
): readonly Setting[] {
	const base = env.EASEL_BASE_URL?.trim() ? 'environment' : 'default';
	const from = (option: string | undefined, otherwise: Setting['from']) =>
		option !== undefined
			? ('option' as const)
			: choice.connection !== undefined
				? ('file' as const)
				: otherwise;
	const ofBase = from(choice.baseUrl, base);
	return [
		{ name: 'connection', value: name, from: choice.connection === undefined ? ofBase : 'option' },
		{ name: 'baseUrl', value: baseUrl, from: ofBase },
		{ name: 'modelApiUrl', value: modelApiUrl, from: from(choice.modelApiUrl, ofBase) },
		{ name: 'webUrl', value: webUrl, from: from(choice.webUrl, ofBase) },
		{ name: 'trainerUrl', value: trainerUrl, from: from(choice.trainerUrl, ofBase) },
	];
}

/** A folder that Easel writes to, and the variable that names another one. */
interface Folder {
	readonly name: string;
	readonly path: string;
	readonly variable: string;
}

/** Checks the program, its folders and the terminal. */
async function computerChecks(io: CommandIo, folders: readonly Folder[]): Promise<readonly Check[]> {
	const version = io.script === undefined ? undefined : await versionOf(io.script).catch(() => undefined);
	return [
		{ name: 'easel', state: 'ok', message: `Easel ${version ?? '?'}` },
		{ name: 'node', state: 'ok', message: `Node ${process.versions.node}` },
		...(await Promise.all(folders.map(folderCheck))),
		terminalCheck(io),
	];
}

async function folderCheck({ name, path, variable }: Folder): Promise<Check> {
	const found = await stat(path).catch(() => undefined);
	if (found === undefined)
		return {
			name,
			state: 'ok',
			message: l10n.t('{0} does not exist yet; it is created when needed.', path),
		};
	const isWritable =
		found.isDirectory() &&
		(await access(path, constants.W_OK).then(
			() => true,
			() => false,
		));
	return isWritable
		? { name, state: 'ok', message: l10n.t('{0} is writable.', path) }
		: {
				name,
				state: 'error',
				message: l10n.t('{0} is not writable.', path),
				nextStep: l10n.t('Change its permissions, or specify another folder with {0}.', variable),
			};
}

function terminalCheck({ columns, colors, pictures }: CommandIo): Check {
	if (columns === undefined)
		return { name: 'terminal', state: 'ok', message: l10n.t('The output is not a terminal.') };
	const parts = [
		l10n.t('{0} columns', String(columns)),
		colors ? l10n.t('colors') : l10n.t('no colors'),
		pictures === undefined ? l10n.t('no pictures') : l10n.t('pictures ({0})', pictures),
	];
	return { name: 'terminal', state: 'ok', message: l10n.t('Terminal: {0}', parts.join(', ')) };
}

const plain = ['EASEL_DAILY_LIMIT', 'EASEL_PICTURES', 'EASEL_NODE', 'NO_COLOR', 'COLUMNS'] as const;
const secret = ['EASEL_PARTNER_KEY', 'EASEL_HUB_TOKEN'] as const;
const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const;

/** Returns the settings that only the environment provides. A secret is only reported as set; so is a proxy without a valid address. */
function environmentSettings(env: Environment): readonly Setting[] {
	const isSet = l10n.t('set');
	const hostOf = (address: string) => {
		const url = URL.parse(address);
		return url === null || url.host === '' ? isSet : `${url.protocol}//${url.host}`;
	};
	const read = (names: readonly string[], shown: (value: string) => string): readonly Setting[] =>
		names.flatMap((name) => {
			const value = env[name] ?? env[name.toLowerCase()] ?? '';
			return value === '' ? [] : [{ name, value: shown(value), from: 'environment' as const }];
		});
	return [...read(plain, (value) => value), ...read(secret, () => isSet), ...read(proxies, hostOf)];
}

/** A sign-in, and its source as a text. */
interface SignIn {
	readonly token: string;
	readonly from: string;
}

/** A call is not repeated, since its first answer is reported. */
const once = { attempts: 1 };

/** Clocks may differ by this without any effect. */
const toleratedMs = 60_000;
/** Every status shows that the service can be reached. */
const anyStatus = Array.from({ length: 400 }, (_, index) => index + 200);

/** Checks whether each host of a connection answers, and whether its clock agrees with that of this computer. */
async function reachChecks(env: Environment, connection: Connection): Promise<readonly Check[]> {
	const origins = [...ownOrigins(connection)];
	const checks = await Promise.all(origins.map((origin) => reachOf(env, connection, origin)));
	return checks.flat();
}

async function reachOf(env: Environment, connection: Connection, origin: string): Promise<readonly Check[]> {
	const started = Date.now();
	const ask = ({ transport }: Service) =>
		transport.send({ method: 'GET', url: origin, bearer: false, answers: anyStatus });
	const reply = await withService(env, connection, undefined, ask, once);
	if (!reply.ok) return [failedCheck('reach', reply.failure)];
	const reached: Check = { name: 'reach', state: 'ok', message: l10n.t('{0} answers.', origin) };
	const there = Date.parse(reply.value.headers.date ?? '');
	const differenceMs = Math.abs((started + Date.now()) / 2 - there);
	if (!(differenceMs > toleratedMs)) return [reached];
	const clock: Check = {
		name: 'clock',
		state: 'warning',
		message: l10n.t(
			'The clock of this computer differs by {0} from that of {1}.',
			describeDuration(differenceMs),
			origin,
		),
		nextStep: l10n.t('Set the clock of this computer.'),
	};
	return [reached, clock];
}

/** Checks whether the service accepts a sign-in. */
async function signInCheck(
	env: Environment,
	connection: Connection,
	{ token, from }: SignIn,
): Promise<Check> {
	const account = await withService(env, connection, token, (service) => whoseIs(service, systemClock), once);
	if (!account.ok) return failedCheck('signIn', account.failure, `${from}: `);
	const { name } = connection;
	const message = l10n.t('{0} accepts the sign-in of {1} ({2}).', name, account.value.label, from);
	return { name: 'signIn', state: 'ok', message };
}

function failedCheck(name: string, { message, nextStep }: Failure, before = ''): Check {
	return { name, state: 'error', message: `${before}${message}`, nextStep };
}
