import { compact } from '../base/compact.ts';
import type { PaidStart } from '../records/startWatch.ts';
import type { ServicePart } from '../wire/codes.ts';
import type { Run, RunTarget } from './run.ts';

/** The traits of a target that matter to those who start, follow and show runs. They ask for a trait, not for the kind. */
interface TargetTraits {
	/** It belongs to an account that one signs in to; elsewhere a proxy may ask for a token. */
	readonly account: boolean;
	readonly costs: boolean;
	/**
	 * True if it gets whole documents, with their files in its input folder before the request; elsewhere the request
	 * contains them.
	 */
	readonly takesFiles: boolean;
	/** True if it keeps the files of a run until someone deletes them, instead of for 7 days. */
	readonly keepsFiles: boolean;
	/** All runs are computed in one place, which still has the results of earlier ones. */
	readonly remembers: boolean;
	/** The part of the service that defines codes and texts of its runs; absent if the texts are Easel's own. */
	readonly part?: ServicePart;
}

const ofService = {
	account: true,
	costs: true,
	takesFiles: false,
	keepsFiles: false,
	remembers: false,
} as const;

const traits: Readonly<Record<RunTarget['kind'], TargetTraits>> = {
	deployment: { ...ofService, part: 'inference' },
	model: { ...ofService, part: 'catalog' },
	engine: { account: false, costs: false, takesFiles: true, keepsFiles: true, remembers: true },
};

type PaidKind = Exclude<RunTarget['kind'], 'engine'>;

/** Returns the traits of a target by its kind. */
export function traitsOf({ kind }: Pick<RunTarget, 'kind'>): TargetTraits {
	return traits[kind];
}

/** Returns whether runs of a target are paid. */
export function isPaid<T extends Pick<RunTarget, 'kind'>>(
	target: T,
): target is T & { readonly kind: PaidKind } {
	return traitsOf(target).costs;
}

/** Returns a run as a paid start for spending; empty if it is free. */
export function paidStart(
	id: string,
	{ target, batchId }: Pick<Run, 'target' | 'batchId'>,
): PaidStart | undefined {
	if (!isPaid(target)) return undefined;
	const { kind, id: targetId, name } = target;
	return { id, kind, targetId, name, ...compact({ batchId }) };
}
