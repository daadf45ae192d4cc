import * as vscode from 'vscode';
import { describeDuration, describeMoment } from '../../core/base/ages.ts';
import { numberText } from '../../core/base/language.ts';
import { gpuFacts, gpuOf, gpuText } from '../../core/jobs/gpus.ts';
import { isFinished } from '../../core/jobs/job.ts';
import {
	canBeLookedFor,
	canCancel,
	canEdit,
	canResume,
	hasEnded,
	isPerhapsResumed,
	type JobRecord,
} from '../../core/jobs/jobRecord.ts';
import { timeLeftText } from '../../core/jobs/timeLeft.ts';
import { labelText } from '../shell/plainText.ts';
import { command, factsTooltip, moreRow, row } from '../shell/trees/treeRows.ts';
import { describeJob, isPlainlyRunning, stateText, stepsText } from './describe.ts';
import type { JobsNode } from './nodes.ts';
import { mayTryResume } from './resumable.ts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the row of a node. `unwatched`: a moving job is not being followed. */
export function renderNode(node: JobsNode, now: number, unwatched: boolean): vscode.TreeItem {
	switch (node.kind) {
		case 'job':
			return renderJob(node.job, now, unwatched);
		case 'reason':
			return row(`${node.isError ? 'error' : 'notice'}:${node.job.id}`, labelText(node.text), {
				icon: node.isError ? 'error' : 'info',
				...(node.isError ? { color: 'list.errorForeground' } : {}),
			});
		case 'checkpoints':
			return row(`checkpoints:${node.job.id}`, vscode.l10n.t('Checkpoints'), {
				icon: 'save-all',
				description: numberText(node.job.artifacts?.checkpoints.length ?? 0),
				state: Collapsed,
			});
		case 'checkpoint': {
			const name = labelText(node.name);
			const label =
				node.step === undefined ? vscode.l10n.t('Final') : vscode.l10n.t('Step {0}', numberText(node.step));
			return row(`checkpoint:${node.job.id}:${node.name}`, label, {
				icon: 'save',
				description: name,
				tags: '+checkpoint',
			});
		}
		case 'samples': {
			const count = numberText(node.job.artifacts?.sampleCount ?? 0);
			return row(`samples:${node.job.id}`, vscode.l10n.t('Samples'), {
				icon: 'preview',
				description: count,
				command: command('easel.showSamples', vscode.l10n.t('Show Samples'), node.job.id),
			});
		}
		case 'configuration':
			return row(`configuration:${node.job.id}`, vscode.l10n.t('Configuration'), {
				icon: 'settings-gear',
				command: command('easel.openJobConfiguration', vscode.l10n.t('Open Configuration'), node.job.id),
			});
		case 'nothing':
			return row(`nothing:${node.job.id}`, vscode.l10n.t('No files yet'), { icon: 'info' });
		case 'more':
			return moreRow('easel.showMoreJobs', 'more', node);
	}
}

interface Icon {
	readonly icon: string;
	readonly color?: string;
}

const endIcons: Readonly<Record<string, Icon>> = {
	FAILED: { icon: 'error', color: 'testing.iconFailed' },
	CANCELED: { icon: 'circle-slash', color: 'disabledForeground' },
};

function iconOf(record: JobRecord, unwatched: boolean): Icon {
	const warning = 'list.warningForeground';
	switch (record.phase) {
		case 'submitting':
			return { icon: 'loading~spin' };
		case 'unsent':
			return { icon: 'circle-slash', color: warning };
		case 'uncertain':
		case 'lost':
			return { icon: 'question', color: warning };
		default:
	}
	if (isPerhapsResumed(record) || record.missingSince !== undefined)
		return { icon: 'question', color: warning };
	if (record.state === 'STOPPED') {
		return isFinished(record)
			? { icon: 'pass-filled', color: 'testing.iconPassed' }
			: { icon: 'stop-circle', color: warning };
	}
	const end = endIcons[record.state];
	if (end !== undefined) return end;
	// The icon of a job that is not up to date does not turn.
	if (unwatched || record.notice !== undefined) return { icon: 'debug-disconnect', color: warning };
	if (record.stalledAt !== undefined) return { icon: 'warning', color: warning };
	if (record.state === 'IN_QUEUE') return { icon: 'clock', color: 'charts.yellow' };
	return { icon: 'loading~spin', color: 'charts.blue' };
}

function tagsOf(record: JobRecord): string {
	const tags = ['+job'];
	if (record.jobId !== undefined) tags.push('+known');
	if (canCancel(record)) tags.push('+active');
	if (record.missingSince !== undefined) tags.push('+missing');
	if (canBeLookedFor(record)) tags.push('+findable');
	if (record.phase === 'uncertain') tags.push('+uncertain');
	if (mayTryResume(record)) tags.push('+resumable');
	if (canResume(record)) tags.push('+continuable');
	if (canEdit(record)) tags.push('+editable');
	if (record.config !== undefined || record.artifacts?.config !== undefined) tags.push('+configured');
	if (record.artifacts?.config !== undefined) tags.push('+resolved');
	return tags.join('');
}

function renderJob(record: JobRecord, now: number, unwatched: boolean): vscode.TreeItem {
	const name = labelText(record.name);
	const parts = describeJob(record, now).map((part) => labelText(part));
	return row(`job:${record.id}`, name, {
		...iconOf(record, unwatched),
		description: (isPlainlyRunning(record) ? parts.slice(1) : parts).join(' · '),
		state: hasEnded(record) ? Collapsed : Expanded,
		tags: tagsOf(record),
		spoken: [
			vscode.l10n.t('Training job {0}', name),
			...parts,
			...(unwatched ? [vscode.l10n.t('not up to date')] : []),
		].join(', '),
	});
}

/** Returns the tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(node: JobsNode, now: number): string | vscode.MarkdownString | undefined {
	if (node.kind === 'reason') return node.text;
	return node.kind === 'job' ? jobTooltip(node.job, now) : undefined;
}

function jobTooltip(record: JobRecord, now: number): vscode.MarkdownString {
	const moment = (at: number | undefined) => (at === undefined ? undefined : describeMoment(at, now));
	const gpu = gpuOf(record);
	return factsTooltip(record.name, [
		[vscode.l10n.t('Status'), stateText(record, now)],
		[vscode.l10n.t('Progress'), stepsText(record)],
		[vscode.l10n.t('Estimate'), hasEnded(record) ? undefined : timeLeftText(record, now)],
		[vscode.l10n.t('GPU'), gpu === undefined ? record.gpuType : [gpuText(gpu), ...gpuFacts(gpu)].join(', ')],
		[vscode.l10n.t('Submitted'), moment(record.submittedAt)],
		[vscode.l10n.t('Resumed'), moment(record.resumedAt)],
		[vscode.l10n.t('Ended'), moment(record.endedAt)],
		[
			vscode.l10n.t('Time'),
			record.startedAt === undefined
				? undefined
				: describeDuration((record.endedAt ?? now) - record.startedAt),
		],
		[vscode.l10n.t('ID'), record.jobId],
	]);
}
