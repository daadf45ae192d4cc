import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, inputFailure, type Result, success } from '../../base/failure.ts';
import { textPositions } from '../../base/textPositions.ts';
import type { Webhook } from '../../requests/request.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { planAgain } from '../../runs/inputs/plan.ts';
import type { Run, RunTargetId } from '../../runs/run.ts';
import { renewed } from '../../runs/start/drawing.ts';
import { planStart } from '../../runs/start/planStart.ts';
import type { RunRequest, RunStart } from '../../runs/start/runRequest.ts';
import { parseWorkflow } from '../../workflow/document.ts';
import type { Disk } from '../disk.ts';
import {
	changedDocument,
	changesInput,
	type DocumentChanges,
	webhookInput,
	webhookOf,
} from '../documentInput.ts';
import { optionalFlag, optionalId, wait } from '../members.ts';
import { namesOf } from '../named/namesOf.ts';
import { operation } from '../operation.ts';
import type { Ask } from '../questions.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { runId as id, planFact, runFact } from './facts.ts';
import { startInputRun } from './inputs.ts';
import { begun, runInput, runRequestOf, startDocument, withRunStart } from './startDocument.ts';

/** A started run, or its plan if only that was requested. */
const started = z.object({ run: z.exactOptional(runFact), plan: z.exactOptional(planFact) });

export const runStart = operation({
	id: 'run.start',
	title: l10n.t('Run a workflow document'),
	effect: 'spend',
	input: z.object({
		...runInput,
		...changesInput,
		...webhookInput,
		dryRun: optionalFlag(l10n.t('show the request without sending it')),
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
				conversion: request.source.conversion && [...request.source.conversion.report],
				lacks: lacks && {
					classes: [...lacks.classes],
					values: [...lacks.models, ...lacks.values].map(({ value }) => value),
				},
			}),
		},
	});
}

export const runAgain = operation({
	id: 'run.again',
	title: l10n.t('Run again with the same inputs'),
	effect: 'spend',
	input: z.object({
		id,
		deployment: optionalId(
			'deployment',
			l10n.t('the deployment to run it on; if omitted, the one where it ran'),
		),
		newSeed: optionalFlag(l10n.t('with another seed')),
		...changesInput,
		...webhookInput,
		wait,
	}),
	output: z.object({ run: runFact }),
	run: (
		services,
		{ id, deployment, newSeed = false, preset, set, overrides, seed, wait, ...input },
		ask,
		work,
	) =>
		withSession(services, async (session) => {
			const draws = newSeed || seed === 'random';
			const number = draws ? undefined : seed;
			const changes = compact({ preset, set, overrides, seed: number });
			const onto =
				deployment === undefined ? {} : { target: { kind: 'deployment', id: deployment } as const };
			const webhook = webhookOf(input);
			if (!webhook.ok) return webhook;
			const run = (await services.runs()).get(id);
			if (run === undefined) return failed(unknownRunFailure);
			const sentInputs = run.summary.mode === 'inputs';
			if (sentInputs && (deployment !== undefined || Object.keys(changes).length > 0))
				return failed(noDocument);
			const outcome = await withDisk(services, (disk) => {
				const parts = { services, session, disk, ...onto, ...webhook.value };
				return sentInputs
					? inputsAgain(parts, run, draws, ask)
					: documentAgain(parts, run, { newSeed: draws, ...changes }, ask);
			});
			return begun(services, outcome, wait, work);
		}),
});

interface Repeating {
	readonly services: OperationServices;
	readonly session: SignedIn;
	readonly disk: Disk;
	/** The target of the run; that of the earlier run if omitted. */
	readonly target?: RunTargetId;
	readonly webhook?: Webhook;
}

async function inputsAgain(
	{ services, session, disk, target: _, ...reporting }: Repeating,
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
	{ services, session, disk, target: wanted, ...reporting }: Repeating,
	run: Run,
	{ newSeed, ...changes }: DocumentChanges & { readonly newSeed: boolean },
	ask: Ask,
): Promise<Result<Run>> {
	const kept = await disk.keptDocument(run.id);
	if (kept === undefined) return failed(notKept);
	// The kept document is the one that was sent, so nothing is drawn from it.
	const sent = { document: parseWorkflow(kept), drawn: run.summary.drawn ?? [] };
	const { documentName: name, documentUri: uri } = run;
	const target = wanted ?? run.target;
	const before = newSeed ? renewed(sent, (text) => parseWorkflow(text)) : sent;
	const place = { name, ...compact({ uri, folders: uri === undefined ? undefined : disk.foldersOf(uri) }) };
	const changed = await changedDocument(before.document, changes, () =>
		namesOf({ disk }, { ...place, document: before.document }, before.document),
	);
	if (!changed.ok) return changed;
	const source = { ...before, document: changed.value, ...place };
	// With other values it is not the run that was seen before.
	const isSame = changed.value === before.document;
	const request = { source, target, ...(isSame ? { again: run } : {}), ...reporting };
	return withRunStart(services, (start) => startDocument(services, start, session, request, ask));
}

const noDocument = inputFailure(
	l10n.t(
		'This run sent the inputs of a form and no document, so values of nodes or another deployment cannot be specified. Run its target with other inputs.',
	),
);
export const notKept = inputFailure(l10n.t('The inputs of this run were not kept on this computer.'));
