import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success } from '../../base/failure.ts';
import { submissionAsCurl } from '../../deployments/curl.ts';
import { findDeployment } from '../../deployments/find.ts';
import { parseKnownJson } from '../../json/value.ts';
import { titleOf } from '../../runs/plan/summary.ts';
import { parseWorkflow, sourceOf } from '../../workflow/document.ts';
import { optionalFlag } from '../members.ts';
import { operation } from '../operation.ts';
import { withService, withSession } from '../withSession.ts';
import { deploymentFact, deploymentId, factsOf, showOf } from './facts.ts';

/** A value of a saved workflow that a run may override. */
const savedInput = z.object({
	/** `NODE.INPUT`. */
	place: z.string(),
	title: z.string(),
	/** With each number in its saved spelling. */
	value: z.unknown(),
});

export const deploymentGet = operation({
	id: 'deployment.get',
	title: l10n.t('Show a deployment'),
	effect: 'read',
	input: z.object({
		id: deploymentId,
		workflow: optionalFlag(l10n.t('include its saved workflow')),
		inputs: optionalFlag(l10n.t('include the inputs that a run can set, or the schema of its own inputs')),
		readme: optionalFlag(l10n.t('include its readme')),
	}),
	output: z.object({
		...deploymentFact.shape,
		/** True if it takes its own inputs instead of a workflow; known with its workflow or inputs. */
		takesInputs: z.exactOptional(z.boolean()),
		workflow: z.exactOptional(z.unknown()),
		inputs: z.exactOptional(z.array(savedInput)),
		inputSchema: z.exactOptional(z.unknown()),
		readme: z.exactOptional(z.string()),
	}),
	run: (services, { id: named, workflow = false, inputs = false, readme = false }, _ask, { signal }) =>
		withService(services, async (service) => {
			const show = await showOf(services, services.session.current);
			const includes = [
				...(workflow || inputs ? (['payload'] as const) : []),
				...(readme ? (['readme'] as const) : []),
			];
			const found = await findDeployment(service, named, { includes, signal });
			if (!found.ok) return found;
			const { payload, readme: text = '', ...deployment } = found.value;
			show((list) => list.replace(deployment));
			const { takesInputs } = deployment;
			const saved = payload?.workflowText;
			return success({
				...factsOf(deployment),
				...compact({ takesInputs }),
				...(workflow && saved !== undefined ? { workflow: parseKnownJson(saved) } : {}),
				...(inputs && saved !== undefined ? { inputs: savedInputs(saved) } : {}),
				...(inputs ? compact({ inputSchema: payload?.inputSchema }) : {}),
				...(readme ? { readme: text } : {}),
			});
		}),
});

export const deploymentCurl = operation({
	id: 'deployment.curl',
	title: l10n.t('Write a curl command that runs a deployment'),
	effect: 'read',
	input: z.object({ id: deploymentId }),
	/** The token is a variable in it. */
	output: z.object({ text: z.string() }),
	run: (services, input) =>
		withSession(services, async ({ service, connection }) => {
			const found = await findDeployment(service, input.id, { includes: ['payload'] });
			if (!found.ok) return found;
			const { id, payload, takesInputs } = found.value;
			return success({ text: submissionAsCurl(connection, id, payload?.workflowText, takesInputs) });
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
