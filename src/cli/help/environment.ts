import * as l10n from '@vscode/l10n';
import type { Row } from './rows.ts';

/** The environment variables that the program reads, its own first. Names with a comma are read in this order. */
export const environment: readonly Row[] = [
	['EASEL_TOKEN', l10n.t('the API token; it overrides the stored sign-in')],
	['EASEL_BASE_URL', l10n.t('the address of the service; the public service by default')],
	['EASEL_DATA', l10n.t('the folder of the history and the results')],
	['EASEL_CONFIG', l10n.t('the folder of the sign-ins and of connections.json')],
	['EASEL_DAILY_LIMIT', l10n.t('the amount that may be spent per day without a question, in US dollars')],
	['EASEL_PARTNER_KEY', l10n.t('the key for partner nodes; it is sent with runs and never kept')],
	[
		'EASEL_HUB_TOKEN',
		l10n.t('the token for gated models; it is sent with training configurations and never kept'),
	],
	[
		'EASEL_PICTURES',
		l10n.t('how the terminal shows pictures: {0}; detected by default', 'kitty, iterm, sixel, none'),
	],
	['EASEL_NODE', l10n.t('the path of a newer Node, which runs Easel if this one is too old')],
	['LC_ALL, LC_MESSAGES, LANG', l10n.t('the language of the texts and of numbers')],
	['NO_COLOR', l10n.t('if set, the output has no colors')],
	['COLUMNS', l10n.t('the width of tables and of the help; that of the terminal by default')],
	[
		'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY',
		l10n.t('the proxies, and the hosts without one; also in lower case'),
	],
	['NODE_EXTRA_CA_CERTS', l10n.t('a file of more certificate authorities')],
	[
		'XDG_CONFIG_HOME, XDG_DATA_HOME',
		l10n.t('on Linux: the parent folder of {0}', 'EASEL_CONFIG, EASEL_DATA'),
	],
	['APPDATA, LOCALAPPDATA', l10n.t('on Windows: the parent folder of {0}', 'EASEL_CONFIG, EASEL_DATA')],
	[
		'TERM, TERM_PROGRAM, TMUX, KITTY_WINDOW_ID, KONSOLE_VERSION, LC_TERMINAL, WT_SESSION',
		l10n.t('the kind of terminal, which determines how it shows pictures; TERM=dumb turns colors off'),
	],
];
