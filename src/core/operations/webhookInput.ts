import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, type Result, success } from '../base/failure.ts';
import { travelsReadable } from '../base/loopback.ts';
import type { Webhook } from '../requests/request.ts';
import { inputFailure } from './documentInput.ts';

/** How a run is told where the service reports it, among the members of its input. */
export const webhookInput = {
	webhook: z.exactOptional(
		z
			.string()
			.check(
				z.describe('where the service reports the end of the run, an address that begins with https://'),
			),
	),
};

/** Where the service reports a run, from such an input. */
export function webhookOf({
	webhook,
}: {
	readonly webhook?: string;
}): Result<{ readonly webhook?: Webhook }> {
	if (webhook === undefined) return success({});
	const url = URL.parse(webhook);
	if (url === null || !/^https?:$/.test(url.protocol) || travelsReadable(webhook))
		return failed(inputFailure(l10n.t('The address of a webhook must begin with https://.')));
	return success({ webhook: { url: webhook, intermediate: false } });
}
