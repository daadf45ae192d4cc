import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, inputFailure, type Result, success } from '../../base/failure.ts';
import type { MissingRequirements } from '../../workflow/missingRequirements.ts';
import type { RunPlan } from '../plan/plan.ts';
import { withoutKey } from '../plan/withoutKey.ts';
import { withErrors } from './documentErrors.ts';
import { drawFor, drawn } from './drawing.ts';
import { type NothingNew, nothingNew } from './nothingNew.ts';
import { planFor, prepare } from './preparation.ts';
import { goneFailure, takesInputsFailure } from './refusals.ts';
import type { RunRequest, RunStart } from './runRequest.ts';
import type { KnownError, RunDestination } from './runSource.ts';
import { knownTarget } from './targets.ts';

interface PlannedStart {
	readonly target: RunDestination;
	/** The key for third-party API nodes is not in it. */
	readonly plan: RunPlan;
	readonly errors: readonly KnownError[];
	/** The requirements that the target lacks; `undefined` if unknown. */
	readonly lacks: MissingRequirements | undefined;
	/** The outputs that an earlier run has made already; absent if all are new. */
	readonly nothingNew?: NothingNew;
}

/** Plans a run as `startRun` does, asks nothing and sends nothing. */
export async function planStart(
	start: RunStart,
	session: SignedIn,
	{ source, mode = 'auto', draws, ...request }: RunRequest,
): Promise<Result<PlannedStart>> {
	const { services, facts } = start;
	const { targets, savedWorkflows, lacks } = services;
	const target = await knownTarget({ targets, documents: facts.documents }, session, source, request);
	if (targets.state.kind === 'failed') return failed(targets.state.failure);
	if (target === 'gone') return failed(goneFailure(request.target, targets.items));
	if (target === undefined) return failed(noTargetFailure);
	const preparation = await prepare(services, session, source, target);
	if (preparation.takesInputs) return failed(takesInputsFailure(target));
	const partnerKey = await facts.partnerKey(session.connection);
	const { uri } = source;
	const mayDraw = draws ?? (uri === undefined ? undefined : facts.documents.drawsFor(uri));
	const draw = mayDraw === false ? undefined : await drawFor(services, session, target, source);
	const sent = draw === undefined ? source : { ...source, ...drawn(source, draw, services.parse) };
	const planned = await planFor(session, sent, target, preparation, mode, partnerKey);
	if (!planned.ok) return planned;
	const [{ plan, errors }, lacking] = await Promise.all([
		withErrors(start, session, target, source, planned.value),
		lacks.of(savedWorkflows, session, target, source.document),
	]);
	return success({
		target,
		plan: withoutKey(plan, partnerKey),
		errors,
		...compact({ nothingNew: nothingNew(await services.runs(), session, target, planned.value) }),
		lacks: lacking,
	});
}

const noTargetFailure = inputFailure(
	l10n.t('There is no target for the document, because it has not run before.'),
	l10n.t('Specify a deployment.'),
);
