import type { CommandId } from '../shell/ids.ts';

/** The commands of this room; what they do is loaded with the first of them. */
export const runCommandIds = [
	'easel.run',
	'easel.runWith',
	'easel.runDeployment',
	'easel.showRun',
	'easel.showLastResult',
	'easel.cancelRun',
	'easel.runAgain',
	'easel.runAgainWithNewSeed',
	'easel.copyRequestId',
	'easel.removeRun',
	'easel.setPartnerKey',
	'easel.removePartnerKey',
] as const satisfies readonly CommandId[];
export type RunCommandId = (typeof runCommandIds)[number];
