import * as l10n from '@vscode/l10n';
import { failed, inputFailure, type Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { parseJson } from '../json/exact.ts';
import { recordOf } from '../json/fields.ts';
import type { Submission } from '../requests/request.ts';
import { serviceRequests } from '../requests/serviceRequests.ts';
import { unusableId } from './client.ts';
import { modelPath, modelRoutes } from './model.ts';

/**
 * A request to a model is identified only by its own id. This host cancels only waiting requests: `notCancellable` may
 * mean that the model is working.
 */
const calls = serviceRequests({
	part: 'catalog',
	routes: modelRoutes,
	idsOf: ({ requestId }) => ({ requestId }),
});

/** The calls about requests to models of the catalog, in the shape that all kinds of targets share. */
export const catalogRequests = {
	...calls,
	/** Submits a request. `bodyText` is a flat object that fits the model's schema; a model without required inputs takes an empty one. */
	async submit(service: Service, targetId: string, bodyText: string): Promise<Result<Submission>> {
		const path = modelPath(targetId);
		if (path === undefined) return failed(unusableId(targetId));
		const body = parseJson(bodyText);
		if (!body.ok || recordOf(body.value) === undefined) return failed(notAnObject);
		return calls.submit(service, { modelId: path }, { body: bodyText });
	},
};

const notAnObject = inputFailure(
	l10n.t('The inputs of a model must be one JSON object.'),
	l10n.t('Write the inputs as an object such as {"prompt": "a lighthouse"}.'),
);
