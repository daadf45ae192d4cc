import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import { type Examination, examination } from '../doctor/examination.ts';
import { type Command, isOn, textFlag, WrongUse } from '../frame/command.ts';
import { connectionFlags, connectionIn, historyFlag, outputFlags } from '../frame/common.ts';
import { connectionOf } from '../place/connections.ts';
import { printableJson } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { factsText } from '../terminal/tables.ts';

/** Examines the installation and names the next step for each problem. */
export const doctor: Command = {
	name: 'doctor',
	title: l10n.t('Check the installation, the sign-in and the connection to the service'),
	example: 'easel doctor',
	positionals: [],
	flags: [...connectionFlags, historyFlag, ...outputFlags],
	output: examination,
	async run(io, given) {
		const choice = connectionIn(given);
		const connection = await connectionOf(io.env, choice);
		if (typeof connection === 'string') throw new WrongUse(connection, { isComplete: true });
		const { examine } = await import('../doctor/examine.ts');
		const found = await examine(io, connection, {
			choice,
			...compact({ history: textFlag(given, 'history') }),
		});
		io.out(isOn(given, 'json') ? `${printableJson(found)}\n` : asText(found, io.columns));
		return found.state === 'error' ? statuses.failed : statuses.done;
	},
};

const stateWords = { ok: l10n.t('OK'), warning: l10n.t('Warning'), error: l10n.t('Error') };
const sources = {
	option: l10n.t('option'),
	environment: l10n.t('environment'),
	file: l10n.t('file'),
	default: l10n.t('default'),
};

function asText({ checks, settings }: Examination, columns: number | undefined): string {
	const found = checks.map(
		({ state, message, nextStep = '' }) => [stateWords[state], `${message} ${nextStep}`.trimEnd()] as const,
	);
	const set = settings.map(({ name, value, from }) => [name, `${value} (${sources[from]})`] as const);
	return `${factsText(found, columns)}\n${l10n.t('Settings:')}\n${factsText(set, columns)}`;
}
