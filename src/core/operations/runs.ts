import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { textPositions } from '../base/textPositions.ts';
import type { Webhook } from '../requests/request.ts';
import { describeState } from '../runs/describe.ts';
import { notCanceled, unknownRunFailure } from '../runs/failures.ts';
import { noFilter, stateGroups } from '../runs/history/filter.ts';
import { planAgain } from '../runs/inputs/plan.ts';
import { hasEnded, type Run } from '../runs/run.ts';
import { renewed } from '../runs/start/drawing.ts';
import { planStart } from '../runs/start/planStart.ts';
import type { RunRequest, RunStart } from '../runs/start/runRequest.ts';
import { parseWorkflow } from '../workflow/document.ts';
import type { Disk } from './disk.ts';
import { changesInput, inputFailure, webhookInput, webhookOf } from './documentInput.ts';
import { startInputRun } from './inputRuns.ts';
import { declined, operation } from './operation.ts';
import type { Ask } from './questions.ts';
import { latestOf, listedOwner } from './recordOf.ts';
import { factsOf, planFact, runFact } from './runFacts.ts';
import { begun, runInput, runRequestOf, startDocument, waitedRun, withRunStart } from './runStart.ts';
import { runDelete, runFetch, runMark } from './runs/history.ts';
import type { OperationServices } from './services.ts';
import { withDisk, withSession } from './withSession.ts';

const id = z.string().check(z.minLength(1), z.describe(l10n.t('the id of a run, as Easel gave it')));
const wait = z.exactOptional(z.boolean().check(z.describe(l10n.t('wait until it has ended'))));

/** A run that has begun, or its plan where only that was asked for. */
const started = z.object({ run: z.exactOptional(runFact), plan: z.exactOptional(planFact) });

export const runStart = operation({
	id: 'run.start',
	title: l10n.t('Run a workflow document'),
	effect: 'spend',
	input: z.object({
		...runInput,
		...changesInput,
		...webhookInput,
		dryRun: z.exactOptional(
			z.boolean().check(z.describe(l10n.t('say what would be sent, and send nothing'))),
		),
		wait,
	}),
	output: started,
	run: (services, input, ask, work) =>
		withSession<z.input<typeof started>>(services, (session) =>
			withRunStart<z.input<typeof started>>(services, async (start) => {
				const request = await runRequestOf(services, start, session, input);
				if (!request.ok) return request;
				const webhook = webhookOf(input);
				if (!webhook.ok) return webhook;
				if (input.dryRun) return planned(start, session, request.value);
				const wanted = { ...request.value, ...webhook.value };
				return begun(services, await startDocument(services, start, session, wanted, ask), input.wait, work);
			}),
		),
});

async function planned(
	start: RunStart,
	session: SignedIn,
	request: RunRequest,
): Promise<Result<z.input<typeof started>>> {
	const found = await planStart(start, session, request);
	if (!found.ok) return found;
	const { plan, errors, lacks, nothingNew } = found.value;
	const { kind, id, name } = found.value.target;
	const at = textPositions(request.source.document.text);
	return success({
		plan: {
			target: { kind, id, name },
			mode: plan.mode,
			reason: plan.reason,
			bytes: plan.bytes,
			changed: plan.changed.map(({ nodeId, input, from, to }) => ({ nodeId, input, from, to })),
			drawn: (plan.summary.drawn ?? []).map(({ nodeId, input, from, to }) => ({ nodeId, input, from, to })),
			media: plan.media.map(({ nodeId, input, path, bytes }) => ({ nodeId, input, path, bytes })),
			warnings: [...plan.warnings],
			errors: errors.map(({ message, range }) => ({ message, ...at(range.start) })),
			nothingNew: (nothingNew?.outputs ?? []).map(({ nodeId, since }) => ({ nodeId, since })),
			...compact({
				sameRun: nothingNew?.earlier?.id,
				lacks: lacks && {
					classes: [...lacks.classes],
					values: [...lacks.models, ...lacks.values].map(({ value }) => value),
				},
			}),
		},
	});
}

