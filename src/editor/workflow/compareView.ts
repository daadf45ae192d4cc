import * as vscode from 'vscode';
import { compareWorkflows } from '../../core/workflow/compare/compare.ts';
import { layOut } from '../../core/workflow/compare/layOut.ts';
import { type ComparisonItem, comparisonItems, comparisonSummary } from '../../core/workflow/compare/tree.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';
import { setContext } from '../shell/contextKeys.ts';
import { inform } from '../shell/messages.ts';
import { revealRow } from '../shell/trees/revealRow.ts';
import type { SavedWorkflow, SavedWorkflowFor } from './checkedWorkflows.ts';
import { documentOfCommand } from './commandTarget.ts';
import { nameOf, showPiece } from './showPiece.ts';

const scheme = 'easel-saved';
/** Milliseconds that typing must rest before the comparison follows. */
const rest = 250;

export interface ComparisonDeps extends Pick<DocumentServices, 'log' | 'documents'> {
	readonly savedWorkflow: SavedWorkflowFor;
	/** Asks for a deployment, for a document without one; the title is the purpose. */
	readonly chooseSaved: (title: string) => Promise<SavedWorkflow | undefined>;
}

interface Subject {
	readonly uri: vscode.Uri;
	readonly saved: SavedWorkflow;
	readonly savedDocument: WorkflowDocument;
	readonly savedUri: vscode.Uri;
	/** The saved text, laid out like the document. */
	readonly savedText: string;
}

/** The view of the differences between a document and the saved workflow; it exists only during a comparison. */
export class ComparisonView implements vscode.TreeDataProvider<ComparisonItem>, vscode.Disposable {
	readonly #deps: ComparisonDeps;
	readonly #view: vscode.TreeView<ComparisonItem>;
	readonly #changed = new vscode.EventEmitter<undefined>();
	readonly #subscriptions: vscode.Disposable[];
	readonly onDidChangeTreeData = this.#changed.event;
	#subject: Subject | undefined;
	#items: readonly ComparisonItem[] = [];
	#timer: NodeJS.Timeout | undefined;

