import * as vscode from 'vscode';
import type { Finding, Fix, TextEdit } from '../../core/base/findings.ts';
import { fixesForAll } from '../../core/base/fixAll.ts';
import { editorRange, shownAs, workspaceEdit } from './findings.ts';

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('easel');

const fixAllTitle = () => vscode.l10n.t('Fix all auto-fixable problems');

export const fixKinds: vscode.CodeActionProviderMetadata = {
	providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
};

/** The current document, with its findings. */
interface Fixable {
	readonly findings: readonly Finding[];
	/** Returns everything that "fix all" changes. */
	fixAll(): readonly TextEdit[];
}

/**
 * Provides one action for each way to fix a finding at the cursor, and one that fixes everything that has a single right fix. `more` adds
 * actions that are not edits of the text.
 */
export function fixProvider(
	read: (document: vscode.TextDocument) => Promise<Fixable | undefined>,
	more: (document: vscode.TextDocument, finding: Finding) => readonly vscode.CodeAction[] = () => [],
): vscode.CodeActionProvider {
	/** The edits of "fix all" are worked out when it is chosen: the bulb asks at every move of the cursor. */
	const offered = new WeakMap<vscode.CodeAction, () => vscode.WorkspaceEdit>();
	return {
		async provideCodeActions(document, range, { diagnostics, only }) {
			const fixable = await read(document);
			if (fixable === undefined) return undefined;
			const actions: vscode.CodeAction[] = [];
			if (only === undefined || only.contains(vscode.CodeActionKind.QuickFix)) {
				const start = document.offsetAt(range.start);
				const end = document.offsetAt(range.end);
				for (const finding of fixable.findings) {
					if (finding.range.start > end || finding.range.end < start) continue;
					const found = [...quickFixes(document, finding), ...more(document, finding)];
					for (const action of found) action.diagnostics = shownAs(document, finding, diagnostics);
					actions.push(...found);
				}
			}
			const asked = only?.contains(fixAllKind) ?? false;
			const count = asked || actions.length > 0 ? fixesForAll(fixable.findings).length : 0;
			const edit = () => workspaceEdit(document, fixable.fixAll());
			if (asked && count > 0) {
				const all = new vscode.CodeAction(fixAllTitle(), fixAllKind);
				all.edit = edit();
				actions.push(all);
			} else if (count > 1) {
				// The light bulb omits actions of a source kind, so in that menu this one is a quick fix like the
				// others.
				const all = new vscode.CodeAction(fixAllTitle(), vscode.CodeActionKind.QuickFix);
				offered.set(all, edit);
				actions.push(all);
			}
			return actions;
		},
		resolveCodeAction(action) {
			const edit = offered.get(action);
			if (edit !== undefined) action.edit = edit();
			return action;
		},
	};
}

/** Returns the command of a fix that does more than edits. */
function actCommand(document: vscode.TextDocument, { title, edits, act }: Fix): vscode.Command {
	const [edit] = edits;
	if (act !== 'storeHubToken' || edit === undefined) return { title, command: 'easel.setHubToken' };
	return {
		title,
		command: 'easel.storeHubToken',
		arguments: [document.uri, editorRange(document, edit.range)],
	};
}

function quickFixes(document: vscode.TextDocument, finding: Finding): vscode.CodeAction[] {
	return (finding.fixes ?? []).map((fix) => {
		const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
		if (fix.act === undefined) action.edit = workspaceEdit(document, fix.edits);
		else action.command = actCommand(document, fix);
		action.isPreferred = fix.preferred === true;
		return action;
	});
}
