import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { fixAllEdits } from '../../../core/base/fixAll.ts';
import { numberText } from '../../../core/base/language.ts';
import { readPresetsDocument } from '../../../core/operations/named/presetsDocument.ts';
import {
	definitionPresets,
	differenceCount,
	hoverPresets,
} from '../../../core/operations/named/presetsHover.ts';
import { completePresets } from '../../../core/operations/named/presetsLanguage.ts';
import { withoutLine } from '../../../core/operations/named/presetsLines.ts';
import { documentNames } from '../../../core/workflow/named/fileName.ts';
import { type Checked, DocumentChecks } from '../../documents/documentChecks.ts';
import { isPresetsFile } from '../../documents/scope.ts';
import { suggestionItem } from '../../documents/suggestionItem.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import { editorRange } from '../../shell/findings.ts';
import { fixKinds, fixProvider } from '../../shell/fixes.ts';
import type { CommandId } from '../../shell/ids.ts';
import type { WorkflowDeps } from '../documentFeatures.ts';
import type { WorkflowReader } from '../workflowReader.ts';

const selector: vscode.DocumentSelector = { language: 'yaml', pattern: '**/*.presets.yaml' };

interface CheckedPresets extends Checked, Awaited<ReturnType<typeof readPresetsDocument>> {}

interface PresetsDeps extends Pick<WorkflowDeps, 'log' | 'documents'> {
	readonly extensionUri: vscode.Uri;
	readonly reader: WorkflowReader;
}

/** Starts checks and language features of open files of presets. */
export function startPresetsFeatures({
	extensionUri,
	log,
	documents,
	reader,
}: PresetsDeps): vscode.Disposable {
	const changed = new vscode.EventEmitter<void>();
	const watcher = vscode.workspace.createFileSystemWatcher('**/*.{json,jsonc}');
	const read = (document: vscode.TextDocument, text = document.getText()) =>
		readPresetsDocument(basename(document.uri.path), text, placeOf(document.uri), () =>
			reader.nodeInfo(workflowUri(document.uri, documentNames(basename(document.uri.path))[0] ?? '')),
		);
	const checks = new DocumentChecks<CheckedPresets>({
		name: 'easel-presets',
		log,
		pages: vscode.Uri.joinPath(extensionUri, 'docs', 'rules'),
		documents,
		mayBe: isPresetsFile,
		onDidChangeRules: [changed.event],
		async check(document) {
			const { version } = document;
			return { version, ...(await read(document)) };
		},
	});
	const current = async (document: vscode.TextDocument) => {
		const checked = await checks.current(document);
		return checked?.version === document.version ? checked : undefined;
	};
	/** A workflow or its app has changed: the files of presets next to it are checked again. */
	const onWorkflow = (uri: vscode.Uri) => {
		const folder = dirname(uri.path);
		const isNextTo = (document: vscode.TextDocument) =>
			isPresetsFile(document) && dirname(document.uri.path) === folder;
		if (vscode.workspace.textDocuments.some(isNextTo)) changed.fire();
	};
	return vscode.Disposable.from(
		changed,
		watcher,
		checks,
		watcher.onDidChange(onWorkflow),
		watcher.onDidCreate(onWorkflow),
		watcher.onDidDelete(onWorkflow),
		reader.onDidRead((document) => onWorkflow(document.uri)),
		vscode.languages.registerCompletionItemProvider(
			selector,
			{
				async provideCompletionItems(document, position) {
					const text = document.getText();
					const offset = document.offsetAt(position);
					const { workflow } = await read(document, withoutLine(text, offset));
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
				const checked = await current(document);
				const hover =
					checked?.workflow && hoverPresets(checked.file, checked.workflow, document.offsetAt(position));
				return (
					hover &&
					new vscode.Hover(new vscode.MarkdownString(hover.markdown), editorRange(document, hover.range))
				);
			},
		}),
		vscode.languages.registerDefinitionProvider(selector, {
			async provideDefinition(document, position) {
				const checked = await current(document);
				const { file, workflow } = checked ?? {};
				const found = file && workflow && definitionPresets(file, workflow, document.offsetAt(position));
				if (!found || !workflow) return undefined;
				const target = await vscode.workspace.openTextDocument(workflowUri(document.uri, workflow.name));
				return [
					{
						originSelectionRange: editorRange(document, found.origin),
						targetUri: target.uri,
						targetRange: editorRange(target, found.target),
					},
				];
			},
		}),
		vscode.languages.registerCodeActionsProvider(
			selector,
			fixProvider(async (document) => {
				const checked = await current(document);
				return (
					checked && {
						findings: checked.findings,
						fixAll: () => fixAllEdits(checked.text, checked.findings, () => []),
					}
				);
			}),
			fixKinds,
		),
		vscode.languages.registerCodeLensProvider(selector, {
			onDidChangeCodeLenses: (listener) => checks.onDidCheck(() => listener()),
			async provideCodeLenses(document) {
				const checked = await current(document);
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

/** The number of differences from the document is not known of a preset that does not fit it. */
function runTitle(count: number | undefined): string {
	if (count === undefined || count === 0) return vscode.l10n.t('Run with This Preset');
	return count === 1
		? vscode.l10n.t('Run with This Preset (1 difference)')
		: vscode.l10n.t('Run with This Preset ({0} differences)', numberText(count));
}

/** The folder of a file of presets; undefined for one that is not a file. */
function placeOf(uri: vscode.Uri) {
	if (uri.scheme !== 'file') return undefined;
	return { folder: dirname(uri.fsPath), disk: { textIn: textNextTo } };
}

function workflowUri(presets: vscode.Uri, name: string): vscode.Uri {
	return vscode.Uri.joinPath(presets, '..', name);
}
