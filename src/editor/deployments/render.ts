import * as vscode from 'vscode';
import { describeAge, describeDuration, describeMoment } from '../../core/base/ages.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { describeRun, describeState, elapsed, runName } from '../../core/runs/describe.ts';
import { hasEnded, type Run } from '../../core/runs/run.ts';
import type { CommandId } from '../shell/ids.ts';
import { changedInputsText, numberText } from '../shell/numbers.ts';
import { labelText, markdownText } from '../shell/plainText.ts';
import type { DeploymentsNode } from './nodes.ts';

const None = vscode.TreeItemCollapsibleState.None;

function command(id: CommandId, title: string, ...args: unknown[]): vscode.Command {
	return { command: id, title, arguments: args };
}

/** The row of a node; `active` counts the runs of a deployment in progress. Tooltips are left to `tooltipOf`, which runs only on hover. */
export function renderNode(node: DeploymentsNode, now: number, active: number): vscode.TreeItem {
	switch (node.kind) {
		case 'deployment':
			return renderDeployment(node.deployment, active);
		case 'run':
			return renderRun(node.run, now);
		case 'noRuns':
			return row(`no-runs:${node.deploymentId}`, vscode.l10n.t('No runs yet'), { icon: 'info' });
		case 'moreRuns':
			return row(`more-runs:${node.deploymentId}`, vscode.l10n.t('Show Older Runs'), {
				icon: 'ellipsis',
				command: command('easel.showMoreRuns', vscode.l10n.t('Show Older Runs'), node.deploymentId),
			});
		case 'more':
			return row('more', vscode.l10n.t('Show More'), {
				icon: 'ellipsis',
				description: vscode.l10n.t('{0} of {1} shown', numberText(node.shown), numberText(node.total)),
				command: command('easel.showMoreDeployments', vscode.l10n.t('Show More')),
			});
		case 'stale':
			return row('stale', vscode.l10n.t('Not Refreshed'), {
				icon: 'warning',
				color: 'list.warningForeground',
				description: vscode.l10n.t('last read {0}', describeAge(now - node.loadedAt)),
				command: command('easel.refreshDeployments', vscode.l10n.t('Try Again')),
			});
		case 'skipped':
			return row('skipped', vscode.l10n.t('{0} not readable', numberText(node.sentences.length)), {
				icon: 'warning',
				color: 'list.warningForeground',
			});
	}
}

interface RowLook {
	readonly icon: string;
	readonly color?: string;
	readonly description?: string;
	readonly command?: vscode.Command;
}

function row(id: string, label: string, look: RowLook): vscode.TreeItem {
	const item = new vscode.TreeItem(label, None);
	item.id = id;
	item.iconPath = new vscode.ThemeIcon(look.icon, look.color ? new vscode.ThemeColor(look.color) : undefined);
	if (look.description) item.description = look.description;
	if (look.command) item.command = look.command;
	item.accessibilityInformation = { label: look.description ? `${label}, ${look.description}` : label };
	return item;
}

