import type { TextRange } from '../../base/findings.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { KeptResults } from '../../engine/ownEngine.ts';
import type { ConversionOutcome } from '../../workflow/convert/apiDocument.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { MediaFolders } from '../plan/media.ts';
import type { ChangedInput, RunTarget } from '../run.ts';

export interface RunSource {
	readonly document: WorkflowDocument;
	/** The name that the person knows it by. */
	readonly name: string;
	/** Its address, by which its targets are remembered; absent for a text without one. */
	readonly uri?: string;
	/**
	 * The folders that file names in it are relative to. Absent for a document from the service: no local file is read
	 * for it.
	 */
	readonly folders?: MediaFolders;
	/** The deployment that has it as its saved workflow. */
	readonly savedWith?: { readonly connectionId: string; readonly deploymentId: string };
	/** The inputs that were already drawn into it; nothing more is drawn then, even if the list is empty. */
	readonly drawn?: readonly ChangedInput[];
	/** The outcome of its conversion; absent for a document in API format. */
	readonly conversion?: ConversionOutcome;
}

export interface KnownError {
	readonly message: string;
	/** Counted from 0. */
	readonly line: number;
	readonly range: TextRange;
}

/** A target that a document can be sent to, with the facts known before. */
export interface RunDestination
	extends RunTarget,
		Partial<Pick<Deployment, 'enabled' | 'workflowVersion' | 'minInstances' | 'hardware'>> {
	/** For an engine, if it reports it. */
	readonly keeps?: KeptResults;
}

/** Another connection was chosen to run on. */
export interface OtherConnection {
	readonly elsewhere: Connection;
}
