import type * as vscode from 'vscode';
import { isOwn, type Session, type SessionSource } from '../../../core/account/session.ts';
import type { Event } from '../../../core/base/emitter.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import type { RunBatches } from '../../../core/batches/runBatches.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { LazyLedger } from '../../shell/lazyLedger.ts';
import { LazyService } from '../../shell/lazyService.ts';
import { readPartnerKey } from '../start/partnerKey.ts';
import type { WindowRuns } from '../windowRuns.ts';

interface LazyRunBatchesDeps extends Pick<AppServices, 'log' | 'session'> {
	readonly ledger: LazyLedger;
	readonly windowRuns: WindowRuns;
	readonly workflows: WorkflowDocuments;
	readonly secrets: vscode.SecretStorage;
	readonly savedWorkflows: () => Promise<SavedWorkflows>;
	/** Starts the notices about batches, once there can be some; they hear of every change from the first on. */
	readonly watch: (parts: typeof import('../../features.ts')) => vscode.Disposable;
}

/** The window's way to batches of runs. */
export class WindowRunBatches extends LazyService<RunBatches, Batch> {
	readonly #session: SessionSource;
	#watch: vscode.Disposable | undefined;

	constructor({
		ledger,
		log,
		session,
		windowRuns,
		workflows,
		secrets,
		savedWorkflows,
		watch,
	}: LazyRunBatchesDeps) {
		super({
			log,
			what: 'batches',
			open: async () => {
				const [parts, { spending, ...opened }, runs] = await Promise.all([
					import('../../features.ts'),
					ledger.open(),
					windowRuns.open(),
				]);
				const service = new parts.RunBatches({
					...opened,
					session,
					log,
					runs,
					spending: spending.history,
					folder: ledger.folder('batches').fsPath,
					archiveFolder: windowRuns.archive.fsPath,
					plan: async (...item) => {
						const [{ answered, fileReader, planItem }, saved] = await Promise.all([
							import('../features.ts'),
							savedWorkflows(),
							workflows.load(),
						]);
						const planParts = {
							savedWorkflows: saved,
							files: fileReader,
							parse: (text: string) => workflows.ofText(text),
							// Another window takes over where this one is gone, and only its process is left.
							partnerKey: (connection: Connection) => answered(readPartnerKey(secrets, connection)),
						};
						return planItem(planParts, ...item);
					},
				});
				this.#watch = watch(parts);
				return service;
			},
			begin: (service) => service.resume(),
			known: () => this.unfinished(),
		});
		this.#session = session;
	}

	/** Fires after the account or the connection changed. */
	get onDidChangeSession(): Event<Session> {
		return this.#session.onDidChange;
	}

	/** The batches of the account that have not ended; signed out, those of the connection. */
	unfinished(): readonly Batch[] {
		const { current } = this.#session;
		const connectionId = current.connection.id;
		const owner =
			current.state === 'signedOut' ? { connectionId } : { connectionId, accountId: current.account.id };
		return this.opened?.unfinished(owner) ?? [];
	}

	/** A batch of the account; signed out, one of the connection. */
	get(id: string): Batch | undefined {
		const { current } = this.#session;
		const batch = this.opened?.get(id);
		if (batch?.connectionId !== current.connection.id) return undefined;
		return current.state === 'signedOut' || batch.accountId === current.account.id ? batch : undefined;
	}

	/** Whether a batch belongs to the account in use. */
	isOwn(batch: Batch): boolean {
		const { current } = this.#session;
		return current.state === 'signedIn' && isOwn(batch, current);
	}

	/** Why nobody continues a batch that has not ended, as a sentence. */
	whyUnwatched(batch: Batch): string | undefined {
		return this.opened?.whyUnwatched(batch);
	}

	override dispose(): void {
		this.#watch?.dispose();
		super.dispose();
	}
}
