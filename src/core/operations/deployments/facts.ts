import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Session, SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { type Result, success } from '../../base/failure.ts';
import { DeploymentChangeTable } from '../../deployments/changeTable.ts';
import type { ChangeAccount } from '../../deployments/changing.ts';
import { listDeployments } from '../../deployments/client.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { addedCost, type DeploymentSettings, standingCost } from '../../deployments/settings.ts';
import { idOf } from '../members.ts';
import { declined } from '../operation.ts';
import type { Ask, ChangeQuestion } from '../questions.ts';
import type { OperationServices } from '../services.ts';
import { accountChanged } from '../withSession.ts';

export const deploymentId = idOf(
	'deployment',
	l10n.t('a deployment, by its ID, the beginning of its ID, or its unique name'),
);

export const deploymentFact = z.object({
	id: z.string(),
	name: z.string(),
	status: z.exactOptional(z.string()),
	hardware: z.exactOptional(z.string()),
	enabled: z.exactOptional(z.boolean()),
	minInstances: z.exactOptional(z.number()),
	maxInstances: z.exactOptional(z.number()),
	queueSize: z.exactOptional(z.number()),
	keepWarmSeconds: z.exactOptional(z.number()),
	workflowId: z.exactOptional(z.string()),
	workflowVersion: z.exactOptional(z.string()),
});

export function factsOf(deployment: Deployment): z.input<typeof deploymentFact> {
	const { name, status, hardware, enabled, workflowId, workflowVersion } = deployment;
	const { minInstances, maxInstances, queueSize, keepWarmSeconds } = deployment;
	const scale = { minInstances, maxInstances, queueSize, keepWarmSeconds };
	return {
		id: deployment.id,
		name,
		...compact({ status, hardware, enabled, workflowId, workflowVersion, ...scale }),
	};
}

/** Returns the account for changes: its history keeps the values before, and its list shows the results while it is signed in. */
export async function accountOf(services: OperationServices, session: SignedIn): Promise<ChangeAccount> {
	const { ledger } = await services.ledger();
	return {
		service: session.service,
		history: { accountId: session.account.id, log: new DeploymentChangeTable(ledger) },
		leases: ledger.leases,
		show: await showOf(services, session),
	};
}

/** Returns the list that shows the results, while the session is the one in use. */
export async function showOf(services: OperationServices, session: Session): Promise<ChangeAccount['show']> {
	const store = await services.deployments();
	return (change) => {
		if (services.session.current === session) change(store);
	};
}

/** An act in progress, with the one who answers. */
interface Asking {
	readonly services: OperationServices;
	readonly session: SignedIn;
	readonly ask: Ask;
}

/** Asks before a deployment gets settings, and again if it costs more afterwards. `before` is empty for a new one. */
export async function mayGive(
	{ services, session, ask }: Asking,
	question: Extract<ChangeQuestion, { readonly changes: unknown }>,
	before: DeploymentSettings,
	wanted: DeploymentSettings,
): Promise<Result<undefined>> {
	const cost = standingCost({ ...before, ...wanted });
	if ((await ask.confirmChange({ ...question, ...compact({ cost }) })) !== true)
		return declined(l10n.t('Nothing was sent, because it was not confirmed.'));
	const added = addedCost(before, wanted);
	const spends = { what: 'deployment', name: question.name, ...compact({ cost: added }) } as const;
	if (added !== undefined && (await ask.confirmSpending(spends)) !== true)
		return declined(l10n.t('Nothing was sent, because its cost was not confirmed.'));
	return services.session.current === session ? success(undefined) : declined(accountChanged);
}

/** Returns the ids of the deployments with a name, which the person has then seen: if any exist, another one requires a question. */
export async function besidesOf(
	{ service }: SignedIn,
	ask: Ask,
	name: string,
): Promise<Result<readonly string[]>> {
	const listed = await listDeployments(service);
	if (!listed.ok) return listed;
	const same = listed.value.deployments.filter((each) => each.name === name);
	const [first] = same;
	if (first !== undefined && (await ask.confirmSameDeployment(first)) !== true)
		return declined(l10n.t('Nothing was sent, because a deployment with this name exists.'));
	return success(same.map(({ id }) => id));
}
