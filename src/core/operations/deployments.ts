import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, success } from '../base/failure.ts';
import { applyEdits } from '../base/fixAll.ts';
import { findingSentence } from '../base/textPositions.ts';
import { settingsRefusal } from '../deployments/changing.ts';
import { deleteDeployment, listDeployments } from '../deployments/client.ts';
import { type ApplyTarget, applyDeployment } from '../deployments/file/apply.ts';
import { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
import { deploymentFileText, settingEdits } from '../deployments/file/deploymentFileText.ts';
import { callTrouble, type FileTrouble, type PlannedFile, planFiles } from '../deployments/file/several.ts';
import { findDeployment } from '../deployments/find.ts';
import {
	addedCost,
	type DeploymentSettings,
	deploymentSettings,
	type SettingName,
	settingChanges,
	settingsOf,
	usualSettings,
} from '../deployments/settings.ts';
import type { Leases } from '../ledger/ledger.ts';
import { deploymentFact, deploymentGet, deploymentId, factsOf } from './deploymentFacts.ts';
import { inputFailure } from './documentInput.ts';
import { declined, operation } from './operation.ts';
import type { Ask } from './questions.ts';
import type { OperationServices } from './services.ts';
import { withService } from './withSession.ts';

export const deploymentList = operation({
	id: 'deployment.list',
	title: l10n.t('List deployments'),
	effect: 'read',
	input: z.object({}),
	output: z.object({ deployments: z.array(deploymentFact), skipped: z.array(z.string()) }),
	run: (services) =>
		withService(services, async (service) => {
			const listed = await listDeployments(service);
			if (!listed.ok) return listed;
			const { deployments, skipped } = listed.value;
			return success({ deployments: deployments.map(factsOf), skipped: [...skipped] });
		}),
});

/** A setting as callers give it, with what is said of it everywhere else. */
function described(name: SettingName) {
	return z.describe(deploymentSettings.find((setting) => setting.name === name)?.description ?? name);
}

function textSetting(name: SettingName) {
	return z.string().check(z.minLength(1), described(name));
}

function numberSetting(name: SettingName) {
	const found = deploymentSettings.find((setting) => setting.name === name);
	if (found?.type !== 'integer') return z.int().check(described(name));
	return z.int().check(z.minimum(found.lowest), z.maximum(found.highest), described(name));
}

const changeable = {
	hardware: z.exactOptional(textSetting('hardware')),
	minInstances: z.exactOptional(numberSetting('minInstances')),
	maxInstances: z.exactOptional(numberSetting('maxInstances')),
	queueSize: z.exactOptional(numberSetting('queueSize')),
	keepWarmSeconds: z.exactOptional(numberSetting('keepWarmSeconds')),
	enabled: z.exactOptional(z.boolean().check(described('enabled'))),
};

/** Asks where a deployment costs more afterwards while nothing runs. */
async function mayCost(
	ask: Ask,
	name: string,
	before: DeploymentSettings,
	wanted: DeploymentSettings,
): Promise<boolean> {
	const cost = addedCost(before, wanted);
	return cost === undefined || (await ask.confirmSpending({ what: 'deployment', name, cost })) === true;
}

const notWanted = l10n.t('Nothing was sent, because nobody has confirmed it.');
const sameName = l10n.t('Nothing was sent, because there is a deployment of this name.');

/** The leases by which programs on this computer agree who creates a deployment. */
async function leasesOf(services: OperationServices): Promise<Leases> {
	return (await services.ledger()).ledger.leases;
}

const notConfirmed = l10n.t('Nothing was sent, because nobody confirmed what it costs.');

export const deploymentCreate = operation({
	id: 'deployment.create',
	title: l10n.t('Create a deployment'),
	effect: 'spend',
	input: z.object({
		name: textSetting('name'),
		workflowId: textSetting('workflowId'),
		workflowVersion: textSetting('workflowVersion'),
		...changeable,
	}),
	output: deploymentFact,
	run: (services, settings, ask) =>
		withService(services, async (service) => {
			const refusal = settingsRefusal({ ...usualSettings, workflowId: settings.workflowId }, settings);
			if (refusal !== undefined) return failed(refusal);
			const listed = await listDeployments(service);
			if (!listed.ok) return listed;
			const same = listed.value.deployments.filter(({ name }) => name === settings.name);
			const [first] = same;
			if (first !== undefined && !(await ask.confirmSameDeployment(first))) return declined(sameName);
			const changes = settingChanges({}, settings).filter(({ name }) => name !== 'name');
			if ((await ask.confirmChange({ act: 'createDeployment', name: settings.name, changes })) !== true)
				return declined(notWanted);
			if (!(await mayCost(ask, settings.name, {}, settings))) return declined(notConfirmed);
			const besides = same.map((each) => each.id);
			const target = { service, leases: await leasesOf(services), besides };
			const made = await applyDeployment(target, { settings }, undefined);
			return made.ok ? success(factsOf(made.value)) : made;
		}),
});

export const deploymentUpdate = operation({
	id: 'deployment.update',
	title: l10n.t('Change the settings of a deployment'),
	effect: 'spend',
	input: z.object({
		id: deploymentId,
		name: z.exactOptional(textSetting('name')),
		workflowVersion: z.exactOptional(textSetting('workflowVersion')),
		...changeable,
	}),
	output: deploymentFact,
	run: (services, { id: named, ...settings }, ask) =>
		withService(services, async (service) => {
			const live = await findDeployment(service, named);
			if (!live.ok) return live;
			const { name } = live.value;
			const before = settingsOf(live.value);
			if (Object.keys(settings).length === 0)
				return failed(inputFailure(l10n.t('Name a setting to change.')));
			const changes = settingChanges(before, settings);
			if (changes.length === 0) return success(factsOf(live.value));
			const refusal = settingsRefusal(before, settings);
			if (refusal !== undefined) return failed(refusal);
			if ((await ask.confirmChange({ act: 'changeDeployment', name, id: live.value.id, changes })) !== true)
				return declined(notWanted);
			if (!(await mayCost(ask, name, before, settings))) return declined(notConfirmed);
			const target = { service, leases: await leasesOf(services) };
			const done = await applyDeployment(target, { settings }, live.value);
			return done.ok ? success(factsOf(done.value)) : done;
		}),
});

const files = z.object({
	files: z
		.array(
			z.object({
				name: z.string().check(z.describe(l10n.t('what messages call the file, such as its path'))),
				text: z.string().check(z.describe(l10n.t('the text of the file, in YAML'))),
			}),
		)
		.check(z.minLength(1), z.describe(l10n.t('the files, each for one deployment'))),
});

/** The outcome for one file, or what it would be. */
const outcome = z.object({
	file: z.string(),
	/** `trouble`: the file cannot be applied, and `sentences` say why. */
	action: z.enum(['create', 'change', 'none', 'trouble']),
	id: z.exactOptional(z.string()),
	name: z.exactOptional(z.string()),
	changes: z.array(z.object({ key: z.string(), before: z.exactOptional(z.string()), after: z.string() })),
	/** The cost of the deployment while nothing runs. */
	cost: z.exactOptional(z.string()),
	/** Whether it was sent. */
	applied: z.boolean(),
	sentences: z.array(z.string()),
	/** Of a call that has failed: what kind of failure, and the status of the reply where there was one. */
	failure: z.exactOptional(z.object({ kind: z.string(), status: z.exactOptional(z.number()) })),
});

/** The outcome for a file of a deployment, or what it would be. */
export type FileOutcome = z.output<typeof outcome>;

function outcomeOf({ name: file, plan }: PlannedFile): FileOutcome {
	const { action, name, id: deploymentId, changes, cost } = plan;
	return {
		file,
		action,
		name,
		changes: changes.map(({ wire, before, after }) => ({ key: wire, ...compact({ before }), after })),
		applied: false,
		sentences: [],
		...compact({ id: deploymentId, cost }),
	};
}

function troubleOf({ name, sentences, failure }: FileTrouble): FileOutcome {
	return {
		file: name,
		action: 'trouble',
		changes: [],
		applied: false,
		sentences: [...sentences],
		...(failure && { failure: { kind: failure.kind, ...compact({ status: failure.status }) } }),
	};
}

/** Compares files of deployments with the account. */
export const planDeployments = operation({
	id: 'deployment.plan',
	title: l10n.t('Compare files of deployments with the account'),
	effect: 'read',
	input: files,
	output: z.object({ files: z.array(outcome) }),
	run: (services, input) =>
		withService(services, async (service) => {
			const { planned, troubles } = await planFiles(service, input.files);
			return success({ files: [...planned.map(outcomeOf), ...troubles.map(troubleOf)] });
		}),
});

/** Gives deployments what their files say; nothing is sent unless every file can be. */
const applyDeployments = operation({
	id: 'deployment.apply',
	title: l10n.t('Give deployments what their files say'),
	effect: 'spend',
	input: files,
	output: z.object({ files: z.array(outcome) }),
	run: (services, input, ask) =>
		withService(services, async (service) => {
			const { planned, troubles } = await planFiles(service, input.files);
			if (troubles.length > 0)
				return success({ files: [...planned.map(outcomeOf), ...troubles.map(troubleOf)] });
			for (const { file, live, plan: wanted } of planned) {
				const before = live === undefined ? {} : settingsOf(live);
				if (!(await mayCost(ask, wanted.name, before, file.settings))) return declined(notConfirmed);
			}
			const outcomes: FileOutcome[] = [];
			const target = { service, leases: await leasesOf(services) };
			for (const each of planned) outcomes.push(await applyFile(target, each));
			return success({ files: outcomes });
		}),
});

async function applyFile(target: ApplyTarget, planned: PlannedFile): Promise<FileOutcome> {
	const { name, file, live, plan: wanted } = planned;
	if (wanted.action === 'none') return outcomeOf(planned);
	const done = await applyDeployment(target, file, live);
	if (!done.ok) return troubleOf(callTrouble(name, done.failure));
	return { ...outcomeOf(planned), id: done.value.id, applied: true };
}

/** The file of a deployment with the values that it has now. */
const pullDeployment = operation({
	id: 'deployment.pull',
	title: l10n.t('Write a deployment as a file'),
	effect: 'read',
	input: z.object({
		id: deploymentId,
		text: z.exactOptional(
			z
				.string()
				.check(
					z.describe(l10n.t('the text of its file, whose comments and order stay; a new one without it')),
				),
		),
	}),
	output: z.object({ id: z.string(), name: z.string(), text: z.string() }),
	run: (services, input) =>
		withService(services, async (service) => {
			const live = await findDeployment(service, input.id);
			if (!live.ok) return live;
			const { name } = live.value;
			if (input.text === undefined)
				return success({ id: live.value.id, name, text: deploymentFileText(live.value) });
			const file = readDeploymentFile(input.text);
			const found = file.findings.find(({ severity }) => severity === 'error');
			if (found !== undefined) return failed(inputFailure(findingSentence(found)));
			if (file.id !== live.value.id) return failed(inputFailure(notItsFile));
			const edits = settingEdits(input.text, file, settingsOf(live.value));
			return success({ id: live.value.id, name, text: applyEdits(input.text, edits) });
		}),
});

const notItsFile = l10n.t('The file does not name this deployment by its id, so it stays as it is.');

export const deploymentDelete = operation({
	id: 'deployment.delete',
	title: l10n.t('Delete a deployment'),
	effect: 'delete',
	input: z.object({ id: deploymentId }),
	output: z.object({ id: z.string(), name: z.string() }),
	run: (services, input, ask) =>
		withService(services, async (service) => {
			const found = await findDeployment(service, input.id);
			if (!found.ok) return found;
			const { id, name } = found.value;
			const consequences = [l10n.t('Its instances are shut down, and requests in progress fail.')];
			if ((await ask.confirmDelete({ what: 'deployment', name, consequences })) !== true)
				return declined(l10n.t('Nothing was deleted, because nobody confirmed it.'));
			const done = await deleteDeployment(service, id);
			return done.ok ? success({ id, name }) : failed(done.failure);
		}),
});

export const deploymentOperations = [
	deploymentList,
	deploymentGet,
	deploymentCreate,
	deploymentUpdate,
	planDeployments,
	applyDeployments,
	pullDeployment,
	deploymentDelete,
];
