import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import { resumeText } from '../../../../src/core/jobs/submit/resumeTexts.ts';
import type { JobsNode } from '../../../../src/editor/jobs/nodes.ts';
import { renderNode } from '../../../../src/editor/jobs/render.ts';
import { JobsTree } from '../../../../src/editor/jobs/tree.ts';
import { jobRecord } from '../../support/jobRecord.ts';
import { until } from '../../support/until.ts';

const now = Date.now();
const minute = 60_000;

const running: JobRecord = {
	...jobRecord({ id: 'r1', jobId: 'j1', phase: 'moving', state: 'RUNNING' }),
	submittedAt: now - 20 * minute,
	startedAt: now - 10 * minute,
	progress: { step: 500, totalSteps: 2000 },
	pace: {
		first: { at: now - 10 * minute, step: 0 },
		recent: [
			{ at: now - 10 * minute, step: 0 },
			{ at: now, step: 500 },
		],
	},
	config: 'whole',
	artifacts: {
		step: 500,
		checkpoints: ['harbor_000000250.safetensors', 'harbor_000000500.safetensors'],
		sampleCount: 4,
	},
};
const ended = (state: string, step: number, more: Partial<JobRecord> = {}): JobRecord => {
	const { pace: _, ...rest } = running;
	return {
		...rest,
		id: `${state}-${step}`,
		phase: 'ended',
		state,
		endedAt: now - minute,
		progress: { step, totalSteps: 2000 },
		...more,
	};
};

function setUp(records: JobRecord[], unwatched?: string) {
	const changed = new Emitter<JobRecord>();
	const removed = new Emitter<string>();
	const session = new Emitter<unknown>();
	const tree = new JobsTree({
		jobs: () => records,
		whyUnwatched: ({ phase }) => (phase === 'moving' ? unwatched : undefined),
		onDidChange: changed.event,
		onDidRemove: removed.event,
		onDidChangeSession: session.event,
	});
	const redrawn: (JobsNode | undefined)[] = [];
	tree.onDidChangeTreeData((node) => redrawn.push(node));
	const items = (node?: JobsNode) => tree.getChildren(node).map((each) => tree.getTreeItem(each));
	return { tree, changed, removed, session, redrawn, items };
}
const itemText = ({ label, description }: vscode.TreeItem) =>
	description ? `${String(label)}: ${String(description)}` : String(label);
const iconOf = ({ iconPath }: vscode.TreeItem) => (iconPath as vscode.ThemeIcon).id;

