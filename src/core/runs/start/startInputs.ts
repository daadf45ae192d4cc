import * as l10n from '@vscode/l10n';
import { fetchBalance } from '../../account/balance.ts';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import {
	type Failure,
	failed,
	inputFailure,
	type Result,
	success,
	unsentFailure,
} from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { secretNotKept, signatureNotKept } from '../../base/panel/formFields.ts';
import { maskSecrets } from '../../http/mask.ts';
import { checkpointAddress } from '../../jobs/checkpoints/address.ts';
import type { JobService } from '../../jobs/jobService.ts';
import { readReference, referencesIn, withAddresses } from '../../requests/checkpointReference.ts';
import { hasGaps, keptBody } from '../../requests/keptInputs.ts';
import type { Webhook } from '../../requests/request.ts';
import { sameBegunFailure } from '../failures.ts';
import type { InputPlan } from '../inputs/plan.ts';
import type { Run, RunTarget } from '../run.ts';
import { isPaid } from '../targetTraits.ts';
import type { RunStart } from './runRequest.ts';
import { otherSessionFailure, type RunAsk, startQuestions } from './startQuestions.ts';

interface InputStartServices extends Pick<RunStart['services'], 'session' | 'startedBy' | 'runs'> {
	readonly log: Log;
	/** Keeps the permitted part of the inputs with the results; rejects if it cannot be written. */
	keepInputs(runId: string, text: string): Promise<void>;
	jobs(): Promise<Pick<JobService, 'jobs' | 'result'>>;
}

/** A run of inputs, planned for the session that is given. */
export interface InputRunRequest {
	readonly plan: InputPlan;
	readonly target: RunTarget;
	readonly webhook?: Webhook;
}

/** The outcome of the start of a run of inputs; the failure shows whether it may be sent again. */
type InputRunOutcome =
	| { readonly kind: 'started'; readonly run: Run }
	| {
			readonly kind: 'refused';
			/** Secrets that were not kept, the address of a checkpoint, another session, or the submission. */
			readonly stage: 'gaps' | 'checkpoint' | 'session' | 'submit';
			readonly failure: Failure;
	  }
	| { readonly kind: 'unwanted'; readonly question: keyof RunAsk };

/**
 * Starts a run of inputs: addresses of checkpoints are requested now and added only to the request; the permitted part
 * of the body is kept with the results.
 */
export async function startInputs(
	services: InputStartServices,
	session: SignedIn,
	{ plan, target, webhook }: InputRunRequest,
	ask: Pick<RunAsk, 'confirmDuplicate' | 'confirmLowBalance' | 'confirmSpending'>,
): Promise<InputRunOutcome> {
	const { log } = services;
	if (hasGaps(plan.bodyText)) return { kind: 'refused', stage: 'gaps', failure: gapsFailure };
	const addresses = await checkpointAddresses(() => services.jobs(), referencesIn(plan.bodyText));
	if (!addresses.ok) return { kind: 'refused', stage: 'checkpoint', failure: addresses.failure };
	const balance = isPaid(target) ? await fetchBalance(session.service) : undefined;
	const answers = await startQuestions(
		services,
		session,
		{
			target,
			documentName: target.name,
			digest: plan.summary.digest,
			balance: balance?.ok ? balance.value : undefined,
		},
		ask,
	);
	if ('no' in answers) return { kind: 'unwanted', question: answers.no };
	if (services.session.current !== session)
		return { kind: 'refused', stage: 'session', failure: otherSessionFailure };
	const started = await (await services.runs()).start(
		{ bodyText: withAddresses(plan.bodyText, addresses.value), summary: plan.summary },
		{ target, documentName: target.name, ...compact({ startedBy: services.startedBy }) },
		{ same: answers.same, ...compact({ webhook }) },
	);
	if (!started.ok) {
		if (started.failure === sameBegunFailure) return { kind: 'unwanted', question: 'confirmDuplicate' };
		const secrets = [...addresses.value.values()];
		const details = started.failure.details?.map((detail) => maskSecrets(detail, secrets));
		return { kind: 'refused', stage: 'submit', failure: { ...started.failure, ...compact({ details }) } };
	}
	const run = started.value;
	await services
		.keepInputs(run.id, keptBody(plan.bodyText).text)
		.catch((cause) => log.warn('The inputs of a run could not be saved', cause));
	return { kind: 'started', run };
}

const gapsFailure = inputFailure(
	l10n.t('Secrets among these inputs were not kept, so nothing was sent.'),
	l10n.t(
		'Enter each of them again in place of {0}, and paste each address that ends in {1} again.',
		secretNotKept,
		signatureNotKept,
	),
);

/** Requests the current addresses of checkpoints, by reference. They give access to the files: never store, log or show them. */
async function checkpointAddresses(
	jobs: () => Promise<Pick<JobService, 'jobs' | 'result'>>,
	references: readonly string[],
): Promise<Result<ReadonlyMap<string, string>>> {
	const addresses = new Map<string, string>();
	if (references.length === 0) return success(addresses);
	const service = await jobs();
	for (const reference of references) {
		const name = readReference(reference);
		const job = service.jobs().find((each) => each.name === name?.job);
		if (name === undefined || job === undefined) return failed(unknownCheckpoint(reference));
		const address = await checkpointAddress({ service }, { id: job.id, name: name.file });
		if (!address.ok) {
			const { failure } = address;
			const message = l10n.t(
				'The address of "{0}" could not be read, so nothing was sent. {1}',
				name.file,
				failure.message,
			);
			return failed({ ...failure, message, mayHaveArrived: false });
		}
		addresses.set(reference, address.value);
	}
	return success(addresses);
}

function unknownCheckpoint(reference: string): Failure {
	return unsentFailure(
		'notFound',
		l10n.t('"{0}" is not from a training job that is known here, so nothing was sent.', reference),
		l10n.t('Choose the checkpoint again, or track its job in the Training Jobs view.'),
	);
}
