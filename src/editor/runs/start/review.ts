import * as vscode from 'vscode';
import { describeMoment } from '../../../core/base/ages.ts';
import { describeBytes } from '../../../core/base/bytes.ts';
import { compact } from '../../../core/base/compact.ts';
import { counted, numberText } from '../../../core/base/language.ts';
import { type Estimate, estimateText } from '../../../core/records/estimate.ts';
import { aroundDifference } from '../../../core/runs/plan/changedText.ts';
import type { RunPlan } from '../../../core/runs/plan/plan.ts';
import type { ChangedInput, Run } from '../../../core/runs/run.ts';
import type { NothingNew } from '../../../core/runs/start/nothingNew.ts';
import type { ReviewChoice, ReviewQuestion } from '../../../core/runs/start/questions.ts';
import type { KnownError } from '../../../core/runs/start/runSource.ts';
import { isPaid, traitsOf } from '../../../core/runs/targetTraits.ts';
import { canRun } from '../../../core/workflow/missingRequirements.ts';
import { labelText } from '../../shell/plainText.ts';
import { pickReview } from '../../shell/reviewPick.ts';
import { costSentence, sameAgainText, sameOutputText } from './dialogs.ts';
import { lacksIcon, lacksText } from './lacksText.ts';

/** Actions that open something behind the review, which stays open. */
export interface ReviewLooks {
	input(nodeId: string, input: string): Promise<unknown>;
	error(error: KnownError): Promise<void>;
	file(path: string): Promise<void>;
	run(run: Run): Promise<unknown>;
	body(): Promise<void>;
}

export interface ReviewParts
	extends Pick<
		ReviewQuestion,
		| 'plan'
		| 'count'
		| 'valuesOf'
		| 'errors'
		| 'lacks'
		| 'target'
		| 'estimate'
		| 'draws'
		| 'nothingNew'
		| 'hasSeed'
	> {
	readonly title: string;
	readonly looks: ReviewLooks;
}

interface ReviewItem extends vscode.QuickPickItem {
	readonly choice?: ReviewChoice;
	readonly look?: () => Promise<unknown>;
}

/** Errors shown one by one; the Problems view has all. */
const mostErrors = 5;

/** Shows the request of a run and lets the person continue, change the way or the deployment, or stop. */
export function reviewPlan(parts: ReviewParts): Promise<ReviewChoice | undefined> {
	return pickReview({
		title: parts.title,
		placeholder: vscode.l10n.t('Press Enter to run, or to open the selected item. Press Escape to cancel.'),
		rows: reviewItems(parts),
		look: ({ look }) => look?.(),
	});
}

/**
 * Returns the rows of the review; errors, and missing requirements of the target, come first and prevent the first row
 * from sending.
 */
function reviewItems({
	plan,
	errors,
	target,
	lacks,
	estimate,
	draws,
	nothingNew,
	hasSeed,
	count = 1,
	valuesOf,
	looks,
}: ReviewParts): ReviewItem[] {
	const { name: targetName } = target;
	const isSame = nothingNew?.isAll === true && (nothingNew.isSure || nothingNew.earlier !== undefined);
	const sameRun = nothingNew?.isSure ? undefined : nothingNew?.earlier;
	const blocked = errors.length > 0 || isSame || (lacks !== undefined && !canRun(lacks));
	const run: ReviewItem = {
		label: blocked ? `$(warning) ${runAnywayText(count, valuesOf)}` : `$(play) ${runText(count, valuesOf)}`,
		description: `${whatIsSent(plan, targetName)}, ${describeBytes(plan.bytes)}`,
		detail: estimateSentence(estimate, isPaid(target)),
		choice: { kind: 'run' },
	};
	const newSeed: readonly ReviewItem[] =
		isSame && hasSeed && errors.length === 0
			? [{ label: `$(refresh) ${vscode.l10n.t('Run with New Seed')}`, choice: { kind: 'newSeed' } }]
			: [];
	const items: ReviewItem[] = [
		...(blocked ? [] : [run]),
		...(sameRun === undefined ? newSeed : []),
		separator(vscode.l10n.t('Before You Send')),
		...errorItems(errors, looks),
		...(sameRun === undefined ? sameItems(nothingNew, looks) : [sameRunItem(sameRun, looks), ...newSeed]),
	];
	items.push({
		label: `${lacksIcon(lacks)} ${labelText(targetName, 60)}`,
		description: lacksText(lacks) || vscode.l10n.t('has the nodes and models of this document'),
		choice: { kind: 'deployment' },
	});
	for (const { nodeId, input, text } of plan.warnings) {
		items.push({
			label: `$(warning) ${labelText(input)}`,
			description: labelText(vscode.l10n.t('node {0}', nodeId)),
			detail: labelText(text, 600),
			look: () => looks.input(nodeId, input),
		});
	}
	const { drawn = [] } = plan.summary;
	if (drawn.length > 0)
		items.push(
			separator(vscode.l10n.t('Dynamic Prompts and File Names')),
			...changeItems(drawn, '$(symbol-variable)', looks),
		);
	if (plan.media.length > 0) {
		items.push(
			separator(
				traitsOf(target).takesFiles
					? vscode.l10n.t('Uploaded Local Files')
					: vscode.l10n.t('Embedded Local Files'),
			),
			...plan.media.map((file) => ({
				label: `$(file-media) ${labelText(file.name)}`,
				description: labelText(
					vscode.l10n.t('{0} into node {1}, {2}', describeBytes(file.bytes), file.nodeId, file.input),
				),
				look: () => looks.file(file.path),
			})),
		);
	}
	if (plan.changed.length > 0) {
		items.push(
			separator(vscode.l10n.t('Changes from the Saved Workflow')),
			...changeItems(plan.changed, '$(edit)', looks),
		);
	}
	items.push(separator(vscode.l10n.t('Other Options')));
	if (draws !== undefined) {
		items.push({
			label: draws
				? `$(symbol-string) ${vscode.l10n.t('Send Dynamic Prompts as They Are Instead')}`
				: `$(symbol-variable) ${vscode.l10n.t('Choose from Dynamic Prompts Instead')}`,
			description: vscode.l10n.t('for this document'),
			choice: { kind: 'draws', draws: !draws },
		});
	}
	for (const mode of plan.possibleModes.filter((possible) => possible !== plan.mode)) {
		items.push({
			label:
				mode === 'inline'
					? `$(file-code) ${vscode.l10n.t('Send the Whole Document Instead')}`
					: `$(diff) ${vscode.l10n.t('Send Only the Changed Inputs Instead')}`,
			choice: { kind: 'mode', mode },
		});
	}
	items.push({
		label: `$(server-environment) ${vscode.l10n.t('Run Elsewhere...')}`,
		choice: { kind: 'deployment' },
	});
	items.push({
		label: `$(json) ${vscode.l10n.t('Show the Request Body')}`,
		description: vscode.l10n.t('as it will be sent, without keys'),
		detail: plan.reason,
		look: () => looks.body(),
	});
	if (blocked) items.push(run);
	return items;
}

