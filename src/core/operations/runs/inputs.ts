import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { type Failure, failed, inputFailure, type Result, success, wrongInput } from '../../base/failure.ts';
import { defaultValues, type FieldSpec, formErrors } from '../../base/panel/formFields.ts';
import { withAssignments } from '../../requests/inputAssignments.ts';
import { type InputValues, readInputs, shownFields } from '../../requests/inputValues.ts';
import { planInputs } from '../../runs/inputs/plan.ts';
import { loadInputTarget } from '../../runs/inputs/target.ts';
import type { Run, RunTarget } from '../../runs/run.ts';
import { type InputRunRequest, startInputs } from '../../runs/start/startInputs.ts';
import { deploymentId } from '../deployments/facts.ts';
import { webhookInput, webhookOf } from '../documentInput.ts';
import { nonEmpty, optionalTexts, wait } from '../members.ts';
import { operation } from '../operation.ts';
import type { Ask } from '../questions.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { runFact } from './facts.ts';
import { begun, notWanted } from './startDocument.ts';

const given = {
	inputs: z.exactOptional(
		z
			.union([z.string(), z.record(z.string(), z.unknown())])
			.check(
				z.describe(l10n.t('the inputs, as an object or as its JSON text, whose numbers keep their digits')),
			),
	),
	set: optionalTexts(l10n.t('inputs, each as NAME=VALUE, read by their types; they replace those of inputs')),
	...webhookInput,
	wait,
};
const givenInputs = z.object(given);

const ids = {
	model: nonEmpty(l10n.t('the ID of a model')),
	deployment: deploymentId,
};

/** Returns an operation that runs a target with a flat body of inputs; omitted ones have the target's defaults. */
function inputRun(kind: 'model' | 'deployment', id: string, title: string) {
	return operation({
		id,
		title,
		effect: 'spend',
		input: z.object({ id: ids[kind], ...given }),
		output: z.object({ run: runFact }),
		run: (services, given, ask, work) =>
			withSession(services, async (session) => {
				const webhook = webhookOf(given);
				if (!webhook.ok) return webhook;
				const { enteredInputs } = services;
				const request =
					enteredInputs === undefined
						? await requestOf(session, { kind, id: given.id }, given)
						: success(enteredInputs);
				if (!request.ok) return request;
				const outcome = await startInputRun(services, session, { ...request.value, ...webhook.value }, ask);
				return begun(services, outcome, given.wait, work);
			}),
	});
}

/** Returns the request for a run of a target with the inputs that a caller has given. */
async function requestOf(
	{ service }: SignedIn,
	target: Pick<RunTarget, 'kind' | 'id'> & { readonly kind: 'model' | 'deployment' },
	given: Pick<z.output<typeof givenInputs>, 'inputs' | 'set'>,
): Promise<Result<InputRunRequest>> {
	const loaded = await loadInputTarget(service, target);
	if (!loaded.ok) return loaded;
	const { name, form } = loaded.value;
	const inputs = readGiven(form.fields, given);
	if (!inputs.ok) return inputs;
	return success({ plan: await planInputs(form.fields, inputs.value, name), target: { ...target, name } });
}

/** Starts a run of inputs; a failure if it did not begin. */
export async function startInputRun(
	services: OperationServices,
	session: SignedIn,
	request: InputRunRequest,
	ask: Ask,
): Promise<Result<Run>> {
	return withDisk(services, async (disk) => {
		const parts = {
			...services,
			runs: () => services.runs(),
			jobs: () => services.jobs(),
			keepInputs: disk.keepInputs,
		};
		const outcome = await startInputs(parts, session, request, ask);
		if (outcome.kind === 'unwanted') return notWanted(outcome.question);
		return outcome.kind === 'started' ? success(outcome.run) : failed(outcome.failure);
	});
}

/** Reads the values that a caller has given, over the defaults of the form. */
function readGiven(
	fields: readonly FieldSpec[],
	{ inputs = {}, set = [] }: Pick<z.output<typeof givenInputs>, 'inputs' | 'set'>,
): Result<InputValues> {
	const reading = readInputs(fields, typeof inputs === 'string' ? inputs : JSON.stringify(inputs));
	if ('mistake' in reading) {
		const { line, column, message } = reading.mistake;
		return wrongInput(l10n.t('The inputs cannot be read: line {0}, column {1}: {2}', line, column, message));
	}
	const values = { ...defaultValues(fields), ...reading.inputs.values };
	const given = withAssignments(fields, { ...reading.inputs, values }, set);
	if (typeof given === 'string') return wrongInput(given);
	const errors = Object.entries(formErrors(shownFields(fields, given), given.values));
	return errors.length === 0 ? success(given) : failed(notAccepted(errors));
}

function notAccepted(errors: readonly (readonly [string, string])[]): Failure {
	const details = errors.map(([path, error]) => `${path}: ${error}`);
	return inputFailure(l10n.t('The inputs are not valid, so nothing was sent.'), undefined, details);
}

export const modelRun = inputRun('model', 'model.run', l10n.t('Run a model of the catalog'));
export const deploymentRun = inputRun(
	'deployment',
	'deployment.run',
	l10n.t('Run a deployment that takes inputs instead of a workflow'),
);

export const inputRunOperations = [modelRun, deploymentRun];
