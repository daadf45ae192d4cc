import * as z from 'zod/mini';
import { ownerOf } from '../../account/session.ts';
import { shownText } from '../../captions/content.ts';
import { DeploymentChangeTable } from '../../deployments/changeTable.ts';
import { jobHasEnded } from '../../jobs/job.ts';
import type { OperationServices } from '../services.ts';

/** The words for the effect of an act; `unchanged` if it was done before, or has nothing to do. */
export const changeWords = [
	'created',
	'started',
	'updated',
	'canceled',
	'deleted',
	'saved',
	'sent',
	'unchanged',
] as const;

export type ChangeWord = (typeof changeWords)[number];

type ByOutput = (output: Readonly<Record<string, unknown>>) => ChangeWord;

/** The word of an operation, or how it follows from its output and from the state before. */
type Change = ChangeWord | ByOutput | { readonly since: Since };

type Services = OperationServices & {
	/** Returns whether a call that must not be repeated, such as a deletion, has been accepted. */
	hasChanged(): boolean;
};

type Since = (services: Services, input: { readonly id: string }) => Promise<ByOutput>;

const since = (work: Since): Change => ({ since: work });

/** Returns a change with a word; `unchanged` if the state of the record is the same afterwards. */
function unless(
	word: ChangeWord,
	stateOf: (services: OperationServices) => Promise<(id: string) => unknown>,
): Change {
	return since(async (services, { id }) => {
		const state = await stateOf(services);
		const before = JSON.stringify(state(id));
		return () => (JSON.stringify(state(id)) === before ? 'unchanged' : word);
	});
}

/** The service had something to delete. */
const fromService = since(
	async ({ hasChanged }) =>
		() =>
			hasChanged() ? 'deleted' : 'unchanged',
);

const batch = (word: ChangeWord) =>
	unless(word, async (services) => {
		const batches = await services.batches();
		return (id) => batches.get(id)?.state;
	});

const canceled = z.array(z.looseObject({ outcome: z.optional(z.string()) }));

/** The words of all operations that change something, and of those that only read but belong to a command that writes. */
const changes: Readonly<Record<string, Change>> = {
	'model.run': 'started',
	'deployment.run': 'started',
	'run.start': startedRuns,
	'run.again': 'started',
	'run.batch': 'started',
	'run.sweep': startedRuns,
	'run.each': startedRuns,
	'sweep.make': ({ added }) => savedIn(added),
	'sweep.results': 'saved',
	'batch.continue': 'started',
	'job.submit': 'started',
	'job.resume': 'started',
	'run.cancel': ({ outcome }) => (outcome === 'notCancellable' ? 'unchanged' : 'canceled'),
	'run.cancelSeveral': ({ runs }) =>
		z.parse(canceled, runs).some(({ outcome }) => outcome === 'requested') ? 'canceled' : 'unchanged',
	'job.cancel': since(async (services, { id }) => {
		const before = (await services.jobs()).get(id)?.state ?? '';
		const ended = (state: string) => jobHasEnded(state) && state !== 'CANCELED';
		return ({ state }) => (jobHasEnded(before) || ended(String(state)) ? 'unchanged' : 'canceled');
	}),
	'batch.cancel': batch('canceled'),
	'batch.pause': batch('updated'),
	'upload.cancel': 'canceled',
	'engine.interrupt': 'canceled',
	'run.mark': unless('updated', async (services) => {
		const { marks } = await services.runs();
		return (id) => marks.of(id);
	}),
	'run.take': 'updated',
	'run.look': 'updated',
	'run.giveUp': 'updated',
	'job.take': 'updated',
	'job.look': 'updated',
	'job.giveUp': 'updated',
	'job.edit': 'updated',
	'job.track': 'created',
	'job.import': ({ added }) => (added === 0 ? 'unchanged' : 'created'),
	'deployment.create': 'created',
	'deployment.update': since(async (services, { id }) => {
		const signed = await services.signedIn();
		const log = new DeploymentChangeTable((await services.ledger()).ledger);
		const latest = () => (signed.ok ? log.list(ownerOf(signed.value), 1, id)[0]?.id : undefined);
		const before = latest();
		return () => (latest() === before ? 'unchanged' : 'updated');
	}),
	'deployment.restore': ({ action }) =>
		action === 'none' ? 'unchanged' : action === 'create' ? 'created' : 'updated',
	'deployment.apply': ({ files }) => {
		const all = z.parse(z.array(z.looseObject({ applied: z.boolean(), action: z.string() })), files);
		const applied = all.filter((each) => each.applied);
		if (applied.length === 0) return 'unchanged';
		return applied.every(({ action }) => action === 'create') ? 'created' : 'updated';
	},
	'deployment.pull': savedIfChanged,
	'deployment.delete': fromService,
	'run.delete': 'deleted',
	'dataset.delete': fromService,
	'job.remove': 'deleted',
	'dataset.create': 'created',
	'dataset.upload': 'created',
	'dataset.retry': 'updated',
	'run.save': ({ paths }) => savedIn(paths),
	'run.saveSeveral': ({ paths }) => savedIn(paths),
	'run.share': 'saved',
	'run.import': ({ added }) => (added === false ? 'unchanged' : 'created'),
	'run.fetch': unless('saved', async (services) => {
		const runs = await services.runs();
		return (id) => runs.get(id)?.files;
	}),
	'job.samples': ({ saved }) => savedIn(saved),
	'job.saveSamples': ({ paths }) => savedIn(paths),
	'job.download': 'saved',
	'caption.write': since(async ({ disk }, input) => {
		const { path } = z.parse(z.looseObject({ path: z.string() }), input);
		const { content } = (await disk?.readCaption(path)) ?? {};
		const before = content?.kind === 'text' ? shownText(content) : undefined;
		return ({ text }) => (text === before ? 'unchanged' : 'saved');
	}),
	'workflow.client': ({ path }) => (path === undefined ? 'unchanged' : 'saved'),
	'workflow.name': savedIfChanged,
	'workflow.unname': savedIfChanged,
	'app.write': savedIfChanged,
	'preset.save': savedIfChanged,
	'preset.apply': ({ changes }) => savedIn(changes),
	'instance.call': 'sent',
	'instance.free': 'sent',
	'engine.free': 'sent',
};

function startedRuns({ runs }: Readonly<Record<string, unknown>>): ChangeWord {
	return Array.isArray(runs) && runs.length === 0 ? 'unchanged' : 'started';
}

function savedIfChanged({ changed }: Readonly<Record<string, unknown>>): ChangeWord {
	return changed === false ? 'unchanged' : 'saved';
}

function savedIn(paths: unknown): ChangeWord {
	return Array.isArray(paths) && paths.length > 0 ? 'saved' : 'unchanged';
}

/** Returns whether the answer of an operation can contain a word for its change. */
export function hasChange(operationId: string): boolean {
	return operationId in changes;
}

/**
 * Returns how the change of an operation follows from its output; call it before the operation runs. Undefined for an
 * operation without a word.
 */
export async function changeOf(
	operationId: string,
	services: Services,
	input: Readonly<Record<string, unknown>>,
): Promise<ByOutput | undefined> {
	const change = changes[operationId];
	if (typeof change === 'object') return change.since(services, { id: '', ...input });
	return typeof change === 'string' ? () => change : change;
}
