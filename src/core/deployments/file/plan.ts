import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, inputFailure, type Result, success } from '../../base/failure.ts';
import type { Machines } from '../../wire/hardware.ts';
import { changeRefusal } from '../changing.ts';
import type { NewDeployment } from '../client.ts';
import type { Deployment } from '../deployment.ts';
import {
	changedSettings,
	type DeploymentSettings,
	type SettingChange,
	settingChanges,
	settingsOf,
	standingCost,
	usualSettings,
} from '../settings.ts';
import type { DeploymentFile } from './deploymentFile.ts';
import { canBeSent } from './values.ts';

export interface DeploymentPlan {
	readonly action: 'create' | 'change' | 'none';
	/** The name after it. */
	readonly name: string;
	readonly id?: string;
	readonly changes: readonly SettingChange[];
	/** A sentence about the idle cost of the deployment afterwards; absent if it is free. */
	readonly cost?: string;
}

/**
 * Returns the effect of applying a file. `live` is the deployment that it belongs to; a file without an id is for a new
 * one, and `others` are the existing ones: each apply would create another one with the same name.
 */
export function planDeployment(
	file: DeploymentFile,
	live: Deployment | undefined,
	others: readonly Deployment[] = [],
	machines?: Machines,
): Result<DeploymentPlan> {
	if (!canBeSent(file)) return failed(faulty(file));
	const { settings } = file;
	if (live === undefined) return planNew(file, others, machines);
	const before = settingsOf(live);
	const refusal = changeRefusal(before, changedSettings(before, settings));
	if (refusal !== undefined) return failed(refusal);
	const changes = settingChanges(before, settings);
	return success({
		action: changes.length === 0 ? 'none' : 'change',
		name: settings.name ?? live.name,
		id: live.id,
		changes,
		...costOf({ ...before, ...settings }),
	});
}

function planNew(
	{ id, settings }: DeploymentFile,
	others: readonly Deployment[],
	machines: Machines | undefined,
): Result<DeploymentPlan> {
	if (id !== undefined)
		return failed({
			kind: 'notFound',
			message: l10n.t('This account has no deployment with the ID {0}.', id),
			nextStep: l10n.t('Check the account and the address, or remove the ID to create a new deployment.'),
			fixer: 'you',
		});
	const name = settings.name ?? '';
	const same = others.find((each) => each.name === name);
	if (same !== undefined)
		return failed({
			kind: 'conflict',
			message: l10n.t('A deployment named "{0}" already exists, with the ID {1}.', name, same.id),
			nextStep: l10n.t('Write "id: {0}" into the file to change it, or choose another name.', same.id),
			fixer: 'you',
		});
	const { enabled: _, ...named } = settings;
	const wanted = { ...usualSettings(machines), ...named };
	return success({
		action: 'create',
		name,
		changes: settingChanges({}, wanted),
		...costOf(wanted),
	});
}

/** Returns the settings as a new deployment needs them. */
export function newDeploymentOf(settings: DeploymentSettings): NewDeployment {
	const { enabled: _, name = '', workflowId = '', workflowVersion = '', ...more } = settings;
	return { ...more, name, workflowId, workflowVersion };
}

function costOf(settings: DeploymentSettings): { readonly cost?: string } {
	const cost = standingCost(settings);
	return compact({ cost });
}

function faulty({ findings }: DeploymentFile): Failure {
	const errors = findings.filter(({ severity }) => severity === 'error');
	return inputFailure(
		errors[0]?.message ?? l10n.t('The file has errors.'),
		errors[0]?.remedy ?? l10n.t('Fix it, then try again.'),
		errors.map(({ message }) => message),
	);
}
