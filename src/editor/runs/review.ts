import * as vscode from 'vscode';
import { describeBytes } from '../../core/base/bytes.ts';
import { plural } from '../../core/base/plural.ts';
import { aroundDifference } from '../../core/runs/changedText.ts';
import type { PlanMode, RunPlan } from '../../core/runs/plan.ts';
import { labelText } from '../shell/plainText.ts';
import type { KnownError } from './knownErrors.ts';

/** What the person decided after reading the plan. */
export type ReviewChoice =
	| { readonly kind: 'run' }
	| { readonly kind: 'mode'; readonly mode: PlanMode }
	| { readonly kind: 'deployment' };

/** What a row shows behind the review, which stays open. */
export interface ReviewLooks {
	input(nodeId: string, input: string): Promise<void>;
	error(error: KnownError): Promise<void>;
	file(path: string): Promise<void>;
	body(): Promise<void>;
}

export interface ReviewParts {
	readonly plan: RunPlan;
	readonly errors: readonly KnownError[];
	readonly title: string;
	readonly deploymentName: string;
	readonly looks: ReviewLooks;
}

interface ReviewItem extends vscode.QuickPickItem {
	readonly choice?: ReviewChoice;
	readonly look?: () => Promise<void>;
}

/** Errors shown one by one; the Problems view has all. */
const mostErrors = 5;

/** Shows what a run will send and lets the person go on, change the way or the deployment, or stop. */
export function reviewPlan(parts: ReviewParts): Promise<ReviewChoice | undefined> {
	const pick = vscode.window.createQuickPick<ReviewItem>();
	pick.title = labelText(parts.title);
	pick.placeholder = 'Enter runs it, or shows what a row names. Esc cancels.';
	pick.matchOnDescription = true;
	pick.items = reviewItems(parts);
	return new Promise((resolve, reject) => {
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item?.look) item.look().catch(reject);
			if (!item?.choice) return;
			resolve(item.choice);
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}

function reviewItems({ plan, errors, deploymentName, looks }: ReviewParts): ReviewItem[] {
	const items: ReviewItem[] = [
		{
			label: '$(play) Run',
			description: `${whatTravels(plan, deploymentName)}, ${describeBytes(plan.bytes)}`,
			detail: plan.reason,
			choice: { kind: 'run' },
		},
	];
	if (errors.length + plan.warnings.length > 0) items.push(separator('Before you send'));
	for (const error of errors.slice(0, mostErrors)) {
		items.push({
			label: `$(error) Line ${error.range.start.line + 1}`,
			detail: labelText(error.message, 600),
			look: () => looks.error(error),
		});
	}
	const [first] = errors.slice(mostErrors);
	if (first) {
		items.push({
			label: `$(error) ${plural(errors.length - mostErrors, 'more error')}`,
			look: () => looks.error(first),
		});
	}
	for (const { nodeId, input, text } of plan.warnings) {
		items.push({
			label: `$(warning) ${labelText(input)}`,
			description: labelText(`node ${nodeId}`),
			detail: labelText(text, 600),
			look: () => looks.input(nodeId, input),
		});
	}
	if (plan.media.length > 0) {
		items.push(
			separator('Local files that are embedded'),
			...plan.media.map((file) => ({
				label: `$(file-media) ${labelText(file.name)}`,
				description: labelText(`${describeBytes(file.bytes)} into node ${file.nodeId}, ${file.input}`),
				look: () => looks.file(file.path),
			})),
		);
	}
	if (plan.changed.length > 0) {
		items.push(
			separator('Changed against the saved workflow'),
			...plan.changed.map((change) => {
				const { from, to } = aroundDifference(change.from, change.to);
				return {
					label: `$(edit) ${labelText(`${change.nodeTitle}: ${change.input}`)}`,
					description: labelText(`${from} → ${to}`),
					look: () => looks.input(change.nodeId, change.input),
				};
			}),
		);
	}
	items.push(separator('Other ways'));
	for (const mode of plan.possibleModes.filter((possible) => possible !== plan.mode)) {
		items.push({
			label:
				mode === 'inline'
					? '$(file-code) Send the whole document instead'
					: '$(diff) Send only the changed inputs instead',
			choice: { kind: 'mode', mode },
		});
	}
	items.push(
		{ label: '$(server-environment) Choose another deployment', choice: { kind: 'deployment' } },
		{
			label: '$(json) Show the request body',
			description: 'as it will be sent, without keys',
			look: () => looks.body(),
		},
	);
	return items;
}

function whatTravels(plan: RunPlan, deploymentName: string): string {
	if (plan.mode === 'inline') return 'sends the whole document';
	if (plan.changed.length === 0) return `runs the saved workflow of "${labelText(deploymentName, 60)}"`;
	return `sends ${plural(plan.changed.length, 'changed input')}`;
}

function separator(label: string): ReviewItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
