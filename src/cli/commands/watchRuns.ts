import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { describeMoment } from '../../core/base/ages.ts';
import type { Failure } from '../../core/base/failure.ts';
import { factsOf, runFact } from '../../core/operations/runs/facts.ts';
import { runList } from '../../core/operations/runs/list.ts';
import { resultFact } from '../../core/operations/runs/runs.ts';
import { hasEnded } from '../../core/runs/run.ts';
import { isOn, WrongUse } from '../frame/command.ts';
import { timeoutFlag } from '../frame/deadline.ts';
import { refused } from '../frame/following.ts';
import { type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

/** A line of the output: a run at a change. */
const change = z.object({
	...runFact.shape,
	/** The paths of its files, after its end. */
	paths: z.exactOptional(z.array(z.string())),
});
type Change = z.output<typeof change>;

/** Follows runs, a line for each change. */
export const watchRow: OperationRow = {
	...row('runs watch', 'run.list'),
	moreExamples: ['easel runs watch ID --json'],
	takes: [
		{
			name: 'ID',
			description: l10n.t('the runs to follow; if omitted, all that have not ended, including new ones'),
			optional: true,
			repeats: true,
		},
	],
	hidden: ['limit', 'state', 'after'],
	more: [timeoutFlag],
	output: change,
	run: watchRuns,
};

/** Follows the named or chosen runs until all have ended; fails if one did not succeed. */
async function watchRuns(command: OperationCall): Promise<number> {
	const { io, given, input, interrupts, services, deadline, call, fail } = command;
	const ids = given.positionals;
	if (ids.length > 0 && Object.keys(input).length > 0)
		throw new WrongUse(l10n.t('Specify either runs or filters, not both.'));
	const runs = await services.runs();
	const asJson = isOn(given, 'json');
	/** The status that was printed last. */
	const said = new Map<string, string>();
	const moving = new Map<string, Promise<void>>();
	let isWhole = true;
	let trouble: Failure | undefined;

	const say = (run: Change) => {
		const { id, status, document, paths = [] } = run;
		if (said.get(id) === status && run.paths === undefined) return;
		said.set(id, status);
		const lines = asJson
			? [JSON.stringify(run)]
			: [
					`${describeMoment(Date.now(), Date.now())}  ${id}  ${status}  ${document}`,
					...paths.map((path) => `  ${path}`),
				];
		io.out(lines.map((line) => `${printable(line)}\n`).join(''));
	};
	const follow = async (id: string): Promise<void> => {
		const end = await call('run.status', { id, wait: true });
		if (!end.ok) {
			trouble ??= end.failure;
			return;
		}
		const run = z.parse(runFact, end.value);
		const result = await call('run.result', { id });
		const files = result.ok ? z.parse(resultFact, result.value).files : [];
		isWhole &&= run.state === 'succeeded';
		say({ ...run, paths: files.flatMap(({ path }) => path ?? []) });
	};
	const begin = (run: Change) => {
		if (said.has(run.id)) return;
		say(run);
		moving.set(
			run.id,
			follow(run.id).finally(() => moving.delete(run.id)),
		);
	};
	const beginAll = async (): Promise<Failure | undefined> => {
		const listed = await call('run.list', { ...input, state: 'active', limit: 500 });
		if (!listed.ok) return listed.failure;
		for (const run of z.parse(runList.output, listed.value).runs.toReversed()) begin(run);
		return undefined;
	};
	const beginNamed = async (): Promise<Failure | undefined> => {
		const named: Change[] = [];
		for (const id of ids) {
			const found = await call('run.status', { id });
			if (!found.ok) return found.failure;
			named.push(z.parse(runFact, found.value));
		}
		for (const run of named) begin(run);
		return undefined;
	};

	const watching = runs.onDidChange((run) => {
		// A run that ends is shown with its files.
		if (hasEnded(run)) return;
		if (moving.has(run.id)) say(factsOf(run));
		else if (ids.length === 0 && !said.has(run.id)) void beginAll();
	});
	interrupts.hint(l10n.t('The runs continue.'));
	try {
		const failure = await (ids.length === 0 ? beginAll() : beginNamed());
		if (failure !== undefined) return fail(failure);
		if (said.size === 0) io.err(`${l10n.t('No run is in progress.')}\n`);
		const ended = async () => {
			while (moving.size > 0) await Promise.race(moving.values());
		};
		const { promise: late, resolve } = Promise.withResolvers<Failure>();
		const end = () =>
			resolve(deadline.failure(l10n.t('The runs continue. Follow them with: {0}', 'easel runs watch')));
		deadline.signal.addEventListener('abort', end, { once: true });
		if (deadline.signal.aborted) end();
		const stopped = await Promise.race([
			ended(),
			late,
			refused(services).then((result) => (result.ok ? undefined : result.failure)),
		]);
		const problem = stopped ?? trouble;
		if (problem !== undefined) return fail(problem);
		return isWhole ? statuses.done : statuses.failed;
	} finally {
		watching.dispose();
	}
}
