import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { exactUsd } from '../base/money.ts';

import { knownHardware, type Machines, perHour, serviceMachines } from '../wire/hardware.ts';
import { deploymentLimits } from '../wire/limits.ts';
import type { Deployment } from './deployment.ts';

/** The settings of a deployment that a person decides; absent if the service did not send them, or if they stay unchanged. */
export type DeploymentSettings = Pick<
	Partial<Deployment>,
	| 'name'
	| 'workflowId'
	| 'workflowVersion'
	| 'hardware'
	| 'minInstances'
	| 'maxInstances'
	| 'queueSize'
	| 'keepWarmSeconds'
	| 'enabled'
>;
export type SettingName = keyof DeploymentSettings;

interface Common {
	readonly name: SettingName;
	/** Its name in requests, in deployment files and in messages of the service (wire-facts.md, section 2). */
	readonly wire: string;
	readonly label: string;
	/** One line: its effect. */
	readonly description: string;
	/** A new deployment cannot be made without it. */
	readonly needed?: true;
	/** Cannot be changed once the deployment exists. */
	readonly fixed?: true;
}

export type Setting = Common &
	(
		| { readonly type: 'text'; readonly longest: number }
		| { readonly type: 'hardware' }
		| {
				readonly type: 'integer';
				readonly lowest: number;
				readonly highest: number;
				readonly usual: number;
				readonly unit?: string;
		  }
		| { readonly type: 'boolean' }
	);

/** The service names no bound for these; a larger number would not survive the way there. */
const unbounded = Number.MAX_SAFE_INTEGER;

/** Every setting, in the order in which people read them (inference-service.md, "Deployment"). */
export const deploymentSettings: readonly Setting[] = [
	{
		name: 'name',
		wire: 'name',
		label: l10n.t('Name'),
		description: l10n.t('The name of the deployment in lists. It can be changed at any time.'),
		type: 'text',
		longest: 200,
		needed: true,
	},
	{
		name: 'workflowId',
		wire: 'workflow_id',
		label: l10n.t('Workflow ID'),
		description: l10n.t('The ID of the workflow that is saved in your account. It cannot be changed later.'),
		type: 'text',
		longest: 200,
		needed: true,
		fixed: true,
	},
	{
		name: 'workflowVersion',
		wire: 'workflow_version',
		label: l10n.t('Workflow version'),
		description: l10n.t('The saved version of the workflow to run, such as v1.'),
		type: 'text',
		longest: 100,
		needed: true,
	},
	{
		name: 'hardware',
		wire: 'hardware',
		label: l10n.t('Hardware'),
		description: l10n.t('The machine of each instance, with the memory of its GPU.'),
		type: 'hardware',
	},
	{
		name: 'minInstances',
		wire: 'min_instances',
		label: l10n.t('Minimum instances'),
		description: l10n.t('Instances that keep running while idle. Above 0, they are billed continuously.'),
		type: 'integer',
		...deploymentLimits.minInstances,
	},
	{
		name: 'maxInstances',
		wire: 'max_instances',
		label: l10n.t('Maximum instances'),
		description: l10n.t('The number of instances that may run at the same time; not below the minimum.'),
		type: 'integer',
		...deploymentLimits.maxInstances,
	},
	{
		name: 'queueSize',
		wire: 'queue_size',
		label: l10n.t('Queue size'),
		description: l10n.t('Requests that wait for each instance before another one is started.'),
		type: 'integer',
		highest: unbounded,
		...deploymentLimits.queueSize,
	},
	{
		name: 'keepWarmSeconds',
		wire: 'keep_warm_duration_in_seconds',
		label: l10n.t('Keep warm'),
		description: l10n.t('How long an idle instance keeps running, and is billed, before it shuts down.'),
		type: 'integer',
		unit: l10n.t('seconds'),
		highest: unbounded,
		...deploymentLimits.keepWarmSeconds,
	},
	{
		name: 'enabled',
		wire: 'is_enabled',
		label: l10n.t('Enabled'),
		description: l10n.t('A disabled deployment has no instances and costs nothing; its settings are kept.'),
		type: 'boolean',
	},
];

/** Returns a machine for display: `AMPERE_48 (48 GB)`; an unknown word unchanged. */
export function hardwareText(word: string, { deployments }: Machines = serviceMachines): string {
	const known = deployments.find(({ name }) => name === word);
	return known === undefined ? word : `${word} (${known.memoryGb} GB)`;
}

/** Returns the machines to choose from: those of the service, or of the document while none is known, then other words that it has used. */
export function hardwareChoices(
	used: Iterable<string | undefined>,
	{ deployments }: Machines = serviceMachines,
): readonly string[] {
	const names = deployments.map(({ name }) => name);
	const more = [...used].filter((word): word is string => word !== undefined && !names.includes(word));
	return [...names, ...new Set(more)];
}

