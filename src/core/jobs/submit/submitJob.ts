import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import {
	type JobAsk,
	type JobSource,
	type RefusedSubmission,
	reviewed,
	type StoppedSubmission,
	type SubmissionParts,
	type SwitchedSession,
} from './submission.ts';

export type SubmitOutcome =
	| { readonly kind: 'submitted'; readonly job: JobRecord }
	| RefusedSubmission
	| SwitchedSession
	| StoppedSubmission;

/** Takes a configuration to a new job: review, the question about money, and the submission. */
export async function submitJob(
	parts: SubmissionParts,
	session: SignedIn,
	{ source, gpu: first }: { readonly source: JobSource; readonly gpu: Gpu },
	ask: JobAsk,
): Promise<SubmitOutcome> {
	let gpu = first;
	const plan = {
		action: () => ({ kind: 'start', gpu }) as const,
		submission: () => ({ operation: 'submit', gpuType: gpu.type, gpuCount: gpu.count }) as const,
		ask: async () => undefined,
		useGpu: (chosen: Gpu) => {
			gpu = chosen;
		},
	};
	const found = await reviewed(parts, session, source, plan, ask);
	// Only an edit is offered to become a new job.
	if (found.kind === 'newJob') return { kind: 'stopped', why: 'cannotChange' };
	if (found.kind !== 'confirmed') return found;
	const { document, preparation } = found;
	const { name = source.name, steps, arch, load } = preparation.plan;
	const service = await parts.services.jobs();
	const sent = await parts.facts.during('starting', () =>
		service.submit({
			configText: document.source,
			gpuType: gpu.type,
			gpuCount: gpu.count,
			name,
			...compact({ documentUri: source.documentUri, totalSteps: steps, arch, load }),
		}),
	);
	return sent.ok ? { kind: 'submitted', job: sent.value } : { kind: 'refused', failure: sent.failure };
}
