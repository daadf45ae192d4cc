import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, mapped, success, wrongInput } from '../../base/failure.ts';
import { dialectOf } from '../../connection/dialects.ts';
import { removeDeployment, settingsRefusal } from '../../deployments/changing.ts';
import { listDeployments } from '../../deployments/client.ts';
import { applyDeployment } from '../../deployments/file/apply.ts';
import { findDeployment } from '../../deployments/find.ts';
import {
	deploymentSettings,
	type SettingName,
	settingChanges,
	settingsOf,
	usualSettings,
} from '../../deployments/settings.ts';
import { folded, searchWords } from '../../runs/history/filter.ts';
import { optionalText } from '../members.ts';
import { declined, operation } from '../operation.ts';
import { accountChanged, withService, withSession } from '../withSession.ts';
import { accountOf, besidesOf, deploymentFact, deploymentId, factsOf, mayGive } from './facts.ts';
import { deploymentFileOperations } from './files.ts';
import { deploymentChangeOperations } from './restore.ts';
import { deploymentCurl, deploymentGet } from './show.ts';

export const deploymentList = operation({
	id: 'deployment.list',
	title: l10n.t('List deployments'),
	effect: 'read',
	input: z.object({
		text: optionalText(l10n.t('words that must occur in the name, ID, status or hardware of a deployment')),
	}),
	output: z.object({ deployments: z.array(deploymentFact), skipped: z.array(z.string()) }),
	run: (services, { text = '' }) =>
		withService(services, async (service) => {
			const listed = await listDeployments(service);
			if (!listed.ok) return listed;
			const { deployments, skipped } = listed.value;
			const words = searchWords(text);
			const isWanted = ({ id, name, status, hardware }: z.input<typeof deploymentFact>) => {
				const searched = folded([id, name, status, hardware].join('\n'));
				return words.every((word) => searched.includes(word));
			};
			return success({ deployments: deployments.map(factsOf).filter(isWanted), skipped: [...skipped] });
		}),
});

/** Returns a setting for a caller's input, with its common description. */
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
		withSession(services, async (session) => {
			const { name, workflowId } = settings;
			const { machines } = dialectOf(session.connection);
			const usual = { ...usualSettings(machines), workflowId };
			const refusal = settingsRefusal(usual, settings, machines);
			if (refusal !== undefined) return failed(refusal);
			const besides = await besidesOf(session, ask, name);
			if (!besides.ok) return besides;
			const changes = settingChanges({}, settings).filter((change) => change.name !== 'name');
			const question = { act: 'createDeployment', name, changes } as const;
			const may = await mayGive({ services, session, ask }, question, {}, settings);
			if (!may.ok) return may;
			const account = await accountOf(services, session);
			return mapped(await applyDeployment(account, settings, undefined, besides.value), factsOf);
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
		withSession(services, async (session) => {
			const live = await findDeployment(session.service, named);
			if (!live.ok) return live;
			const { id, name } = live.value;
			const before = settingsOf(live.value);
			if (Object.keys(settings).length === 0) return wrongInput(l10n.t('Specify a setting to change.'));
			const changes = settingChanges(before, settings);
			if (changes.length === 0) return success(factsOf(live.value));
			const refusal = settingsRefusal(before, settings, dialectOf(session.connection).machines);
			if (refusal !== undefined) return failed(refusal);
			const question = { act: 'changeDeployment', name, id, changes } as const;
			const may = await mayGive({ services, session, ask }, question, before, settings);
			if (!may.ok) return may;
			const account = await accountOf(services, session);
			return mapped(await applyDeployment(account, settings, live.value), factsOf);
		}),
});

/** Deletes a deployment permanently; its settings are kept in the history. A missing one counts as deleted. */
export const deploymentDelete = operation({
	id: 'deployment.delete',
	title: l10n.t('Delete a deployment'),
	effect: 'delete',
	input: z.object({ id: deploymentId }),
	output: z.object({ id: z.string(), name: z.string() }),
	run: (services, input, ask) =>
		withSession(services, async (session) => {
			const known = (await services.deployments()).byId(input.id);
			const live = await findDeployment(session.service, input.id);
			const found = !live.ok && live.failure.kind === 'notFound' && known ? success(known) : live;
			if (!found.ok) return found;
			const { id, name } = found.value;
			const consequences = [
				l10n.t(
					'Its instances are shut down, requests in progress fail, and programs that use its ID stop working.',
				),
				l10n.t('Its settings are kept on this computer, so that you can create one like it.'),
			];
			if ((await ask.confirmDelete({ what: 'deployment', id, name, consequences })) !== true)
				return declined(l10n.t('Nothing was deleted, because it was not confirmed.'));
			if (services.session.current !== session) return declined(accountChanged);
			const account = await accountOf(services, session);
			return mapped(await removeDeployment(account, found.value), () => ({ id, name }));
		}),
});

export const deploymentOperations = [
	deploymentList,
	deploymentGet,
	deploymentCurl,
	deploymentCreate,
	deploymentUpdate,
	...deploymentFileOperations,
	...deploymentChangeOperations,
	deploymentDelete,
];
