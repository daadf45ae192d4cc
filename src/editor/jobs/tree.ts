import type { Disposable, Event } from '../../core/base/emitter.ts';
import { hasEnded, type JobRecord } from '../../core/jobs/jobRecord.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import { checkpointNodes, type JobsNode, jobNodes, pageSize, rootNodes } from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';

/** What the tree needs to know of jobs. */
interface ListedJobs {
	/** Newest first. */
	jobs(): readonly JobRecord[];
	/** Why nobody follows a job that has not ended. */
	whyUnwatched(record: JobRecord): string | undefined;
	readonly onChange: Event<JobRecord>;
	readonly onRemove: Event<string>;
	readonly onSession: Event<unknown>;
}

/** The list of jobs, among the lists that have pages. */
const jobsList = 'jobs';

/** Draws training jobs with what they made. */
export class JobsTree extends PagedTree<JobsNode> {
	readonly #watches: readonly Disposable[];

	constructor(jobs: ListedJobs) {
		// Called only once the tree is there.
		const rows = (): readonly JobsNode[] => rootNodes(jobs.jobs(), this.limit(jobsList, pageSize));
		const isUnwatched = (node: JobsNode) => node.kind === 'job' && jobs.whyUnwatched(node.job) !== undefined;
		super({
			children(node) {
				if (node === undefined) return rows();
				if (node.kind === 'job') return jobNodes(node.job, jobs.whyUnwatched(node.job));
				return node.kind === 'checkpoints' ? checkpointNodes(node.job) : [];
			},
			idOf,
			parent: (node) => this.#parentOf(node),
			render: (node, now) => renderNode(node, now, isUnwatched(node)),
			tooltip: tooltipOf,
			isMoving: (node) => node.kind === 'job' && !hasEnded(node.job) && !isUnwatched(node),
		});
		this.#watches = [
			jobs.onChange((record) => {
				// A job that is not drawn is new.
				if (!this.update({ kind: 'job', job: record })) this.refresh();
			}),
			jobs.onRemove(() => this.refresh()),
			jobs.onSession(() => this.reset()),
		];
	}

	showMoreJobs(): void {
		this.showMore(jobsList, pageSize);
	}

	/** The drawn row of a job, to reveal it. */
	nodeOf(id: string): JobsNode | undefined {
		return this.drawn(`job:${id}`);
	}

	override dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		super.dispose();
	}

	#parentOf(node: JobsNode): JobsNode | undefined {
		if (node.kind === 'job' || node.kind === 'more') return undefined;
		return this.drawn(node.kind === 'checkpoint' ? `checkpoints:${node.job.id}` : `job:${node.job.id}`);
	}
}

function idOf(node: JobsNode): string | undefined {
	if (node.kind === 'job') return `job:${node.job.id}`;
	return node.kind === 'checkpoints' ? `checkpoints:${node.job.id}` : undefined;
}
