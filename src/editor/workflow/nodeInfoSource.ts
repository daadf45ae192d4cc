import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { TargetNodeInfo } from '../../core/runs/start/savedWorkflows.ts';
import { loadClassHistory, loadCoreCatalog } from '../../core/workflow/catalog.ts';
import { readEngineVersion } from '../../core/workflow/engineVersion.ts';
import { type NodeInfo, readNodeInfoInSlices } from '../../core/workflow/nodeInfo.ts';
import { watchFiles } from '../documents/watchFiles.ts';
import { isBoundedFile } from '../shell/isThere.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';

/** A description that has been read or is being read. */
interface ReadText {
	readonly text: string;
	readonly info: Promise<NodeInfo | undefined>;
}

/** The info found for a document; shared by all simultaneous requests. */
interface Found {
	readonly document: string;
	/** On the clock of this process. */
	readonly until: number;
	readonly info: Promise<NodeInfo>;
}

/** Requests the description of the engine in use, or of the deployment that a document is linked to; undefined without one. */
export type NodeInfoFor = (document: vscode.Uri) => Promise<TargetNodeInfo | undefined>;

const fileName = 'object_info.json';

/** Larger files are not a node description; real ones stay far below. */
const largestFile = 64 * 1024 * 1024;

/** Milliseconds after which the files are looked for again, for folders in which nothing reports a change. */
const foundMs = 2000;

/**
 * Finds the node info for a document: that of the engine in use or of its deployment, else the nearest `object_info.json` at or above it in the
 * workspace, else the built-in catalog. Descriptions are read once and shared by all documents.
 */
export class NodeInfoSources implements vscode.Disposable {
	readonly #log: Log;
	readonly #nodeInfoFor: NodeInfoFor;
	readonly #changed = new vscode.EventEmitter<void>();
	readonly #files = new Map<string, { readonly stamp: string; readonly info: NodeInfo | undefined }>();
	readonly #texts = new Map<string, ReadText>();
	readonly #subscriptions: vscode.Disposable[];
	/**
	 * Result for the latest document: several features request it after each keystroke, and looking through its folders
	 * takes longer than a check.
	 */
	#found: Found | undefined;
	/** Fires when node info returned before may be outdated. */
	readonly onDidChange = this.#changed.event;

	constructor(log: Log, nodeInfoFor: NodeInfoFor, deploymentsChanged: vscode.Event<void>) {
		this.#log = log;
		this.#nodeInfoFor = nodeInfoFor;
		const forget = () => {
			this.#found = undefined;
		};
		const changed = () => {
			forget();
			this.#changed.fire();
		};
		this.#subscriptions = [
			watchFiles(`**/${fileName}`, changed),
			vscode.workspace.onDidChangeWorkspaceFolders(forget),
			deploymentsChanged(changed),
			onSettingChange(['easel.workflow.engineVersion'], changed),
		];
	}

	async of(document: vscode.Uri): Promise<NodeInfo> {
		return (await this.#ofTarget(document)) ?? (await this.#withoutTarget(document));
	}

	#withoutTarget(uri: vscode.Uri): Promise<NodeInfo> {
		const document = uri.toString();
		const known = this.#found;
		if (known?.document === document && performance.now() < known.until) return known.info;
		const info = this.#find(uri);
		const found = { document, until: performance.now() + foundMs, info };
		this.#found = found;
		info.catch(() => {
			if (this.#found === found) this.#found = undefined;
		});
		return info;
	}

	async #find(document: vscode.Uri): Promise<NodeInfo> {
		return (
			(await this.#ofWorkspace(document)) ??
			(await loadCoreCatalog(readEngineVersion(readSetting('easel.workflow.engineVersion', document))))
		);
	}

	async #ofTarget(document: vscode.Uri): Promise<NodeInfo | undefined> {
		try {
			const found = await this.#nodeInfoFor(document);
			if (!found) return undefined;
			const known = this.#texts.get(found.label);
			if (known?.text === found.text) return known.info;
			const info = this.#read(found);
			this.#texts.set(found.label, { text: found.text, info });
			return await info;
		} catch (cause) {
			this.#log.warn('The node description of the deployment could not be read.', cause);
			return undefined;
		}
	}

	async #read({ text, kind, label, version }: TargetNodeInfo): Promise<NodeInfo | undefined> {
		const history = await loadClassHistory();
		const info = await readNodeInfoInSlices(text, { kind, label }, { engineVersion: version, history });
		if (!info) this.#log.warn(`The node description of ${label} has no node classes and is ignored.`);
		return info;
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
			const found = await vscode.workspace.fs.stat(file);
			const stamp = `${found.mtime} ${found.size}`;
			const known = this.#files.get(key);
			if (known?.stamp === stamp) return known.info;
			if (!isBoundedFile(found, largestFile)) return undefined;
			const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
			const label = vscode.workspace.asRelativePath(file);
			const info = await readNodeInfoInSlices(
				text,
				{ kind: 'file', label },
				{ history: await loadClassHistory() },
			);
			if (!info) this.#log.warn(`${label} has no node classes and is ignored.`);
			this.#files.set(key, { stamp, info });
			return info;
		} catch {
			// Most folders do not have such a file.
			this.#files.delete(key);
			return undefined;
		}
	}

	dispose(): void {
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#changed.dispose();
	}
}
