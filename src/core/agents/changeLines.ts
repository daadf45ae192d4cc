import * as l10n from '@vscode/l10n';
import { counted, numberText } from '../base/language.ts';
import type { SettingChange } from '../deployments/settings.ts';
import type { AskedRun, ChangeQuestion } from '../operations/questions.ts';
import { longestQuoted, named } from './texts.ts';

/** Characters of a body to a route that are listed. */
const longestBody = 2000;

export function changeLines(question: ChangeQuestion): readonly string[] {
	switch (question.act) {
		case 'createDeployment':
		case 'createDeploymentAgain':
			return [
				l10n.t('Create the deployment {0}?', named(question.name)),
				...settingLines(question.changes),
				...costLines(question.cost),
			];
		case 'changeDeployment':
		case 'restoreDeployment':
			return [
				l10n.t('Change the deployment {0} ({1})?', named(question.name), named(question.id)),
				...settingLines(question.changes),
				...costLines(question.cost),
			];
		case 'cancelRun':
			return [
				l10n.t(
					'Cancel {0} on {1}, which is {2}?',
					named(question.name),
					named(question.targetName),
					named(question.status),
				),
			];
		case 'cancelRuns':
			return [
				counted(question.runs.length, l10n.t('Cancel 1 run?'), l10n.t('Cancel {0} runs?')),
				...runLines(question.runs),
			];
		case 'saveRuns':
			return [
				counted(
					question.runs.length,
					l10n.t('Save the files of 1 run in {0}?', named(question.folder)),
					l10n.t('Save the files of {0} runs in {1}?', '{0}', named(question.folder)),
				),
				...runLines(question.runs),
			];
		case 'cancelJob':
			return [l10n.t('Cancel the training job {0}?', named(question.name))];
		case 'pauseBatch':
			return [l10n.t('Pause the batch {0}?', named(question.name))];
		case 'cancelBatch':
			return [l10n.t('Cancel all runs of the batch {0}?', named(question.name))];
		case 'giveUp':
			return [
				question.what === 'run'
					? l10n.t('Give up the run of {0}?', named(question.name))
					: l10n.t('Give up the training job {0}?', named(question.name)),
			];
		case 'callInstance': {
			const { method, path, deploymentId, body = '' } = question;
			return [
				l10n.t(
					'Send {0} {1} to an instance of the deployment {2}?',
					method,
					named(path, longestQuoted),
					named(deploymentId),
				),
				...(body === '' ? [] : [named(body, longestBody)]),
				...(body.length > longestBody
					? [l10n.t('and {0} more characters', numberText(body.length - longestBody))]
					: []),
			];
		}
	}
}

function runLines(runs: readonly AskedRun[]): readonly string[] {
	return runs.map(({ id, name, status }) => `${id} ${named(name)}, ${status}`);
}

function costLines(cost: string | undefined): readonly string[] {
	return cost === undefined ? [] : [cost];
}

function settingLines(changes: readonly SettingChange[]): readonly string[] {
	return changes.map(({ label, before, after }) =>
		before === undefined ? `${label}: ${named(after)}` : `${label}: ${named(before)} → ${named(after)}`,
	);
}
