import * as vscode from 'vscode';
import type { Connection } from '../../../core/connection/connection.ts';
import type { EngineWatch } from '../../../core/engine/engineWatch.ts';
import type { EngineList } from '../../../core/engine/ownEngine.ts';
import { engineFree, engineInterrupt, engineQueue } from '../../../core/operations/engine.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { type CommandHandlers, runCommand } from '../../shell/commands.ts';
import { offerEngine } from '../../shell/failures.ts';
import { inform } from '../../shell/messages.ts';
import type { RecentRuns } from '../services.ts';

interface EngineCommandDeps extends Pick<AppServices, 'acts' | 'session'> {
	readonly engines: Pick<EngineList, 'refresh'>;
	readonly runs: RecentRuns;
	readonly watch: EngineWatch;
}

/** Returns the commands of the user's own engine. If another connection is in use, they offer to choose. */
export function engineCommands({ acts, session, engines, runs, watch }: EngineCommandDeps) {
	async function withEngine(act: (connection: Connection) => Promise<unknown>): Promise<void> {
		const { current } = session;
		if (current.state === 'signedIn' && current.connection.capabilities.engineRoutes)
			await act(current.connection);
		else await offerEngine();
	}

	async function freeMemory({ name }: Connection): Promise<void> {
		if ((await acts.done(engineFree, {})) === undefined) return;
		vscode.window.setStatusBarMessage(
			vscode.l10n.t('{0} frees its memory as soon as it is idle', name),
			5000,
		);
		await engines.refresh();
	}

	/** Stops the current run; a run that was started here is canceled as such. */
	async function interruptRunning({ name }: Connection): Promise<void> {
		const present = await acts.done(engineQueue, {});
		if (present === undefined) return;
		const [id] = present.running;
		if (id === undefined) {
			await inform(vscode.l10n.t('{0} is idle.', name));
			return;
		}
		const own = runs.runOf(id);
		if (own !== undefined) await runCommand('easel.cancelRun', own.id);
		else if ((await acts.done(engineInterrupt, { id })) !== undefined) await watch.refreshQueue();
	}

	return {
		'easel.freeEngineMemory': () => withEngine(freeMemory),
		'easel.interruptEngine': () => withEngine(interruptRunning),
		'easel.openEngine': () =>
			withEngine(async ({ baseUrl }) => vscode.env.openExternal(vscode.Uri.parse(baseUrl))),
	} satisfies CommandHandlers;
}
