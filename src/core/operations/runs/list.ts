import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success, wrongInput } from '../../base/failure.ts';
import { isWholeId } from '../../records/meant.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { noFilter, type StateGroup, stateGroups } from '../../runs/history/filter.ts';
import type { RunQuery } from '../../runs/runTable.ts';
import { limit, optionalChoice, optionalFlag, optionalId, optionalText } from '../members.ts';
import { startedIn, startedInput } from '../moments.ts';
import { operation } from '../operation.ts';
import type { OperationServices } from '../services.ts';
import { listedOwner } from '../withSession.ts';
import { factsOf, runFact } from './facts.ts';

/** The members of an input that choose runs of the history. */
export const chosenInput = {
	text: optionalText(l10n.t('words that must occur in the details of a run')),
	deployment: optionalId('deployment', l10n.t('only runs on this deployment, by its ID or its name')),
	batch: optionalId('batch', l10n.t('only runs of this batch, by its ID')),
	starred: optionalFlag(l10n.t('only runs with a star')),
	...startedInput,
};
const chosen = z.object(chosenInput);

/** Returns the query for the runs of the account in use that such an input chooses. It fails for a deployment on which no run was, and that the account does not have. */
export async function queryOf(
	services: OperationServices,
	{ text = '', starred = false, deployment, batch, ...started }: z.output<typeof chosen>,
	state: StateGroup | undefined,
): Promise<Result<Omit<RunQuery, 'limit'>>> {
	const filter = { ...noFilter, text, starred, states: state === undefined ? [] : [state] };
	const [owner, runs] = await Promise.all([listedOwner(services), services.runs()]);
	// A deleted deployment is still named by its runs.
	const isUnknown =
		deployment !== undefined &&
		!isWholeId(deployment) &&
		runs.countOf({ ...owner, filter: noFilter, deployment }) === 0;
	if (isUnknown)
		return wrongInput(
			l10n.t('No run in the history was on a deployment "{0}".', deployment),
			l10n.t('Specify its ID, the beginning of its ID, or its full name.'),
		);
	return success({ ...owner, filter, ...startedIn(started), ...compact({ deployment, batchId: batch }) });
}

export const runList = operation({
	id: 'run.list',
	title: l10n.t('List runs, newest first'),
	effect: 'read',
	input: z.object({
		limit,
		state: optionalChoice(Object.keys(stateGroups) as [StateGroup], l10n.t('only runs in this state')),
		...chosenInput,
		after: optionalId(
			'run',
			l10n.t('only runs listed after this one: the value of next in the previous page'),
		),
	}),
	output: z.object({
		runs: z.array(runFact),
		/** The number of all matches, on any page. */
		total: z.number(),
		/** The value of `after` for the next page, if any. */
		next: z.exactOptional(z.string()),
	}),
	async run(services, { limit = 20, state, after: id, ...chosen }) {
		const [chosenQuery, runs] = await Promise.all([queryOf(services, chosen, state), services.runs()]);
		if (!chosenQuery.ok) return chosenQuery;
		const query = chosenQuery.value;
		const after = id === undefined ? undefined : runs.get(id);
		if (id !== undefined && after === undefined) return failed(unknownRunFailure);
		const listed = () => runs.runs({ ...query, limit: limit + 1, ...compact({ after }) });
		await Promise.all(
			listed()
				.slice(0, limit)
				.map((run) => runs.caughtUp(run.id)),
		);
		const found = listed();
		const page = found.slice(0, limit);
		const next = found.length > limit ? page.at(-1)?.id : undefined;
		return success({ runs: page.map(factsOf), total: runs.countOf(query), ...compact({ next }) });
	},
});
