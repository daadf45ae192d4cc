import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { loadCoreCatalog } from '../../core/workflow/catalog.ts';
import { type NodeInfo, readNodeInfo } from '../../core/workflow/nodeInfo.ts';

/** A deployment's own description of its node classes, as text. */
export interface DeploymentNodeInfo {
	/** The deployment's name, as the person knows it. */
	readonly label: string;
	/** The text of its `object_info.json`. The same text object means the same description. */
	readonly text: string;
}

/** Asks for the description that belongs to the deployment a document is linked to; undefined where there is none. */
export type NodeInfoFor = (document: vscode.Uri) => Promise<DeploymentNodeInfo | undefined>;

const fileName = 'object_info.json';

/** Larger files are no node description; real ones stay far below. */
const largestFile = 64 * 1024 * 1024;

/**
 * Finds the node info for a document: its deployment's own, else the nearest `object_info.json` at or above it in the
 * workspace, else the built-in catalog. Descriptions are read once and shared by all documents.
 */
export class NodeInfoSources implements vscode.Disposable {
	readonly #log: Log;
	readonly #nodeInfoFor: NodeInfoFor;
	readonly #changed = new vscode.EventEmitter<void>();
	readonly #files = new Map<string, { readonly stamp: string; readonly info: NodeInfo | undefined }>();
	readonly #texts = new Map<string, { readonly text: string; readonly info: NodeInfo | undefined }>();
	readonly #subscriptions: vscode.Disposable[];
	/** What was answered before may no longer hold. */
	readonly onDidChange = this.#changed.event;

	constructor(log: Log, nodeInfoFor: NodeInfoFor, deploymentsChanged: vscode.Event<void>) {
		this.#log = log;
		this.#nodeInfoFor = nodeInfoFor;
		const watcher = vscode.workspace.createFileSystemWatcher(`**/${fileName}`);
		const changed = () => this.#changed.fire();
		this.#subscriptions = [
			watcher,
			watcher.onDidChange(changed),
			watcher.onDidCreate(changed),
			watcher.onDidDelete(changed),
			deploymentsChanged(changed),
		];
	}

	async for(document: vscode.Uri): Promise<NodeInfo> {
		return (
			(await this.#ofDeployment(document)) ?? (await this.#ofWorkspace(document)) ?? (await loadCoreCatalog())
		);
	}

	async #ofDeployment(document: vscode.Uri): Promise<NodeInfo | undefined> {
		try {
			const found = await this.#nodeInfoFor(document);
			if (!found) return undefined;
			const known = this.#texts.get(found.label);
			if (known?.text === found.text) return known.info;
			const info = readNodeInfo(found.text, { kind: 'deployment', label: found.label });
			if (!info)
				this.#log.warn(`The node description of ${found.label} holds no node classes and is not used.`);
			this.#texts.set(found.label, { text: found.text, info });
			return info;
		} catch (cause) {
			this.#log.warn('The node description of the deployment could not be read.', cause);
			return undefined;
		}
	}

	async #ofWorkspace(document: vscode.Uri): Promise<NodeInfo | undefined> {
		const own = vscode.workspace.getWorkspaceFolder(document);
		// A document that is in no folder yet, or is a deployment's, belongs to the first folder.
		const folder = own ?? vscode.workspace.workspaceFolders?.[0];
		if (!folder) return undefined;
		let directory = own ? vscode.Uri.joinPath(document, '..') : folder.uri;
		for (;;) {
			const info = await this.#ofFile(vscode.Uri.joinPath(directory, fileName));
			if (info) return info;
			if (directory.path.length <= folder.uri.path.length) return undefined;
			directory = vscode.Uri.joinPath(directory, '..');
		}
	}

	async #ofFile(file: vscode.Uri): Promise<NodeInfo | undefined> {
		const key = file.toString();
		try {
			const { mtime, size } = await vscode.workspace.fs.stat(file);
			const stamp = `${mtime} ${size}`;
			const known = this.#files.get(key);
			if (known?.stamp === stamp) return known.info;
			if (size > largestFile) return undefined;
			const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
			const label = vscode.workspace.asRelativePath(file);
			const info = readNodeInfo(text, { kind: 'file', label });
			if (!info) this.#log.warn(`${label} holds no node classes and is not used.`);
			this.#files.set(key, { stamp, info });
			return info;
		} catch {
			// Most folders simply have no such file.
			this.#files.delete(key);
			return undefined;
		}
	}

	dispose(): void {
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#changed.dispose();
	}
}
