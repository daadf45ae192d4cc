import { access, constants, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { CommandIo } from '../terminal/io.ts';
import { versionOf } from '../terminal/version.ts';
import type { Check, Setting } from './examination.ts';

/** A folder that Easel writes to, and the variable that names another one. */
interface Folder {
	readonly name: string;
	readonly path: string;
	readonly variable: string;
}

/** Checks the program, its folders and the terminal. */
export async function computerChecks(io: CommandIo, folders: readonly Folder[]): Promise<readonly Check[]> {
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
export function environmentSettings(env: CommandIo['env']): readonly Setting[] {
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
