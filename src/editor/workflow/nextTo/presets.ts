import * as vscode from 'vscode';
import { counted } from '../../../core/base/language.ts';
import { readPresetsDocument } from '../../../core/operations/named/presetsDocument.ts';
import {
	definitionPresets,
	differenceCount,
	hoverPresets,
} from '../../../core/operations/named/presetsHover.ts';
import { completePresets } from '../../../core/operations/named/presetsLanguage.ts';
import { withoutLine } from '../../../core/operations/named/presetsLines.ts';
import { documentNames } from '../../../core/workflow/named/fileName.ts';
import { isPresetsFile } from '../../documents/scope.ts';
import { suggestionItem } from '../../documents/suggestionItem.ts';
import { editorRange, hoverOf } from '../../shell/findings.ts';
import type { CommandId } from '../../shell/ids.ts';
import { FilesNextTo, linkTo, type NextToDeps, workflowUri } from './files.ts';

const selector: vscode.DocumentSelector = { language: 'yaml', pattern: '**/*.presets.yaml' };

type CheckedPresets = Awaited<ReturnType<typeof readPresetsDocument>>;

/** Starts checks and language features of open files of presets. */
export function startPresetsFeatures(deps: NextToDeps): vscode.Disposable {
	const files = new FilesNextTo(deps, {
		name: 'easel-presets',
		watched: '**/*.{json,jsonc}',
		isOne: isPresetsFile,
		workflowNames: documentNames,
		read: readPresetsDocument,
	});
	return vscode.Disposable.from(
		files,
		vscode.languages.registerCompletionItemProvider(
			selector,
			{
				async provideCompletionItems(document, position) {
					const text = document.getText();
					const offset = document.offsetAt(position);
					const { workflow } = await files.read(document, withoutLine(text, offset));
					return completePresets(text, offset, workflow).map((each, at) =>
						suggestionItem(document, each, at),
					);
				},
			},
			':',
			' ',
		),
		vscode.languages.registerHoverProvider(selector, {
			async provideHover(document, position) {
				const checked = await files.current(document);
				const hover =
					checked?.workflow && hoverPresets(checked.file, checked.workflow, document.offsetAt(position));
				return hoverOf(document, hover);
			},
		}),
		vscode.languages.registerDefinitionProvider(selector, {
			async provideDefinition(document, position) {
				const checked = await files.current(document);
				const { file, workflow } = checked ?? {};
				const found = file && workflow && definitionPresets(file, workflow, document.offsetAt(position));
				return workflow && linkTo(document, workflow, found);
			},
		}),
		files.offerFixes(selector),
		vscode.languages.registerCodeLensProvider(selector, {
			onDidChangeCodeLenses: (listener) => files.checks.onDidCheck(() => listener()),
			async provideCodeLenses(document) {
				const checked = await files.current(document);
				return checked && lensesOf(document, checked);
			},
		}),
	);
}

/** Returns the lenses above each preset of a file that belongs to a workflow. */
function lensesOf(document: vscode.TextDocument, { file, workflow }: CheckedPresets): vscode.CodeLens[] {
	if (workflow === undefined) return [];
	const uri = workflowUri(document.uri, workflow.name);
	return file.presets.flatMap((preset) => {
		const range = editorRange(document, preset.range);
		const lens = (command: CommandId, title: string) =>
			new vscode.CodeLens(range, { command, title, arguments: [uri, preset.name] });
		return [
			lens('easel.runWithPreset', runTitle(differenceCount(workflow, preset))),
			lens('easel.openAsForm', vscode.l10n.t('Open as Form')),
			lens('easel.comparePresets', vscode.l10n.t('Compare...')),
			lens('easel.applyPreset', vscode.l10n.t('Apply to Document')),
		];
	});
}

/** Returns the title of a run. The number of differences from the document is unknown for a preset that does not fit it. */
function runTitle(count: number | undefined): string {
	if (count === undefined || count === 0) return vscode.l10n.t('Run with This Preset');
	return counted(
		count,
		vscode.l10n.t('Run with This Preset (1 difference)'),
		vscode.l10n.t('Run with This Preset ({0} differences)'),
	);
}
