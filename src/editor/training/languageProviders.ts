import * as vscode from 'vscode';
import {
	type OutlineItem,
	renameJob,
	renameTarget,
	trainingHints,
	trainingLenses,
	trainingLinks,
	trainingOutline,
} from '../../core/training/language/annotations.ts';
import { trainingFolds } from '../../core/training/language/folds.ts';
import { editorRange, workspaceEdit } from '../shell/findings.ts';
import type { TrainingChecks } from './trainingChecks.ts';

/** The editor's own commands for the lenses. */
const lensCommands = {
	problems: 'workbench.actions.view.problems',
	fixAll: 'editor.action.fixAll',
	nothing: '',
} as const;

/** The lenses above a configuration that others provide. */
export interface TopLenses {
	readonly onDidChange: vscode.Event<void>;
	of(document: vscode.TextDocument, range: vscode.Range): readonly vscode.CodeLens[];
}

/**
 * Provides the lenses above a configuration: the commands for the whole, a summary of its problems, and the state of
 * each dataset.
 */
export function codeLensProvider(checks: TrainingChecks, top: TopLenses): vscode.CodeLensProvider {
	return {
		onDidChangeCodeLenses: (listener) =>
			vscode.Disposable.from(
				checks.onDidCheck(() => listener()),
				top.onDidChange(() => listener()),
				// The editor skips a change right before the text loses the focus.
				vscode.window.onDidChangeActiveTextEditor(() => listener()),
			),
		async provideCodeLenses(document) {
			const checked = await checks.current(document);
			if (checked === undefined) return undefined;
			const { root } = checked.document;
			const first = (root?.kind === 'map' ? root.entries[0]?.keyRange : undefined) ?? { start: 0, end: 0 };
			return [
				...top.of(document, editorRange(document, first)),
				...trainingLenses(checked.document, checked.findings, checks.options(document)).map(
					(lens) =>
						new vscode.CodeLens(editorRange(document, lens.range), {
							title: lens.title,
							command: lensCommands[lens.does],
						}),
				),
			];
		},
	};
}

/** Provides the hints: images seen, checkpoints written, frames in seconds. */
export function hintsProvider(checks: TrainingChecks): vscode.InlayHintsProvider {
	return {
		onDidChangeInlayHints: (listener) => checks.onDidCheck(() => listener()),
		async provideInlayHints(document, range) {
			const checked = await checks.current(document);
			if (checked === undefined) return undefined;
			return trainingHints(checked.document).flatMap((each) => {
				const position = document.positionAt(each.offset);
				if (!range.contains(position)) return [];
				const hint = new vscode.InlayHint(position, each.label);
				hint.paddingLeft = true;
				hint.tooltip = each.tooltip;
				return [hint];
			});
		},
	};
}

export function linkProvider(checks: TrainingChecks): vscode.DocumentLinkProvider {
	return {
		async provideDocumentLinks(document) {
			const checked = await checks.current(document);
			if (checked === undefined) return undefined;
			return trainingLinks(checked.document).map((each) => {
				const link = new vscode.DocumentLink(
					editorRange(document, each.range),
					vscode.Uri.parse(each.url, true),
				);
				link.tooltip = each.tooltip;
				return link;
			});
		},
	};
}

/** Renames the job from its name. */
export function renameProvider(checks: TrainingChecks): vscode.RenameProvider {
	return {
		async prepareRename(document, position) {
			const checked = await checks.current(document);
			const target =
				checked === undefined ? undefined : renameTarget(checked.document, document.offsetAt(position));
			if (target === undefined) throw new Error(vscode.l10n.t('Only the job name can be renamed here.'));
			return editorRange(document, target);
		},
		async provideRenameEdits(document, position, newName) {
			const checked = await checks.current(document);
			const edits =
				checked === undefined ? undefined : renameJob(checked.document, document.offsetAt(position), newName);
			if (edits === undefined)
				throw new Error(vscode.l10n.t('A job name has only letters, digits, _ and -.'));
			return workspaceEdit(document, edits);
		},
	};
}

const symbolKinds: Readonly<Record<OutlineItem['kind'], vscode.SymbolKind>> = {
	section: vscode.SymbolKind.Module,
	item: vscode.SymbolKind.Object,
	value: vscode.SymbolKind.Property,
};

export function outlineProvider(checks: TrainingChecks): vscode.DocumentSymbolProvider {
	return {
		async provideDocumentSymbols(document) {
			const checked = await checks.current(document);
			return checked === undefined
				? undefined
				: trainingOutline(checked.document).map((each) => symbol(document, each));
		},
	};
}

/** Sections, items and comments; texts that are not a configuration keep the editor's own folding. */
export function foldingProvider(checks: TrainingChecks): vscode.FoldingRangeProvider {
	return {
		async provideFoldingRanges(document) {
			const checked = await checks.current(document);
			if (checked === undefined) return undefined;
			return trainingFolds(checked.document).map(({ start, end, comment }) => {
				const first = document.positionAt(start).line;
				const last = document.positionAt(end).line;
				return new vscode.FoldingRange(first, last, comment ? vscode.FoldingRangeKind.Comment : undefined);
			});
		},
	};
}

function symbol(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
	const range = editorRange(document, item.range);
	const made = new vscode.DocumentSymbol(
		item.name,
		item.detail,
		symbolKinds[item.kind],
		range,
		editorRange(document, item.selection),
	);
	made.children = item.children.map((each) => symbol(document, each));
	return made;
}
