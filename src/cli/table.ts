import * as l10n from '@vscode/l10n';
import { login, logout, whoamiRow } from './commands/account.ts';
import { batchRows } from './commands/batches.ts';
import { clientRow } from './commands/client.ts';
import { datasetRows } from './commands/datasets.ts';
import { deploymentRows } from './commands/deployments.ts';
import { doctor } from './commands/doctor.ts';
import { instanceRows } from './commands/instances.ts';
import { jobRows } from './commands/jobs.ts';
import { modelRows } from './commands/models.ts';
import { moneyRows } from './commands/money.ts';
import { runRows } from './commands/runs.ts';
import { sweepRows } from './commands/sweeps.ts';
import { namedRows, workflowRows } from './commands/workflows.ts';
import { completionCommand } from './complete/command.ts';
import { checkCommand, deploymentFileRows } from './fileCommands.ts';
import type { Command, OwnCommand } from './frame/command.ts';
import { type OperationRow, operationCommand } from './frame/operationCommand.ts';
import { mcpCommand } from './mcp/command.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

/** Returns the same row for the commands of deployments. */
function ofDeployments(row: OperationRow): OperationRow {
	const name = `deployments ${row.name}`;
	return { ...row, name, example: row.example.replace(`easel ${row.name}`, `easel ${name}`) };
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
	async runWith(_io, argv) {
		const { sandboxCommand } = await import('./sandbox-program.ts');
		return sandboxCommand(argv);
	},
};

/** Every command, in the order of the help. */
export const commands: readonly (Command | OwnCommand)[] = [
	checkCommand,
	...deploymentFileRows.map(operationCommand),
	login,
	logout,
	doctor,
	...[
		whoamiRow,
		...moneyRows,
		...workflowRows,
		...namedRows,
		clientRow,
		...runRows,
		...batchRows,
		...sweepRows,
		...deploymentRows,
		...modelRows,
		...instanceRows,
		...datasetRows,
		...jobRows,
	].map(operationCommand),
	...deploymentFileRows.map(ofDeployments).map(operationCommand),
	mcpCommand,
	sandbox,
	completionCommand,
];
