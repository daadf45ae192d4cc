import * as l10n from '@vscode/l10n';
import { login, logout, whoamiRow } from './commands/account.ts';
import type { Command, OwnCommand } from './commands/command.ts';
import { completionCommand } from './commands/completion.ts';
import { instanceRows } from './commands/instances.ts';
import { jobRows } from './commands/jobs.ts';
import { operationCommand } from './commands/operationCommand.ts';
import { runRows } from './commands/runs.ts';
import { datasetRows, deploymentRows, moneyRows } from './commands/things.ts';
import { mcpCommand } from './mcp/command.ts';
import { statuses } from './terminal/status.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

/** Commands that read files, without a service or with one. */
const files: readonly OwnCommand[] = [
	{
		name: 'check',
		title: l10n.t('Check workflow documents, training configurations and files of deployments'),
		example: "easel check workflow_api.json 'configs/**/*.yaml'",
		flags: named(
			'node-info',
			'engine-version',
			'datasets',
			'gpu-type',
			'gpu-count',
			'target',
			'format',
			'watch',
			'help',
		),
		unwritten: 2,
		async runWith(io, argv) {
			const { checkCommand } = await import('./fileCommands.ts');
			const stop = new AbortController();
			if (argv.includes('--watch')) {
				io.onInterrupt(() => stop.abort());
				process.once('SIGTERM', () => stop.abort());
			}
			return checkCommand(argv, { ...io, signal: AbortSignal.any([io.signal, stop.signal]) });
		},
	},
	{
		name: 'plan',
		title: l10n.t('Compare files of deployments with the account'),
		example: 'easel plan deployments/',
		flags: named('base-url', 'format', 'help'),
		unwritten: 1,
		async runWith(io, argv) {
			const { planCommand } = await import('./fileCommands.ts');
			return planCommand(argv, io);
		},
	},
	{
		name: 'apply',
		title: l10n.t('Give deployments what their files say'),
		example: 'easel apply deployments/ --yes',
		flags: named('base-url', 'format', 'yes', 'help'),
		unwritten: 1,
		async runWith(io, argv) {
			const { applyCommand } = await import('./fileCommands.ts');
			return applyCommand(argv, io);
		},
	},
];

/** The same where one looks for what can be done with deployments. */
function ofDeployments(command: OwnCommand): OwnCommand {
	const name = `deployments ${command.name}`;
	return { ...command, name, example: command.example.replace(`easel ${command.name}`, `easel ${name}`) };
}

const sandbox: OwnCommand = {
	name: 'sandbox',
	title: l10n.t('Run the whole service on this computer'),
	example: 'easel sandbox --demo --speed 10',
	flags: named(
		'host',
		'port',
		'data',
		'speed',
		'demo',
		'engine',
		'faults',
		'contrary',
		'exit-when-unused',
		'help',
	),
	unwritten: statuses.wrongUse,
	async runWith(_io, argv) {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		return sandboxCommand(argv);
	},
};

/** Every command there is, in the order of the help. */
export const commands: readonly (Command | OwnCommand)[] = [
	...files,
	login,
	logout,
	...[
		whoamiRow,
		...moneyRows,
		...runRows,
		...deploymentRows,
		...instanceRows,
		...datasetRows,
		...jobRows,
	].map(operationCommand),
	...files.filter(({ name }) => name !== 'check').map(ofDeployments),
	mcpCommand,
	sandbox,
	completionCommand(() => commands),
];
