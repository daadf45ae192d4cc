import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import { describeMoment } from '../../core/base/ages.ts';
import { failed, type Result, success } from '../../core/base/failure.ts';
import type { DeploymentChange } from '../../core/deployments/changeTable.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { newDeploymentOf } from '../../core/deployments/file/plan.ts';
import {
	changedSettings,
	changeText,
	type DeploymentSettings,
	settingChanges,
	settingsOf,
	standingCost,
} from '../../core/deployments/settings.ts';
import { confirm, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import type { DeploymentWork } from './deploymentWork.ts';

/**
 * Lets the person choose a change that was made with this editor, shows what going back to the values before it means, and
 * sends them. Undefined where the person chose nothing or nothing is to be done.
 */
export async function restoreDeployment(
	work: DeploymentWork,
	owner: SignedIn,
	deployment: Deployment | undefined,
): Promise<Result<Deployment> | undefined> {
	const changes = await work.changes(owner, deployment?.id);
	if (changes.length === 0) {
		await inform(vscode.l10n.t('No change of a deployment was made with this editor yet.'));
		return undefined;
	}
	const change = await choose(changes);
	if (change === undefined) return undefined;
	const present = await work.read(owner, change.deploymentId);
	if (present.ok) return goBack(work, owner, present.value, change.before);
	if (present.failure.kind !== 'notFound') return present;
	return createAgain(work, owner, change.before);
}

async function choose(changes: readonly DeploymentChange[]): Promise<DeploymentChange | undefined> {
	const now = Date.now();
	const rows = changes.map((change) => ({
		label: labelText(change.name, 80),
		description: [
			describeMoment(change.at, now),
			change.uncertain ? vscode.l10n.t('without an answer') : undefined,
		]
			.filter(Boolean)
			.join(' · '),
		detail: labelText(
			change.kind === 'deleted'
				? vscode.l10n.t('Deleted')
				: settingChanges(change.before, change.after).map(changeText).join(', '),
		),
		change,
	}));
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Restore Earlier Settings'),
		placeHolder: vscode.l10n.t('Select the change to go back before'),
		matchOnDetail: true,
	});
	return chosen?.change;
}

async function goBack(
	work: DeploymentWork,
	owner: SignedIn,
	live: Deployment,
	before: DeploymentSettings,
): Promise<Result<Deployment> | undefined> {
	const now = settingsOf(live);
	const changes = settingChanges(now, before);
	if (changes.length === 0) {
		await inform(vscode.l10n.t('"{0}" has these settings already.', labelText(live.name)));
		return undefined;
	}
	const cost = standingCost({ ...now, ...before });
	const lines = [...changes.map((change) => labelText(changeText(change))), ...(cost ? [cost] : [])];
	const yes = await confirm(vscode.l10n.t('Give "{0}" its earlier settings?', labelText(live.name)), {
		detail: lines.join('; '),
		action: vscode.l10n.t('Restore'),
	});
	if (!yes) return undefined;
	const done = await work.change(owner, live.id, changedSettings(now, before), now);
	if (!done.ok) return done;
	if (done.value.kind !== 'conflict') return success(done.value.deployment);
	return failed({
		kind: 'conflict',
		message: vscode.l10n.t('Someone else has just changed this deployment.'),
		nextStep: vscode.l10n.t('Try again, to see the settings as they are now.'),
		fixer: 'you',
	});
}

/** The deployment is gone; one like it gets an id of its own. */
async function createAgain(
	work: DeploymentWork,
	owner: SignedIn,
	before: DeploymentSettings,
): Promise<Result<Deployment> | undefined> {
	const lines = settingChanges({}, before).map((change) => labelText(changeText(change)));
	const detail = [vscode.l10n.t('It gets a new id.'), lines.join('; ')].join(' ');
	const yes = await confirm(
		vscode.l10n.t('"{0}" was deleted. Create one like it?', labelText(before.name ?? '')),
		{
			detail,
			action: vscode.l10n.t('Create'),
		},
	);
	return yes ? work.create(owner, newDeploymentOf(before)) : undefined;
}
