import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, success } from '../base/failure.ts';
import { badRoute, callInstance, onlyReads, routeProblem } from '../deployments/instanceProxy.ts';
import { maskText } from '../http/mask.ts';
import { declined, operation } from './operation.ts';
import { withService } from './withSession.ts';

const longestText = 200_000;

export const instanceCall = operation({
	id: 'instance.call',
	title: l10n.t('Call a route of the engine on an instance'),
	effect: 'write',
	input: z.object({
		deploymentId: z.string().check(z.minLength(1), z.describe(l10n.t('the id of the deployment'))),
		instanceId: z
			.string()
			.check(z.minLength(1), z.describe(l10n.t('the id of the instance, while it lives'))),
		method: z.exactOptional(
			z.enum(['GET', 'POST', 'PUT', 'PATCH']).check(z.describe(l10n.t('GET without it'))),
		),
		path: z.string().check(z.describe(l10n.t('the route with its query, such as system_stats or api/free'))),
		body: z.exactOptional(z.string().check(z.describe(l10n.t('JSON text, sent as it is')))),
	}),
	output: z.object({
		status: z.number(),
		contentType: z.string(),
		bytes: z.number(),
		/** Absent for media; its addresses have no queries, and of a long one it is the beginning. */
		text: z.exactOptional(z.string()),
	}),
	run: (services, { deploymentId, instanceId, method = 'GET', path, body }, ask) =>
		withService(services, async (service) => {
			if (routeProblem(path) !== undefined) return failed(badRoute);
			const asked = { act: 'callInstance', deploymentId, method, path, ...compact({ body }) } as const;
			if (!onlyReads({ method, path }) && (await ask.confirmChange(asked)) !== true)
				return declined(l10n.t('Nothing was sent to the instance, because nobody confirmed it.'));
			const place = { deploymentId, instanceId };
			const reply = await callInstance(service, place, { method, path, ...compact({ body }) });
			if (!reply.ok) return reply;
			const { status, contentType, bytes } = reply.value;
			const whole = /json|^text\//.test(contentType) ? new TextDecoder().decode(bytes) : undefined;
			const masked = whole && maskText(whole, service.transport.secrets(), longestText);
			return success({ status, contentType, bytes: bytes.byteLength, ...compact({ text: masked }) });
		}),
});

export const instanceOperations = [instanceCall];
