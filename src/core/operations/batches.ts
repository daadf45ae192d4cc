import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { isOwn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result, success, wrongInput } from '../base/failure.ts';
import { microdollarsOf } from '../base/money.ts';
import { type Batch, type BatchCaps, batchCanContinue, batchHasEnded, endedItems } from '../batches/batch.ts';
import { batchStates } from '../batches/batchSchema.ts';
import { batchTitle, describeBatch } from '../batches/describe.ts';
import { unknownBatchFailure } from '../batches/notices.ts';
import type { RunBatches } from '../batches/runBatches.ts';
import { startBatch } from '../batches/startBatch.ts';
import { severalOf } from '../records/estimate.ts';
import { batchLimit, seedSets } from '../runs/plan/seedBatch.ts';
import { isPaid } from '../runs/targetTraits.ts';
import { changesInput } from './documentInput.ts';
import { idOf, integer, limit, optionalFlag, optionalInteger } from './members.ts';
import { declined, operation, type Work } from './operation.ts';
import type { Ask } from './questions.ts';
import { recordOf } from './recordOf.ts';
import { noRun, runInput, runRequestOf, withRunStart } from './runs/startDocument.ts';
import type { OperationServices } from './services.ts';
import { listedOwner, withSession } from './withSession.ts';

const id = idOf(
	'batch',
	l10n.t('a batch, by its ID, the beginning of its ID, or its document if no other batch has it'),
);
const wait = optionalFlag(
	l10n.t('wait until it has ended or paused; otherwise the remaining runs are not sent'),
);
/** The limits at which a batch pauses. */
export const capsInput = {
	maxUsd: z.exactOptional(
		z
			.number()
			.check(
				z.gt(0),
				z.lte(1_000_000),
				z.describe(l10n.t('pause before the cost exceeds this amount, in US dollars')),
			),
	),
	maxFailures: optionalInteger(1, batchLimit, l10n.t('pause after this number of failed runs')),
};

