import * as vscode from 'vscode';
import { runGiveUp, runLook, runTake } from '../../core/operations/missing.ts';
import { runName } from '../../core/runs/describe.ts';
import { canBeLookedFor } from '../../core/runs/run.ts';
import type { AppServices, OtherConnections } from '../shell/appServices.ts';
import { warn } from '../shell/messages.ts';
import type { RunArgument, RunChooser } from './chooseRun.ts';

interface MissingCommandDeps extends Pick<AppServices, 'acts'> {
	readonly runs: Pick<RunChooser, 'one'>;
	readonly connections: Pick<OtherConnections, 'all'>;
}

/** Returns the commands for a run that is missing on the service or uncertain. */
export function missingRunCommands({ acts, runs, connections }: MissingCommandDeps) {
	return {
		'easel.lookForRun': async (argument: RunArgument) => {
			const run = await runs.one(argument, canBeLookedFor);
			if (run) await acts.done(runLook, { id: run.id });
		},
		'easel.giveUpRun': async (argument: RunArgument) => {
			const run = await runs.one(argument, ({ missingSince }) => missingSince !== undefined);
			if (run) await acts.done(runGiveUp, { id: run.id });
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
			if (id?.trim()) await acts.done(runTake, { id: run.id, idOfService: id });
		},
	};
}
