import type { Deployment } from '../../core/deployments/deployment.ts';
import { filterDeployments } from '../../core/deployments/filter.ts';
import type { DeploymentsState } from '../../core/deployments/store.ts';
import { isSilence } from '../../core/engine/engineWatch.ts';
import type { EngineList } from '../../core/engine/ownEngine.ts';
import type { Run } from '../../core/runs/run.ts';
import { type ListNotice, noticesAbove, noticesBelow } from '../shell/trees/listNotices.ts';
import type { EngineNode } from './engine/nodes.ts';

export type DeploymentsNode =
	| { readonly kind: 'deployment'; readonly deployment: Deployment }
	| EngineNode
	| { readonly kind: 'run'; readonly run: Run }
	| { readonly kind: 'noRuns'; readonly deploymentId: string }
	| { readonly kind: 'moreRuns'; readonly deploymentId: string; readonly shown: number }
	| { readonly kind: 'more'; readonly shown: number; readonly total: number }
	| ListNotice;

/** Rows shown before "Show more": a tree of 10,000 rows is slow to draw and not useful. */
export const pageSize = 500;

/** Returns the top rows for a state: problems first, then the deployments that match the filter, a page at a time. */
export function rootNodes(
	state: DeploymentsState,
	filter: string,
	shown: number,
): readonly DeploymentsNode[] {
	if (state.kind !== 'ready') return [];
	const matching = filterDeployments(state.items, filter);
	const rows: DeploymentsNode[] = [...noticesAbove(state)];
	for (const deployment of matching.slice(0, shown)) rows.push({ kind: 'deployment', deployment });
	if (matching.length > shown) rows.push({ kind: 'more', shown, total: matching.length });
	return [...rows, ...noticesBelow(state)];
}

/** Returns the top rows of a connection to an engine: the engine, and why it was not read again. */
export function engineRootNodes(state: EngineList['state']): readonly DeploymentsNode[] {
	if (state.kind !== 'ready') return [];
	const { items, failure } = state;
	// The row of an engine that does not answer shows that itself.
	const isSilent = failure !== undefined && isSilence(failure);
	return [
		...(isSilent ? [] : noticesAbove(state)),
		...items.map((engine) => ({ kind: 'ownEngine', engine }) as const),
	];
}

/** Returns the rows below a deployment: its recent runs, newest first. */
export function runNodes(
	deploymentId: string,
	runs: readonly Run[],
	shown: number,
): readonly DeploymentsNode[] {
	if (runs.length === 0) return [{ kind: 'noRuns', deploymentId }];
	const rows: DeploymentsNode[] = runs.slice(0, shown).map((run) => ({ kind: 'run', run }));
	if (runs.length > shown) rows.push({ kind: 'moreRuns', deploymentId, shown });
	return rows;
}
