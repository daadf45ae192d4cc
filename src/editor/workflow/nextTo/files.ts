import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { filesLike } from '../../../core/base/disk/filesLike.ts';
import { fixAllEdits } from '../../../core/base/fixAll.ts';
import type { SweepFolder } from '../../../core/operations/sweeps/sweepDocument.ts';
import type { NodeInfo } from '../../../core/workflow/nodeInfo.ts';
import { type Checked, DocumentChecks } from '../../documents/documentChecks.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import { watchFiles } from '../../documents/watchFiles.ts';
import { editorRange } from '../../shell/findings.ts';
import { fixKinds, fixProvider } from '../../shell/fixes.ts';
import type { CheckedWorkflows } from '../checkedWorkflows.ts';
import type { WorkflowDeps } from '../documentFeatures.ts';

export interface NextToDeps extends Pick<WorkflowDeps, 'log' | 'documents'> {
	readonly extensionUri: vscode.Uri;
	readonly checked: CheckedWorkflows;
}

interface FilesOptions<R> {
	/** The name of the collection of diagnostics. */
	readonly name: string;
	/** The files that the answer of a check depends on. */
	readonly watched: string;
	readonly isOne: (document: vscode.TextDocument) => boolean;
	/** Returns the names that the workflow of a file may have, the likeliest first. */
	readonly workflowNames: (name: string) => readonly string[];
	readonly read: (
		name: string,
		text: string,
		place: SweepFolder | undefined,
		nodeInfo: () => Promise<NodeInfo>,
	) => Promise<R>;
}

/** Files of one kind that each belong to the workflow next to them: read, checked, and checked again when the workflow changes. */
export class FilesNextTo<R extends Omit<Checked, 'version'> & { readonly text: string }>
	implements vscode.Disposable
{
	readonly checks: DocumentChecks<R & Checked>;
	readonly #options: FilesOptions<R>;
	readonly #checked: CheckedWorkflows;
	readonly #all: vscode.Disposable;

	constructor({ extensionUri, log, documents, checked }: NextToDeps, options: FilesOptions<R>) {
		this.#options = options;
		this.#checked = checked;
		const changed = new vscode.EventEmitter<void>();
		this.checks = new DocumentChecks<R & Checked>({
			name: options.name,
			log,
			pages: vscode.Uri.joinPath(extensionUri, 'docs', 'rules'),
			documents,
			mayBe: options.isOne,
			onDidChangeRules: [changed.event],
			check: async (document) => {
				const { version } = document;
				return { ...(await this.read(document)), version };
			},
		});
		const onWorkflow = (uri: vscode.Uri) => {
			const folder = dirname(uri.path);
			const isNextTo = (document: vscode.TextDocument) =>
				options.isOne(document) && dirname(document.uri.path) === folder;
			if (vscode.workspace.textDocuments.some(isNextTo)) changed.fire();
		};
		this.#all = vscode.Disposable.from(
			changed,
			this.checks,
			watchFiles(options.watched, onWorkflow),
			checked.onDidCheck((document) => onWorkflow(document.uri)),
		);
	}

	offerFixes(selector: vscode.DocumentSelector): vscode.Disposable {
		const provider = fixProvider(async (document) => {
			const checked = await this.current(document);
			if (checked === undefined) return undefined;
			const { text, findings } = checked;
			return { findings, fixAll: () => fixAllEdits(text, findings, () => []) };
		});
		return vscode.languages.registerCodeActionsProvider(selector, provider, fixKinds);
	}

	/** Reads a file of this kind, with another text if one is given. */
	read(document: vscode.TextDocument, text = document.getText()): Promise<R> {
		const { read, workflowNames } = this.#options;
		const name = basename(document.uri.path);
		const [likeliest = ''] = workflowNames(name);
		return read(name, text, placeOf(document.uri), () =>
			this.#checked.nodeInfo(workflowUri(document.uri, likeliest)),
		);
	}

	/** Returns the file as it was checked, if that is its current text. */
	async current(document: vscode.TextDocument): Promise<(R & Checked) | undefined> {
		const checked = await this.checks.current(document);
		return checked?.version === document.version ? checked : undefined;
	}

	dispose(): void {
		this.#all.dispose();
	}
}

/** Returns the folder of a file; undefined for a text that is not a file. */
function placeOf(uri: vscode.Uri): SweepFolder | undefined {
	if (uri.scheme !== 'file') return undefined;
	return { folder: dirname(uri.fsPath), disk: { textIn: textNextTo, filesLike } };
}

/** Returns the address of a workflow next to a file. */
export function workflowUri(file: vscode.Uri, name: string): vscode.Uri {
	return vscode.Uri.joinPath(file, '..', name);
}

/** Returns the link from a name in a file to an input of its workflow. */
export async function linkTo(
	document: vscode.TextDocument,
	workflow: { readonly name: string },
	found: Readonly<Record<'origin' | 'target', Parameters<typeof editorRange>[1]>> | undefined,
): Promise<vscode.LocationLink[] | undefined> {
	if (found === undefined) return undefined;
	const target = await vscode.workspace.openTextDocument(workflowUri(document.uri, workflow.name));
	return [
		{
			originSelectionRange: editorRange(document, found.origin),
			targetUri: target.uri,
			targetRange: editorRange(target, found.target),
		},
	];
}
