import * as vscode from 'vscode';
import { counted } from '../../../core/base/language.ts';
import { readSweepDocument } from '../../../core/operations/sweeps/sweepDocument.ts';
import { completeSweep, definitionSweep, hoverSweep } from '../../../core/operations/sweeps/sweepLanguage.ts';
import { sweptNames } from '../../../core/workflow/sweep/fileName.ts';
import { isSweepFile } from '../../documents/scope.ts';
import { suggestionItem } from '../../documents/suggestionItem.ts';
import { hoverOf } from '../../shell/findings.ts';
import type { CommandId } from '../../shell/ids.ts';
import { FilesNextTo, linkTo, type NextToDeps } from './files.ts';
import { showTable } from './table.ts';

const selector: vscode.DocumentSelector = { pattern: '**/*.sweep.csv' };

interface SweepFeatures extends vscode.Disposable {
	showTable(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void>;
}

/** Starts checks, language features and the table editor of open tables of values. */
export function startSweepFeatures(deps: NextToDeps): SweepFeatures {
	const files = new FilesNextTo(deps, {
		name: 'easel-sweeps',
		// Cells name files, too.
		watched: '**/*.{json,jsonc,yaml,png,jpg,jpeg,webp,mp4,wav,mp3}',
		isOne: isSweepFile,
		workflowNames: sweptNames,
		read: readSweepDocument,
	});
	const all = vscode.Disposable.from(
		files,
		vscode.languages.registerCompletionItemProvider(
			selector,
			{
				async provideCompletionItems(document, position) {
					const { text, workflow } = await files.read(document);
					const found = workflow && completeSweep(text, document.offsetAt(position), workflow);
					return found?.map((each, at) => suggestionItem(document, each, at));
				},
			},
			...[',', ';', '|', '"'],
		),
		vscode.languages.registerHoverProvider(selector, {
			async provideHover(document, position) {
				const checked = await files.current(document);
				return checked && hoverOf(document, hoverSweep(checked, document.offsetAt(position)));
			},
		}),
		vscode.languages.registerDefinitionProvider(selector, {
			async provideDefinition(document, position) {
				const { text = '', workflow } = (await files.current(document)) ?? {};
				const found = workflow && definitionSweep(text, workflow, document.offsetAt(position));
				return workflow && linkTo(document, workflow, found);
			},
		}),
		files.offerFixes(selector),
		vscode.languages.registerCodeLensProvider(selector, {
			onDidChangeCodeLenses: (listener) => files.checks.onDidCheck(() => listener()),
			async provideCodeLenses(document) {
				const { rows: { runs } = { runs: 0 }, problems = [] } = (await files.current(document)) ?? {};
				const lens = (command: CommandId, title: string) =>
					new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { command, title, arguments: [document.uri] });
				const asTable = lens('easel.openSweepTable', vscode.l10n.t('Open as Table'));
				if (runs === 0 || problems.some(({ severity }) => severity === 'error')) return [asTable];
				const title = counted(runs, vscode.l10n.t('Run Once'), vscode.l10n.t('Run {0} Times'));
				return [lens('easel.runSweep', title), asTable];
			},
		}),
	);
	return {
		showTable: (document, panel) => showTable({ ...deps, files }, document, panel),
		dispose: () => all.dispose(),
	};
}
