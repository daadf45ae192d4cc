import { join } from 'node:path';
import type { SessionSource } from '../../account/session.ts';
import { listDeployments } from '../../deployments/client.ts';
import { createDeploymentStore, type DeploymentStore } from '../../deployments/store.ts';
import { writeHere } from '../../ledger/writer.ts';
import { fileReader } from '../../runs/start/mediaFiles.ts';
import { SavedWorkflows } from '../../runs/start/savedWorkflows.ts';
import { parseWorkflow } from '../../workflow/document.ts';
import type { LoadedParts } from './lazyServices.ts';
import type { OpenServicesOptions } from './openServices.ts';
import * as makers from './work.ts';

/** Returns the parts of the services of a caller without a window. */
export function terminalParts(
	{ log, clock, folder, ask, dailyLimit, partnerKey, hubToken, onProblem, onHeldCall }: OpenServicesOptions,
	session: SessionSource,
): LoadedParts {
	const savedWorkflows = new SavedWorkflows({
		log,
		clock,
		session,
		store: { byId: () => undefined },
		documents: async () => ({ deploymentsFor: () => [] }),
		nodeInfoFolder: join(folder, 'node-info'),
		onNodeInfo: () => undefined,
	});
	const keyOf = async () => partnerKey;
	return {
		makers,
		hooks: {
			windowId: 'terminal',
			isDry: onHeldCall !== undefined,
			// A terminal has no window to keep responsive.
			writer: writeHere,
			onProblem: onProblem ?? ((problem) => log.warn(problem)),
			limit: () => dailyLimit,
			ask: (question) => ask.confirmDailyLimit(question),
			partnerKey: keyOf,
			hubToken: async () => hubToken,
			planParts: async () => ({
				savedWorkflows,
				files: fileReader,
				parse: (text) => parseWorkflow(text),
				partnerKey: keyOf,
			}),
		},
	};
}

export function openDeployments(session: SessionSource): DeploymentStore {
	return createDeploymentStore({ session, list: listDeployments });
}
