import * as vscode from 'vscode';
import { describeBytes } from '../../core/base/bytes.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { failureText } from '../shell/failures.ts';
import { numberText } from '../shell/numbers.ts';
import { labelText } from '../shell/plainText.ts';
import { row } from '../shell/treeRows.ts';
import type { EngineNode } from './engineNodes.ts';

/** The row of an engine of one's own: version, device, free memory. */
export function renderEngine({ id, name, engine = {} }: Deployment, active: number): vscode.TreeItem {
	const { version, device, memoryFree } = engine;
	const facts = [
		...(active === 1 ? [vscode.l10n.t('1 active run')] : []),
		...(active > 1 ? [vscode.l10n.t('{0} active runs', numberText(active))] : []),
		...(version === undefined ? [] : [labelText(version, 40)]),
		...(device === undefined ? [] : [labelText(device, 60)]),
		...(memoryFree === undefined ? [] : [vscode.l10n.t('{0} free', describeBytes(memoryFree))]),
	];
	return row(`engine:${id}`, labelText(name), {
		icon: 'server',
		color: 'charts.green',
		description: facts.join(' · '),
		state: vscode.TreeItemCollapsibleState.Expanded,
		tags: '+engine',
	});
}

/** What the pointer shows of an engine. */
export function engineTooltip({ name, engine = {} }: Deployment): string {
	const { version, device, memoryFree, memoryTotal } = engine;
	const memory =
		memoryFree === undefined || memoryTotal === undefined
			? []
			: [vscode.l10n.t('{0} of {1} free', describeBytes(memoryFree), describeBytes(memoryTotal))];
	return [
		labelText(name),
		...(version === undefined ? [] : [vscode.l10n.t('Version {0}', labelText(version, 40))]),
		...(device === undefined ? [] : [labelText(device)]),
		...memory,
	].join('\n');
}

/** The rows below an engine, except for runs of this computer. */
export function renderEngineNode(node: EngineNode): vscode.TreeItem {
	const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
	switch (node.kind) {
		case 'engineQueue':
			// The editor remembers by the id whether a row is open, and one that had nothing below it is closed.
			return row(isEmptyQueue(node) ? 'queue:empty' : 'queue', vscode.l10n.t('Queue'), {
				icon: 'list-ordered',
				description: queueText(node.running, node.pending),
				state: isEmptyQueue(node) ? None : Expanded,
			});
		case 'engineModels':
			return row('models', vscode.l10n.t('Installed Models'), { icon: 'library', state: Collapsed });
		case 'modelFolder':
			return row(`models/${node.folder}`, labelText(node.folder), { icon: 'folder', state: Collapsed });
		case 'model':
			return row(`model:${node.folder}/${node.name}`, labelText(node.name), { icon: 'file', tags: '+model' });
		case 'foreignRun': {
			const { nodes, promptId } = node.item;
			return row(`foreign:${promptId}`, vscode.l10n.t('Run from elsewhere'), {
				icon: node.isRunning ? 'sync' : 'clock',
				description: [
					node.isRunning ? vscode.l10n.t('running') : vscode.l10n.t('queued'),
					nodes === 1 ? vscode.l10n.t('1 node') : vscode.l10n.t('{0} nodes', numberText(nodes)),
				].join(' · '),
				tags: '+foreign',
			});
		}
		case 'engineNote':
			return row(
				`note:${node.of}`,
				node.note === 'reading' ? vscode.l10n.t('Reading...') : vscode.l10n.t('Empty'),
				{ icon: node.note === 'reading' ? 'loading~spin' : 'info' },
			);
		case 'engineFailure':
			return row(`failure:${node.of}`, labelText(node.failure.message), {
				icon: 'warning',
				tooltip: failureText(node.failure),
			});
	}
}

function isEmptyQueue({ running, pending }: Extract<EngineNode, { kind: 'engineQueue' }>): boolean {
	return running + pending === 0;
}

function queueText(running: number, pending: number): string {
	if (running + pending === 0) return vscode.l10n.t('empty');
	return [
		...(running === 0 ? [] : [vscode.l10n.t('{0} running', numberText(running))]),
		...(pending === 0 ? [] : [vscode.l10n.t('{0} waiting', numberText(pending))]),
	].join(' · ');
}
