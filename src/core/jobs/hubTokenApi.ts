import * as l10n from '@vscode/l10n';
import { failed, inputFailure, type Result, success, unsentFailure } from '../base/failure.ts';
import { isUnencrypted } from '../base/loopback.ts';
import type { Connection } from '../connection/connection.ts';
import { maskSecrets } from '../http/mask.ts';
import type { Service } from '../http/transport.ts';
import { variablesIn } from '../training/hubVariable.ts';
import type { JobEdit, NewJob } from './client.ts';
import type { JobArtifact, JobResult, JobStatus } from './job.ts';
import type { JobApi } from './jobApi.ts';

/** The model-hub token that is stored for a connection. */
export type HubTokenOf = (connection: Connection) => PromiseLike<string | undefined>;

/**
 * Returns the calls that replace the variable by the stored model-hub token immediately before a configuration is sent:
 * the kept text has the variable. The token is not sent unencrypted, and is masked in names and texts of replies. A
 * configuration with the variable outside the places for a token is not sent.
 */
export function withStoredHubToken(api: JobApi, tokenOf: HubTokenOf): JobApi {
	const tokenFor = async (connection: Connection): Promise<Result<string | undefined>> => {
		if (isUnencrypted(connection.trainerUrl)) return success(undefined);
		try {
			return success(await tokenOf(connection));
		} catch (cause) {
			return failed({ ...unreadableFailure, cause });
		}
	};
	/**
	 * Masks the token in replies: names and errors of a job can repeat its configuration, even for jobs of other
	 * programs.
	 */
	async function masked<Reply extends JobStatus | JobResult | undefined>(
		{ connection }: Service,
		reply: Result<Reply>,
	): Promise<Result<Reply>> {
		if (!reply.ok || reply.value === undefined) return reply;
		const token = await tokenFor(connection);
		return token.ok && token.value !== undefined ? success(withoutToken(reply.value, token.value)) : reply;
	}
	async function sent<Sent extends NewJob | JobEdit, Reply extends JobStatus | JobResult | undefined>(
		service: Service,
		configuration: Sent,
		send: (filled: Sent) => Promise<Result<Reply>>,
	): Promise<Result<Reply>> {
		const token = await tokenFor(service.connection);
		if (!token.ok) return token;
		const ready = await filled(configuration, token.value);
		return ready.ok ? masked(service, await send(ready.value)) : ready;
	}
	return {
		...api,
		submit: (service, job, options) => sent(service, job, (filled) => api.submit(service, filled, options)),
		edit: (service, jobId, edit, options) =>
			sent(service, edit, (filled) => api.edit(service, jobId, filled, options)),
		cancel: async (service, jobId, options) => masked(service, await api.cancel(service, jobId, options)),
		resume: async (service, jobId, gpu, options) =>
			masked(service, await api.resume(service, jobId, gpu, options)),
		status: async (service, jobId, options) => masked(service, await api.status(service, jobId, options)),
		result: async (service, jobId, options) => masked(service, await api.result(service, jobId, options)),
	};
}

async function filled<Sent extends NewJob | JobEdit>(
	sent: Sent,
	token: string | undefined,
): Promise<Result<Sent>> {
	if (token === undefined || !variablesIn(sent.configText)) return success(sent);
	const { withHubToken } = await import('../training/features.ts');
	const configText = withHubToken(sent.configText, token);
	return configText === undefined
		? failed(misplacedFailure)
		: success({ ...sent, configText, secrets: [token] });
}

function withoutToken<Reply extends JobStatus | JobResult>(reply: Reply, token: string): Reply {
	const mask = (text: string) => maskSecrets(text, [token]);
	const named = (artifacts: readonly JobArtifact[]) =>
		artifacts.map((artifact) => ({ ...artifact, name: mask(artifact.name) }));
	return {
		...reply,
		...('name' in reply && reply.name !== undefined ? { name: mask(reply.name) } : {}),
		...(reply.error === undefined ? {} : { error: mask(reply.error) }),
		...('checkpoints' in reply
			? { checkpoints: named(reply.checkpoints), samples: named(reply.samples) }
			: {}),
	};
}

const misplacedFailure = inputFailure(
	l10n.t(
		'The variable of the model-hub token is misplaced, so nothing was sent: the token would be part of names, samples or metadata.',
	),
	l10n.t('Write the variable only as the whole value of hf_token in model, then try again.'),
);

const unreadableFailure = unsentFailure(
	'conflict',
	l10n.t(
		'The secret storage of the editor could not be read, so nothing was sent: the model-hub token is kept there.',
	),
	l10n.t('Try again; if this continues, set the token again.'),
);
