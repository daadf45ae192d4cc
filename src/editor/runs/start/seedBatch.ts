import * as vscode from 'vscode';
import { describeDuration } from '../../../core/base/ages.ts';
import { compact } from '../../../core/base/compact.ts';
import { numberText } from '../../../core/base/language.ts';
import type { Log } from '../../../core/base/log.ts';
import { exactUsd } from '../../../core/base/money.ts';
import { plainJson } from '../../../core/json/plain.ts';
import { notCanceled } from '../../../core/runs/failures.ts';
import {
	type BatchEstimate,
	batchLimit,
	estimateOf,
	textsWithSeeds,
} from '../../../core/runs/plan/seedBatch.ts';
import { hasEnded, type Run, type RunTarget } from '../../../core/runs/run.ts';
import type { RunAnswers } from '../../../core/runs/start/startRun.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunDocuments } from '../documents.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import type { Refused, Runner } from './runner.ts';
import { sourceOfCommand, type WorkflowSource } from './workflowSource.ts';

export interface SeedBatchDeps {
	readonly log: Log;
	readonly runner: Runner;
	readonly history: LazyRunService;
	readonly documents: RunDocuments;
	readonly workflows: WorkflowDocuments;
}

/** Earlier runs from which the time and the cost of the next ones are estimated. */
const usedEarlier = 20;

/**
 * Runs a document several times, each time with another seed.
 * @param argument the address of the document, a run or the id of one for the document of that; the active document without any.
 */
export async function runWithSeeds(deps: SeedBatchDeps, argument: unknown): Promise<void> {
	const source = await sourceOf(deps, argument);
	if (source === undefined) return;
	if (textsWithSeeds(source.document, 1).length === 0) {
		await inform(
			vscode.l10n.t('"{0}" has no seed, so every run would be the same. Run it once instead.', source.name),
		);
		return;
	}
	const target = await deps.runner.targetFor(source);
	if (target === undefined) return;
	await deps.history.open();
	const estimate = estimateOf(deps.history.recent(target, usedEarlier));
	const count = await askCount(source, target, estimate);
	if (count === undefined) return;
	const texts = textsWithSeeds(source.document, count);
	await send(
		deps,
		source,
		target,
		texts.map((text) => deps.workflows.ofText(source.document.comments ? plainJson(text) : text)),
	);
}

async function sourceOf(deps: SeedBatchDeps, argument: unknown): Promise<WorkflowSource | undefined> {
	const runId = typeof argument === 'string' ? argument : (argument as { run?: Run } | undefined)?.run?.id;
	if (runId === undefined) return sourceOfCommand(deps.workflows, argument);
	const run = (await deps.history.open()).get(runId);
	const source = run && (await deps.documents.of(run, false));
	if (source === undefined) {
		await warn(vscode.l10n.t('The document of this run no longer exists. Open a workflow and run that.'));
	}
	return source;
}

