import { isOwn, type Session, type SessionSource } from '../../../core/account/session.ts';
import type { Event } from '../../../core/base/emitter.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import type { RunBatches } from '../../../core/batches/runBatches.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { LazyService } from '../../shell/lazyService.ts';
import type { RunServices } from '../services.ts';
import { readPartnerKey } from '../start/partnerKey.ts';

interface RunBatchesDeps
	extends Pick<RunServices, 'log' | 'session' | 'clock' | 'ledger' | 'windowRuns' | 'workflows' | 'context'> {
	readonly savedWorkflows: () => Promise<SavedWorkflows>;
}

/** The window's way to batches of runs. */
export class WindowRunBatches extends LazyService<RunBatches, Batch> {
	readonly #session: SessionSource;

	constructor({
		ledger,
		log,
		session,
		clock,
		windowRuns,
		workflows,
		context,
		savedWorkflows,
	}: RunBatchesDeps) {
		super({
			ledger,
			log,
			what: 'batches',
			make: async ({ RunBatches }: typeof import('../../features.ts'), { spending, ...opened }) => {
				const runs = await windowRuns.open();
				return new RunBatches({
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
							partnerKey: (connection: Connection) =>
								answered(readPartnerKey(context.secrets, connection), clock),
						};
						return planItem(planParts, ...item);
					},
				});
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

	/** Returns the batches of the account that have not ended; signed out, those of the connection. */
	unfinished(): readonly Batch[] {
		const { current } = this.#session;
		const connectionId = current.connection.id;
		const owner =
			current.state === 'signedOut' ? { connectionId } : { connectionId, accountId: current.account.id };
		return this.opened?.unfinished(owner) ?? [];
	}

	/** Returns a batch of the account; signed out, one of the connection. */
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

	/** Returns the reason why nobody continues a batch that has not ended, as a sentence. */
	whyUnwatched(batch: Batch): string | undefined {
		return this.opened?.whyUnwatched(batch);
	}
}