const again = operation({
	id: 'run.again',
	title: l10n.t('Run the same again'),
	effect: 'spend',
	input: z.object({
		id,
		newSeed: z.exactOptional(z.boolean().check(z.describe(l10n.t('with another seed')))),
		...webhookInput,
		wait,
	}),
	output: z.object({ run: runFact }),
	run: (services, { id, newSeed = false, wait, ...input }, ask, work) =>
		withSession(services, async (session) => {
			const webhook = webhookOf(input);
			if (!webhook.ok) return webhook;
			const run = (await services.runs()).get(id);
			if (run === undefined) return failed(unknownRunFailure);
			const outcome = await withDisk(services, (disk) =>
				run.summary.mode === 'inputs'
					? inputsAgain({ services, session, disk, ...webhook.value }, run, newSeed, ask)
					: documentAgain({ services, session, disk, ...webhook.value }, run, newSeed, ask),
			);
			return begun(services, outcome, wait, work);
		}),
});

/** The parts that a run is repeated with. */
interface Repeating {
	readonly services: OperationServices;
	readonly session: SignedIn;
	readonly disk: Disk;
	readonly webhook?: Webhook;
}

async function inputsAgain(
	{ services, session, disk, ...reporting }: Repeating,
	{ id, summary, target }: Run,
	newSeed: boolean,
	ask: Ask,
): Promise<Result<Run>> {
	const kept = await disk.keptInputs(id);
	if (kept === undefined) return failed(notKept);
	const plan = await planAgain(kept, summary, newSeed);
	return startInputRun(services, session, { plan, target, ...reporting }, ask);
}

async function documentAgain(
	{ services, session, disk, ...reporting }: Repeating,
	run: Run,
	newSeed: boolean,
	ask: Ask,
): Promise<Result<Run>> {
	const kept = await disk.keptDocument(run.id);
	if (kept === undefined) return failed(notKept);
	// The document that was kept is the one that was sent, so nothing is drawn from it.
	const sent = { document: parseWorkflow(kept), drawn: run.summary.drawn ?? [] };
	const { documentName: name, documentUri: uri, target } = run;
	const source = {
		...(newSeed ? renewed(sent, (text) => parseWorkflow(text)) : sent),
		name,
		...compact({ uri, folders: uri === undefined ? undefined : disk.foldersOf(uri) }),
	};
	const request = { source, target, again: run, ...reporting };
	return withRunStart(services, (start) => startDocument(services, start, session, request, ask));
}

const notKept = inputFailure(l10n.t('What this run sent was not kept on this computer.'));

