import type { Meter } from '../account/meter.ts';
import type { SandboxContext } from '../base/context.ts';
import type { DeploymentRecord } from '../deployments/records.ts';
import { hardwareFacts } from '../engine/hardware.ts';

/** The price of a warm instance, as a fraction of the price of a busy one. */
const warmShare = 0.01;

/**
 * Charges for the instances that a deployment keeps warm: up to its minimum, a hundredth of the price of a busy one each. It counts the
 * running time of the clock, no faster than real time, so that neither a fast clock nor one that is moved forward empties the account of a
 * demonstration.
 */
export class WarmTime {
	readonly #sandbox: SandboxContext;
	readonly #meter: Meter;
	/** The machine is the person's own. */
	readonly #isFree: boolean;

	constructor(sandbox: SandboxContext, meter: Meter, isFree: boolean) {
		this.#isFree = isFree;
		this.#sandbox = sandbox;
		this.#meter = meter;
	}

	/** Counts warm time. Call it when the number of live instances or the minimum of a deployment may have changed. */
	count(deployment: DeploymentRecord, live: number): void {
		const { id, accountId, hardware, minInstances } = deployment;
		const paid = this.#isFree ? 0 : Math.min(live, minInstances);
		const rate = paid * hardwareFacts(hardware).microdollarsPerSecond * warmShare;
		const key = `warm ${id}`;
		if ((this.#meter.get(key)?.rate ?? 0) === rate) return;
		this.#meter.settle(accountId);
		this.#meter.remove(key);
		const now = () => this.#sandbox.clock.ran();
		this.#meter.add(key, { accountId, rate, now, chargedUntil: now(), note: () => {} });
	}
}
