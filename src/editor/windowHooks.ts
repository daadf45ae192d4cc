import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { answered } from '../core/following/unanswered.ts';
import type { LazyServices, LoadedParts, ServicesBase } from '../core/operations/node/lazyServices.ts';
import * as makers from '../core/operations/node/work.ts';
import type { RunServiceOptions } from '../core/runs/runService.ts';
import { fileReader } from '../core/runs/start/mediaFiles.ts';
import type { SavedWorkflows } from '../core/runs/start/savedWorkflows.ts';
import type { WorkflowDocuments } from './documents/workflowDocuments.ts';
import { readHubToken } from './jobs/hubToken.ts';
import { notifyOfJobs } from './jobs/notifier.ts';
import { archiveRules, watchArchive } from './runs/history/archiveSettings.ts';
import { readPartnerKey } from './runs/start/partnerKey.ts';
import { warn } from './shell/messages.ts';
import { readSetting } from './shell/settings.ts';
import { createBalanceItem } from './spending/balanceItem.ts';
import { confirmDailyLimit, dailyLimit } from './spending/open.ts';

interface WindowHooksDeps
	extends Pick<ServicesBase, 'session' | 'clock'>,
		Pick<RunServiceOptions, 'webhookOf'> {
	readonly context: vscode.ExtensionContext;
	readonly workflows: WorkflowDocuments;
	readonly savedWorkflows: () => Promise<SavedWorkflows>;
}

/** Returns the parts of the services of this window, and shows their activity in the window. */
export function windowHooks(
	services: LazyServices,
	{ context, session, clock, webhookOf, workflows, savedWorkflows }: WindowHooksDeps,
): LoadedParts {
	const { secrets, subscriptions } = context;
	services.ledger.onDidMake(({ spending: { reader } }) => {
		subscriptions.push(createBalanceItem(session, reader));
		reader.want();
	});
	services.runs.onDidMake(({ archive }) => subscriptions.push(watchArchive(archive)));
	services.jobs.onDidMake((jobs) => notifyOfJobs(jobs, clock));
	return {
		makers,
		hooks: {
			windowId: vscode.env.sessionId,
			isPresent: () => isAnswering(clock),
			onProblem: (problem) => void warn(problem),
			limit: dailyLimit,
			ask: confirmDailyLimit,
			partnerKey: (connection) => readPartnerKey(secrets, connection),
			hubToken: (connection) => readHubToken(secrets, connection),
			archiveRules,
			...(webhookOf ? { webhookOf } : {}),
			parallel: () => readSetting('easel.uploads.parallel'),
			async planParts() {
				const [saved] = await Promise.all([savedWorkflows(), workflows.load()]);
				return {
					savedWorkflows: saved,
					files: fileReader,
					parse: (text) => workflows.ofText(text),
					// Another window takes over if this one is closed, and only its process is left.
					partnerKey: (connection) => answered(readPartnerKey(secrets, connection), clock),
				};
			},
		},
	};
}

/**
 * Returns whether the window still exists: on another computer its process runs for hours after the person has closed
 * it.
 */
async function isAnswering(clock: Clock): Promise<boolean> {
	// A command of the window without an effect; if an editor does not have it, the window's answer still proves that it exists.
	const reply = vscode.commands.executeCommand('noop').then(
		() => true,
		() => true,
	);
	return answered(reply, clock).catch(() => false);
}
