import type { SignedIn } from '../../account/session.ts';
import { systemClock } from '../../base/clock.ts';
import type { RunPlan } from '../plan/plan.ts';
import { mayHaveInstance, type RunTargetId } from '../run.ts';
import type { RunService } from '../runService.ts';

/** An output that an earlier run has made already. */
export interface SameOutput {
	readonly nodeId: string;
	readonly title: string;
	/** When the latest run began that made the same, in milliseconds since 1970. */
	readonly since: number;
}

/** Outputs that the target takes from its cache as they are, as far as that is known here. */
export interface NothingNew {
	/** At least one. */
	readonly outputs: readonly SameOutput[];
	/** The run has no other outputs. */
	readonly isAll: boolean;
	/**
	 * It is the same engine and nothing is unknown that the outputs depend on. Otherwise another instance may take the run, or a class of a
	 * pack may make something new each time.
	 */
	readonly isSure: boolean;
}

/** Among so many latest runs of a target one is looked for that made the same. */
const mostCompared = 20;

/**
 * What of a plan would bring nothing new after the latest runs of its target; `undefined` where all of it is new. A cache ends with its
 * instance, and with its engine.
 */
export function nothingNew(
	service: Pick<RunService, 'runs'>,
	{ connection, account }: SignedIn,
	{ kind, id }: RunTargetId,
	{ outputs }: Pick<RunPlan, 'outputs'>,
): NothingNew | undefined {
	if (outputs.length === 0) return undefined;
	const owner = { connectionId: connection.id, accountId: account.id };
	const since = new Map<string, number>();
	for (const run of service.runs({ ...owner, target: { kind, id }, limit: mostCompared })) {
		// The engine has lost it because it was restarted, as a rule.
		if (run.state === 'lost') break;
		const mayHold = kind === 'engine' || mayHaveInstance(run, systemClock.now());
		if (run.state !== 'succeeded' || !mayHold) continue;
		for (const signature of Object.values(run.summary.signatures ?? {}))
			if (!since.has(signature)) since.set(signature, run.submittedAt);
	}
	const same = outputs.flatMap(({ nodeId, title, signature, isSure }) => {
		const at = since.get(signature);
		return at === undefined ? [] : [{ nodeId, title, since: at, isSure }];
	});
	if (same.length === 0) return undefined;
	return {
		outputs: same.map(({ isSure: _, ...output }) => output),
		isAll: same.length === outputs.length,
		isSure: kind === 'engine' && same.every(({ isSure }) => isSure),
	};
}
