import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { success } from '../base/failure.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { findDeployment } from '../deployments/find.ts';
import { parseKnownJson } from '../json/value.ts';
import { titleOf } from '../runs/plan/summary.ts';
import { parseWorkflow, sourceOf } from '../workflow/document.ts';
import { operation } from './operation.ts';
import { withService } from './withSession.ts';

/** The parameter that names a deployment. */
export const deploymentId = z
	.string()
	.check(z.minLength(1), z.describe(l10n.t('a deployment, by its id or a name that no other one has')));

/** A deployment in a few facts. */
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

/** A value of a saved workflow that a run may override. */
const savedInput = z.object({
	/** `NODE.INPUT`. */
	place: z.string(),
	title: z.string(),
	/** With each number spelled as it is saved. */
	value: z.unknown(),
});

export const deploymentGet = operation({
	id: 'deployment.get',
	title: l10n.t('Show a deployment'),
	effect: 'read',
	input: z.object({
		id: deploymentId,
		workflow: z.exactOptional(z.boolean().check(z.describe(l10n.t('with its saved workflow')))),
		inputs: z.exactOptional(
			z
				.boolean()
				.check(z.describe(l10n.t('with the inputs that a run may give, or the schema of its own inputs'))),
		),
		readme: z.exactOptional(z.boolean().check(z.describe(l10n.t('with its readme')))),
	}),
	output: z.object({
		...deploymentFact.shape,
		workflow: z.exactOptional(z.unknown()),
		inputs: z.exactOptional(z.array(savedInput)),
		inputSchema: z.exactOptional(z.unknown()),
		readme: z.exactOptional(z.string()),
	}),
	run: (services, { id: named, workflow = false, inputs = false, readme = false }) =>
		withService(services, async (service) => {
			const includes = [
				...(workflow || inputs ? (['payload'] as const) : []),
				...(readme ? (['readme'] as const) : []),
			];
			const found = await findDeployment(service, named, { includes });
			if (!found.ok) return found;
			const { payload, readme: text = '' } = found.value;
			const saved = payload?.workflowText;
			return success({
				...factsOf(found.value),
				...(workflow && saved !== undefined ? { workflow: parseKnownJson(saved) } : {}),
				...(inputs && saved !== undefined ? { inputs: savedInputs(saved) } : {}),
				...(inputs ? compact({ inputSchema: payload?.inputSchema }) : {}),
				...(readme ? { readme: text } : {}),
			});
		}),
});

function savedInputs(text: string): z.input<typeof savedInput>[] {
	const document = parseWorkflow(text);
	return document.nodes.flatMap((node) =>
		node.inputs
			.filter(({ value }) => value.type !== 'link' && value.type !== 'array')
			.map(({ name, range }) => ({
				place: `${node.id}.${name}`,
				title: titleOf(node),
				value: parseKnownJson(sourceOf(document, range)),
			})),
	);
}
