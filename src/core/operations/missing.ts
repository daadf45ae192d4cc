import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, mapped, type Result, success } from '../base/failure.ts';
import type { JobRecord } from '../jobs/jobRecord.ts';
import { unknownJobFailure } from '../jobs/notices.ts';
import { unknownRunFailure } from '../runs/failures.ts';
import type { Run } from '../runs/run.ts';
import { jobFact, factsOf as jobFacts, jobId } from './jobs/facts.ts';
import { nonEmpty } from './members.ts';
import { declined, operation } from './operation.ts';
import { runFact, factsOf as runFacts, runId } from './runs/facts.ts';
import type { OperationServices } from './services.ts';
import { withSession } from './withSession.ts';

/** The service of records that can be missing or uncertain. */
interface RecoveringService<T> {
	get(id: string): T | undefined;
	/** Resolves once it was polled. */
	caughtUp(id: string): Promise<void>;
	readonly recovery: {
		settleAs(id: string, idOfService: string): Promise<Result<T>>;
		lookAgain(id: string): Promise<Result<T>>;
		giveUp(id: string): Promise<Result<T>>;
	};
}

/** The differences between kinds of records in these acts. */
interface MissingKind<T, F> {
	readonly noun: 'run' | 'job';
	readonly id: z.ZodMiniType<string>;
	/** The id by which the service knows it. */
	readonly idOfService: z.ZodMiniType<string>;
	readonly titles: Readonly<Record<'take' | 'look' | 'giveUp', string>>;
	readonly fact: z.ZodMiniType<F>;
	readonly unknown: Failure;
	facts(record: T): F;
	name(record: T): string;
	records(services: OperationServices): Promise<RecoveringService<T>>;
}

/** Returns the operations that take the id of a record from a person, look for it again, and give it up. */
function missingOf<T, F>(kind: MissingKind<T, F>) {
	const { noun, id, idOfService, titles, fact } = kind;
	const change = (
		services: OperationServices,
		given: string,
		by: (records: RecoveringService<T>) => Promise<Result<T>>,
	): Promise<Result<F>> =>
		withSession(services, async () => {
			const records = await kind.records(services);
			const changed = await by(records);
			if (!changed.ok) return changed;
			await records.caughtUp(given);
			return success(kind.facts(records.get(given) ?? changed.value));
		});
	const take = operation({
		id: `${noun}.take`,
		title: titles.take,
		effect: 'write',
		input: z.object({ id, idOfService }),
		output: fact,
		run: (services, input) =>
			change(services, input.id, (records) => records.recovery.settleAs(input.id, input.idOfService.trim())),
	});
	const look = operation({
		id: `${noun}.look`,
		title: titles.look,
		effect: 'write',
		input: z.object({ id }),
		output: fact,
		run: (services, input) => change(services, input.id, (records) => records.recovery.lookAgain(input.id)),
	});
	const giveUp = operation({
		id: `${noun}.giveUp`,
		title: titles.giveUp,
		effect: 'write',
		input: z.object({ id }),
		output: fact,
		run: (services, input, ask) =>
			change(services, input.id, async (records) => {
				const record = records.get(input.id);
				if (record === undefined) return failed(kind.unknown);
				const may = await ask.confirmChange({ act: 'giveUp', what: noun, name: kind.name(record) });
				if (may !== true) return declined(l10n.t('Nothing was given up, because it was not confirmed.'));
				return records.recovery.giveUp(input.id);
			}),
	});
	return [take, look, giveUp] as const;
}

export const [runTake, runLook, runGiveUp] = missingOf<Run, z.input<typeof runFact>>({
	noun: 'run',
	id: runId,
	idOfService: nonEmpty(l10n.t('the ID of the request, from the web page of the service')),
	titles: {
		take: l10n.t('Link a run whose reply was lost to its request on the service'),
		look: l10n.t('Check again for a run that the service does not find'),
		giveUp: l10n.t('Give up a run that the service does not find or never received'),
	},
	fact: runFact as z.ZodMiniType<z.input<typeof runFact>>,
	unknown: unknownRunFailure,
	facts: runFacts,
	name: ({ documentName }) => documentName,
	records: (services) => services.runs(),
});

/** The service's id of a training job. */
const idOfJob = nonEmpty(l10n.t('the ID of the job, from the web page of the service'));

export const [jobTake, jobLook, jobGiveUp] = missingOf<JobRecord, z.input<typeof jobFact>>({
	noun: 'job',
	id: jobId,
	idOfService: idOfJob,
	titles: {
		take: l10n.t('Link a training job whose reply was lost to its job on the service'),
		look: l10n.t('Check again for a training job that the service does not find'),
		giveUp: l10n.t('Give up a training job that the service does not find or never received'),
	},
	fact: jobFact as z.ZodMiniType<z.input<typeof jobFact>>,
	unknown: unknownJobFailure,
	facts: jobFacts,
	name: (job) => job.name,
	records: (services) => services.jobs(),
});

/** Adds a job of the account to the list. */
export const jobTrack = operation({
	id: 'job.track',
	title: l10n.t('Track a training job that was submitted elsewhere'),
	effect: 'write',
	input: z.object({ idOfService: idOfJob }),
	output: jobFact,
	run: (services, { idOfService }) =>
		withSession(services, async () =>
			mapped(await (await services.jobs()).recovery.track(idOfService), jobFacts),
		),
});

export const missingOperations = [runTake, runLook, runGiveUp, jobTake, jobLook, jobGiveUp, jobTrack];
