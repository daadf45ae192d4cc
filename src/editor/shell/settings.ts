import * as vscode from 'vscode';
import type { SettingId, Settings } from './ids.ts';

/** Reads the effective value of one of our settings; its default is in `package.json`. */
export function readSetting<K extends SettingId>(id: K, scope?: vscode.ConfigurationScope): Settings[K] {
	return vscode.workspace.getConfiguration(undefined, scope).get(id) as Settings[K];
}

/** Changes one of our settings for all windows of the person. */
export async function writeSetting<K extends SettingId>(id: K, value: Settings[K]): Promise<void> {
	await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
}

export function onSettingChange(ids: readonly SettingId[], listener: () => void): vscode.Disposable {
	return vscode.workspace.onDidChangeConfiguration((event) => {
		if (ids.some((id) => event.affectsConfiguration(id))) listener();
	});
}