function renderDeployment(deployment: Deployment, active: number): vscode.TreeItem {
	const name = labelText(deployment.name) || deployment.id;
	const item = new vscode.TreeItem(
		name,
		active > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
	);
	const warm = warmInstances(deployment);
	const state =
		deployment.enabled === false
			? vscode.l10n.t('disabled')
			: (deployment.status ?? vscode.l10n.t('status unknown'));
	const shown = [
		labelText(state),
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
	item.contextValue = tags.join('');
	item.iconPath = deploymentIcon(deployment, warm);
	item.accessibilityInformation = {
		label: [name, ...parts, ...(warm > 0 ? [vscode.l10n.t('warm instances are billed')] : [])].join(', '),
	};
	return item;
}

function deploymentIcon(deployment: Deployment, warm: number): vscode.ThemeIcon {
	if (deployment.enabled === false)
		return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
	if (warm > 0) return new vscode.ThemeIcon('flame', new vscode.ThemeColor('charts.yellow'));
	return new vscode.ThemeIcon('server-environment', new vscode.ThemeColor('charts.green'));
}

/** Instances that are kept running without work, and paid for. */
export function warmInstances(deployment: Deployment): number {
	return deployment.enabled === false ? 0 : (deployment.minInstances ?? 0);
}

/** The least and the most instances: `0–3`. */
function instanceBounds(deployment: Deployment): string | undefined {
	const { minInstances, maxInstances } = deployment;
	if (minInstances === undefined && maxInstances === undefined) return undefined;
	return `${minInstances ?? '?'}–${maxInstances ?? '?'}`;
}

function activeText(count: number): string {
	return count === 1 ? vscode.l10n.t('1 active run') : vscode.l10n.t('{0} active runs', numberText(count));
}

const unwatchedIcon = { icon: 'debug-disconnect', color: 'list.warningForeground' };

const runIcons: Record<Run['state'], { icon: string; color?: string }> = {
	submitting: { icon: 'loading~spin' },
	queued: { icon: 'clock', color: 'charts.yellow' },
	running: { icon: 'loading~spin', color: 'charts.blue' },
	fetching: { icon: 'loading~spin', color: 'charts.blue' },
	succeeded: { icon: 'pass-filled', color: 'testing.iconPassed' },
	failed: { icon: 'error', color: 'testing.iconFailed' },
	canceled: { icon: 'circle-slash', color: 'disabledForeground' },
	unsent: { icon: 'circle-slash', color: 'list.warningForeground' },
	uncertain: { icon: 'question', color: 'list.warningForeground' },
	lost: { icon: 'question', color: 'list.warningForeground' },
};

function renderRun(run: Run, now: number): vscode.TreeItem {
	const name = labelText(runName(run));
	const item = new vscode.TreeItem(name, None);
	// What is not up to date does not turn.
	const look = !hasEnded(run) && run.notice !== undefined ? unwatchedIcon : runIcons[run.state];
	item.id = `run:${run.id}`;
	const parts = describeRun(run, now).map((part) => labelText(part));
	item.description = parts.join(' · ');
	item.iconPath = new vscode.ThemeIcon(look.icon, look.color ? new vscode.ThemeColor(look.color) : undefined);
	item.contextValue = hasEnded(run) ? '+run+ended' : '+run+active';
	item.command = command('easel.showRun', vscode.l10n.t('Show Result'), run.id);
	item.accessibilityInformation = {
		label: [vscode.l10n.t('Run of {0}', name), describeState(run), ...parts].join(', '),
	};
	return item;
}

/** The tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(node: DeploymentsNode, now: number): string | vscode.MarkdownString | undefined {
	switch (node.kind) {
		case 'deployment':
			return deploymentTooltip(node.deployment, now);
		case 'run':
			return runTooltip(node.run, now);
		case 'stale':
			return `${node.failure.message}\n${node.failure.nextStep}`;
		case 'skipped':
			return node.sentences.join('\n');
		default:
			return undefined;
	}
}

function table(
	title: string,
	rows: readonly (readonly [string, string | number | undefined])[],
): vscode.MarkdownString {
	const lines = rows
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]) => `| ${name} | ${markdownText(String(value))} |`);
	return new vscode.MarkdownString(
		[`**${markdownText(title)}**`, '', '|  |  |', '|---|---|', ...lines, ''].join('\n'),
	);
}

function deploymentTooltip(deployment: Deployment, now: number): vscode.MarkdownString {
	const warm = warmInstances(deployment);
	return table(deployment.name, [
		[
			vscode.l10n.t('Status'),
			deployment.enabled === false ? vscode.l10n.t('disabled: no instances, no billing') : deployment.status,
		],
		[vscode.l10n.t('Hardware'), deployment.hardware],
		[
			vscode.l10n.t('Takes'),
			deployment.takesInputs
				? vscode.l10n.t('inputs of its own instead of a workflow; see its readme')
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
			warm > 0 ? vscode.l10n.t('{0}, billed even without work', warm) : undefined,
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
		[vscode.l10n.t('Id'), deployment.id],
	]);
}

/** A time of the service for reading; as it came where it is none. */
function momentOf(text: string | undefined, now: number): string | undefined {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? text : describeMoment(time, now);
}

function runTooltip(run: Run, now: number): vscode.MarkdownString {
	return table(run.documentName, [
		[vscode.l10n.t('State'), describeState(run)],
		[vscode.l10n.t('Notice'), run.notice],
		[vscode.l10n.t('Error'), run.error ? run.error.error : undefined],
		[vscode.l10n.t('Started'), describeMoment(run.submittedAt, now)],
		[vscode.l10n.t('Took'), describeDuration(elapsed(run, now))],
		[vscode.l10n.t('Prompt'), run.summary.prompt],
		[vscode.l10n.t('Seed'), run.summary.seed],
		[
			vscode.l10n.t('Sent'),
			run.summary.mode === 'inline'
				? vscode.l10n.t('the whole document')
				: changedInputsText(run.summary.changed.length),
		],
		[vscode.l10n.t('Files'), run.files.length > 0 ? run.files.length : undefined],
		[vscode.l10n.t('Request'), run.requestId],
		[vscode.l10n.t('Instance'), run.instanceId],
	]);
}
