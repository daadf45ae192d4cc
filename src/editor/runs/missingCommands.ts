import * as vscode from 'vscode';
import type { Result } from '../../core/base/failure.ts';
import { runName } from '../../core/runs/describe.ts';
import { canBeLookedFor } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import type { AppServices } from '../shell/appServices.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm, warn } from '../shell/messages.ts';
import type { RunArgument, RunChooser } from './chooseRun.ts';
import type { OtherConnections } from './services.ts';
import type { WindowRuns } from './windowRuns.ts';

interface MissingCommandDeps extends Pick<AppServices, 'log'> {
	readonly runs: Pick<RunChooser, 'one'>;
	readonly windowRuns: Pick<WindowRuns, 'open'>;
	readonly connections: Pick<OtherConnections, 'all'>;
}

/** Returns the commands for a run that the service does not find, or of which nobody knows whether it arrived. */
export function missingRunCommands({ log, runs, windowRuns, connections }: MissingCommandDeps) {
	async function change(by: (service: RunService) => Promise<Result<unknown>>): Promise<void> {
		const changed = await by(await windowRuns.open());
		if (!changed.ok) await showFailure(log, changed.failure);
	}

	return {
		'easel.lookForRun': async (argument: RunArgument) => {
			const run = await runs.one(argument, canBeLookedFor);
			if (run) await change((service) => service.recovery.lookAgain(run.id));
		},
		'easel.giveUpRun': async (argument: RunArgument) => {
			const run = await runs.one(argument, ({ missingSince }) => missingSince !== undefined);
			if (!run) return;
			const sure = await confirm(vscode.l10n.t('Give up the run of "{0}"?', runName(run)), {
				detail: vscode.l10n.t(
					'Nobody asks about it any more. If the service still has it, it continues there and costs what it costs. Look Again brings it back.',
				),
				action: vscode.l10n.t('Give Up'),
			});
			if (sure) await change((service) => service.recovery.giveUp(run.id));
		},
		'easel.openWebConsole': async (argument: RunArgument) => {
			const run = await runs.one(argument, ({ state }) => state === 'uncertain');
			if (!run) return;
			const page = connections.all().find(({ id }) => id === run.connectionId)?.webUrl;
			if (page) await vscode.env.openExternal(vscode.Uri.parse(page));
			else await warn(vscode.l10n.t('The service that this run was sent to has no web pages at the moment.'));
		},
		'easel.thisIsRequest': async (argument: RunArgument) => {
			const run = await runs.one(argument, ({ state }) => state === 'uncertain');
			if (!run) return;
			const id = await vscode.window.showInputBox({
				title: vscode.l10n.t('Which request is the run of "{0}"?', runName(run)),
				prompt: vscode.l10n.t(
					'The id of the request, from the web page of the service. Easel asks the service about it.',
				),
				ignoreFocusOut: true,
			});
			if (id?.trim()) await change((service) => service.recovery.settleAs(run.id, id.trim()));
		},
	};
}