/** A batch in a few facts. Moments in milliseconds since 1970. */
export const batchFact = z.object({
	id: z.string(),
	title: z.string(),
	state: z.enum(batchStates),
	/** The state as text. */
	status: z.string(),
	document: z.string(),
	target: z.exactOptional(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
	count: z.number(),
	counts: z.object({
		waiting: z.number(),
		moving: z.number(),
		succeeded: z.number(),
		failed: z.number(),
		canceled: z.number(),
		uncertain: z.number(),
	}),
	costMicrodollars: z.number(),
	maxMicrodollars: z.exactOptional(z.number()),
	maxFailures: z.exactOptional(z.number()),
	startedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	notice: z.exactOptional(z.string()),
	/** Ids of its runs, including those not yet begun. */
	runs: z.array(z.string()),
});

/** Returns the facts about a batch. */
export function batchFacts(batches: RunBatches, batch: Batch): z.input<typeof batchFact> {
	const { to, count, counts, maxMicrodollars, maxFailures, endedAt, notice } = batch;
	return {
		id: batch.id,
		title: batchTitle(batch),
		state: batch.state,
		status: describeBatch(batch).join(', '),
		document: batch.name,
		count,
		counts: { waiting: Math.max(0, count - counts.moving - endedItems(batch)), ...counts },
		costMicrodollars: batch.costMicrodollars,
		startedAt: batch.startedAt,
		runs: [...batches.itemIds(batch)],
		...compact({ maxMicrodollars, maxFailures, endedAt, notice }),
		...compact({ target: to.target }),
	};
}

export const runBatch = operation({
	id: 'run.batch',
	title: l10n.t('Run a workflow document with several seeds'),
	effect: 'spend',
	input: z.object({
		...runInput,
		preset: changesInput.preset,
		set: changesInput.set,
		overrides: changesInput.overrides,
		seeds: integer(1, batchLimit, l10n.t('the number of runs, each with its own seed')),
		...capsInput,
		wait,
	}),
	output: z.object({ batch: batchFact }),
	run: (services, input, ask, work) =>
		withSession(services, (session) =>
			withRunStart(services, async (parts) => {
				const request = await runRequestOf(services, parts, session, input);
				if (!request.ok) return request;
				const sets = seedSets(request.value.source.document, input.seeds);
				if (sets.length === 0) return wrongInput(noSeedText);
				const batches = await services.batches();
				const wanted = { ...request.value, sets, caps: capsOf(input) };
				const outcome = await startBatch(parts, batches, session, wanted, ask);
				if (outcome.kind !== 'started') return noRun(services, parts, outcome);
				return shown(batches, outcome.batch.id, input.wait, work);
			}),
		),
});

const noSeedText = l10n.t('The document has no seed, so every run would be the same.');

export const batchList = operation({
	id: 'batch.list',
	title: l10n.t('List batches of runs, newest first'),
	effect: 'read',
	input: z.object({ limit }),
	output: z.object({ batches: z.array(batchFact) }),
	async run(services, { limit = 20 }) {
		const [owner, batches] = await Promise.all([listedOwner(services), services.batches()]);
		const listed = batches.of(owner).slice(0, limit);
		return success({ batches: listed.map((batch) => batchFacts(batches, batch)) });
	},
});

export const batchStatus = operation({
	id: 'batch.status',
	title: l10n.t('Show the progress of a batch of runs'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: z.object({ batch: batchFact }),
	run: (services, input, _ask, work) =>
		onBatch(services, input.id, (batches) => shown(batches, input.id, input.wait, work)),
});

export const batchPause = operation({
	id: 'batch.pause',
	title: l10n.t('Pause a batch of runs'),
	effect: 'write',
	input: z.object({ id }),
	output: z.object({ batch: batchFact }),
	run: (services, input, ask) =>
		onBatch(services, input.id, async (batches, batch) => {
			const asked = batch.state === 'running' && ({ act: 'pauseBatch', name: batchTitle(batch) } as const);
			if (asked && (await ask.confirmChange(asked)) !== true)
				return declined(l10n.t('Nothing was paused, because it was not confirmed.'));
			return after(batches, await batches.pause(input.id));
		}),
});

export const batchContinue = operation({
	id: 'batch.continue',
	title: l10n.t('Continue a batch of runs'),
	effect: 'spend',
	input: z.object({
		id,
		...capsInput,
		unlimited: optionalFlag(l10n.t('remove its cost limit, which is kept otherwise')),
		wait,
	}),
	output: z.object({ batch: batchFact }),
	run: (services, input, ask, work) =>
		onBatch(services, input.id, async (batches, batch) => {
			if (!batchCanContinue(batch)) return wrongInput(l10n.t('This batch has ended or is being canceled.'));
			if (!(await mayCost(services, batch, ask)))
				return declined(l10n.t('Nothing was sent, because its cost was not confirmed.'));
			const { maxFailures, maxMicrodollars } = batch;
			const kept = compact({ maxFailures, maxMicrodollars: input.unlimited ? undefined : maxMicrodollars });
			const continued = await batches.continue(input.id, { ...kept, ...capsOf(input) });
			return continued.ok ? shown(batches, input.id, input.wait, work) : continued;
		}),
});

export const batchCancel = operation({
	id: 'batch.cancel',
	title: l10n.t('Cancel all runs of a batch'),
	effect: 'write',
	input: z.object({ id, wait }),
	output: z.object({ batch: batchFact }),
	run: (services, input, ask, work) =>
		onBatch(services, input.id, async (batches, batch) => {
			const asked = !batchHasEnded(batch) && ({ act: 'cancelBatch', name: batchTitle(batch) } as const);
			if (asked && (await ask.confirmChange(asked)) !== true)
				return declined(l10n.t('Nothing was canceled, because it was not confirmed.'));
			const canceled = await batches.cancel(input.id);
			return canceled.ok ? shown(batches, input.id, input.wait, work) : canceled;
		}),
});

export const batchOperations = [runBatch, batchList, batchStatus, batchPause, batchContinue, batchCancel];

/** Does something with a batch of the account in use. */
function onBatch<T>(
	services: OperationServices,
	id: string,
	work: (batches: RunBatches, batch: Batch) => Promise<Result<T>>,
): Promise<Result<T>> {
	return withSession(services, async (session) => {
		const batches = await services.batches();
		const batch = batches.get(id);
		return batch && isOwn(batch, session) ? work(batches, batch) : failed(unknownBatchFailure);
	});
}

/** Returns whether the rest of a batch may cost money. */
async function mayCost(
	services: OperationServices,
	{ to, count, counts, ...batch }: Batch,
	ask: Pick<Ask, 'confirmSpending'>,
): Promise<boolean> {
	if (!isPaid(to.target)) return true;
	const { target } = to;
	const left = count - counts.moving - endedItems({ counts });
	const estimate = severalOf(await (await services.runs()).estimates.expected(target), left);
	const name = batch.valuesOf ?? batch.name;
	return (await ask.confirmSpending({ what: 'run', name, on: target.name, count: left, estimate })) === true;
}

/** Returns the limits of a batch from such an input. */
export function capsOf({ maxUsd, maxFailures }: z.output<z.ZodMiniObject<typeof capsInput>>): BatchCaps {
	const maxMicrodollars = maxUsd === undefined ? undefined : microdollarsOf(maxUsd);
	return compact({ maxMicrodollars, maxFailures });
}

function after(
	batches: RunBatches,
	outcome: Result<Batch>,
): Result<{ readonly batch: z.input<typeof batchFact> }> {
	return outcome.ok ? success({ batch: batchFacts(batches, outcome.value) }) : outcome;
}

/** Returns the current batch; with `wait`, once it makes no more automatic progress. */
async function shown(batches: RunBatches, id: string, wait: boolean | undefined, work: Work) {
	if (wait) batches.begin(id);
	const kind = {
		hasEnded: (batch: Batch) => batchHasEnded(batch) || batch.state === 'paused',
		unknown: unknownBatchFailure,
		progress: (batch: Batch) => ({
			message: describeBatch(batch).join(', '),
			done: endedItems(batch),
			total: batch.count,
		}),
	};
	return after(batches, await recordOf<Batch>(batches, kind, id, wait, work));
}
