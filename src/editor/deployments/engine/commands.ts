import * as vscode from 'vscode';
import { free, interrupt, queue, systemStats } from '../../../core/engine/engineClient.ts';
import type { EngineWatch } from '../../../core/engine/engineWatch.ts';
import type { EngineList } from '../../../core/engine/ownEngine.ts';
import { interruptsOnly } from '../../../core/engine/version.ts';
import type { Service } from '../../../core/http/transport.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { type CommandHandlers, runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { confirm, inform } from '../../shell/messages.ts';
import type { RecentRuns } from '../services.ts';

interface EngineCommandDeps extends Pick<AppServices, 'log' | 'session'> {
	readonly engines: Pick<EngineList, 'refresh'>;
	readonly runs: RecentRuns;
	readonly watch: EngineWatch;
}

/** Returns the commands of an engine of one's own. If the connection is another one, they offer to choose. */
export function engineCommands({ log, session, engines, runs, watch }: EngineCommandDeps) {
	async function withEngine(act: (service: Service) => Promise<unknown>): Promise<void> {
		const { current } = session;
		if (current.state === 'signedIn' && current.connection.capabilities.engineRoutes) {
			await act(current.service);
			return;
		}
		const choose = vscode.l10n.t('Switch Connection');
		const choice = await inform(vscode.l10n.t('The connection in use is not an engine of your own.'), choose);
		if (choice === choose) await runCommand('easel.switchConnection');
	}

	async function freeMemory(service: Service): Promise<void> {
		const done = await free(service, { unloadModels: true, freeMemory: true });
		if (!done.ok) return showFailure(log, done.failure);
		vscode.window.setStatusBarMessage(
			vscode.l10n.t('{0} frees its memory as soon as it is not at work', service.connection.name),
			5000,
		);
		await engines.refresh();
	}

	/** Stops what runs; asks first where that is a run of someone else. */
	async function interruptRunning(service: Service): Promise<void> {
		const present = await queue(service);
		if (!present.ok) return showFailure(log, present.failure);
		const [running] = present.value.running;
		if (running === undefined) {
			await inform(vscode.l10n.t('Nothing runs on {0}.', service.connection.name));
			return;
		}
		const own = runs.runOf(running.promptId);
		if (own !== undefined) {
			await runCommand('easel.cancelRun', own.id);
			return;
		}
		const sure = await confirm(vscode.l10n.t('Interrupt a run that was not started here?'), {
			detail: vscode.l10n.t(
				'It was sent to {0} from elsewhere, and its work is lost.',
				service.connection.name,
			),
			action: vscode.l10n.t('Interrupt'),
		});
		if (!sure) return;
		// The person may have taken long to answer, and older engines stop whatever runs.
		const [system, later] = await Promise.all([systemStats(service), queue(service)]);
		const still = later.ok && later.value.running.some(({ promptId }) => promptId === running.promptId);
		if (!still && !interruptsOnly(system.ok ? system.value.version : undefined)) {
			await inform(vscode.l10n.t('That run has ended meanwhile, so nothing was interrupted.'));
			return;
		}
		const done = await interrupt(service, running.promptId);
		if (!done.ok) return showFailure(log, done.failure);
		await watch.refreshQueue();
	}

	return {
		'easel.freeEngineMemory': () => withEngine(freeMemory),
		'easel.interruptEngine': () => withEngine(interruptRunning),
		'easel.openEngine': () =>
			withEngine(async ({ connection }) => vscode.env.openExternal(vscode.Uri.parse(connection.baseUrl))),
	} satisfies CommandHandlers;
}