export const runStatus = operation({
	id: 'run.status',
	title: l10n.t('Show the state of a run'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: runFact,
	run: (services, input, _ask, work) =>
		withSession(services, async () => {
			const found = await latestOf<Run>(await services.runs(), waitedRun, input.id, input.wait, work);
			return found.ok ? success(factsOf(found.value)) : found;
		}),
});

/** The result of a run that has ended. */
export const resultFact = z.object({
	run: runFact,
	/** Files without a path are not on this computer. */
	files: z.array(
		z.object({
			name: z.string(),
			path: z.exactOptional(z.string()),
			bytes: z.exactOptional(z.number()),
			nodeId: z.exactOptional(z.string()),
			problem: z.exactOptional(z.string()),
		}),
	),
	texts: z.array(z.object({ nodeId: z.string(), name: z.string(), text: z.string() })),
});

export const runResult = operation({
	id: 'run.result',
	title: l10n.t('Show the result of a run'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: resultFact,
	run: (services, input, _ask, work) =>
		withSession(services, async () => {
			const found = await latestOf<Run>(await services.runs(), waitedRun, input.id, input.wait, work);
			if (!found.ok) return found;
			const run = found.value;
			if (!hasEnded(run)) return failed(noResultYet);
			const pathOf = (name: string | undefined) => name && services.disk?.pathOfResult(run.id, name);
			return success({
				run: factsOf(run),
				files: run.files.map(({ filename, archivedAs, bytes, nodeId, problem }) => ({
					name: filename,
					...compact({ bytes, nodeId, problem, path: pathOf(archivedAs) }),
				})),
				texts: run.texts.map(({ nodeId, channel, text }) => ({ nodeId, name: channel, text })),
			});
		}),
});

const noResultYet: Failure = {
	kind: 'conflict',
	message: l10n.t('This run has not ended, so it has no result yet.'),
	nextStep: l10n.t('Wait for its end, then ask again.'),
	fixer: 'you',
};

const cancelDeclined = l10n.t('Nothing was canceled, because it was not confirmed.');

export const runCancel = operation({
	id: 'run.cancel',
	title: l10n.t('Cancel a run'),
	effect: 'write',
	input: z.object({ id }),
	output: z.object({ id: z.string(), outcome: z.enum(['requested', 'notCancellable']) }),
	run: (services, { id }, ask) =>
		withSession(services, async () => {
			const runs = await services.runs();
			const run = runs.get(id);
			if (run !== undefined && !hasEnded(run)) {
				const asked = { name: run.documentName, targetName: run.target.name, status: describeState(run) };
				if ((await ask.confirmChange({ act: 'cancelRun', ...asked })) !== true)
					return declined(cancelDeclined);
			}
			const outcome = await runs.cancel(id);
			return outcome.ok ? success({ id, outcome: outcome.value }) : failed(notCanceled(outcome.failure));
		}),
});

export const runList = operation({
	id: 'run.list',
	title: l10n.t('List runs, the newest first'),
	effect: 'read',
	input: z.object({
		limit: z.exactOptional(
			z.int().check(z.gte(1), z.lte(500), z.describe(l10n.t('how many at most; 20 without it'))),
		),
		text: z.exactOptional(z.string().check(z.describe(l10n.t('words that occur in what is known of a run')))),
		state: z.exactOptional(
			z
				.enum(Object.keys(stateGroups) as [keyof typeof stateGroups])
				.check(z.describe(l10n.t('only runs in this state'))),
		),
	}),
	output: z.object({ runs: z.array(runFact) }),
	async run(services, { limit = 20, text = '', state }) {
		const [owner, runs] = await Promise.all([listedOwner(services), services.runs()]);
		const filter = { ...noFilter, text, states: state === undefined ? [] : [state] };
		const listed = () => runs.runs({ ...owner, limit, filter });
		await Promise.all(listed().map((run) => runs.caughtUp(run.id)));
		return success({ runs: listed().map(factsOf) });
	},
});

const save = operation({
	id: 'run.save',
	title: l10n.t('Save the files of a run in a folder'),
	effect: 'write',
	input: z.object({
		id,
		folder: z
			.string()
			.check(z.minLength(1), z.describe(l10n.t('where the files go; nothing there is overwritten'))),
		pattern: z.exactOptional(
			z.string().check(z.describe(l10n.t('how they are named; by their own names without it'))),
		),
		sidecar: z.exactOptional(z.boolean().check(z.describe(l10n.t('write what made a file beside it')))),
	}),
	output: z.object({ paths: z.array(z.string()), missing: z.array(z.string()) }),
	async run(services, { id, folder, pattern = '{name}', sidecar = false }) {
		const run = (await services.runs()).get(id);
		if (run === undefined) return failed(unknownRunFailure);
		const saved = await withDisk(services, (disk) => disk.saveFiles(run, { folder, pattern, sidecar }));
		if (!saved.ok) return saved;
		const { paths, missing, failure } = saved.value;
		if (failure !== undefined) return failed(failure);
		return success({ paths: [...paths], missing: missing.map(({ file }) => file.filename) });
	},
});

export const runOperations = [
	runStart,
	again,
	runStatus,
	runResult,
	runCancel,
	runList,
	save,
	runMark,
	runFetch,
	runDelete,
];
