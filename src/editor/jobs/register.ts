import * as vscode from 'vscode';
import { counted } from '../../core/base/language.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { AppServices } from '../shell/appServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { jobsCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import { revealRow } from '../shell/trees/revealRow.ts';
import type { ConfigurationChanges } from './commandDeps.ts';
import type { JobsNode } from './nodes.ts';
import type { JobsTree } from './tree.ts';
import type { WindowJobs } from './windowJobs.ts';

interface JobsDeps extends AppServices {
	readonly jobs: WindowJobs;
	readonly changes: ConfigurationChanges;
	readonly sandbox: Pick<SandboxKeeper, 'onDidReset'>;
}

interface JobsApi {
	/** Shows a job in the view without taking the focus, if the view is open. */
	reveal(job: JobRecord): void;
}

/** Registers the Training Jobs view with its commands and documents; their modules are loaded on first use. */
export function registerJobs(context: vscode.ExtensionContext, deps: JobsDeps): JobsApi {
	const { log, session, jobs } = deps;
	let drawn: JobsTree | undefined;
	const tree = new LazyTree<JobsNode>(async () => {
		const [{ JobsTree }] = await Promise.all([import('./features.ts'), jobs.open()]);
		drawn = new JobsTree(jobs);
		return drawn;
	});
	const view = tree.createView('easel.jobs', { showCollapseAll: true });

	/** Jobs in progress, on the icon of the view. */
	const count = () => {
		const value = session.current.state === 'signedOut' ? 0 : (jobs.opened?.moving() ?? 0);
		const tooltip = counted(
			value,
			vscode.l10n.t('1 training job in progress'),
			vscode.l10n.t('{0} training jobs in progress'),
		);
		view.badge = value === 0 ? undefined : { value, tooltip };
	};
	const rowOf = (job: JobRecord): JobsNode => drawn?.nodeOf(job.id) ?? { kind: 'job', job };
	const reveal = async (id: string) => {
		const job = (await jobs.open()).get(id);
		if (job === undefined) return;
		await revealRow(view, rowOf(job), { select: true, focus: true, expand: true });
	};
	/** Jobs of an earlier window are followed again as soon as an account is signed in. */
	const quietly = (work: () => Promise<unknown>) => {
		work().catch((cause) => log.error('The list of training jobs could not be opened', cause));
	};

	context.subscriptions.push(
		tree,
		vscode.workspace.registerTextDocumentContentProvider('easel-job', {
			provideTextDocumentContent: async (uri) => (await import('./features.ts')).jobDocumentText(deps, uri),
		}),
		jobs.onDidChange(count),
		jobs.onDidRemove(count),
		jobs.onDidChangeSession((current) => {
			count();
			if (current.state === 'signedIn') quietly(() => jobs.open());
		}),
		deps.sandbox.onDidReset(() => quietly(async () => (await jobs.open()).sandboxWasReset())),
		registerLazyCommands(log, jobsCommandIds, async () => {
			const { jobCommands } = await import('./features.ts');
			return jobCommands({ ...deps, reveal, showMore: () => drawn?.showMoreJobs() });
		}),
	);

	return {
		reveal(job) {
			if (view.visible) void revealRow(view, rowOf(job), { select: false, focus: false, expand: true });
		},
	};
}