describe('the Training Jobs tree', () => {
	it('shows the progress of a job and an estimate of the remaining time', () => {
		const item = renderNode({ kind: 'job', job: running }, now, false);
		assert.equal(itemText(item), 'harbor: 25% · about 30 min left · 500 of 2,000 steps');
		assert.equal(iconOf(item), 'loading~spin');
		assert.match(
			item.accessibilityInformation?.label ?? '',
			/^Training job harbor, running, 25%, about 30 min left, 500 of 2,000 steps/,
		);
	});

	it('distinguishes each end, and a resume that may not have arrived, by text and icon', () => {
		for (const [record, text, icon] of [
			[ended('STOPPED', 2000), 'finished', 'pass-filled'],
			[ended('STOPPED', 700), 'stopped early', 'stop-circle'],
			[ended('FAILED', 700), 'failed', 'error'],
			[ended('CANCELED', 700), 'canceled', 'circle-slash'],
			[ended('STOPPED', 1, { phase: 'unsent' }), 'not submitted', 'circle-slash'],
			[ended('STOPPED', 2, { phase: 'uncertain' }), 'unknown whether it was submitted', 'question'],
			[ended('STOPPED', 3, { phase: 'lost' }), 'no longer known to the service', 'question'],
			[{ ...running, state: '', notice: 'It broke.' }, 'unknown whether it was resumed', 'question'],
		] as const) {
			const [item] = setUp([record]).items();
			assert.deepEqual([String(item?.description).split(' · ')[0], item && iconOf(item)], [text, icon]);
		}
	});

	it('shows an unknown state unchanged, without special icons', () => {
		const [item] = setUp([{ ...running, state: 'Preparing $(flame)' }]).items();
		assert.match(String(item?.description), /^Preparing \$ \(flame\) · /);
	});

	it('shows the time since the last step instead of the remaining time', () => {
		const stalled = {
			...running,
			stalledAt: now - 10 * minute,
			pace: {
				first: { at: now - 90 * minute, step: 0 },
				recent: [{ at: now - 13 * minute, step: 500 }],
			},
		};
		const item = renderNode({ kind: 'job', job: stalled }, now, false);
		assert.equal(itemText(item), 'harbor: no step for 13 min 00 s · 25% · 500 of 2,000 steps');
		assert.equal(iconOf(item), 'warning');
	});

	it('shows the outputs of a job below it, latest checkpoint first, without any address, and opens samples and configuration', () => {
		const failed = ended('FAILED', 700, {
			error: 'server was reclaimed',
			artifacts: {
				step: 700,
				checkpoints: ['harbor_000000250.safetensors', 'harbor.safetensors', 'harbor_000000500.safetensors'],
				sampleCount: 4,
			},
		});
		const { tree, items } = setUp([failed]);
		const [job] = tree.getChildren();
		assert.ok(job);
		assert.deepEqual(items(job).map(itemText), [
			'server was reclaimed',
			'Checkpoints: 3',
			'Samples: 4',
			'Configuration',
		]);
		assert.deepEqual(
			items(job).map(({ command }) => command?.command),
			[undefined, undefined, 'easel.showSamples', 'easel.openJobConfiguration'],
		);
		const group = tree.getChildren(job).find(({ kind }) => kind === 'checkpoints');
		assert.deepEqual(items(group).map(itemText), [
			'Final: harbor.safetensors',
			'Step 500: harbor_000000500.safetensors',
			'Step 250: harbor_000000250.safetensors',
		]);
		assert.equal(tree.getParent(tree.getChildren(group)[0] as JobsNode), group);
	});

	it('offers the actions of the state', () => {
		const tags = (record: JobRecord) => setUp([record]).items()[0]?.contextValue;
		assert.match(tags(running) ?? '', /\+active\b/);
		assert.doesNotMatch(tags(running) ?? '', /resumable|editable/);
		assert.match(tags(ended('STOPPED', 700)) ?? '', /\+resumable\+continuable\+editable/);
		assert.doesNotMatch(tags(ended('STOPPED', 2000)) ?? '', /resumable/);
		assert.match(tags(ended('STOPPED', 2000)) ?? '', /\+continuable\+editable/);
		assert.match(tags(ended('FAILED', 700)) ?? '', /\+resumable\+editable/);
		assert.doesNotMatch(tags(ended('FAILED', 700)) ?? '', /continuable/);
		const artifacts = { step: 1, checkpoints: [], sampleCount: 0 };
		assert.doesNotMatch(tags(ended('STOPPED', 2000, { artifacts })) ?? '', /resolved/);
		const listed = { ...artifacts, config: 'config.yaml' };
		assert.match(tags(ended('STOPPED', 2000, { artifacts: listed })) ?? '', /\+resolved/);
		assert.doesNotMatch(tags(ended('STOPPED', 1, { phase: 'lost' })) ?? '', /resumable|editable|active/);
	});

	it('marks a job that is temporarily not found, with actions to look again and to give up', () => {
		const missing = { ...running, missingSince: 1, notice: 'The service cannot find this job.' };
		const [item] = setUp([missing]).items();
		assert.match(String(item?.description), /not found for now/);
		assert.match(item?.contextValue ?? '', /\+active\+missing\+findable\b/);
		const [lost] = setUp([ended('RUNNING', 1, { phase: 'lost' })]).items();
		assert.match(lost?.contextValue ?? '', /\+findable\b/);
		assert.doesNotMatch(lost?.contextValue ?? '', /missing|active/);
		const [uncertain] = setUp([{ ...running, phase: 'uncertain' }]).items();
		assert.match(uncertain?.contextValue ?? '', /\+uncertain\b/);
	});

	it('redraws only the row of a changed job, and everything for a new one', async () => {
		const records = [running];
		const { tree, changed, redrawn, items } = setUp(records);
		const [row] = tree.getChildren();
		changed.fire({ ...running, progress: { step: 600, totalSteps: 2000 } });
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [row]);
		assert.match(String(tree.getTreeItem(row as JobsNode).description), /600 of 2,000/);
		const other = { ...running, id: 'r2', name: 'second' };
		records.unshift(other);
		changed.fire(other);
		await until('all rows', () => redrawn.length > 1);
		assert.equal(redrawn.at(-1), undefined);
		assert.equal(items().length, 2);
	});

	it('advances time only while a tracked job is visible', () => {
		const { tree } = setUp([running]);
		tree.getChildren();
		assert.equal(tree.ticking, false, 'nobody sees it');
		tree.setVisible(true);
		assert.equal(tree.ticking, true);
		tree.dispose();
		const alone = setUp([running], 'You are signed out.').tree;
		alone.setVisible(true);
		const [job] = alone.getChildren();
		assert.equal(alone.ticking, false);
		assert.equal(iconOf(alone.getTreeItem(job as JobsNode)), 'debug-disconnect');
		assert.equal(itemText(alone.getTreeItem(alone.getChildren(job)[0] as JobsNode)), 'You are signed out.');
		alone.dispose();
	});
});

describe('the text before a job is resumed', () => {
	it('names the first step and the repeated steps', () => {
		const stopped = ended('STOPPED', 730);
		const from = (step: number, repeated: number) => ({
			step,
			repeated,
			checkpoint: 'harbor_500.safetensors',
		});
		assert.equal(
			resumeText(stopped, from(500, 230)),
			'It begins at step 500, from "harbor_500.safetensors". The 230 steps after it are repeated.',
		);
		assert.match(resumeText(stopped, from(729, 1)), /1 step after it is repeated\.$/);
	});

	it('warns if no checkpoint would be used', () => {
		assert.equal(
			resumeText(ended('CANCELED', 120), { step: 0, repeated: 120 }),
			'No checkpoint would be used: it begins at step 0 again, and all 120 completed steps are lost.',
		);
	});
});
