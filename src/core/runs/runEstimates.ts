import { ownerOf, type SessionSource } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { hourlyRate } from '../connection/dialects.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { Estimate } from '../records/estimate.ts';
import type { StartWatch } from '../records/startWatch.ts';
import { runEstimate } from './estimate.ts';
import type { RunTargetId } from './run.ts';
import type { RunTable } from './runTable.ts';
import { isPaid } from './targetTraits.ts';

interface RunEstimatesParts {
	readonly session: SessionSource;
	readonly runs: RunTable;
	readonly spending?: StartWatch;
}

/** The parts of the service of runs that estimates need. */
export interface Estimating {
	readonly estimates: Pick<RunEstimates, 'expected'>;
}

/** Earlier runs of a target from which the next one is estimated. */
const usedEarlier = 20;

/** The expected time and cost of runs of the account in use. */
export class RunEstimates {
	readonly #parts: RunEstimatesParts;

	constructor(parts: RunEstimatesParts) {
		this.#parts = parts;
	}

	/** Estimates a run of a target from earlier runs, else from the listed price and the price of its machine. */
	async expected(target: RunTargetId & Pick<Deployment, 'hardware'>): Promise<Estimate> {
		const { session, spending } = this.#parts;
		const { current } = session;
		const estimate = this.fromEarlier(target);
		if (current.state !== 'signedIn' || estimate.microdollars !== undefined || !isPaid(target))
			return estimate;
		const { kind, id: targetId, hardware } = target;
		const listed = await spending?.listedPrice(current, { kind, targetId });
		return {
			...estimate,
			...compact({
				microdollars: listed === undefined ? undefined : { low: listed, high: listed },
				perHour: hardware === undefined ? undefined : hourlyRate(hardware),
			}),
		};
	}

	fromEarlier(target: RunTargetId): Estimate {
		const { session, runs, spending } = this.#parts;
		const { current } = session;
		if (current.state !== 'signedIn') return { count: 0 };
		const costs = isPaid(target)
			? (spending?.earlier(current, { kind: target.kind, targetId: target.id }) ?? [])
			: [];
		const latest = runs.of({ ...ownerOf(current), target, limit: usedEarlier });
		// The cost of simultaneous runs is unknown, so the latest may have none.
		const others = costs.filter(
			({ id, microdollars }) => microdollars !== undefined && !latest.some((run) => run.id === id),
		);
		const measured = others.slice(0, usedEarlier).flatMap(({ id }) => runs.get(id) ?? []);
		return runEstimate([...latest, ...measured], costs);
	}
}
