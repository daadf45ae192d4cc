import * as vscode from 'vscode';
import type { KeyValueStore } from '../../core/base/keyValueStore.ts';
import type { Log } from '../../core/base/log.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';

/**
 * Returns the store in which all windows of this computer find the address of the sandbox. Not the secret storage: that
 * is shared with windows on other computers, where the address is meaningless, and in some hosts does not survive a
 * reload. The token protects only the data next to it.
 */
export function sandboxFiles(context: vscode.ExtensionContext): KeyValueStore {
	return new PrivateFiles(vscode.Uri.joinPath(context.globalStorageUri, 'sandbox-address').fsPath);
}

/** Creates the keeper of the sandbox that comes with the extension; its data is in the extension's own folder. */
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
		program: async () => (await import('./features.ts')).sandboxProgram(script, data),
	});
}
