import * as vscode from 'vscode';
import { describeMoment } from '../../core/base/ages.ts';
import { numberText } from '../../core/base/language.ts';
import { exactUsd } from '../../core/base/money.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { standingRate } from '../../core/deployments/settings.ts';
import { statusText } from '../../core/deployments/statusText.ts';
import type { Run } from '../../core/runs/run.ts';
import { labelText } from '../shell/plainText.ts';
import { noticeRow, noticeTooltip } from '../shell/trees/listNotices.ts';
import { command, factsTooltip, moreRow, row } from '../shell/trees/treeRows.ts';
import { deploymentIcon, warmInstances } from './deploymentIcon.ts';
import { activeText, renderEngineNode } from './engine/render.ts';
import type { DeploymentFileState } from './file/index.ts';
import type { DeploymentsNode } from './nodes.ts';
import { type RunExtras, runRow, runTooltip } from './runRow.ts';

/**
 * Returns the row of a node; `active` counts the runs of a deployment in progress, `file` is its file in the workspace. Tooltips are left
 * to `tooltipOf`, which runs only on hover.
 */
export function renderNode(
	node: Exclude<DeploymentsNode, { kind: 'ownEngine' }>,
	now: number,
	active: number,
	extrasOf: (run: Run) => RunExtras,
	file?: DeploymentFileState,
): vscode.TreeItem {
	switch (node.kind) {
		case 'deployment':
			return renderDeployment(node.deployment, active, file);
		case 'run':
			return runRow(node.run, now, extrasOf(node.run));
		case 'noRuns':
			return row(`no-runs:${node.deploymentId}`, vscode.l10n.t('No runs yet'), { icon: 'info' });
		case 'moreRuns':
			return row(`more-runs:${node.deploymentId}`, vscode.l10n.t('Show Older Runs'), {
				icon: 'ellipsis',
				command: command('easel.showMoreRuns', vscode.l10n.t('Show Older Runs'), node.deploymentId),
			});
		case 'more':
			return moreRow('easel.showMoreDeployments', 'more', node);
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeRow(node, now, 'easel.refreshDeployments');
		default:
			return renderEngineNode(node);
	}
}

function renderDeployment(
	deployment: Deployment,
	active: number,
	file?: DeploymentFileState,
): vscode.TreeItem {
	const name = labelText(deployment.name) || deployment.id;
	const item = new vscode.TreeItem(
		name,
		active > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
	);
	const warm = warmInstances(deployment);
	const shown = [
		// First, since a narrow side bar cuts off the end.
		...(file !== undefined && file.differences > 0 ? [vscode.l10n.t('differs from its file')] : []),
		labelText(statusText(deployment)),
		...(deployment.takesInputs ? [vscode.l10n.t('takes inputs')] : []),
		...(active > 0 ? [activeText(active)] : []),
	];
	const bounds = instanceBounds(deployment);
	const instances = bounds === undefined ? undefined : vscode.l10n.t('{0} instances', bounds);
	const read = [deployment.hardware, deployment.workflowVersion, instances]
		.filter((part): part is string => Boolean(part))
		.map((part) => labelText(part));
	const parts = [...shown, ...(warm > 0 ? [vscode.l10n.t('{0} always warm', warm)] : []), ...read];
	item.id = `deployment:${deployment.id}`;
	item.description = shown.join(' · ');
	const tags = ['+deployment', deployment.enabled === false ? '+disabled' : '+enabled'];
	if (!deployment.takesInputs) tags.push('+workflow');
	if (file !== undefined) tags.push('+file');
	item.contextValue = tags.join('');
	item.iconPath = deploymentIcon(deployment);
	item.accessibilityInformation = {
		label: [name, ...parts, ...(warm > 0 ? [vscode.l10n.t('warm instances are billed')] : [])].join(', '),
	};
	return item;
}

/** Returns the minimum and maximum of instances: `0–3`. */
function instanceBounds(deployment: Deployment): string | undefined {
	const { minInstances, maxInstances } = deployment;
	if (minInstances === undefined && maxInstances === undefined) return undefined;
	return `${minInstances ?? '?'}–${maxInstances ?? '?'}`;
}

/** Returns the tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(
	node: DeploymentsNode,
	now: number,
	extrasOf: (run: Run) => RunExtras,
	file?: DeploymentFileState,
): string | vscode.MarkdownString | undefined {
	switch (node.kind) {
		case 'deployment':
			return deploymentTooltip(node.deployment, now, file);
		case 'run':
			return runTooltip(node.run, now, extrasOf(node.run));
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeTooltip(node);
		default:
			return undefined;
	}
}

function deploymentTooltip(
	deployment: Deployment,
	now: number,
	file: DeploymentFileState | undefined,
): vscode.MarkdownString {
	const warm = warmInstances(deployment);
	const rate = standingRate(deployment);
	return factsTooltip(deployment.name, [
		[
			vscode.l10n.t('Status'),
			deployment.enabled === false
				? vscode.l10n.t('disabled: no instances, no billing')
				: statusText(deployment),
		],
		[vscode.l10n.t('Hardware'), deployment.hardware],
		[
			vscode.l10n.t('Takes'),
			deployment.takesInputs
				? vscode.l10n.t('its own inputs instead of a workflow; see its readme')
				: undefined,
		],
		[
			vscode.l10n.t('Version'),
			deployment.version === deployment.workflowVersion ? undefined : deployment.version,
		],
		[vscode.l10n.t('Workflow version'), deployment.workflowVersion],
		[vscode.l10n.t('Instances'), instanceBounds(deployment)],
		[
			vscode.l10n.t('Always warm'),
			warm === 0
				? undefined
				: rate === undefined
					? vscode.l10n.t('{0}, billed even when idle', warm)
					: vscode.l10n.t('{0}, billed even when idle: up to {1} an hour', warm, exactUsd(rate)),
		],
		[
			vscode.l10n.t('Queue size'),
			deployment.queueSize === undefined
				? undefined
				: vscode.l10n.t('{0} per instance', numberText(deployment.queueSize)),
		],
		[
			vscode.l10n.t('Keep warm'),
			deployment.keepWarmSeconds === undefined
				? undefined
				: vscode.l10n.t('{0} s after the last run', numberText(deployment.keepWarmSeconds)),
		],
		[vscode.l10n.t('Workflow'), deployment.workflowId],
		[vscode.l10n.t('Created'), momentOf(deployment.createdAt, now)],
		[vscode.l10n.t('Changed'), momentOf(deployment.updatedAt, now)],
		[vscode.l10n.t('File'), file && fileText(file)],
		[vscode.l10n.t('ID'), deployment.id],
	]);
}

/** Returns a text like `harbor.deployment.yaml, 2 differences`. */
function fileText({ uri, differences }: DeploymentFileState): string {
	const name = vscode.workspace.asRelativePath(uri);
	if (differences === 0) return name;
	return differences === 1
		? vscode.l10n.t('{0}, 1 difference', name)
		: vscode.l10n.t('{0}, {1} differences', name, numberText(differences));
}

/** Returns a time of the service for reading; any other text as received. */
function momentOf(text: string | undefined, now: number): string | undefined {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? text : describeMoment(time, now);
}
