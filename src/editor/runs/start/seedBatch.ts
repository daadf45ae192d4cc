import * as vscode from 'vscode';
import { counted, numberText } from '../../../core/base/language.ts';
import { type Batch, batchHasEnded } from '../../../core/batches/batch.ts';
import { type Estimate, estimateText, severalOf } from '../../../core/records/estimate.ts';
import { batchLimit } from '../../../core/runs/plan/seedBatch.ts';
import { seedsIn } from '../../../core/runs/plan/summary.ts';
import type { Run, RunTarget } from '../../../core/runs/run.ts';
import { runCommand } from '../../shell/commands.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { WindowRunBatches } from '../batches/windowRunBatches.ts';
import type { RunDocuments } from '../documents.ts';
import type { RunServices } from '../services.ts';
import { costSentence } from './dialogs.ts';
import type { Runner } from './runner.ts';
import { sourceOfCommand, type WorkflowSource } from './workflowSource.ts';

export interface SeedBatchDeps extends Pick<RunServices, 'windowRuns' | 'workflows'> {
	readonly runner: Runner;
	readonly documents: RunDocuments;
	readonly batches: WindowRunBatches;
	/** Shows the first run once it has begun. */
	readonly onStarted: (run: Run) => void;
	/** Shows a batch among the runs. */
	readonly reveal: (batchId: string) => Promise<void>;
}

/**
 * Runs a document several times, each time with another seed.
 * @param argument the address of the document, or a run of it or its id; by default, the active document.
 */
export async function runWithSeeds(deps: SeedBatchDeps, argument: unknown): Promise<void> {
	const source = await sourceOf(deps, argument);
	if (source === undefined) return;
	if (seedsIn(source.document).length === 0) {
		await inform(
			vscode.l10n.t('"{0}" has no seed, so every run would be the same. Run it once instead.', source.name),
		);
		return;
	}
	const target = await deps.runner.targetFor(source);
	if (target === undefined) return;
	const estimate = await (await deps.windowRuns.open()).estimates.expected(target);
	const count = await askCount(source, target, estimate);
	if (count === undefined) return;
	await showBegun(deps, await deps.runner.sendBatch(source, count, { target }));
}

/** Shows the first run of a started batch, and offers to cancel it. */
export async function showBegun(
	deps: Pick<SeedBatchDeps, 'batches' | 'onStarted' | 'reveal' | 'windowRuns'>,
	outcome: Awaited<ReturnType<Runner['sendBatch']>>,
): Promise<void> {
	if (outcome === undefined) return;
	if ('say' in outcome) {
		await outcome.say();
		return;
	}
	onFirstRun(deps, outcome.batch, deps.onStarted);
	await offerCancel(deps, outcome.batch);
}

async function sourceOf(deps: SeedBatchDeps, argument: unknown): Promise<WorkflowSource | undefined> {
	const runId = typeof argument === 'string' ? argument : (argument as { run?: Run } | undefined)?.run?.id;
	if (runId === undefined) return sourceOfCommand(deps.workflows, argument);
	const run = (await deps.windowRuns.open()).get(runId);
	const source = run && (await deps.documents.of(run, 'undrawn'));
	if (source === undefined) {
		await warn(vscode.l10n.t('The document of this run no longer exists. Open a workflow and run that.'));
	}
	return source;
}

/** Asks for the number of runs, and shows their expected duration. */
async function askCount(
	source: WorkflowSource,
	target: RunTarget,
	estimate: Estimate,
): Promise<number | undefined> {
	const box = vscode.window.createInputBox();
	box.title = labelText(vscode.l10n.t('Run {0} with Several Seeds on {1}', source.name, target.name));
	box.placeholder = vscode.l10n.t('How many runs, 1 to {0}', batchLimit);
	box.value = '4';
	const say = (): void => {
		const count = countOf(box.value);
		box.validationMessage =
			count === undefined ? vscode.l10n.t('Enter a whole number from 1 to {0}.', batchLimit) : undefined;
		box.prompt = count === undefined ? undefined : takesText(count, estimate);
	};
	say();
	try {
		return await new Promise((resolve) => {
			box.onDidChangeValue(say);
			box.onDidAccept(() => {
				const count = countOf(box.value);
				if (count !== undefined) resolve(count);
			});
			box.onDidHide(() => resolve(undefined));
			box.show();
		});
	} finally {
		box.dispose();
	}
}

function countOf(text: string): number | undefined {
	const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
	return count >= 1 && count <= batchLimit ? count : undefined;
}

/** Describes the time and cost of `count` runs, if known. */
function takesText(count: number, each: Estimate): string {
	const runs = counted(
		count,
		vscode.l10n.t('Sends 1 run with its own seed.'),
		vscode.l10n.t('Sends {0} runs, each with its own seed.'),
	);
	const all = severalOf(each, count);
	const time =
		all.ms === undefined
			? vscode.l10n.t('Duration: unknown.')
			: vscode.l10n.t(
					'Based on earlier runs, they take {0} of computing time.',
					estimateText({ ms: all.ms }),
				);
	return [runs, time, costSentence(all)].join(' ');
}

/** Reports the started runs; shows them, or cancels all of them, on request. */
async function offerCancel(deps: Pick<SeedBatchDeps, 'reveal'>, batch: Batch): Promise<void> {
	const [show, cancelAll] = [vscode.l10n.t('Show'), vscode.l10n.t('Cancel All')];
	const choice = await inform(startedText(batch), show, cancelAll);
	if (choice === show) await deps.reveal(batch.id);
	if (choice === cancelAll) await runCommand('easel.cancelBatch', batch.id);
}

function startedText({ count, name, valuesOf }: Batch): string {
	if (valuesOf !== undefined)
		return count === 1
			? vscode.l10n.t('Started 1 run of "{0}".', valuesOf)
			: vscode.l10n.t('Started {0} runs of "{1}".', numberText(count), valuesOf);
	return count === 1
		? vscode.l10n.t('Started 1 run of "{0}" with its own seed.', name)
		: vscode.l10n.t('Started {0} runs of "{1}", each with its own seed.', numberText(count), name);
}

/** Calls back with the first run of a batch that has begun, in any window. */
function onFirstRun(
	{ windowRuns, batches }: Pick<SeedBatchDeps, 'windowRuns' | 'batches'>,
	{ id }: Batch,
	show: (run: Run) => void,
): void {
	const end = (): void => watches.forEach((watch) => void watch.dispose());
	const watches = [
		windowRuns.onDidChange((run) => {
			if (run.batchId !== id) return;
			end();
			show(run);
		}),
		batches.onDidChange((batch) => {
			if (batch.id === id && batchHasEnded(batch)) end();
		}),
	];
}
