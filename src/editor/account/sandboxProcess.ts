import * as vscode from 'vscode';
import type { KeyValueStore } from '../../core/base/keyValueStore.ts';
import type { Log } from '../../core/base/log.ts';
import { engineAddress } from '../../core/sandboxHost/engineAddress.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { SandboxProgram } from '../../core/sandboxHost/sandboxLaunch.ts';
import { readSetting } from '../shell/settings.ts';

/**
 * Where all windows of this computer find the way to the sandbox. Not the secret storage: that is shared with windows on
 * other computers, where the address means nothing, and in some hosts does not outlive a reload. The token opens nothing
 * but the data beside it.
 */
export function sandboxFiles(context: vscode.ExtensionContext): KeyValueStore {
	return new PrivateFiles(vscode.Uri.joinPath(context.globalStorageUri, 'sandbox-address').fsPath);
}

/** The keeper of the sandbox that comes with the extension; its data is in the extension's own folder. */
export function createSandboxKeeper(
	context: vscode.ExtensionContext,
	shared: KeyValueStore,
	log: Log,
): SandboxKeeper {
	const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.mjs').fsPath;
	const data = vscode.Uri.joinPath(context.globalStorageUri, 'sandbox').fsPath;
	return new SandboxKeeper({
		shared,
		log,
		program: () => program(script, data),
	});
}

function program(script: string, data: string): SandboxProgram {
	const speed = Math.min(Math.max(Number(readSetting('easel.sandbox.speed')) || 10, 1), 1000);
	const engine = engineAddress(readSetting('easel.sandbox.engine'));
	return {
		// The editor's own executable, so that nothing needs to be installed.
		command: process.execPath,
		args: [
			script,
			'--data',
			data,
			'--demo',
			'--speed',
			String(speed),
			'--exit-when-unused',
			...(engine === undefined ? [] : ['--engine', `comfyui=${engine}`]),
		],
		environment: { ...environmentOfChild(), ELECTRON_RUN_AS_NODE: '1' },
	};
}

/** What the extension host set for itself must not reach the program. */
function environmentOfChild(): Readonly<Record<string, string | undefined>> {
	const own = /^(NODE_OPTIONS|NODE_CHANNEL_FD|NODE_UNIQUE_ID|VSCODE_|ELECTRON_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
