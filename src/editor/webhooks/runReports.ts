import type { Connection } from '../../core/connection/connection.ts';
import type { Webhook } from '../../core/requests/request.ts';
import type { Run } from '../../core/runs/run.ts';

/** Returns the address to which the service reports a run that is about to be submitted; undefined for none. */
type WebhookSource = (run: Pick<Run, 'id'>, connection: Connection) => Webhook | undefined;

/** The webhooks of runs of this window: none until the receiver is ready. */
export class RunReports {
	#source: WebhookSource | undefined;

	/** Sets the receiver to use from now on. */
	reportTo(source: WebhookSource): void {
		this.#source = source;
	}

	readonly webhookOf: WebhookSource = (run, connection) => this.#source?.(run, connection);
}
