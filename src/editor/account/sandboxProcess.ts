import * as vscode from 'vscode';
import { SandboxKeeper } from '../../core/account/sandboxKeeper.ts';
import type { SandboxProgram } from '../../core/account/sandboxLaunch.ts';
import type { Log } from '../../core/log.ts';
import { readSetting } from '../shell/settings.ts';

/** The keeper of the sandbox that comes with the extension: same program, data in the extension's own folder. */
export function createSandboxKeeper(context: vscode.ExtensionContext, log: Log): SandboxKeeper {
	const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.js').fsPath;
	const data = vscode.Uri.joinPath(context.globalStorageUri, 'sandbox').fsPath;
	return new SandboxKeeper({
		secrets: context.secrets,
		log,
		program: () => program(script, data),
	});
}

function program(script: string, data: string): SandboxProgram {
	const speed = Math.min(Math.max(Number(readSetting('easel.sandbox.speed')) || 10, 1), 1000);
	return {
		// The editor's own executable, so that nothing needs to be installed.
		command: process.execPath,
		args: [script, '--data', data, '--demo', '--speed', String(speed), '--exit-when-unused'],
		environment: { ...environmentOfChild(), ELECTRON_RUN_AS_NODE: '1' },
	};
}

/** What the extension host set for itself must not reach the program. */
function environmentOfChild(): Readonly<Record<string, string | undefined>> {
	const own = /^(NODE_OPTIONS|NODE_CHANNEL_FD|NODE_UNIQUE_ID|VSCODE_|ELECTRON_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
