import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Failure, inputFailure } from '../base/failure.ts';
import { hourlyRate } from '../connection/dialects.ts';
import { drawnSet } from '../runs/plan/draw.ts';
import type { DecidedRun, NoRun, RefusedRun } from '../runs/start/outcomes.ts';
import type { RunRequest, RunStart } from '../runs/start/runRequest.ts';
import type { RunDestination } from '../runs/start/runSource.ts';
import { otherSessionFailure, type RunAsk } from '../runs/start/startQuestions.ts';
import { decideRun } from '../runs/start/startRun.ts';
import { jsonOf, type WorkflowDocument } from '../workflow/document.ts';
import { type InputSet, inputAt, missingPlace, textWith } from '../workflow/inputSet.ts';
import type { Batch, BatchCaps } from './batch.ts';
import type { BatchService } from './batchService.ts';
import type { BatchItems } from './items.ts';

const runsAtOnce = 8;

/** A request for several runs of a document, one for each set of values. */
interface BatchRequest extends Omit<RunRequest, 'count'> {
	readonly sets: readonly InputSet[];
	/** Paths of the files that the values of each set name. */
	readonly files?: readonly (readonly string[])[];
	/** The values of each set by the titles of their columns. */
	readonly values?: BatchItems['values'];
	readonly caps?: BatchCaps;
}

type BatchOutcome = { readonly kind: 'started'; readonly batch: Batch } | NoRun;

/** Turns a document into a batch: every question is asked once, for the first of its runs, and applies to all of them. */
export async function startBatch(
	start: RunStart,
	batches: Pick<BatchService, 'start'>,
	session: SignedIn,
	{ sets, files, values, caps, ...request }: BatchRequest,
	ask: RunAsk,
): Promise<BatchOutcome> {
	const { services, facts } = start;
	const { source, mode: wanted = 'auto' } = request;
	// Without comments, since that is how it is sent.
	const plain = services.parse(jsonOf(source.document));
	const refuse = (stage: RefusedRun['stage'], failure: Failure, more = {}): RefusedRun => ({
		...{ kind: 'refused', stage, failure, source, mode: wanted },
		...more,
	});
	const places = sets.flatMap(({ values }) => values.map(({ place }) => place));
	const lacking = places.find((place) => inputAt(plain, place) === undefined);
	if (lacking !== undefined) return refuse('plan', missingPlace(plain, lacking));
	const [first] = sets;
	if (first === undefined) return refuse('plan', noRunsFailure);
	const ofFirst = { ...source, document: services.parse(textWith(plain, first)) };
	const decided = await decideRun(start, session, { ...request, source: ofFirst, count: sets.length }, ask);
	if (decided.kind !== 'decided') return decided;
	const { target, mode, preparation } = decided;
	if (services.session.current !== session) return refuse('session', otherSessionFailure, { target, mode });
	const { kind, id, name } = target;
	const started = await batches.start({
		...caps,
		to: {
			kind: 'run',
			target: { kind, id, name },
			mode,
			media: commonFiles(preparation.media.files, files?.[0]),
			...compact({ folders: source.folders }),
		},
		name: source.name,
		parallel: runsAtOnce,
		items: { ...itemsOf(services.parse, plain, sets, decided), ...compact({ media: files, values }) },
		...compact({
			documentUri: source.uri,
			valuesOf: request.valuesOf,
			startedBy: services.startedBy,
			microdollarsPerHour: perHour(target),
		}),
	});
	if (!started.ok) return refuse('submit', started.failure, { target, mode });
	if (source.uri !== undefined) await facts.documents.noteTarget(source.uri, session.connection.id, id);
	return { kind: 'started', batch: started.value };
}

const noRunsFailure = inputFailure(
	l10n.t('Nothing was sent, because the batch has no runs.'),
	l10n.t('Give the values of at least one run.'),
);

function perHour({ kind, hardware }: RunDestination): number | undefined {
	return kind === 'deployment' && hardware !== undefined ? hourlyRate(hardware) : undefined;
}

/** Returns the files of the first run that all runs use. */
function commonFiles(
	files: readonly { readonly path: string }[],
	ofFirst: readonly string[] = [],
): readonly string[] {
	return [...new Set(files.map(({ path }) => path))].filter((path) => !ofFirst.includes(path));
}

/** Returns the values of each run: its set, and its own draws. The first run is the one that was decided. */
function itemsOf(
	parse: RunStart['services']['parse'],
	plain: WorkflowDocument,
	sets: readonly InputSet[],
	{ source, draw }: DecidedRun,
): BatchItems {
	const { text } = plain;
	if (draw === undefined)
		return { text, sets, ...compact({ drawn: source.drawn && sets.map(() => source.drawn ?? []) }) };
	const items = sets.map((set, item) => {
		const document = parse(textWith(plain, set));
		const drawn = item === 0 && source.drawn ? source.drawn : draw(document);
		return { drawn, set: { ...set, values: [...set.values, ...drawnSet(document, drawn).values] } };
	});
	return { text, sets: items.map(({ set }) => set), drawn: items.map(({ drawn }) => drawn) };
}
