import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, mapped, success } from '../base/failure.ts';
import { toBase64 } from '../base/files/base64.ts';
import { listDeployments } from '../deployments/client.ts';
import {
	badRoute,
	callInstance,
	freeInstance,
	instanceNodeInfo,
	onlyReads,
	routeProblem,
} from '../deployments/instanceProxy.ts';
import { maskText } from '../http/mask.ts';
import { noFilter } from '../runs/history/filter.ts';
import { hasEnded, mayHaveInstance } from '../runs/run.ts';
import { deploymentId } from './deployments/facts.ts';
import { nonEmpty, optionalChoice, optionalFlag, optionalId, optionalText, text } from './members.ts';
import { declined, operation } from './operation.ts';
import { listedOwner, withService } from './withSession.ts';

const longestText = 200_000;

const place = {
	deploymentId: deploymentId,
	instanceId: nonEmpty(l10n.t('the ID of the instance, while it is running')),
};

export const instanceCall = operation({
	id: 'instance.call',
	title: l10n.t('Call a route of the engine on an instance'),
	effect: 'write',
	input: z.object({
		...place,
		method: optionalChoice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], l10n.t('GET if omitted')),
		path: text(l10n.t('the route with its query, such as system_stats or api/free')),
		body: optionalText(l10n.t('JSON text that is sent unchanged')),
		content: optionalFlag(l10n.t('include the whole reply, as base64')),
	}),
	output: z.object({
		status: z.number(),
		contentType: z.string(),
		bytes: z.number(),
		/** Absent for media; its addresses have no queries, and of a long one it is the beginning. */
		text: z.exactOptional(z.string()),
		/** The whole reply as received, in base64. */
		content: z.exactOptional(z.string()),
	}),
	run: (services, { method = 'GET', path, body, content, ...place }, ask, { signal }) =>
		withService(services, async (service) => {
			if (routeProblem(path) !== undefined) return failed(badRoute);
			const { deploymentId } = place;
			const asked = { act: 'callInstance', deploymentId, method, path, ...compact({ body }) } as const;
			if (!onlyReads({ method, path }) && (await ask.confirmChange(asked)) !== true)
				return declined(l10n.t('Nothing was sent to the instance, because it was not confirmed.'));
			const reply = await callInstance(service, place, { method, path, signal, ...compact({ body }) });
			if (!reply.ok) return reply;
			const { status, contentType, bytes } = reply.value;
			const whole = /json|^text\//.test(contentType) ? new TextDecoder().decode(bytes) : undefined;
			const masked = whole && maskText(whole, service.transport.secrets(), longestText);
			return success({
				status,
				contentType,
				bytes: bytes.byteLength,
				...compact({ text: masked, content: content ? toBase64(bytes) : undefined }),
			});
		}),
});

/** Takes models off the GPU of an instance, and clears its cache. */
export const instanceFree = operation({
	id: 'instance.free',
	title: l10n.t('Free memory of an instance'),
	effect: 'write',
	input: z.object({
		...place,
		cache: optionalFlag(l10n.t('also clear the cache of computed results')),
		keepModels: optionalFlag(l10n.t('leave the models on the GPU')),
	}),
	output: z.object({}),
	run: (services, { cache = false, keepModels = false, ...at }) =>
		withService(services, async (service) =>
			mapped(await freeInstance(service, at, { unloadModels: !keepModels, freeMemory: cache }), () => ({})),
		),
});

export const instanceNodes = operation({
	id: 'instance.nodes',
	title: l10n.t('Show the node info of the engine on an instance'),
	effect: 'read',
	input: z.object(place),
	/** JSON text, as the engine sends it. */
	output: z.object({ text: z.string() }),
	run: (services, at, _ask, { signal }) =>
		withService(services, async (service) =>
			mapped(await instanceNodeInfo(service, at, signal), (text) => ({ text })),
		),
});

/** Runs of the history that are looked at, the newest first. */
const mostRuns = 500;

const instanceFact = z.object({
	id: z.string(),
	deploymentId: z.string(),
	/** The name of the deployment. */
	deployment: z.string(),
	/** True while a run is in progress on it. Otherwise it is idle, and is shut down after the keep-warm time. */
	busy: z.boolean(),
	/** The latest run on it. */
	runId: z.string(),
	/** The end of the keep-warm time, if it is idle and that time is known. */
	warmUntilAt: z.exactOptional(z.number()),
});

/** Lists instances by the runs on them: the service has no list of instances. */
export const instanceList = operation({
	id: 'instance.list',
	title: l10n.t('List the instances of current and recent runs from this computer'),
	effect: 'read',
	input: z.object({
		deployment: optionalId('deployment', l10n.t('only instances of this deployment, by its ID or its name')),
	}),
	output: z.object({ instances: z.array(instanceFact) }),
	run: (services, input) =>
		withService(services, async (service) => {
			const listed = await listDeployments(service);
			if (!listed.ok) return listed;
			const [owner, runs] = await Promise.all([listedOwner(services), services.runs()]);
			const query = { ...owner, ...compact(input), limit: mostRuns };
			const active = () => runs.runs({ ...query, filter: { ...noFilter, states: ['active'] } });
			await Promise.all(active().map(({ id }) => runs.caughtUp(id)));
			const now = Date.now();
			const found = new Map<string, z.input<typeof instanceFact>>();
			for (const run of [...active(), ...runs.runs(query)]) {
				const deployment = listed.value.deployments.find(({ id }) => id === run.target.id);
				const { keepWarmSeconds } = deployment ?? {};
				const warmUntilAt =
					run.endedAt === undefined || keepWarmSeconds === undefined
						? undefined
						: run.endedAt + keepWarmSeconds * 1000;
				const { instanceId } = run;
				const isGone = instanceId === undefined || found.has(instanceId) || !mayHaveInstance(run, now);
				if (isGone || deployment?.enabled === false || (warmUntilAt ?? now) < now) continue;
				found.set(instanceId, {
					id: instanceId,
					deploymentId: run.target.id,
					deployment: run.target.name,
					busy: !hasEnded(run),
					runId: run.id,
					...compact({ warmUntilAt }),
				});
			}
			return success({ instances: [...found.values()] });
		}),
});

export const instanceOperations = [instanceCall, instanceFree, instanceNodes, instanceList];
