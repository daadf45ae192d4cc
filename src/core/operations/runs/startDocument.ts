import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success, wrongInput } from '../../base/failure.ts';
import { createEngineList } from '../../engine/ownEngine.ts';
import { readEngine } from '../../engine/readEngine.ts';
import { describeState } from '../../runs/describe.ts';
import { DocumentFacts } from '../../runs/documentFacts.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { hasEnded, type Run } from '../../runs/run.ts';
import { apiSource } from '../../runs/start/apiSource.ts';
import type { NoRun, UnwantedRun } from '../../runs/start/outcomes.ts';
import type { OpenWorkflow, RunRequest, RunStart } from '../../runs/start/runRequest.ts';
import { RunTargets } from '../../runs/start/runTargets.ts';
import { savedSource } from '../../runs/start/savedSource.ts';
import { startRun } from '../../runs/start/startRun.ts';
import { TargetRequirements } from '../../runs/start/targetRequirements.ts';
import { jsonOf, parseWorkflow } from '../../workflow/document.ts';
import { accountOf } from '../deployments/facts.ts';
import type { Disk } from '../disk.ts';
import {
	changedDocument,
	type DocumentChanges,
	type DocumentInput,
	documentInput,
	readDocumentInput,
} from '../documentInput.ts';
import { optionalChoice, optionalFlag, optionalId } from '../members.ts';
import { namesOf } from '../named/namesOf.ts';
import { declined, type Work } from '../operation.ts';
import type { Ask } from '../questions.ts';
import { recordOf } from '../recordOf.ts';
import type { OperationServices } from '../services.ts';
import { withDisk } from '../withSession.ts';
import { factsOf, type runFact } from './facts.ts';

export const runInput = {
	...documentInput,
	deployment: optionalId(
		'deployment',
		l10n.t(
			'a deployment, by its ID, the beginning of its ID, or its unique name; if omitted, the one where the document ran last; without a document, its saved workflow runs',
		),
	),
	mode: optionalChoice(
		['auto', 'overrides', 'inline'],
		l10n.t('send the changed inputs or the whole document; chosen automatically if omitted'),
	),
	draws: optionalFlag(
		l10n.t(
			'resolve dynamic prompts and fill in file names, as the node editor does, or send them unchanged; asked if omitted',
		),
	),
};

/** Returns the request for a run from such an input; without a document, for the saved workflow of the deployment. */
export async function runRequestOf(
	services: OperationServices,
	start: RunStart,
	session: SignedIn,
	input: Pick<RunRequest, 'mode' | 'draws'> &
		DocumentInput &
		DocumentChanges & { readonly deployment?: string },
): Promise<Result<RunRequest>> {
	const { openWorkflow } = services;
	if (openWorkflow !== undefined) {
		const { source } = openWorkflow.request;
		const changed = await changedDocument(source.document, input, () =>
			namesOf(services, source, source.document),
		);
		return changed.ok
			? success({ ...openWorkflow.request, source: { ...source, document: changed.value } })
			: changed;
	}
	const { path, document, deployment, mode, draws } = input;
	const hasDocument = path !== undefined || document !== undefined;
	if (!hasDocument && deployment === undefined) return wrongInput(nothingNamed);
	const source =
		hasDocument || deployment === undefined
			? await readDocumentInput(services, input)
			: await savedSource(start, session, deployment);
	if (!source.ok) return source;
	const target = deployment === undefined ? undefined : ({ kind: 'deployment', id: deployment } as const);
	const runnable = await apiSource(start, session, source.value, compact({ target }));
	const changed = await changedDocument(runnable.document, input, () =>
		namesOf(services, source.value, runnable.document),
	);
	if (!changed.ok) return changed;
	return success({
		source: { ...runnable, document: changed.value },
		...compact({ target, mode, draws }),
	});
}

const nothingNamed = l10n.t(
	'Specify a document by its path or as text, or a deployment to run its saved workflow.',
);

/** Works with everything that takes a document to a run: that of the window, or parts of this call. */
export async function withRunStart<T>(
	services: OperationServices,
	work: (start: RunStart) => Promise<Result<T>>,
): Promise<Result<T>> {
	const { openWorkflow } = services;
	const withAccount = ({ services: own, facts }: OpenWorkflow['start']) =>
		work({ services: { ...own, account: (session) => accountOf(services, session) }, facts });
	return openWorkflow === undefined
		? withDisk(services, (disk) => withDiskAndRunStart(services, disk, withAccount))
		: withAccount(openWorkflow.start);
}

