import type * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import { hasEnded, type JobRecord } from '../../core/jobs/jobRecord.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import { checkpointNodes, type JobsNode, jobNodes, pageSize, rootNodes } from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';

interface ListedJobs {
	/** Returns the jobs, newest first. */
	jobs(): readonly JobRecord[];
	/** Returns the reason why a job that has not ended is not followed. */
	whyUnwatched(record: JobRecord): string | undefined;
	readonly onDidChange: Event<JobRecord>;
	readonly onDidRemove: Event<string>;
	readonly onDidChangeSession: Event<unknown>;
}

/** The list of jobs, among the lists that have pages. */
const jobsList = 'jobs';

export class JobsTree extends PagedTree<JobsNode> {
	readonly #jobs: ListedJobs;

	constructor(jobs: ListedJobs) {
		super();
		this.#jobs = jobs;
		this.listen(
			jobs.onDidChange((record) => {
				// A job that is not drawn is new.
				if (!this.update({ kind: 'job', job: record })) this.refresh();
			}),
			jobs.onDidRemove(() => this.refresh()),
			jobs.onDidChangeSession(() => this.reset()),
		);
	}

	showMoreJobs(): void {
		this.showMore(jobsList, pageSize);
	}

	/** Returns the drawn row of a job, to reveal it. */
	nodeOf(id: string): JobsNode | undefined {
		return this.drawn(`job:${id}`);
	}

	override getParent(node: JobsNode): JobsNode | undefined {
		if (node.kind === 'job' || node.kind === 'more') return undefined;
		return this.drawn(node.kind === 'checkpoint' ? `checkpoints:${node.job.id}` : `job:${node.job.id}`);
	}

	protected children(node: JobsNode | undefined): readonly JobsNode[] {
		if (node === undefined) return rootNodes(this.#jobs.jobs(), this.limit(jobsList, pageSize));
		if (node.kind === 'job') return jobNodes(node.job, this.#jobs.whyUnwatched(node.job));
		return node.kind === 'checkpoints' ? checkpointNodes(node.job) : [];
	}

	protected idOf(node: JobsNode): string | undefined {
		if (node.kind === 'job') return `job:${node.job.id}`;
		return node.kind === 'checkpoints' ? `checkpoints:${node.job.id}` : undefined;
	}

	protected render(node: JobsNode, now: number): vscode.TreeItem {
		return renderNode(node, now, this.#isUnwatched(node));
	}

	protected override readonly tooltip = tooltipOf;

	protected override isMoving(node: JobsNode): boolean {
		return node.kind === 'job' && !hasEnded(node.job) && !this.#isUnwatched(node);
	}

	#isUnwatched(node: JobsNode): boolean {
		return node.kind === 'job' && this.#jobs.whyUnwatched(node.job) !== undefined;
	}
}