/** Returns the row that shows the existing result. */
function sameRunItem(run: Run, looks: Pick<ReviewLooks, 'run'>): ReviewItem {
	return {
		label: `$(history) ${vscode.l10n.t('Show Result of the Same Run')}`,
		description: describeMoment(run.endedAt ?? run.submittedAt, Date.now()),
		detail: sameAgainText(),
		look: () => looks.run(run),
	};
}

/**
 * Returns the text about several runs: they differ in their seeds, or have the values of a table or folder; the first
 * of them sends the shown request.
 */
function runText(count: number, valuesOf: string | undefined): string {
	if (count > 1 && valuesOf !== undefined)
		return vscode.l10n.t('Run {0} Times, with the Values of {1}', numberText(count), labelText(valuesOf));
	return counted(count, vscode.l10n.t('Run'), vscode.l10n.t('Run {0} Times, Each with Its Own Seed'));
}

function runAnywayText(count: number, valuesOf: string | undefined): string {
	if (count > 1 && valuesOf !== undefined)
		return vscode.l10n.t(
			'Run Anyway, {0} Times, with the Values of {1}',
			numberText(count),
			labelText(valuesOf),
		);
	return counted(
		count,
		vscode.l10n.t('Run Anyway'),
		vscode.l10n.t('Run Anyway, {0} Times, Each with Its Own Seed'),
	);
}

function sameItems(same: NothingNew | undefined, looks: Pick<ReviewLooks, 'input'>): ReviewItem[] {
	return (same?.outputs ?? []).map((output) => ({
		label: `$(history) ${sameOutputText(output, same?.isSure)}`,
		look: () => looks.input(output.nodeId, ''),
	}));
}

/** Characters of a value before or after a change, so that both fit on a line of their own next to the name of a group. */
const longestSide = 26;
/** Characters that fit next to the name of an input. */
const longestBeside = 30;

function changeItems(
	changes: readonly ChangedInput[],
	icon: string,
	looks: Pick<ReviewLooks, 'input'>,
): ReviewItem[] {
	return changes.map((change) => {
		const { from, to } = aroundDifference(change.from, change.to, longestSide);
		const words = labelText(`${from} → ${to}`);
		return {
			label: `${icon} ${labelText(`${change.nodeTitle}: ${change.input}`)}`,
			// The name of an input may be long.
			...(words.length > longestBeside ? { detail: words } : { description: words }),
			look: () => looks.input(change.nodeId, change.input),
		};
	});
}

/** Describes the cost of a paid run, then the duration: the editor cuts a row at its end. */
function estimateSentence(estimate: Estimate, paid: boolean): string {
	const { count, ms } = estimate;
	const cost = costSentence(estimate);
	const takes = estimateText(compact({ ms }));
	const duration =
		count === 0 || ms === undefined
			? vscode.l10n.t('Duration: unknown.')
			: count === 1
				? vscode.l10n.t('Duration: {0}, based on 1 earlier run here.', takes)
				: vscode.l10n.t('Duration: {0}, based on {1} earlier runs here.', takes, numberText(count));
	return paid ? `${cost} ${duration}` : duration;
}

function errorItems(errors: readonly KnownError[], looks: ReviewLooks): ReviewItem[] {
	const items: ReviewItem[] = errors.slice(0, mostErrors).map((error) => ({
		label: `$(error) ${vscode.l10n.t('Line {0}', error.line + 1)}`,
		description: vscode.l10n.t('Show in Document'),
		detail: labelText(error.message, 600),
		look: () => looks.error(error),
	}));
	const [first] = errors.slice(mostErrors);
	if (first !== undefined)
		items.push({
			label: `$(error) ${moreErrorsText(errors.length - mostErrors)}`,
			look: () => looks.error(first),
		});
	return items;
}

function whatIsSent(plan: RunPlan, targetName: string): string {
	if (plan.mode === 'inline') return vscode.l10n.t('sends the whole document');
	if (plan.changed.length === 0) {
		return vscode.l10n.t('runs the saved workflow of "{0}"', labelText(targetName, 60));
	}
	return counted(
		plan.changed.length,
		vscode.l10n.t('sends 1 changed input'),
		vscode.l10n.t('sends {0} changed inputs'),
	);
}

function moreErrorsText(count: number): string {
	return counted(count, vscode.l10n.t('1 more error'), vscode.l10n.t('{0} more errors'));
}

function separator(label: string): ReviewItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
