import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success, wrongInput } from '../../base/failure.ts';
import { applyEdits } from '../../base/fixAll.ts';
import { findingSentence } from '../../base/textPositions.ts';
import type { ChangeAccount } from '../../deployments/changing.ts';
import { applyDeployment } from '../../deployments/file/apply.ts';
import { readDeploymentFile } from '../../deployments/file/deploymentFile.ts';
import { deploymentFileText, settingEdits } from '../../deployments/file/deploymentFileText.ts';
import {
	callTrouble,
	type FileTrouble,
	type NamedText,
	type PlannedFile,
	planFiles,
} from '../../deployments/file/several.ts';
import { findDeployment } from '../../deployments/find.ts';
import { settingsOf } from '../../deployments/settings.ts';
import type { Service } from '../../http/transport.ts';
import { optionalText, text } from '../members.ts';
import { operation } from '../operation.ts';
import { withService, withSession } from '../withSession.ts';
import { accountOf, deploymentId, mayGive, showOf } from './facts.ts';

const files = z.object({
	files: z
		.array(
			z.object({
				name: text(l10n.t('the name of the file in messages, such as its path')),
				text: text(l10n.t('the text of the file, in YAML')),
			}),
		)
		.check(z.minLength(1), z.describe(l10n.t('the files, one for each deployment'))),
});

/** The outcome for one file, or its preview. */
const outcome = z.object({
	file: z.string(),
	/** `trouble`: the file cannot be applied, and `sentences` have the reasons. */
	action: z.enum(['create', 'change', 'none', 'trouble']),
	id: z.exactOptional(z.string()),
	name: z.exactOptional(z.string()),
	changes: z.array(z.object({ key: z.string(), before: z.exactOptional(z.string()), after: z.string() })),
	/** The cost of the deployment while nothing runs. */
	cost: z.exactOptional(z.string()),
	/** True if it was sent. */
	applied: z.boolean(),
	sentences: z.array(z.string()),
	/** For a failed call: the kind of failure, and the status of the reply, if any. */
	failure: z.exactOptional(z.object({ kind: z.string(), status: z.exactOptional(z.number()) })),
});

export type FileOutcome = z.output<typeof outcome>;

function outcomeOf({ name: file, plan }: PlannedFile): FileOutcome {
	const { action, name, id, changes, cost } = plan;
	return {
		file,
		action,
		name,
		changes: changes.map(({ wire, before, after }) => ({ key: wire, ...compact({ before }), after })),
		applied: false,
		sentences: [],
		...compact({ id, cost }),
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

export const planDeployments = operation({
	id: 'deployment.plan',
	title: l10n.t('Compare deployment files with the account'),
	effect: 'read',
	input: files,
	output: z.object({ files: z.array(outcome) }),
	run: (services, input) =>
		withService(services, async (service) => {
			const show = await showOf(services, services.session.current);
			return success({ files: outcomesOf(await planned(service, show, input.files)) });
		}),
});

/** Compares files, and adds the deployments it has read to their list. */
async function planned(service: Service, show: ChangeAccount['show'], named: readonly NamedText[]) {
	const plans = await planFiles(service, named);
	for (const { live } of plans.planned) if (live !== undefined) show((list) => list.replace(live));
	return plans;
}

function outcomesOf({ planned: plans, troubles }: Awaited<ReturnType<typeof planFiles>>): FileOutcome[] {
	return [...plans.map(outcomeOf), ...troubles.map(troubleOf)];
}

/** Applies files to deployments; nothing is sent unless every file can be applied. */
export const applyDeployments = operation({
	id: 'deployment.apply',
	title: l10n.t('Apply deployment files'),
	effect: 'spend',
	input: files,
	output: z.object({ files: z.array(outcome) }),
	run: (services, input, ask) =>
		withSession(services, async (session) => {
			const show = await showOf(services, session);
			const plans = await planned(session.service, show, input.files);
			if (plans.troubles.length > 0) return success({ files: outcomesOf(plans) });
			for (const { file, live, plan } of plans.planned) {
				const { action, name, changes } = plan;
				if (action === 'none') continue;
				const may = await mayGive(
					{ services, session, ask },
					live === undefined
						? { act: 'createDeployment', name, changes }
						: { act: 'changeDeployment', name, id: live.id, changes },
					live === undefined ? {} : settingsOf(live),
					file.settings,
				);
				if (!may.ok) return may;
			}
			const account = await accountOf(services, session);
			const outcomes: FileOutcome[] = [];
			for (const each of plans.planned) outcomes.push(await applyFile(account, each));
			return success({ files: outcomes });
		}),
});

async function applyFile(account: ChangeAccount, plan: PlannedFile): Promise<FileOutcome> {
	const { name, file, live } = plan;
	if (plan.plan.action === 'none') return outcomeOf(plan);
	const done = await applyDeployment(account, file.settings, live);
	if (!done.ok) return troubleOf(callTrouble(name, done.failure));
	return { ...outcomeOf(plan), id: done.value.id, applied: true };
}

export const pullDeployment = operation({
	id: 'deployment.pull',
	title: l10n.t('Write a deployment as a file'),
	effect: 'read',
	input: z.object({
		id: deploymentId,
		text: optionalText(
			l10n.t('the text of its file, whose comments and order are kept; if omitted, a new one'),
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
			if (found !== undefined) return wrongInput(findingSentence(found));
			if (file.id !== live.value.id) return wrongInput(notItsFile);
			const edits = settingEdits(input.text, file, settingsOf(live.value));
			return success({ id: live.value.id, name, text: applyEdits(input.text, edits) });
		}),
});

const notItsFile = l10n.t('The file does not have the ID of this deployment, so it was left unchanged.');

export const deploymentFileOperations = [planDeployments, applyDeployments, pullDeployment];