/** Returns the default settings of a new deployment. */
export function usualSettings({ usual }: Machines = serviceMachines) {
	return {
		hardware: usual,
		minInstances: deploymentLimits.minInstances.usual,
		maxInstances: deploymentLimits.maxInstances.usual,
		queueSize: deploymentLimits.queueSize.usual,
		keepWarmSeconds: deploymentLimits.keepWarmSeconds.usual,
	} satisfies DeploymentSettings;
}

/** Returns the settings of a deployment, or of facts about one. */
export function settingsOf(deployment: DeploymentSettings): DeploymentSettings {
	return Object.fromEntries(
		deploymentSettings.flatMap(({ name }) =>
			deployment[name] === undefined ? [] : [[name, deployment[name]]],
		),
	);
}

/** A setting that differs, with both values as text; `before` is absent if unknown. */
export interface SettingChange {
	readonly name: SettingName;
	readonly wire: string;
	readonly label: string;
	readonly before?: string;
	readonly after: string;
}

/** Returns the settings of `after` that differ from `before`; settings that `after` does not name count as equal. */
export function settingChanges(
	before: DeploymentSettings,
	after: DeploymentSettings,
): readonly SettingChange[] {
	return deploymentSettings.flatMap((setting) => {
		const { name, wire, label } = setting;
		const [from, to] = [before[name], after[name]];
		if (to === undefined || from === to) return [];
		const texts = { after: valueText(setting, to) };
		return [
			{ name, wire, label, ...texts, ...(from === undefined ? {} : { before: valueText(setting, from) }) },
		];
	});
}

/** Returns only the settings of `after` that differ from `before`. */
export function changedSettings(before: DeploymentSettings, after: DeploymentSettings): DeploymentSettings {
	return Object.fromEntries(settingChanges(before, after).map(({ name }) => [name, after[name]]));
}

/** Returns the settings that have changed since they were seen; unseen settings are ignored. */
export function changedSince(seen: DeploymentSettings, now: DeploymentSettings): readonly SettingChange[] {
	return settingChanges(seen, now).filter(({ name }) => seen[name] !== undefined);
}

/** Describes a change: `Minimum instances: 0 → 1`. */
export function changeText({
	label,
	before,
	after,
}: Pick<SettingChange, 'label' | 'before' | 'after'>): string {
	return before === undefined ? `${label}: ${after}` : `${label}: ${before} → ${after}`;
}

function valueText(setting: Setting, value: string | number | boolean): string {
	if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
	if (setting.type === 'hardware') return hardwareText(String(value));
	if (setting.type === 'integer' && setting.unit !== undefined) return `${value} ${setting.unit}`;
	return String(value);
}

/** Returns a sentence if the maximum number of instances is below the minimum; otherwise undefined. */
export function boundsProblem({ minInstances, maxInstances }: DeploymentSettings): string | undefined {
	if (minInstances === undefined || maxInstances === undefined || maxInstances >= minInstances)
		return undefined;
	return l10n.t('The maximum of {0} is below the minimum of {1} instances.', maxInstances, minInstances);
}

/** Describes the idle cost of a deployment with these settings; undefined if it is free. */
export function standingCost(settings: DeploymentSettings): string | undefined {
	const count = standingInstances(settings);
	if (count < 1) return undefined;
	const bill =
		count === 1
			? l10n.t('One instance keeps running and is billed continuously, even without requests.')
			: l10n.t('{0} instances keep running and are billed continuously, even without requests.', count);
	const rate = standingRate(settings);
	return rate === undefined
		? bill
		: `${bill} ${l10n.t('That costs up to {0} an hour at the public rates.', exactUsd(rate))}`;
}

/** Returns the idle cost of a deployment with these settings per hour, in millionths of a US dollar; undefined if unknown. */
export function standingRate(settings: DeploymentSettings): number | undefined {
	const machine = settings.hardware === undefined ? undefined : knownHardware(settings.hardware);
	return machine && perHour(machine) * standingInstances(settings);
}

/** Describes the idle cost of a changed deployment, if it is higher than before; otherwise undefined. */
export function addedCost(before: DeploymentSettings, wanted: DeploymentSettings): string | undefined {
	const after = { ...before, ...wanted };
	return standingInstances(after) > standingInstances(before) ? standingCost(after) : undefined;
}

/** Describes the cost of a disabled deployment once it is enabled. */
export function enablingCost({
	minInstances,
	hardware,
}: Pick<DeploymentSettings, 'minInstances' | 'hardware'>): string {
	if (minInstances === undefined)
		return l10n.t('Enabling it costs nothing until an instance runs, unless it keeps instances warm.');
	return (
		standingCost({ minInstances, ...compact({ hardware }) }) ??
		l10n.t('Enabling it costs nothing until an instance runs.')
	);
}

/** Returns the number of instances that are billed all the time. */
function standingInstances({ minInstances = 0, enabled }: DeploymentSettings): number {
	return enabled === false ? 0 : minInstances;
}
