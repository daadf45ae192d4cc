import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import { microdollarsOf } from '../../core/base/money.ts';
import { type Command, type Given, isOn, switchFlag, WrongUse } from '../frame/command.ts';
import { helpFlag, placeFlags, placeIn } from '../frame/common.ts';

/** Serves the tools for agents on standard input and output until the client disconnects. */
export const mcpCommand: Command = {
	name: 'mcp',
	title: l10n.t('Serve tools for AI agents with the Model Context Protocol, on standard input and output'),
	example: 'easel mcp --connection runcomfy',
	noDryRun: l10n.t('An agent makes the calls, so there is no --dry-run.'),
	positionals: [],
	flags: [
		...placeFlags,
		{
			name: 'allow-spend-usd',
			type: 'number',
			value: 'N',
			description: l10n.t(
				'for clients that cannot ask: the amount that may be spent without a question, in US dollars, over all starts of this server',
			),
		},
		switchFlag(
			'allow-changes',
			l10n.t('for clients that cannot ask: changes that cost nothing and delete nothing'),
		),
		helpFlag,
	],
	async run(io, given) {
		const allowed = amountIn(given);
		const { runServer } = await import('./runServer.ts');
		return runServer(io, placeIn(given), {
			allowChanges: isOn(given, 'allow-changes'),
			...compact({ allowed }),
		});
	},
};

/** Reads the amount that may be spent without a question, in millionths of a US dollar. Throws `WrongUse` if it is not above 0. */
function amountIn({ flags }: Given): number | undefined {
	const usd = flags['allow-spend-usd'];
	if (typeof usd !== 'number') return undefined;
	const amount = microdollarsOf(usd);
	if (amount !== undefined && amount > 0) return amount;
	throw new WrongUse(l10n.t('The value of --allow-spend-usd must be an amount above 0 in US dollars.'));
}
