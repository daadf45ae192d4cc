import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import type { TextEdit } from '../base/findings.ts';
import { applyEdits } from '../base/fixAll.ts';
import { drawnEdits } from '../runs/plan/draw.ts';
import { editsWithSeeds } from '../runs/plan/seedBatch.ts';
import type { DecidedRun, NoRun } from '../runs/start/outcomes.ts';
import type { RunRequest, RunStart } from '../runs/start/runRequest.ts';
import { otherSessionFailure, type RunAsk } from '../runs/start/startQuestions.ts';
import { decideRun } from '../runs/start/startRun.ts';
import { jsonOf } from '../workflow/document.ts';
import type { Batch, BatchCaps } from './batch.ts';
import type { BatchService } from './batchService.ts';
import type { BatchItems } from './items.ts';

/** Runs of a batch that are under way at the same time, at most. */
const seedsAtOnce = 8;

/** A request for several runs of a document that differ in their seeds. */
export interface SeedsRequest extends Omit<RunRequest, 'count'> {
	readonly seeds: number;
	readonly caps?: BatchCaps;
}

/** The outcome of the start of a batch. */
type BatchOutcome = { readonly kind: 'started'; readonly batch: Batch } | NoRun | { readonly kind: 'noSeed' };

/** Takes a document to a batch: everything is asked once, for the first of its runs, and holds for all of them. */
export async function startSeeds(
	start: RunStart,
	batches: Pick<BatchService, 'start'>,
	session: SignedIn,
	{ seeds, caps, ...request }: SeedsRequest,
	ask: RunAsk,
): Promise<BatchOutcome> {
	const { services, facts } = start;
	const { source } = request;
	// Without comments, since that is how it is sent.
	const text = jsonOf(source.document, { start: 0, end: source.document.text.length });
	const edits = editsWithSeeds(services.parse(text), seeds);
	const [first] = edits;
	if (first === undefined) return { kind: 'noSeed' };
	const ofFirst = { ...source, document: services.parse(applyEdits(text, first)) };
	const decided = await decideRun(start, session, { ...request, source: ofFirst, count: edits.length }, ask);
	if (decided.kind !== 'decided') return decided;
	const { target, mode, preparation } = decided;
	const refused = { kind: 'refused', target, mode, source } as const;
	if (services.session.current !== session)
		return { ...refused, stage: 'session', failure: otherSessionFailure };
	const { kind, id, name } = target;
	const started = await batches.start({
		...caps,
		to: {
			kind: 'run',
			target: { kind, id, name },
			mode,
			media: [...new Set(preparation.media.files.map(({ path }) => path))],
			...compact({ folders: source.folders }),
		},
		name: source.name,
		parallel: seedsAtOnce,
		items: itemsOf(services.parse, text, edits, decided),
		...compact({ documentUri: source.uri, startedBy: services.startedBy }),
	});
	if (!started.ok) return { ...refused, stage: 'submit', failure: started.failure };
	if (source.uri !== undefined) await facts.memory.remember(source.uri, session.connection.id, id);
	return { kind: 'started', batch: started.value };
}

/** The edits of each run: its seeds, and what is drawn for it alone. The first run is the one that was decided about. */
function itemsOf(
	parse: RunStart['services']['parse'],
	text: string,
	seeds: readonly (readonly TextEdit[])[],
	{ source, draw }: DecidedRun,
): BatchItems {
	if (draw === undefined)
		return { text, edits: seeds, ...(source.drawn ? { drawn: seeds.map(() => source.drawn ?? []) } : {}) };
	const plain = parse(text);
	const drawn = seeds.map((edits, item) =>
		item === 0 && source.drawn ? source.drawn : draw(parse(applyEdits(text, edits))),
	);
	return {
		text,
		edits: seeds.map((edits, item) => [...edits, ...drawnEdits(plain, drawn[item] ?? [])]),
		drawn,
	};
}
