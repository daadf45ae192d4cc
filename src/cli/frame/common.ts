import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import { microdollarsOf } from '../../core/base/money.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { ConnectionChoice } from '../place/connections.ts';
import type { Place } from '../place/services.ts';
import type { Agreed } from './answers.ts';
import { type Flag, type Given, isOn, switchFlag, textFlag, valueFlag, WrongUse } from './command.ts';
import { csvFlag } from './csv.ts';

export const helpFlag = switchFlag(
	'help',
	l10n.t('show the help of the command; with --json the schema of its result'),
);

/** The flags of commands that have a result. */
export const outputFlags: readonly Flag[] = [
	switchFlag('json', l10n.t('print the result as JSON')),
	helpFlag,
];

export const connectionFlags: readonly Flag[] = [
	valueFlag('connection', 'NAME', l10n.t('a connection of connections.json; the public service by default')),
	valueFlag('base-url', 'URL', l10n.t('the address of the service; EASEL_BASE_URL by default')),
	valueFlag('model-api-url', 'URL', l10n.t('the address of its models; the base address by default')),
	valueFlag('web-url', 'URL', l10n.t('the address of its pages; the base address by default')),
	valueFlag('trainer-url', 'URL', l10n.t('the address of its training; the base address by default')),
];

export const historyFlag = valueFlag(
	'history',
	'DIR',
	l10n.t('the folder of the history and the results; EASEL_DATA by default'),
);

/** The flags that choose the service, a sandbox, and the history. */
export const placeFlags: readonly Flag[] = [
	...connectionFlags,
	switchFlag('sandbox', l10n.t('use a sandbox on this computer that lasts as long as the command')),
	historyFlag,
];

/** The flag of commands that may wait for something. */
export const quietFlag = switchFlag(
	'quiet',
	l10n.t('show no progress; warnings and questions are still shown'),
);

/** The flag of commands that change something. */
export const dryRunFlag = switchFlag(
	'dry-run',
	l10n.t('show the effect and the cost; nothing is sent or written'),
);

export const yesFlag = switchFlag('yes', l10n.t('agree to all questions; required without a terminal'));

/** The flag of commands that change something and need no agreement. */
export const unneededYesFlag = switchFlag(
	'yes',
	l10n.t('agree to all questions; every command that changes something takes it'),
);

/** The flags that are described in one place for all commands. */
export const sharedFlags: readonly Flag[] = [
	...outputFlags,
	csvFlag,
	quietFlag,
	unneededYesFlag,
	dryRunFlag,
	...placeFlags,
];

/** Returns the flags that agree to an act of this effect. */
export function agreeFlags(effect: Operation['effect']): readonly Flag[] {
	if (effect === 'delete') return [yesFlag];
	if (effect !== 'spend') return [];
	return [
		yesFlag,
		{
			name: 'max-usd',
			type: 'number',
			value: 'N',
			description: l10n.t('with --yes: agree only to an expected cost up to this amount, in US dollars'),
		},
		switchFlag('anyway', l10n.t('send it even with errors, with a low balance, or a second time')),
	];
}

/** Reads the choice of the service from the flags. */
export function connectionIn(given: Given): ConnectionChoice {
	return compact({
		connection: textFlag(given, 'connection'),
		baseUrl: textFlag(given, 'base-url'),
		modelApiUrl: textFlag(given, 'model-api-url'),
		webUrl: textFlag(given, 'web-url'),
		trainerUrl: textFlag(given, 'trainer-url'),
	});
}

/** Reads the choice of the service and the history from the flags. */
export function placeIn(given: Given): Place {
	return {
		...connectionIn(given),
		sandbox: isOn(given, 'sandbox'),
		...compact({ history: textFlag(given, 'history') }),
	};
}

/** Reads the agreement from the flags. Throws `WrongUse` for an invalid amount. */
export function agreedIn(given: Given): Agreed {
	const usd = given.flags['max-usd'];
	const most = typeof usd === 'number' ? microdollarsOf(usd) : undefined;
	if (usd !== undefined && (most === undefined || most < 0))
		throw new WrongUse(l10n.t('The value of --max-usd must be an amount in US dollars.'));
	return { yes: isOn(given, 'yes'), anyway: isOn(given, 'anyway'), ...compact({ most }) };
}
