import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import {
	type FailureCode,
	failed,
	failureCodes,
	mapped,
	type Result,
	success,
	wrongInput,
} from '../../base/failure.ts';
import { inParallel } from '../../base/parallel.ts';
import { describeState, nameWithTarget } from '../../runs/describe.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import type { StateGroup } from '../../runs/history/filter.ts';
import type { Run } from '../../runs/run.ts';
import { codeOf } from '../failureFacts.ts';
import { optionalFlag } from '../members.ts';
import { declined, operation, type Work } from '../operation.ts';
import { type Ask, type AskedRun, type ChangeQuestion, namedByPerson } from '../questions.ts';
import type { OperationServices } from '../services.ts';
import { withSession } from '../withSession.ts';
import { runId } from './facts.ts';
import { chosenInput, queryOf, runList } from './list.ts';
import { cancelDeclined, runCancel, runSave } from './runs.ts';

const ids = z.exactOptional(
	z
		.array(runId)
		.check(
			z.describe(
				l10n.t('runs, each by its ID, the beginning of its ID, or its document if no other run has it'),
			),
		),
);
const given = z.object({ ids, all: z.exactOptional(z.boolean()), ...chosenInput });
const choices = z.object(chosenInput);

/** Returns an input that names runs, or selects them. */
function severalInput(all: string) {
	return { ids, all: optionalFlag(all), ...chosenInput };
}

/** A run, and the reason why the act was not done. */
const row = {
	id: z.string(),
	document: z.string(),
	problem: z.exactOptional(z.string()),
	code: z.exactOptional(z.enum(failureCodes)),
};
const { outcome } = runCancel.output.shape;

const runCancelSeveral = operation({
	id: 'run.cancelSeveral',
	title: l10n.t('Cancel runs'),
	effect: 'write',
	input: z.object(severalInput(l10n.t('cancel all runs that have not ended, or the selected ones'))),
	output: z.object({
		runs: z.array(z.object({ ...row, outcome: z.exactOptional(outcome) })),
		/** The id of the run, if one was named. */
		id: z.exactOptional(z.string()),
		outcome: z.exactOptional(outcome),
	}),
	run: (services, input, ask, work) =>
		withSession(services, async () => {
			const done = await forEach(services, input, ask, work, {
				state: 'active',
				question: (runs) => ({ act: 'cancelRuns', isAll: input.all === true, runs }),
				declined: cancelDeclined,
				atOnce: 4,
				act: ({ id }, asking) => runCancel.run(services, { id }, asking, work),
			});
			if (!done.ok) return done;
			const { runs, only } = done.value;
			return success({ runs, ...only });
		}),
});

const runSaveSeveral = operation({
	id: 'run.saveSeveral',
	title: l10n.t('Save the files of runs in a folder'),
	effect: 'write',
	input: z.object({
		...severalInput(l10n.t('save the files of all runs that have succeeded, or of the selected ones')),
		...z.omit(runSave.input, { id: true }).shape,
	}),
	output: z.object({
		runs: z.array(z.object({ ...row, ...z.partial(runSave.output).shape })),
		...runSave.output.shape,
	}),
	async run(services, input, ask, work) {
		const { folder, pattern, sidecar } = input;
		const done = await forEach(services, input, ask, work, {
			state: 'succeeded',
			question: (runs) => ({ act: 'saveRuns', folder, runs }),
			declined: l10n.t('Nothing was saved, because it was not confirmed.'),
			// Taken names get their numbers in the order of the runs.
			atOnce: 1,
			act: ({ id }, asking) =>
				runSave.run(services, { id, folder, ...compact({ pattern, sidecar }) }, asking, work),
		});
		if (!done.ok) return done;
		const { runs } = done.value;
		return success({
			runs,
			paths: runs.flatMap(({ paths = [] }) => paths),
			missing: runs.flatMap(({ missing = [] }) => missing),
		});
	},
});

export const severalRunOperations = [runList, runCancelSeveral, runSaveSeveral];

/** An act on one of several runs. */
interface Act<T> {
	/** The state of the runs that are meant by all. */
	readonly state: StateGroup;
	question(runs: readonly AskedRun[]): ChangeQuestion;
	/** The sentence if a person does not confirm it. */
	readonly declined: string;
	readonly atOnce: number;
	act(run: Run, ask: Ask): Promise<Result<T>>;
}

type Row<T> = Pick<Run, 'id'> & { document: string; problem?: string; code?: FailureCode } & Partial<T>;

/** Does an act for each run that an input means, and returns a row for each. One that was named alone has its own question and failure. */
async function forEach<T extends object>(
	services: OperationServices,
	input: z.output<typeof given>,
	ask: Ask,
	work: Work,
	{ state, question, declined: sentence, atOnce, act }: Act<T>,
): Promise<Result<{ readonly runs: Row<T>[]; readonly only?: T }>> {
	const found = await chosenRuns(services, input, state);
	if (!found.ok) return found;
	const { value: runs } = found;
	const facts = ({ id, documentName: document }: Run) => ({ id, document });
	const [first] = runs;
	if (first !== undefined && runs.length === 1 && input.all !== true) {
		const done = await act(first, ask);
		return done.ok ? success({ runs: [{ ...facts(first), ...done.value }], only: done.value }) : done;
	}
	if (runs.length > 0 && (await ask.confirmChange(question(runs.map(shownOf)))) !== true)
		return declined(sentence);
	const rows = new Map<string, Row<T>>();
	await inParallel(runs, atOnce, async (run) => {
		work.progress({ message: run.documentName, done: rows.size, total: runs.length });
		const done = await act(run, { ...ask, ...namedByPerson });
		const trouble = () => !done.ok && { problem: done.failure.message, code: codeOf(done.failure) };
		rows.set(run.id, { ...facts(run), ...(done.ok ? done.value : trouble()) } as Row<T>);
	});
	return success({ runs: runs.flatMap(({ id }) => rows.get(id) ?? []) });
}

/** Runs of a history are not more. */
const mostRuns = 1_000_000;

/** Returns the runs that an input names, or those in a state that it chooses; a failure if one does not exist. */
async function chosenRuns(
	services: OperationServices,
	{ ids = [], all = false, ...others }: z.output<typeof given>,
	state: StateGroup,
): Promise<Result<readonly Run[]>> {
	const chosen = z.parse(choices, others);
	if (ids.length > 0 && (all || Object.keys(chosen).length > 0))
		return wrongInput(l10n.t('Specify either runs or filters, not both.'));
	if (ids.length === 0 && !all)
		return wrongInput(l10n.t('No run was specified.'), undefined, [
			`all: ${l10n.t('is required if no run is specified')}`,
		]);
	const runs = await services.runs();
	if (all)
		return mapped(await queryOf(services, chosen, state), (query) =>
			runs.runs({ ...query, limit: mostRuns }),
		);
	const named = [...new Set(ids)].map((id) => ({ id, run: runs.get(id) }));
	const unknown = named.filter(({ run }) => run === undefined);
	if (unknown.length === 0) return success(named.flatMap(({ run }) => run ?? []));
	return failed({
		...unknownRunFailure,
		...(ids.length > 1 && { details: unknown.map(({ id }) => id) }),
	});
}

function shownOf(run: Run): AskedRun {
	return { id: run.id, name: nameWithTarget(run), status: describeState(run) };
}
