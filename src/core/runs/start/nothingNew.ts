import { ownerOf, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { RunPlan } from '../plan/plan.ts';
import { mayHaveInstance, type Run } from '../run.ts';
import type { RunService } from '../runService.ts';
import { traitsOf } from '../targetTraits.ts';
import type { RunDestination } from './runSource.ts';

/** An output that an earlier run has made already. */
export interface SameOutput {
	readonly nodeId: string;
	readonly title: string;
	/** The time when the latest run began that made the same, in milliseconds since 1970. */
	readonly since: number;
}

/** Outputs that an earlier run of the target is known to have made already. */
export interface NothingNew {
	/** At least one. */
	readonly outputs: readonly SameOutput[];
	/** The run has no other outputs. */
	readonly isAll: boolean;
	/**
	 * The target takes them from its cache: it is the same engine, nothing has run there since, and nothing is unknown that the outputs depend
	 * on. Otherwise another instance may take the run, the engine may have dropped the results for others, or a class of a pack may make
	 * something new each time.
	 */
	readonly isSure: boolean;
	/**
	 * The latest run that made all of them, if its result is here. The same run costs the same again and probably has
	 * the same result; the models of a deployment may have changed.
	 */
	readonly earlier?: Run;
}

/** The number of latest runs of a target to search for one that made the same. */
const mostCompared = 100;

/**
 * Finds the outputs of a plan that would produce nothing new after the latest runs of its target; `undefined` if all
 * are new. A cache ends with its instance and its engine; a local result does not.
 */
export function nothingNew(
	service: Pick<RunService, 'runs'>,
	session: SignedIn,
	{ kind, id, keeps }: RunDestination,
	{ outputs }: Pick<RunPlan, 'outputs'>,
): NothingNew | undefined {
	if (outputs.length === 0) return undefined;
	const { remembers } = traitsOf({ kind });
	const runs = service.runs({ ...ownerOf(session), target: { kind, id }, limit: mostCompared });
	const earlier = runs.find((run) => hasResult(run) && hasMade(run, outputs));
	const held = new Map<string, { readonly since: number; readonly isLatest: boolean }>();
	let isLatest = true;
	for (const run of keeps === 'nothing' ? [] : runs) {
		// The engine has lost it because it was restarted, as a rule.
		if (run.state === 'lost') break;
		if (run.state === 'unsent') continue;
		const mayHold = remembers || mayHaveInstance(run, Date.now());
		if (run.state === 'succeeded' && mayHold) {
			for (const signature of Object.values(run.summary.signatures ?? {}))
				if (!held.has(signature)) held.set(signature, { since: run.submittedAt, isLatest });
		}
		if (keeps === 'latest') break;
		isLatest = false;
	}
	const same = outputs.flatMap(({ nodeId, title, signature, isSure }) => {
		const found = held.get(signature);
		const since = found?.since ?? earlier?.submittedAt;
		return since === undefined ? [] : [{ nodeId, title, since, isSure: isSure && found?.isLatest === true }];
	});
	if (same.length === 0) return undefined;
	return {
		outputs: same.map(({ isSure: _, ...output }) => output),
		isAll: same.length === outputs.length,
		isSure: remembers && same.every(({ isSure }) => isSure),
		...compact({ earlier }),
	};
}

function hasResult({ state, files, texts }: Run): boolean {
	return (
		state === 'succeeded' && (texts.length > 0 || files.some(({ archivedAs }) => archivedAs !== undefined))
	);
}

function hasMade({ summary }: Run, outputs: RunPlan['outputs']): boolean {
	const made = new Set(Object.values(summary.signatures ?? {}));
	return outputs.every(({ signature }) => made.has(signature));
}
