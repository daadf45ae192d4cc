import { type Balance, fetchBalance } from '../../account/balance.ts';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { isUnencrypted } from '../../base/loopback.ts';
import { dialectOf } from '../../connection/dialects.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import {
	type FileReader,
	type MediaScan,
	type ScanOptions,
	scanMedia,
	scanServiceDocument,
} from '../plan/media.ts';
import { type PlanMode, planRun } from '../plan/plan.ts';
import type { RunTargetId } from '../run.ts';
import { traitsOf } from '../targetTraits.ts';
import type { RunSource } from './runSource.ts';
import type { SavedWorkflows } from './savedWorkflows.ts';

/** The parts of a plan, in addition to the document. */
interface Gathered {
	readonly saved: WorkflowDocument | undefined;
	/** True if the deployment takes its own inputs, so that no workflow can run on it. */
	readonly takesInputs: boolean;
	readonly media: MediaScan;
	/** The engine's own classes. */
	readonly core: NodeInfo;
}

/** All that is known before anything is sent. */
export interface Preparation extends Gathered {
	readonly balance: Balance | undefined;
}

export interface PreparationParts {
	readonly savedWorkflows: Pick<SavedWorkflows, 'of' | 'takesInputs'>;
	readonly files: FileReader;
	/** Reads a workflow that the service has saved. */
	readonly parse: (text: string) => WorkflowDocument;
}

/** Gathers the parts of a plan and the balance, in parallel. The options are those for reading files. */
export async function prepare(
	parts: PreparationParts,
	session: SignedIn,
	source: RunSource,
	target: RunTargetId,
	options: ScanOptions = {},
): Promise<Preparation> {
	const [gathered, balance] = await Promise.all([
		gather(parts, session, source, target, options),
		session.connection.capabilities.balance ? fetchBalance(session.service) : undefined,
	]);
	return { ...gathered, balance: balance?.ok ? balance.value : undefined };
}

/** Gathers, at the same time: the saved workflow and local media files. */
export async function gather(
	{ savedWorkflows, files, parse }: PreparationParts,
	session: SignedIn,
	{ document, folders }: Pick<RunSource, 'document' | 'folders'>,
	target: RunTargetId,
	options: ScanOptions = {},
): Promise<Gathered> {
	const [savedText, takesInputs, media, core] = await Promise.all([
		savedWorkflows.of(session, target),
		savedWorkflows.takesInputs(session, target),
		folders === undefined
			? scanServiceDocument(document)
			: scanMedia(document, folders, files, { ...options, forEngine: traitsOf(target).takesFiles }),
		loadCoreCatalog(),
	]);
	return {
		saved: savedText === undefined ? undefined : parse(savedText),
		takesInputs,
		media,
		core,
	};
}

/** Plans the run for one way of sending. It depends only on its inputs, so it can be called again for the other way. */
export function planFor(
	{ connection }: SignedIn,
	{ document, drawn }: Pick<RunSource, 'document' | 'drawn'>,
	target: RunTargetId,
	{ saved, media, core }: Pick<Gathered, 'saved' | 'media' | 'core'>,
	mode: PlanMode | 'auto',
	partnerKey: string | undefined,
): ReturnType<typeof planRun> {
	const keyStays = partnerKey !== undefined && isUnencrypted(connection.baseUrl);
	return planRun({
		document,
		...compact({ saved, drawn }),
		mode,
		media,
		core,
		...(partnerKey && !keyStays ? { partnerKey } : {}),
		keyStays,
		dialect: dialectOf(connection),
		engine: traitsOf(target).takesFiles,
	});
}
