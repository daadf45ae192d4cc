import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { isUnencrypted } from '../base/loopback.ts';
import type { Connection } from '../connection/connection.ts';
import type { Service } from '../http/transport.ts';
import { withHubToken } from '../training/hubVariable.ts';
import type { JobEdit, NewJob } from './client.ts';
import type { JobResult, JobStatus } from './job.ts';
import type { JobApi } from './jobApi.ts';

/** The model-hub token that is stored for a connection. */
export type HubTokenOf = (connection: Connection) => PromiseLike<string | undefined>;

/**
 * Returns the calls, with the stored model-hub token in the place of its variable right before a configuration leaves: what is kept of the
 * text has the variable. It goes to no address where it could be read on its way, and does not come back in the service's words.
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
	/** An error of the job may repeat the configuration. The token is read only where there is one: jobs are asked about often. */
	async function masked<Reply extends JobStatus | JobResult | undefined>(
		{ connection }: Service,
		reply: Result<Reply>,
	): Promise<Result<Reply>> {
		if (!reply.ok || reply.value?.error === undefined) return reply;
		const token = await tokenFor(connection);
		if (!token.ok || token.value === undefined) return reply;
		return success({ ...reply.value, error: reply.value.error.replaceAll(token.value, '(hidden)') });
	}
	return {
		...api,
		async submit(service, job, options) {
			const token = await tokenFor(service.connection);
			return token.ok ? masked(service, await api.submit(service, filled(job, token.value), options)) : token;
		},
		async edit(service, jobId, edit, options) {
			const token = await tokenFor(service.connection);
			if (!token.ok) return token;
			return masked(service, await api.edit(service, jobId, filled(edit, token.value), options));
		},
		status: async (service, jobId, options) => masked(service, await api.status(service, jobId, options)),
		result: async (service, jobId, options) => masked(service, await api.result(service, jobId, options)),
	};
}

function filled<Sent extends NewJob | JobEdit>(sent: Sent, token: string | undefined): Sent {
	if (token === undefined) return sent;
	const configText = withHubToken(sent.configText, token);
	return configText === sent.configText ? sent : { ...sent, configText, secrets: [token] };
}

const unreadableFailure: Failure = {
	kind: 'conflict',
	message: l10n.t(
		'The secret storage of the editor could not be read, so nothing was sent: the model-hub token is kept there.',
	),
	nextStep: l10n.t('Try again; if this continues, set the token again.'),
	fixer: 'you',
	mayHaveArrived: false,
};
