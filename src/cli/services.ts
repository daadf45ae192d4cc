import { homedir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { compact } from '../core/base/compact.ts';
import { silentLog } from '../core/base/log.ts';
import { microdollarsOf } from '../core/base/money.ts';
import { trimEndOf } from '../core/base/trimEnd.ts';
import type { Connection } from '../core/connection/connection.ts';
import { runcomfyConnection, userConnections } from '../core/connection/connections.ts';
import { type OpenServices, openServices } from '../core/operations/node/openServices.ts';
import type { Ask } from '../core/operations/questions.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The services for the account that the environment names, or a sentence about what is missing. The token is never part of it. */
export function servicesOf(env: Environment, ask: Ask, baseUrl?: string): OpenServices | string {
	const token = env.EASEL_TOKEN?.trim() ?? '';
	if (token === '')
		return l10n.t('There is no token. Put an API token into the environment variable EASEL_TOKEN.');
	if (!/^[!-~]{1,4096}$/.test(token))
		return l10n.t('EASEL_TOKEN is not a token: it has spaces or other characters that no token has.');
	const connection = connectionOf(baseUrl ?? (env.EASEL_BASE_URL?.trim() || runcomfyConnection.baseUrl));
	if (connection === undefined)
		return l10n.t(
			'The base address cannot be used: it must begin with https://, or with http:// for this computer.',
		);
	const dailyLimit = limitOf(env);
	if (typeof dailyLimit === 'string') return dailyLimit;
	return openServices({
		connection,
		token,
		network: { environment: env },
		folder: dataFolder(env),
		log: silentLog,
		ask,
		...compact({ dailyLimit }),
		...(env.EASEL_PARTNER_KEY ? { partnerKey: env.EASEL_PARTNER_KEY } : {}),
		...(env.EASEL_HUB_TOKEN ? { hubToken: env.EASEL_HUB_TOKEN } : {}),
	});
}

/** The connection of an address, named like its host: what is kept of one service is not mixed with that of another. */
function connectionOf(address: string): Connection | undefined {
	if (trimEndOf(address.trim(), /\//) === runcomfyConnection.baseUrl) return runcomfyConnection;
	const name = URL.parse(address)?.host || 'command line';
	return userConnections([{ name, baseUrl: address }]).connections[0];
}

/** The most for a day in millionths of a US dollar, or a sentence where it is not an amount. */
function limitOf({ EASEL_DAILY_LIMIT: text = '' }: Environment): number | undefined | string {
	if (text.trim() === '') return undefined;
	const usd = Number(text);
	if (!(usd > 0) || !Number.isFinite(usd))
		return l10n.t('EASEL_DAILY_LIMIT is not an amount: it must be a number of US dollars above 0.');
	return microdollarsOf(usd);
}

/** Where the history of what was started here is kept. */
function dataFolder(env: Environment): string {
	if (env.EASEL_DATA) return env.EASEL_DATA;
	const home = homedir();
	if (process.platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Easel');
	if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Easel');
	return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'easel');
}
