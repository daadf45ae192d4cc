import * as vscode from 'vscode';
import type { PresetsFile } from '../../../core/workflow/named/presetsFile.ts';
import { labelText } from '../../shell/plainText.ts';

/** Asks for the name of a new preset of a document; undefined if the person stopped. */
export async function askPresetName(documentName: string): Promise<string | undefined> {
	const name = await vscode.window.showInputBox({
		title: vscode.l10n.t('Save Preset of {0}', labelText(documentName)),
		prompt: vscode.l10n.t('The name of the preset. An existing preset with this name is replaced.'),
		validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
	});
	return name?.trim();
}

type Preset = PresetsFile['presets'][number];

/** Returns the preset of a name, or one that the person chooses. */
export async function choosePreset(
	presets: readonly Preset[],
	documentName: string,
	name?: string,
): Promise<Preset | 'none' | undefined> {
	if (presets.length === 0) return 'none';
	if (name !== undefined) return presets.find((each) => each.name === name);
	const items = presets.map((preset) => ({ label: labelText(preset.name), preset }));
	const title = vscode.l10n.t('Presets of {0}', labelText(documentName));
	return (await vscode.window.showQuickPick(items, { title }))?.preset;
}
