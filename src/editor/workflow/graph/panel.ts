import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { nodeProgressOf, watchProgress } from '../../../core/runs/runProgress.ts';
import { compareWorkflows } from '../../../core/workflow/compare/compare.ts';
import type { DocumentKind, WorkflowDocument } from '../../../core/workflow/document.ts';
import { LiveGraph } from '../../../core/workflow/graph/liveGraph.ts';
import { type GraphProtocol, type GraphState, graphProtocol } from '../../../core/workflow/graph/messages.ts';
import type { GraphModel } from '../../../core/workflow/graph/model.ts';
import { runCommand } from '../../shell/commands.ts';
import { documentGoneText } from '../../shell/isThere.ts';
import { PanelOwner, type PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { bytesOf, saveBytes } from '../../shell/saveBytes.ts';
import type { GraphDeps } from '../checkedWorkflows.ts';
import { documentOfCommand } from '../commandTarget.ts';
import { nameOf, showPiece } from '../showPiece.ts';
import { drawnOf, nodeIdAt, textOfNode } from './drawn.ts';
import { GraphNaming } from './naming.ts';

interface GraphPanelParts {
	readonly extensionUri: vscode.Uri;
	readonly deps: GraphDeps;
	readonly document: vscode.TextDocument;
	readonly place: PanelPlace;
}

/** Reads the state of a panel from before the window was reloaded. */
export const savedGraph = identityReader(graphProtocol);

function noticeOf(kind: DocumentKind): GraphState['notice'] {
	switch (kind) {
		case 'ui':
			return {
				text: vscode.l10n.t(
					'This is a workflow in UI format, as the node editor saves it. The graph shows the API format, which the service runs.',
				),
				canConvert: true,
			};
		case 'requestBody':
			return {
				text: vscode.l10n.t('This is a saved request body. The graph shows the workflow inside it.'),
				canConvert: false,
			};
		case 'metadata':
			return {
				text: vscode.l10n.t(
					'This file has both formats, as extracted from a picture. The graph shows the API format.',
				),
				canConvert: false,
			};
		default:
			return undefined;
	}
}
const unreadable = () => ({
	text: vscode.l10n.t(
		'The text is not a workflow at the moment, for example because its JSON is not valid. The graph shows the last workflow.',
	),
	canConvert: false,
});

/** Returns the document for the graph of a command; without one, shows the next step. */
export function graphDocument(target: unknown): Promise<vscode.TextDocument | undefined> {
	return documentOfCommand(target, vscode.l10n.t('Open a workflow document first, then show its graph.'));
}

/** The graph of one document: follows the text, and the text follows the selection in the graph. */
export class GraphPanel extends PanelOwner {
	readonly #deps: GraphDeps;
	readonly #uri: vscode.Uri;
	protected readonly panel: Panel<GraphProtocol>;
	#parsed: WorkflowDocument | undefined;
	#saved: { readonly name: string; readonly document: WorkflowDocument } | undefined;
	readonly #graph = new LiveGraph();
	readonly #naming: GraphNaming;
	/** The model that the view has, unless it is starting. */
	#sent: GraphModel | undefined;
	#notice: GraphState['notice'];
	/** The node that text and graph showed last, so that neither side echoes the other. */
	#selected: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	/** The run of the last sent progress. */
	#running: string | undefined;

	/** Reads the document first, so that the panel has something to show from the start. */
	static async create(parts: GraphPanelParts): Promise<GraphPanel> {
		const panel = new GraphPanel(parts);
		await panel.#update(parts.document);
		panel.savedChanged();
		return panel;
	}

	private constructor({ extensionUri, deps, document, place }: GraphPanelParts) {
		super();
		this.#deps = deps;
		this.#uri = document.uri;
		this.#naming = new GraphNaming(document.uri, deps.names, () => this.documentChanged());
		// A restored panel remembers its selection itself.
		const editor = 'restored' in place ? undefined : editorOf(document);
		if (editor !== undefined) {
			this.#selected = this.#nodeAt(
				document,
				deps.documents.workflows.read(document),
				editor.selection.active,
			);
		}
		this.panel = createPanel({
			viewType: 'easel.graph',
			protocol: graphProtocol,
			extensionUri,
			log: deps.log,
			title: () => vscode.l10n.t('Graph of {0}', nameOf(document.uri)),
			identity: { uri: document.uri.toString() },
			document: () => this.#uri,
			roots: [],
			state: () => this.#state(),
			handlers: (panel) => {
				const tell = (text: string | undefined) => text !== undefined && panel.post('notify', { text });
				return {
					select: ({ nodeId, focus }) => this.#showText(nodeId, focus),
					save: async ({ format, data }) => tell(await saveDrawing(this.#uri, format, data)),
					name: async ({ nodeId, input, isOn }) => tell(await this.#naming.change({ nodeId, input, isOn })),
					undoName: async () => tell(await this.#naming.undo()),
					convert: () => runCommand('easel.convertWorkflow', this.#uri),
				};
			},
			requests: () => ({}),
			...place,
		});
		const progress = watchProgress(deps.progress, deps.clock, (runId) => this.#progressed(runId));
		this.panel.onDidDispose(() => {
			clearTimeout(this.#timer);
			progress.dispose();
			this.#naming.dispose();
		});
	}

	/** Updates the view after a document was read and checked again. */
	documentChanged(): void {
		clearTimeout(this.#timer);
		void this.#openDocument().then((document) => document && this.#update(document));
	}

	/** Handles a document that may belong to another saved workflow now. */
	savedChanged(): void {
		void this.#readSaved();
	}

	/** Handles typing; the text is read once typing rests. */
	documentTouched(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.documentChanged(), 400);
	}

	cursorMoved({ textEditor, selections, kind: cause }: vscode.TextEditorSelectionChangeEvent): void {
		const [selection] = selections;
		if (selection === undefined || this.#parsed === undefined || cause === undefined) return;
		const nodeId = this.#nodeAt(textEditor.document, this.#parsed, selection.active);
		if (nodeId === undefined || nodeId === this.#selected) return;
		this.#selected = nodeId;
		this.panel.post('select', { nodeId });
	}

	#nodeAt(
		document: vscode.TextDocument,
		parsed: WorkflowDocument,
		position: vscode.Position,
	): string | undefined {
		// In the margin before a node's first or after its last character the line decides.
		const begin = position.with({
			character: document.lineAt(position.line).firstNonWhitespaceCharacterIndex,
		});
		const { model } = this.#graph;
		return (
			nodeIdAt(parsed, model, document.offsetAt(position)) ??
			nodeIdAt(parsed, model, document.offsetAt(begin))
		);
	}

	/** Opens the document. If it is gone, the view is told so, and keeps the last graph. */
	async #openDocument(): Promise<vscode.TextDocument | undefined> {
		try {
			return await vscode.workspace.openTextDocument(this.#uri);
		} catch {
			this.panel.post('notify', { text: documentGoneText(nameOf(this.#uri)) });
			return undefined;
		}
	}

	async #update(document: vscode.TextDocument): Promise<void> {
		const read = await this.#deps.workflows.check(document);
		if (read === undefined) {
			const isEmpty = document.getText().trim() === '';
			this.#notice = isEmpty ? undefined : unreadable();
			if (isEmpty) this.#graph.clear();
			this.panel.refresh();
			return;
		}
		const { parsed, nodeInfo } = read;
		const { document: drawn, ...context } = await drawnOf(read, (text) =>
			this.#deps.documents.workflows.ofText(text),
		);
		const names = await this.#naming.read(document, { parsed, drawn, nodeInfo });
		const [noticeBefore, shown] = [this.#notice, this.#graph.model];
		this.#parsed = parsed;
		this.#notice = noticeOf(parsed.kind);
		const saved = this.#saved?.document;
		const changed = this.#graph.update(drawn, {
			...context,
			names,
			...compact({ comparison: saved && compareWorkflows(saved, drawn) }),
		});
		const onlyCards = changed !== undefined && shown === this.#sent && this.panel.visible;
		if (onlyCards && noticeBefore?.text === this.#notice?.text) this.#sendCards(changed);
		else this.panel.refresh();
	}

	#sendCards(changed: readonly number[]): void {
		const { model } = this.#graph;
		if (changed.length > 0) {
			const cards = changed.flatMap((index) => {
				const node = model.nodes[index];
				return node === undefined ? [] : [{ index, node }];
			});
			this.panel.post('cards', { cards });
		}
		this.#sent = model;
	}

	/** Marks the differences from the saved workflow. Without one, or without the service, nothing is marked. */
	async #readSaved(): Promise<void> {
		try {
			const saved = await this.#deps.savedWorkflow(this.#uri);
			const document = saved && this.#deps.documents.workflows.ofText(saved.text);
			const usable = saved !== undefined && document !== undefined && document.nodes.length > 0;
			if (!usable && this.#saved === undefined) return;
			this.#saved = usable ? { name: saved.name, document } : undefined;
			// Its name is part of the complete state.
			this.#sent = undefined;
			const current = await this.#openDocument();
			if (current !== undefined) await this.#update(current);
		} catch (cause) {
			this.#deps.log.warn('The saved workflow for the graph could not be read.', cause);
		}
	}

	/** Updates the view when a run progressed or ended. */
	#progressed(runId: string): void {
		const { progress } = this.#progress();
		if (runId !== this.#running && runId !== progress?.runId) return;
		this.#running = progress?.runId;
		// A hidden view gets the current state when it is shown.
		if (this.visible) this.panel.post('progress', compact({ progress }));
	}

	/** Returns the progress of the newest run of the document that an engine works on. */
	#progress(): Pick<GraphState, 'progress'> {
		const { progress } = this.#deps;
		const known = progress
			.activeRuns(this.#uri)
			.map((id) => progress.of(id))
			.find((one) => one !== undefined);
		return known === undefined ? {} : { progress: nodeProgressOf(known) };
	}

	#state(): GraphState {
		const running = this.#progress();
		this.#running = running.progress?.runId;
		this.#sent = this.#graph.model;
		return {
			name: nameOf(this.#uri),
			model: this.#sent,
			...compact({ notice: this.#notice, savedName: this.#saved?.name, selected: this.#selected }),
			...(this.#naming.canName ? { canName: true as const } : {}),
			...running,
		};
	}

	async #showText(nodeId: string, focus: boolean): Promise<void> {
		const document = await this.#openDocument();
		if (document === undefined) return;
		const range = textOfNode(this.#deps.documents.workflows.read(document), nodeId);
		if (range === undefined) return;
		this.#selected = nodeId;
		const { viewColumn } = this.panel;
		await showPiece(document, range, { focus, ...compact({ beside: viewColumn }) });
	}
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
	return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
}

/**
 * Asks for a place and saves a drawing there.
 * @returns the outcome as a sentence; undefined if the person canceled.
 */
async function saveDrawing(
	document: vscode.Uri,
	format: 'svg' | 'png',
	data: string,
): Promise<string | undefined> {
	const name = `${nameOf(document).replace(/\.jsonc?$/, '')}.${format}`;
	const folder =
		document.scheme === 'file'
			? vscode.Uri.joinPath(document, '..')
			: vscode.workspace.workspaceFolders?.[0]?.uri;
	return saveBytes(format === 'svg' ? new TextEncoder().encode(data) : bytesOf(data), {
		filters:
			format === 'svg'
				? { [vscode.l10n.t('SVG drawing')]: ['svg'] }
				: { [vscode.l10n.t('PNG picture')]: ['png'] },
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
	});
}
