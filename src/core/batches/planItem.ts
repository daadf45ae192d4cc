import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import type { RunPlan } from '../runs/plan/plan.ts';
import { gather, type PreparationParts, planFor } from '../runs/start/preparation.ts';
import { takesInputsFailure } from '../runs/start/refusals.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './items.ts';
import { fileGoneFailure } from './notices.ts';

export interface PlanParts extends PreparationParts {
	/** Returns the key for third-party API nodes; read for each run when it is sent, and never kept. */
	partnerKey(connection: Connection): PromiseLike<string | undefined>;
}

/** Plans an item of a batch like a single run: with the currently saved workflow, the current files and the current key. */
export async function planItem(
	parts: PlanParts,
	session: SignedIn,
	{ to }: Batch,
	{ text, drawn, media: own = [] }: BatchItem,
): Promise<Result<RunPlan>> {
	const { target, mode, folders, media } = to;
	const source = { document: parts.parse(text), ...compact({ folders, drawn }) };
	const gathered = await gather(parts, session, source, target);
	if (gathered.takesInputs) return failed(takesInputsFailure(target));
	// If a file from the review is missing now, the picture would differ from the expected one.
	const gone = [...media, ...own].find((path) => !gathered.media.files.some((file) => file.path === path));
	if (gone !== undefined) return failed(fileGoneFailure(gone));
	const partnerKey = await parts.partnerKey(session.connection);
	return planFor(session, source, target, gathered, mode, partnerKey);
}