	constructor(deps: ComparisonDeps) {
		this.#deps = deps;
		this.#view = vscode.window.createTreeView('easel.comparison', {
			treeDataProvider: this,
			showCollapseAll: true,
		});
		this.#subscriptions = [
			this.#view,
			this.#changed,
			vscode.workspace.registerTextDocumentContentProvider(scheme, {
				provideTextDocumentContent: (uri) =>
					uri.toString() === this.#subject?.savedUri.toString()
						? this.#subject.savedText
						: `${vscode.l10n.t('This comparison is closed.')}\n`,
			}),
			vscode.workspace.onDidChangeTextDocument(({ document }) => {
				if (document.uri.toString() === this.#subject?.uri.toString()) this.#soon(document);
			}),
		];
	}

	/**
	 * Compares a document with the saved workflow of its deployment, and shows the differences in both forms.
	 * @param target the argument of the command: a document, or nothing for the one in front
	 */
	async compare(target: unknown): Promise<void> {
		const document = await documentOfCommand(
			target,
			vscode.l10n.t('Open a workflow document first, then compare it.'),
		);
		if (document === undefined) return;
		const name = nameOf(document.uri);
		if (this.#deps.documents.workflows.read(document).nodes.length === 0) {
			await inform(
				vscode.l10n.t('"{0}" has no workflow in API format, so there is nothing to compare.', name),
			);
			return;
		}
		const linked = await withWindowProgress(vscode.l10n.t('Reading the saved workflow'), () =>
			this.#deps.savedWorkflow(document.uri),
		);
		const saved =
			linked ?? (await this.#deps.chooseSaved(vscode.l10n.t('Compare "{0}" with a Saved Workflow', name)));
		if (saved === undefined) return;
		const savedUri = vscode.Uri.from({
			scheme,
			path: `/${vscode.l10n.t('{0} (saved)', saved.name.replaceAll(/[\\/?#]/g, '-'))}.json`,
			// Each comparison has a text of its own, with an address that is not meant for people.
			query: String(Date.now()),
		});
		await this.#closeDiff();
		this.#subject = {
			uri: document.uri,
			saved,
			savedDocument: this.#deps.documents.workflows.ofText(saved.text),
			savedUri,
			savedText: layOut(saved.text, document.getText()),
		};
		this.#update(document);
		if (this.#items.length === 0) {
			await this.close();
			await inform(
				vscode.l10n.t(
					'"{0}" is equivalent to the saved workflow of "{1}": no nodes or inputs differ.',
					name,
					saved.name,
				),
			);
			return;
		}
		setContext('easel.comparing', true);
		await this.showDiff();
		const [first] = this.#items;
		if (first !== undefined)
			await revealRow(this.#view, first, { focus: false, select: false, expand: true });
	}

	async showDiff(): Promise<void> {
		if (this.#subject === undefined) return;
		const { saved, savedUri, uri } = this.#subject;
		const title = vscode.l10n.t('{0} (saved) ↔ {1}', saved.name, nameOf(uri));
		await vscode.commands.executeCommand('vscode.diff', savedUri, uri, title, { preview: false });
	}

	/** Shows the place of a line: in the document, or in the saved text when it is only there. */
	async reveal(item: unknown): Promise<void> {
		const line = item as ComparisonItem | undefined;
		if (this.#subject === undefined || line?.nodeId === undefined) return;
		const { uri, savedUri } = this.#subject;
		const document = await vscode.workspace.openTextDocument(
			line.change === 'removed' && line.input === undefined ? savedUri : uri,
		);
		const node = this.#deps.documents.workflows.read(document).nodeById.get(line.nodeId);
		if (node === undefined) return;
		const input = node.inputs.find((candidate) => candidate.name === line.input);
		const range =
			input === undefined
				? { start: node.idRange.start, end: node.range.end }
				: { start: input.nameRange.start, end: input.range.end };
		await showPiece(document, range, { focus: true });
	}

	/** Ends the comparison and closes its diff editor. */
	async close(): Promise<void> {
		await this.#closeDiff();
		this.#forget();
	}

	/** Closes the diff editor of the comparison, wherever it is. */
	async #closeDiff(): Promise<void> {
		const original = this.#subject?.savedUri.toString();
		const tabs = vscode.window.tabGroups.all
			.flatMap((group) => group.tabs)
			.filter(
				({ input }) => input instanceof vscode.TabInputTextDiff && input.original.toString() === original,
			);
		if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
	}

	#forget(): void {
		clearTimeout(this.#timer);
		this.#subject = undefined;
		this.#items = [];
		this.#changed.fire(undefined);
		setContext('easel.comparing', false);
	}

	getTreeItem(item: ComparisonItem): vscode.TreeItem {
		return new ChangeItem(item);
	}

	getChildren(item?: ComparisonItem): ComparisonItem[] {
		return [...(item === undefined ? this.#items : item.children)];
	}

	getParent(item: ComparisonItem): ComparisonItem | undefined {
		return this.#items.find((node) => node.children.includes(item));
	}

	#soon(document: vscode.TextDocument): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#update(document), rest);
	}

	#update(document: vscode.TextDocument): void {
		if (this.#subject === undefined) return;
		const comparison = compareWorkflows(
			this.#subject.savedDocument,
			this.#deps.documents.workflows.read(document),
		);
		this.#items = comparisonItems(comparison);
		this.#view.description = comparisonSummary(comparison);
		// Before the message, which the editor would draw immediately and the rows 200 ms later.
		this.#changed.fire(undefined);
		const names = [nameOf(document.uri), this.#subject.saved.name] as const;
		this.#view.message =
			this.#items.length === 0
				? vscode.l10n.t('"{0}" is equivalent to the saved workflow of "{1}".', ...names)
				: vscode.l10n.t('"{0}" compared with the saved workflow of "{1}"', ...names);
	}

	dispose(): void {
		this.#forget();
		for (const subscription of this.#subscriptions) subscription.dispose();
	}
}

const icons = {
	added: new vscode.ThemeIcon('diff-added', new vscode.ThemeColor('gitDecoration.addedResourceForeground')),
	removed: new vscode.ThemeIcon(
		'diff-removed',
		new vscode.ThemeColor('gitDecoration.deletedResourceForeground'),
	),
	changed: new vscode.ThemeIcon(
		'diff-modified',
		new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
	),
};

class ChangeItem extends vscode.TreeItem {
	constructor(item: ComparisonItem) {
		const { None, Expanded } = vscode.TreeItemCollapsibleState;
		super(item.label, item.children.length > 0 ? Expanded : None);
		this.id = item.id;
		this.description = item.description;
		this.tooltip = item.detail;
		this.iconPath = icons[item.change];
		this.accessibilityInformation = { label: item.spoken };
		this.command = { command: 'easel.revealChange', title: vscode.l10n.t('Show in Text'), arguments: [item] };
	}
}
