import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { Result } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import { batchHasEnded } from '../../../core/batches/batch.ts';
import { runEach } from '../../../core/operations/sweeps/each.ts';
import type { startedRuns } from '../../../core/operations/sweeps/startRows.ts';
import { runSweep, sweepResults } from '../../../core/operations/sweeps/sweep.ts';
import { activeUri } from '../../documents/activeDocument.ts';
import { reopenWith } from '../../documents/openDocument.ts';
import type { ActOptions } from '../../shell/acts/acts.ts';
import { ask, confirm, inform } from '../../shell/messages.ts';
import { askForFolder } from '../../shell/questions.ts';
import type { SeedBatchDeps } from '../start/seedBatch.ts';
import { showBegun } from '../start/seedBatch.ts';
import { readSource, sourceOfCommand, type WorkflowSource } from '../start/workflowSource.ts';
import { type VaryDeps, vary } from './vary.ts';

type SweepDeps = SeedBatchDeps & VaryDeps;

/** Returns the commands for runs with the rows of a table, and with the files of a folder. */
export function sweepCommands(deps: SweepDeps) {
	const { acts, runner, workflows, batches } = deps;

	/** Starts the runs, and writes their results into the table when they have ended or pause. */
	async function begin(
		source: WorkflowSource,
		start: (options: ActOptions) => Promise<Result<z.output<typeof startedRuns>>>,
	): Promise<void> {
		let path: string | undefined;
		const noted = async (options: ActOptions) => {
			const started = await start(options);
			if (started.ok) path = started.value.results;
			return started;
		};
		// The table shows neither the number of runs nor their cost.
		const outcome = await runner.sendRows(source, noted, { review: true });
		if (outcome !== undefined && 'batch' in outcome && path !== undefined) writeAtEnd(outcome.batch.id, path);
		await showBegun(deps, outcome);
	}

	function writeAtEnd(id: string, path: string): void {
		const watch = batches.onDidChange((batch) => {
			if (batch.id !== id || (batch.state !== 'paused' && !batchHasEnded(batch))) return;
			if (batchHasEnded(batch)) watch.dispose();
			void acts.done(sweepResults, { path });
		});
	}

	return {
		'easel.vary': (uri: unknown) => vary(deps, uri),
		'easel.runSweep': async (argument: unknown) => {
			const uri = argument instanceof vscode.Uri ? argument : activeUri();
			if (uri?.scheme !== 'file') return;
			const plan = await acts.done(runSweep, { path: uri.fsPath, dryRun: true });
			if (plan === undefined) return;
			const changed = plan.done > 0 && (await leavesOut(plan.runs, plan.done));
			if (changed === undefined) return;
			const source = await readSource(workflows, vscode.Uri.file(plan.document));
			const input = { path: uri.fsPath, document: plan.document, changed };
			await begin(source, (options) => acts.run(runSweep, input, options));
		},
		'easel.openSweepTable': async (argument: unknown) => {
			const uri = argument instanceof vscode.Uri ? argument : activeUri();
			if (uri !== undefined) await reopenWith(uri, 'easel.sweepTable');
		},
		'easel.runOnEach': async (argument: unknown) => {
			const folder = argument instanceof vscode.Uri ? argument : await chooseFolder();
			const source = folder && (await sourceOfCommand(workflows, undefined));
			if (!folder || !source) return;
			if (source.uri.scheme !== 'file') {
				await inform(
					vscode.l10n.t('Save "{0}" in a folder first. Its results are listed next to it.', source.name),
				);
				return;
			}
			const input = { path: source.uri.fsPath, folder: folder.fsPath };
			await begin(source, (options) => acts.run(runEach, input, options));
		},
	};
}

/** Returns whether the runs with a result are left out; undefined to run nothing. */
async function leavesOut(runs: number, done: number): Promise<boolean | undefined> {
	if (done === runs) {
		const again = await confirm(vscode.l10n.t('All runs of this table have a result. Run them again?'), {
			detail: vscode.l10n.t('Their results are kept, and the new results appear below them.'),
			action: vscode.l10n.t('Run Again'),
		});
		return again ? false : undefined;
	}
	const rest = vscode.l10n.t('Run {0} Without Result', numberText(runs - done));
	const all = vscode.l10n.t('Run All {0}', numberText(runs));
	const chosen = await ask(
		vscode.l10n.t('{0} of {1} runs of this table have a result.', numberText(done), numberText(runs)),
		vscode.l10n.t('Existing results are kept. The runs are shown for review before they are sent.'),
		rest,
		all,
	);
	return chosen === undefined ? undefined : chosen === rest;
}

function chooseFolder(): Promise<vscode.Uri | undefined> {
	return askForFolder({
		openLabel: vscode.l10n.t('Run on Each'),
		title: vscode.l10n.t('Select the Folder with the Pictures, Videos or Sounds'),
	});
}