/** Asks how many, and says what that many take. */
async function askCount(
	source: WorkflowSource,
	target: RunTarget,
	estimate: BatchEstimate,
): Promise<number | undefined> {
	const box = vscode.window.createInputBox();
	box.title = labelText(vscode.l10n.t('Run {0} With Several Seeds on {1}', source.name, target.name));
	box.placeholder = vscode.l10n.t('How many runs, 1 to {0}', batchLimit);
	box.value = '4';
	const say = (): void => {
		const count = countOf(box.value);
		box.validationMessage =
			count === undefined ? vscode.l10n.t('Type a whole number from 1 to {0}.', batchLimit) : undefined;
		box.prompt = count === undefined ? undefined : estimateText(count, estimate);
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

/** What so many runs take, as far as earlier ones say it. */
function estimateText(count: number, { eachMs, eachMicrodollars }: BatchEstimate): string {
	const runs =
		count === 1
			? vscode.l10n.t('Sends 1 run with a seed of its own.')
			: vscode.l10n.t('Sends {0} runs, each with a seed of its own.', numberText(count));
	const time =
		eachMs === undefined
			? vscode.l10n.t('How long they take is not known: no earlier run here has succeeded.')
			: vscode.l10n.t(
					'Earlier ones took {0}, so all take about {1} of computing.',
					describeDuration(eachMs),
					describeDuration(eachMs * count),
				);
	const cost =
		eachMicrodollars === undefined
			? vscode.l10n.t('What they cost is not known: the service has reported no cost of earlier ones.')
			: vscode.l10n.t(
					'They cost about {0}, at {1} for each earlier one.',
					exactUsd(eachMicrodollars * count),
					exactUsd(eachMicrodollars),
				);
	return `${runs} ${time} ${cost}`;
}

/** Sends one after the other, up to the first that is not accepted. */
async function send(
	deps: SeedBatchDeps,
	source: WorkflowSource,
	target: RunTarget,
	documents: readonly WorkflowSource['document'][],
): Promise<void> {
	const { runner } = deps;
	const sent: Run[] = [];
	let answered: RunAnswers | undefined;
	let refused: Refused | undefined;
	await vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Notification,
			cancellable: true,
			title: vscode.l10n.t('Running {0} with several seeds', source.name),
		},
		async (progress, token) => {
			for (const document of documents) {
				if (token.isCancellationRequested) return;
				progress.report({
					message: vscode.l10n.t('{0} of {1} sent', numberText(sent.length), numberText(documents.length)),
					increment: sent.length === 0 ? 0 : 100 / documents.length,
				});
				const wish = { target: sent[0]?.target ?? target, ...compact({ answered }) };
				const outcome = await runner.send({ ...source, document }, wish);
				if (outcome === undefined) return;
				if ('say' in outcome) {
					refused = outcome;
					return;
				}
				answered ??= outcome.answers;
				sent.push(outcome.run);
			}
		},
	);
	if (refused !== undefined) void refused.say();
	if (sent.length > 0) await offerCancel(deps, source, sent, documents.length, refused !== undefined);
}

/** Says what was sent, and cancels all of it where the person wants that. */
async function offerCancel(
	deps: SeedBatchDeps,
	source: WorkflowSource,
	sent: readonly Run[],
	wanted: number,
	refused: boolean,
): Promise<void> {
	const [show, cancelAll] = [vscode.l10n.t('Show'), vscode.l10n.t('Cancel All')];
	const [count, all] = [numberText(sent.length), numberText(wanted)];
	const say = sent.length === wanted ? inform : warn;
	const choice = await say(
		sentText(source.name, count, all, sent.length === wanted, refused),
		show,
		cancelAll,
	);
	if (choice === show) await runCommand('easel.showRun', sent[0]?.id);
	if (choice === cancelAll) await cancel(deps, sent);
}

function sentText(name: string, count: string, all: string, whole: boolean, refused: boolean): string {
	if (whole) return vscode.l10n.t('Sent {0} runs of "{1}", each with a seed of its own.', count, name);
	return refused
		? vscode.l10n.t('Sent {0} of {1} runs of "{2}": the next one was refused.', count, all, name)
		: vscode.l10n.t('Sent {0} of {1} runs of "{2}", then stopped.', count, all, name);
}

async function cancel({ history, log }: SeedBatchDeps, sent: readonly Run[]): Promise<void> {
	const service = await history.open();
	const moving = sent.filter(({ id }) => {
		const run = service.get(id);
		// Of one that downloads its files nothing is left to cancel; they are wanted.
		return run !== undefined && !hasEnded(run) && run.state !== 'fetching';
	});
	const outcomes = await Promise.all(moving.map(({ id }) => service.cancel(id)));
	const failure = outcomes.find((outcome) => !outcome.ok);
	if (failure !== undefined && !failure.ok) return showFailure(log, notCanceled(failure.failure));
	const asked = outcomes.filter((outcome) => outcome.ok && outcome.value === 'requested').length;
	if (asked === sent.length) return;
	await inform(
		vscode.l10n.t(
			'{0} of {1} runs are being canceled; the others had already ended.',
			numberText(asked),
			numberText(sent.length),
		),
	);
}
