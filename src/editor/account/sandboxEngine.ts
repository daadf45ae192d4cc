import * as vscode from 'vscode';
import { counted } from '../../core/base/language.ts';
import type { Log } from '../../core/base/log.ts';
import { engineAddress } from '../../core/sandboxHost/engineAddress.ts';
import { askSandboxEngine } from '../../core/sandboxHost/sandboxCalls.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm, warn } from '../shell/messages.ts';
import { readSetting } from '../shell/settings.ts';

interface Deps {
	readonly log: Log;
	readonly sandbox: SandboxKeeper;
}

const setting = 'easel.sandbox.engine';

/** Reports that the engine of a newly started sandbox cannot be reached: in the window in use, elsewhere in the log. */
export async function checkSandboxEngine({ log, sandbox }: Deps): Promise<void> {
	for (;;) {
		if (sandbox.state.kind !== 'running') return;
		const asked = await askSandboxEngine(sandbox.state.announcement);
		if (!asked.ok || asked.value.host === undefined) return;
		const { host, problem } = asked.value;
		if (problem === undefined) return;
		log.warn(`The engine of the sandbox at ${host} cannot be reached: ${problem}`);
		if (!vscode.window.state.focused) return;
		const [again, open] = [vscode.l10n.t('Try Again'), vscode.l10n.t('Open Settings')];
		const choice = await warn(
			vscode.l10n.t(
				'The engine of the sandbox at {0} cannot be reached: {1}. Runs in the sandbox fail until it can be reached. Start the engine, or change the setting.',
				host,
				problem,
			),
			again,
			open,
		);
		if (choice === open) await vscode.commands.executeCommand('workbench.action.openSettings', setting);
		if (choice !== again) return;
	}
}

/** Starts a running sandbox again with the engine that is set now; asks first while requests have not ended. */
export async function changeSandboxEngine({ log, sandbox }: Deps): Promise<void> {
	if (sandbox.state.kind !== 'running' || !vscode.window.state.focused) return;
	const asked = await askSandboxEngine(sandbox.state.announcement);
	if (!asked.ok) return;
	const { address, openRequests } = asked.value;
	if (engineAddress(readSetting(setting)) === address) return;
	if (openRequests > 0) {
		const sure = await confirm(vscode.l10n.t('Restart the sandbox to use another engine?'), {
			detail: counted(
				openRequests,
				vscode.l10n.t('A request has not ended. It starts over on the other engine.'),
				vscode.l10n.t('{0} requests have not ended. They start over on the other engine.'),
			),
			action: vscode.l10n.t('Restart Sandbox'),
		});
		if (!sure) return;
	}
	const started = await withWindowProgress(vscode.l10n.t('Starting the sandbox'), () => sandbox.restart());
	if (!started.ok) await showFailure(log, started.failure);
}
