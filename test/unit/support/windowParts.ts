import type * as vscode from 'vscode';
import type { SessionSource } from '../../../src/core/account/session.ts';
import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { lazy } from '../../../src/core/base/lazy.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { type LazyServices, lazyServices } from '../../../src/core/operations/node/lazyServices.ts';
import type { OpenLedger } from '../../../src/core/operations/services.ts';
import type { StartWatch } from '../../../src/core/records/startWatch.ts';
import type { WorkflowDocuments } from '../../../src/editor/documents/workflowDocuments.ts';
import type { WindowParts } from '../../../src/editor/shell/lazyService.ts';
import { part } from './part.ts';

interface Given {
	readonly folder: string;
	readonly clock?: Clock;
	readonly hubToken?: () => Promise<string | undefined>;
	/** Opens the history in place of the file in the folder. */
	readonly history?: () => Promise<Omit<OpenLedger, 'spending'>>;
	/** Watches the starts in that history. */
	readonly starts?: StartWatch;
}

/** Returns the services of a window that begins with nothing. */
export function windowParts(
	session: SessionSource,
	{ folder, clock = systemClock, history, starts, ...hooks }: Given,
): WindowParts {
	const features = lazy(() => import('../../../src/editor/features.ts'));
	const opened: LazyServices = lazyServices({ session, folder, log: silentLog, clock }, async () => {
		const loaded = (await features.get()).windowHooks(opened, {
			context: part<vscode.ExtensionContext>({ subscriptions: [] }),
			session,
			clock,
			workflows: part<WorkflowDocuments>({}),
			savedWorkflows: () => Promise.reject(new Error('Nothing is planned here.')),
		});
		const reader = { latest: undefined, want() {}, wantSoon() {}, onDidChange: new Emitter().event };
		const openHistory = async () =>
			part<OpenLedger>({
				...(await history?.()),
				spending: { reader, dispose() {}, ...(starts && { history: starts }) },
			} as never);
		return {
			makers: history === undefined ? loaded.makers : { ...loaded.makers, openHistory },
			hooks: { ...loaded.hooks, ...hooks },
		};
	});
	return { opened, features, log: silentLog };
}
