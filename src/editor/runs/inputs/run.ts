import * as vscode from 'vscode';
import { fetchBalance } from '../../../core/account/balance.ts';
import type { SessionSource, SignedIn } from '../../../core/account/session.ts';
import { type Failure, failed, type Result, success } from '../../../core/base/failure.ts';
import type { Log } from '../../../core/base/log.ts';
import { secretNotKept, signatureNotKept } from '../../../core/base/panel/formFields.ts';
import { maskSecrets } from '../../../core/http/mask.ts';
import { checkpointAddress } from '../../../core/jobs/checkpoints/checkpoints.ts';
import { wasNotSubmitted } from '../../../core/records/submissions.ts';
import { readReference, referencesIn, withAddresses } from '../../../core/requests/checkpointReference.ts';
import { hasGaps, keptBody } from '../../../core/requests/keptInputs.ts';
import { keepInputs } from '../../../core/runs/archive/runFolder.ts';
import type { InputPlan } from '../../../core/runs/inputs/plan.ts';
import type { Run, RunTarget } from '../../../core/runs/run.ts';
import type { LazyJobService } from '../../jobs/lazyJobService.ts';
import { isTrustedToSend } from '../../shell/trust.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import { onceMore } from '../start/dialogs.ts';
import { balanceSuffices } from '../start/preparation.ts';

export interface InputRunDeps {
	readonly log: Log;
	readonly session: SessionSource;
	readonly history: LazyRunService;
	readonly jobs: LazyJobService;
}

export interface InputRunWish {
	readonly session: SignedIn;
	readonly plan: InputPlan;
	readonly target: RunTarget;
}

/**
 * Starts a run of inputs: addresses of checkpoints are asked for now and go into the request alone; what may be kept of the body is
 * kept beside the results. Undefined when the person stopped. The failure says whether the run may be sent again.
 */
export async function startInputs(
	{ log, session: current, history, jobs }: InputRunDeps,
	{ session, plan, target }: InputRunWish,
): Promise<Result<Run> | undefined> {
	if (!(await isTrustedToSend())) return undefined;
	if (hasGaps(plan.bodyText)) return failed(gaps());
	const addresses = await addressesOf(jobs, referencesIn(plan.bodyText));
	if (!addresses.ok) return addresses;
	const runService = await history.open();
	if (!(await onceMore(history, target.id, plan))) return undefined;
	if (target.kind === 'deployment') {
		const balance = await fetchBalance(session.service);
		if (!(await balanceSuffices(session, balance.ok ? balance.value : undefined))) return undefined;
	}
	if (current.current !== session) return failed(otherSession());
	const started = await runService.start(
		{ bodyText: withAddresses(plan.bodyText, addresses.value), summary: plan.summary },
		{ target, documentName: target.name },
	);
	// The person did not want to pass the limit for the day.
	if (!started.ok && started.failure.kind === 'canceled') return undefined;
	if (!started.ok)
		return failed(refusalOf(started.failure, session.connection.name, [...addresses.value.values()]));
	await keepInputs(history.archive.fsPath, started.value.id, keptBody(plan.bodyText).text).catch((cause) =>
		log.warn('The inputs of a run could not be kept', cause),
	);
	return started;
}

/** The present addresses of checkpoints, by reference. They give access to the files: never store, log or show them. */
async function addressesOf(
	jobs: LazyJobService,
	references: readonly string[],
): Promise<Result<ReadonlyMap<string, string>>> {
	const addresses = new Map<string, string>();
	if (references.length === 0) return success(addresses);
	const service = await jobs.open();
	for (const reference of references) {
		const name = readReference(reference);
		const job = service.jobs().find((each) => each.name === name?.job);
		if (name === undefined || job === undefined) return failed(unknownCheckpoint(reference));
		const address = await checkpointAddress({ service }, { id: job.id, name: name.file });
		if (!address.ok) {
			const { failure } = address;
			const message = vscode.l10n.t(
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
	return {
		kind: 'notFound',
		message: vscode.l10n.t('"{0}" names no training job that is known here, so nothing was sent.', reference),
		nextStep: vscode.l10n.t('Choose the checkpoint again, or track its job in the Training Jobs view.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

function gaps(): Failure {
	return {
		kind: 'input',
		message: vscode.l10n.t('Secrets among these inputs were not kept, so nothing was sent.'),
		nextStep: vscode.l10n.t(
			'Enter each of them again in place of {0}, and paste each address again that ends in {1}.',
			secretNotKept,
			signatureNotKept,
		),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

function otherSession(): Failure {
	return {
		kind: 'auth',
		message: vscode.l10n.t('Nothing was sent, because the account has changed.'),
		nextStep: vscode.l10n.t('Press Run again.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** What the form says; the whole story is with the run in the history. */
function refusalOf(failure: Failure, service: string, secrets: readonly string[]): Failure {
	const details = failure.details?.map((detail) => maskSecrets(detail, secrets));
	const clean = details === undefined ? failure : { ...failure, details };
	if (wasNotSubmitted(failure)) return clean;
	return {
		...clean,
		message: vscode.l10n.t('It is unknown whether {0} took the run, so it was not sent again.', service),
		nextStep: vscode.l10n.t('Look for it in the list of requests there before you run it again.'),
	};
}
