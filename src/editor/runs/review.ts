import * as vscode from 'vscode';
import { describeBytes } from '../../core/base/bytes.ts';
import type { PlanMode, RunPlan } from '../../core/runs/plan.ts';
import { labelText } from '../shell/plainText.ts';

/** What the person decided after reading the plan. */
export type ReviewChoice =
	| { readonly kind: 'run' }
	| { readonly kind: 'mode'; readonly mode: PlanMode }
	| { readonly kind: 'deployment' }
	| { readonly kind: 'body' };

interface ReviewItem extends vscode.QuickPickItem {
	readonly choice?: ReviewChoice;
}

/** Shows what a run will send and lets the person go on, change the way or the deployment, or stop. */
export function reviewPlan(
	plan: RunPlan,
	documentName: string,
	deploymentName: string,
): Promise<ReviewChoice | undefined> {
	const pick = vscode.window.createQuickPick<ReviewItem>();
	pick.title = labelText(`Run ${documentName} on ${deploymentName}`);
	pick.placeholder = 'Enter runs it. Esc goes back without sending anything.';
	pick.matchOnDescription = true;
	pick.items = reviewItems(plan);
	return new Promise((resolve) => {
		pick.onDidAccept(() => {
			const choice = pick.selectedItems[0]?.choice;
			if (!choice) return;
			resolve(choice);
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}

function reviewItems(plan: RunPlan): ReviewItem[] {
	const items: ReviewItem[] = [
		{
			label: '$(play) Run',
			description: `${whatTravels(plan)}, ${describeBytes(plan.bytes)}`,
			detail: plan.reason,
			choice: { kind: 'run' },
		},
	];
	if (plan.warnings.length > 0) {
		items.push(
			separator('Before you send'),
			...plan.warnings.map((warning) => ({ label: `$(warning) ${labelText(warning, 600)}` })),
		);
	}
	if (plan.media.length > 0) {
		items.push(
			separator('Local files that are embedded'),
			...plan.media.map((file) => ({
				label: `$(file-media) ${labelText(file.name)}`,
				description: labelText(`${describeBytes(file.bytes)} into node ${file.nodeId}, ${file.input}`),
			})),
		);
	}
	if (plan.changed.length > 0) {
		items.push(
			separator('Changed against the saved workflow'),
			...plan.changed.map((change) => ({
				label: `$(edit) ${labelText(`${change.nodeTitle}: ${change.input}`)}`,
				description: labelText(`${change.from} → ${change.to}`, 600),
			})),
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
			choice: { kind: 'body' },
		},
	);
	return items;
}

function whatTravels(plan: RunPlan): string {
	if (plan.mode === 'inline') return 'sends the whole document';
	if (plan.changed.length === 0) return 'runs the saved workflow as it is';
	return plan.changed.length === 1 ? 'sends 1 changed input' : `sends ${plan.changed.length} changed inputs`;
}

function separator(label: string): ReviewItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
