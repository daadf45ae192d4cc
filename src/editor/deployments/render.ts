import * as vscode from 'vscode';
import { describeAge, describeDuration, describeMoment } from '../../core/base/ages.ts';
import { plural } from '../../core/base/plural.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { describeRun, describeState, elapsed, runName } from '../../core/runs/describe.ts';
import { hasEnded, type Run } from '../../core/runs/run.ts';
import type { CommandId } from '../shell/ids.ts';
import { labelText, markdownText } from '../shell/plainText.ts';
import type { DeploymentsNode } from './nodes.ts';

const None = vscode.TreeItemCollapsibleState.None;

function command(id: CommandId, title: string, ...args: unknown[]): vscode.Command {
	return { command: id, title, arguments: args };
}

/** The row of a node; `active` counts the runs under way of a deployment. Tooltips are left to `tooltipOf`, which runs only when somebody hovers. */
export function renderNode(node: DeploymentsNode, now: number, active: number): vscode.TreeItem {
	switch (node.kind) {
		case 'deployment':
			return renderDeployment(node.deployment, active);
		case 'run':
			return renderRun(node.run, now);
		case 'noRuns':
			return row(`no-runs:${node.deploymentId}`, 'No runs yet', {
				icon: 'info',
			});
		case 'moreRuns':
			return row(`more-runs:${node.deploymentId}`, 'Show older runs', {
				icon: 'ellipsis',
				command: command('easel.showMoreRuns', 'Show Older Runs', node.deploymentId),
			});
		case 'more':
			return row('more', 'Show more', {
				icon: 'ellipsis',
				description: `${node.shown} of ${node.total} shown`,
				command: command('easel.showMoreDeployments', 'Show more'),
			});
		case 'stale':
			return row('stale', 'Could not refresh', {
				icon: 'warning',
				color: 'list.warningForeground',
				description: `last read ${describeAge(now - node.loadedAt)}`,
				command: command('easel.refreshDeployments', 'Try again'),
			});
		case 'skipped':
			return row('skipped', `${node.sentences.length} not readable`, {
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
	const state = deployment.enabled === false ? 'disabled' : (deployment.status ?? 'status unknown');
	const shown = [
		labelText(state),
		...(deployment.takesInputs ? ['takes inputs'] : []),
		...(active > 0 ? [plural(active, 'active run')] : []),
	];
	const read = [deployment.hardware, deployment.workflowVersion, instanceBounds(deployment)]
		.filter((part): part is string => Boolean(part))
		.map((part) => labelText(part));
	const parts = [...shown, ...(warm > 0 ? [`${warm} always warm`] : []), ...read];
	item.id = `deployment:${deployment.id}`;
	item.description = shown.join(' · ');
	const tags = ['+deployment', deployment.enabled === false ? '+disabled' : '+enabled'];
	if (!deployment.takesInputs) tags.push('+workflow');
	item.contextValue = tags.join('');
	item.iconPath = deploymentIcon(deployment, warm);
	item.accessibilityInformation = {
		label: `${name}, ${parts.join(', ')}${warm > 0 ? ', warm instances are billed' : ''}`,
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

function instanceBounds(deployment: Deployment): string | undefined {
	const { minInstances, maxInstances } = deployment;
	if (minInstances === undefined && maxInstances === undefined) return undefined;
	return `${minInstances ?? '?'}–${maxInstances ?? '?'} instances`;
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
	item.command = command('easel.showRun', 'Show Result', run.id);
	item.accessibilityInformation = { label: [`Run of ${name}`, describeState(run), ...parts].join(', ') };
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
		['Status', deployment.enabled === false ? 'disabled: no instances, no billing' : deployment.status],
		['Hardware', deployment.hardware],
		['Takes', deployment.takesInputs ? 'inputs of its own instead of a workflow; see its readme' : undefined],
		['Version', deployment.version === deployment.workflowVersion ? undefined : deployment.version],
		['Workflow version', deployment.workflowVersion],
		['Instances', instanceBounds(deployment)?.replace(' instances', '')],
		['Always warm', warm > 0 ? `${warm}, billed even without work` : undefined],
		['Queue size', deployment.queueSize === undefined ? undefined : `${deployment.queueSize} per instance`],
		[
			'Keep warm',
			deployment.keepWarmSeconds === undefined
				? undefined
				: `${deployment.keepWarmSeconds} s after the last run`,
		],
		['Workflow', deployment.workflowId],
		['Created', momentOf(deployment.createdAt, now)],
		['Changed', momentOf(deployment.updatedAt, now)],
		['Id', deployment.id],
	]);
}

/** A time of the service for reading; as it came where it is none. */
function momentOf(text: string | undefined, now: number): string | undefined {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? text : describeMoment(time, now);
}

function runTooltip(run: Run, now: number): vscode.MarkdownString {
	return table(run.documentName, [
		['State', describeState(run)],
		['Notice', run.notice],
		['Error', run.error ? run.error.error : undefined],
		['Started', describeMoment(run.submittedAt, now)],
		['Took', describeDuration(elapsed(run, now))],
		['Prompt', run.summary.prompt],
		['Seed', run.summary.seed],
		[
			'Sent',
			run.summary.mode === 'inline'
				? 'the whole document'
				: plural(run.summary.changed.length, 'changed input'),
		],
		['Files', run.files.length > 0 ? run.files.length : undefined],
		['Request', run.requestId],
		['Instance', run.instanceId],
	]);
}
