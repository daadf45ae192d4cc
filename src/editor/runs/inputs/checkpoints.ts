import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { checkpointReference } from '../../../core/requests/checkpointReference.ts';
import { checkpointNodes } from '../../jobs/nodes.ts';
import type { WindowJobs } from '../../jobs/windowJobs.ts';
import { labelText } from '../../shell/plainText.ts';
import { chooseValue } from '../../shell/questions.ts';

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
					value: checkpointReference({ job: node.job.name, file: node.name }),
				},
			];
		});
	return chooseValue(items, vscode.l10n.t('No training job in the list has a checkpoint yet.'), {
		title: vscode.l10n.t('Use Checkpoint as LoRA'),
		placeHolder: vscode.l10n.t('Select a checkpoint'),
		matchOnDescription: true,
	});
}
