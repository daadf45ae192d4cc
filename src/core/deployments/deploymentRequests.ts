import * as l10n from '@vscode/l10n';
import { failed, inputFailure, type Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { parseJson } from '../json/exact.ts';
import { entriesOf, memberOf, recordOf } from '../json/fields.ts';
import type { Submission, SubmitOptions } from '../requests/request.ts';
import { serviceRequests } from '../requests/serviceRequests.ts';

const calls = serviceRequests({
	part: 'inference',
	routes: { submit: 'submit', status: 'requestStatus', result: 'requestResult', cancel: 'requestCancel' },
	idsOf: ({ targetId, requestId }) => ({ deploymentId: targetId, requestId }),
	nextStep: l10n.t('Look at the request on the web page of the service before sending it again.'),
});

/** The calls about requests to deployments, in the shape that all kinds of targets share. */
export const deploymentRequests = {
	...calls,
	/**
	 * Submits a request; `bodyText` is JSON text, sent unchanged. Never repeated once it may have arrived. An empty body,
	 * which the service refuses, is not sent. A webhook is sent in the query, as the document recommends
	 * (inference-service.md, "Events").
	 */
	async submit(
		service: Service,
		targetId: string,
		bodyText: string,
		{ webhook }: SubmitOptions = {},
	): Promise<Result<Submission>> {
		const body = parseJson(bodyText);
		if (!body.ok || entriesOf(body.value).length === 0) return failed(nothingToSend);
		return calls.submit(
			service,
			{ deploymentId: targetId },
			{
				body: bodyText,
				secrets: [...extraSecrets(body.value), ...(webhook ? [webhook.url] : [])],
				query: webhook && { webhook: webhook.url, webhook_intermediate_status: webhook.intermediate },
			},
		);
	},
};

/** Keys for third-party nodes travel as `extra_data`; a service that refuses one may repeat it. */
function extraSecrets(body: unknown): readonly string[] {
	const record = recordOf(body);
	return entriesOf(record && memberOf(record, 'extra_data'))
		.map(([, value]) => value)
		.filter((value) => typeof value === 'string');
}

const nothingToSend = inputFailure(
	l10n.t('The request is empty, and the service refuses empty requests.'),
	l10n.t('Send changed inputs or a whole workflow.'),
);
