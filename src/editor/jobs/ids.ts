import type { CommandId } from '../shell/ids.ts';

/** The commands of this room; what they do is loaded with the first of them. */
export const jobCommandIds = [
	'easel.trackJob',
	'easel.trackDemoJobs',
	'easel.exportJobs',
	'easel.importJobs',
	'easel.refreshJob',
	'easel.showMoreJobs',
	'easel.showJob',
	'easel.cancelJob',
	'easel.lookForJob',
	'easel.giveUpJob',
	'easel.thisIsJob',
	'easel.resumeJob',
	'easel.editJob',
	'easel.continueJob',
	'easel.openJobConfiguration',
	'easel.openResolvedConfiguration',
	'easel.copyJobId',
	'easel.removeJob',
	'easel.downloadCheckpoint',
	'easel.copyCheckpointAddress',
	'easel.showCheckpointMetadata',
] as const satisfies readonly CommandId[];
export type JobCommandId = (typeof jobCommandIds)[number];
