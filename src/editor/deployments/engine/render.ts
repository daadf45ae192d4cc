import * as vscode from 'vscode';
import { describeMoment, describeMomentBriefly } from '../../../core/base/ages.ts';
import { describeBytes } from '../../../core/base/bytes.ts';
import { counted, numberText } from '../../../core/base/language.ts';
import type { Silence } from '../../../core/engine/engineWatch.ts';
import type { OwnEngine } from '../../../core/engine/ownEngine.ts';
import { failureText } from '../../shell/failures.ts';
import { labelText } from '../../shell/plainText.ts';
import { command, row } from '../../shell/trees/treeRows.ts';
import type { EngineNode, QueueLength } from './nodes.ts';

/**
 * Returns the row of the user's own engine: version, device, free memory; without an answer, the time since which it
 * does not answer.
 */
export function renderEngine(
	{ id, name, version, device, memoryFree }: OwnEngine,
	active: number,
	silence: Silence | undefined,
	now: number,
): vscode.TreeItem {
	const look = { state: vscode.TreeItemCollapsibleState.Expanded, tags: '+engine' };
	if (silence !== undefined) {
		const { since } = silence;
		return row(`engine:${id}`, labelText(name), {
			...look,
			icon: 'debug-disconnect',
			color: 'list.warningForeground',
			description:
				since === undefined
					? vscode.l10n.t('does not answer')
					: vscode.l10n.t('no answer since {0}', describeMomentBriefly(since, now)),
		});
	}
	const facts = [
		...(active > 0 ? [activeText(active)] : []),
		...(version === undefined ? [] : [labelText(version, 40)]),
		...(device === undefined ? [] : [labelText(device, 60)]),
		...(memoryFree === undefined ? [] : [vscode.l10n.t('{0} free', describeBytes(memoryFree))]),
	];
	return row(`engine:${id}`, labelText(name), {
		icon: 'server',
		color: 'charts.green',
		description: facts.join(' · '),
		...look,
	});
}

/** Returns the number of runs in progress as text. */
export function activeText(count: number): string {
	return counted(count, vscode.l10n.t('1 active run'), vscode.l10n.t('{0} active runs'));
}

/** Returns the tooltip of an engine. */
export function engineTooltip(
	{ name, version, device, memoryFree, memoryTotal }: OwnEngine,
	silence: Silence | undefined,
	now: number,
): string {
	if (silence !== undefined) {
		const { since, failure } = silence;
		return [
			labelText(name),
			...(since === undefined ? [] : [vscode.l10n.t('Answered last: {0}', describeMoment(since, now))]),
			failureText(failure),
		].join('\n');
	}
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

/** Returns the rows below an engine, except for runs of this computer. */
export function renderEngineNode(node: EngineRowBelow): vscode.TreeItem {
	const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
	switch (node.kind) {
		case 'engineQueue':
			// The editor remembers by the id whether a row is open, and one that had nothing below it is closed.
			return row(isEmptyQueue(node) ? 'queue:empty' : 'queue', vscode.l10n.t('Queue'), {
				icon: 'list-ordered',
				description: node.length && queueText(node.length),
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
			return row(`foreign:${promptId}`, vscode.l10n.t('Run of another client'), {
				icon: node.isRunning ? 'sync' : 'clock',
				description: [
					node.isRunning ? vscode.l10n.t('running') : vscode.l10n.t('queued'),
					counted(nodes, vscode.l10n.t('1 node'), vscode.l10n.t('{0} nodes')),
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
		case 'engineSilent':
			return row('silent', vscode.l10n.t('Start the engine, then try again'), {
				icon: 'refresh',
				tooltip: failureText(node.failure),
				command: command('easel.refreshDeployments', vscode.l10n.t('Try Again')),
			});
		case 'engineFailure':
			return row(`failure:${node.of}`, labelText(node.failure.message), {
				icon: 'warning',
				tooltip: failureText(node.failure),
			});
	}
}

type EngineRowBelow = Exclude<EngineNode, { kind: 'ownEngine' }>;

function isEmptyQueue({ length }: Extract<EngineNode, { kind: 'engineQueue' }>): boolean {
	return length !== undefined && length.running + length.pending === 0;
}

function queueText({ running, pending }: QueueLength): string {
	if (running + pending === 0) return vscode.l10n.t('empty');
	return [
		...(running === 0 ? [] : [vscode.l10n.t('{0} running', numberText(running))]),
		...(pending === 0 ? [] : [vscode.l10n.t('{0} waiting', numberText(pending))]),
	].join(' · ');
}
