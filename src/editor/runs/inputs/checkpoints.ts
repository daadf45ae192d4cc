import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { checkpointReference } from '../../../core/requests/checkpointReference.ts';
import { checkpointNodes } from '../../jobs/nodes.ts';
import type { WindowJobs } from '../../jobs/windowJobs.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';

/**
 * Lets the person choose a checkpoint of a known job, newest job first. Returns its reference as text; undefined if
 * none was chosen.
 */
export async function chooseCheckpoint(jobs: WindowJobs): Promise<string | undefined> {
	await jobs.open();
	const items = jobs
		.jobs()
		.flatMap(checkpointNodes)
		.flatMap((node) => {
			if (node.kind !== 'checkpoint') return [];
			const step =
				node.step === undefined
					? vscode.l10n.t('last checkpoint')
					: vscode.l10n.t('step {0}', numberText(node.step));
			return [
				{
					label: labelText(node.name),
					description: labelText(`${node.job.name} · ${step}`),
					reference: checkpointReference({ job: node.job.name, file: node.name }),
				},
			];
		});
	if (items.length === 0) {
		await inform(vscode.l10n.t('No training job in the list has a checkpoint yet.'));
		return undefined;
	}
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Use Checkpoint as LoRA'),
		placeHolder: vscode.l10n.t('Select a checkpoint'),
		matchOnDescription: true,
	});
	return chosen?.reference;
}
