import { isOwn, type SessionSource } from '../../../core/account/session.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import type { RunBatches } from '../../../core/batches/runBatches.ts';
import { LazyService, type WindowParts } from '../../shell/lazyService.ts';

export class WindowRunBatches extends LazyService<RunBatches, Batch> {
	readonly #session: SessionSource;

	constructor(parts: WindowParts, session: SessionSource) {
		super(parts, parts.opened.batches, 'batches', () => this.unfinished());
		this.#session = session;
		parts.opened.batches.onDidMake((batches) => batches.begin());
	}

	/** Returns the batches of the account that have not ended; when signed out, those of the connection. */
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

	/** Returns whether a batch belongs to the account in use. */
	isOwn(batch: Batch): boolean {
		const { current } = this.#session;
		return current.state === 'signedIn' && isOwn(batch, current);
	}

	/** Returns the reason why a batch that has not ended is not continued, as a sentence. */
	whyUnwatched(batch: Batch): string | undefined {
		return this.opened?.whyUnwatched(batch);
	}
}