async function withDiskAndRunStart<T>(
	services: OperationServices,
	disk: Disk,
	work: (start: OpenWorkflow['start']) => Promise<Result<T>>,
): Promise<Result<T>> {
	const { log, session, startedBy } = services;
	const { ledger, coordinator } = await services.ledger();
	const documents = new DocumentFacts(ledger);
	const store = await services.deployments();
	const engines = createEngineList(session, readEngine);
	const targets = new RunTargets(store, engines);
	const savedWorkflows = disk.savedWorkflows({ log, session, store, documents: async () => documents });
	try {
		// The list may be that of a window, or of an earlier call.
		await targets.refresh();
		return await work({
			services: {
				clock: coordinator.clock,
				session,
				targets,
				savedWorkflows,
				lacks: new TargetRequirements(),
				files: disk.files,
				parse: (text) => parseWorkflow(text),
				runs: () => services.runs(),
				...compact({ startedBy }),
			},
			facts: {
				documents,
				partnerKey: (connection) => services.partnerKey(connection),
				preparing: (_name, preparing) => preparing({}),
			},
		});
	} finally {
		engines.dispose();
	}
}

/** Starts a run of a document and keeps that with its results; a failure if it did not begin. */
export async function startDocument(
	services: OperationServices,
	start: RunStart,
	session: SignedIn,
	request: RunRequest,
	ask: Ask,
): Promise<Result<Run>> {
	const outcome = await startRun(start, session, request, ask);
	if (outcome.kind !== 'started') return noRun(services, start, outcome);
	const { document } = outcome;
	const text = jsonOf(document);
	await services.disk
		?.keepDocument(outcome.run.id, text)
		.catch((cause) => services.log.warn('The document of a run could not be saved', cause));
	return success(outcome.run);
}

/** Returns the failure of a run that did not begin. */
export function noRun(
	{ openWorkflow }: OperationServices,
	start: RunStart,
	outcome: NoRun,
): ReturnType<typeof failed> {
	openWorkflow?.stopped(outcome);
	switch (outcome.kind) {
		case 'refused':
			return failed(outcome.failure);
		case 'elsewhere':
			return declined(
				l10n.t('Nothing was sent. Use the connection "{0}", then run it there.', outcome.elsewhere.name),
			);
		case 'unwanted': {
			const { state } = start.services.targets;
			return outcome.question === 'chooseTarget' && state.kind === 'failed'
				? failed(state.failure)
				: notWanted(outcome.question);
		}
	}
}

/** Returns the failure of a run after a question that was not answered with yes. */
export function notWanted(question: UnwantedRun['question']): ReturnType<typeof failed> {
	return declined(reasons[question]);
}

/** Returns a started run, at its end if that is awaited. */
export async function begun(
	services: OperationServices,
	outcome: Result<Run>,
	wait: boolean | undefined,
	work: Work,
): Promise<Result<{ readonly run: z.input<typeof runFact> }>> {
	if (!outcome.ok) return outcome;
	const run = await recordOf<Run>(await services.runs(), waitedRun, outcome.value.id, wait, work);
	return run.ok ? success({ run: factsOf(run.value) }) : run;
}

export const waitedRun = {
	hasEnded,
	unknown: unknownRunFailure,
	progress: (run: Run) => ({ message: describeState(run) }),
};

const reasons: Readonly<Record<UnwantedRun['question'], string>> = {
	chooseVersion: l10n.t('Nothing was sent, because no version of the document was chosen.'),
	chooseTarget: l10n.t('Nothing was sent, because no target was chosen.'),
	deploymentGone: l10n.t('Nothing was sent, because the deployment is no longer in the account.'),
	enableDeployment: l10n.t('Nothing was sent, because the deployment is disabled.'),
	reviewRun: l10n.t('Nothing was sent, because the review was not confirmed.'),
	confirmErrors: l10n.t('Nothing was sent, because the document has errors.'),
	confirmNothingNew: l10n.t(
		'Nothing was sent, because the engine would take all results from its cache: nothing differs from an earlier run.',
	),
	confirmDuplicate: l10n.t('Nothing was sent, because the same run may already be in progress.'),
	confirmLowBalance: l10n.t('Nothing was sent, because the balance is too low.'),
	confirmSpending: l10n.t('Nothing was sent, because its cost was not confirmed.'),
	preparing: l10n.t('Nothing was sent, because it was canceled.'),
};
