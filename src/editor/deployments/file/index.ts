import * as vscode from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import {
	type DeploymentFile,
	largestDeploymentFile,
	readDeploymentFile,
} from '../../../core/deployments/file/deploymentFile.ts';
import { settingChanges, settingsOf } from '../../../core/deployments/settings.ts';
import { isBoundedFile } from '../../shell/isThere.ts';

const pattern = '**/*.deployment.{yaml,yml}';
/** Maximum number of files; the search ends there. */
const mostFiles = 500;

interface KnownFile {
	readonly uri: vscode.Uri;
	readonly file: DeploymentFile;
}

/** The state of a deployment's file, for the tree. */
export interface DeploymentFileState {
	readonly uri: vscode.Uri;
	/** The number of settings of the file that differ from the deployment. */
	readonly differences: number;
}

/** The saved files of the workspace that describe deployments, by the id in them. */
export class DeploymentFileIndex implements vscode.Disposable {
	readonly #log: Log;
	readonly #known = new Map<string, KnownFile>();
	readonly #changed = new vscode.EventEmitter<void>();
	readonly #watcher: vscode.FileSystemWatcher;
	readonly #ready: Promise<void>;
	readonly onDidChange = this.#changed.event;

	constructor(log: Log) {
		this.#log = log;
		this.#watcher = vscode.workspace.createFileSystemWatcher(pattern);
		this.#watcher.onDidCreate((uri) => void this.#read(uri));
		this.#watcher.onDidChange((uri) => void this.#read(uri));
		this.#watcher.onDidDelete((uri) => {
			if (this.#known.delete(uri.toString())) this.#changed.fire();
		});
		this.#ready = this.#readAll();
	}

	/** Settles once the workspace has been searched. */
	ready(): Promise<void> {
		return this.#ready;
	}

	get files(): readonly vscode.Uri[] {
		return [...this.#known.values()].map(({ uri }) => uri);
	}

	/** Returns the file of a deployment, with how far the two are apart. */
	of(deployment: Deployment): DeploymentFileState | undefined {
		for (const { uri, file } of this.#known.values()) {
			if (file.id !== deployment.id) continue;
			return { uri, differences: settingChanges(settingsOf(deployment), file.settings).length };
		}
		return undefined;
	}

	dispose(): void {
		this.#watcher.dispose();
		this.#changed.dispose();
	}

	async #readAll(): Promise<void> {
		try {
			const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', mostFiles);
			await Promise.all(found.map((uri) => this.#read(uri)));
		} catch (cause) {
			this.#log.warn('The files of deployments could not be searched', cause);
		}
	}

	async #read(uri: vscode.Uri): Promise<void> {
		const key = uri.toString();
		try {
			const isReadable = isBoundedFile(await vscode.workspace.fs.stat(uri), largestDeploymentFile);
			if (!isReadable) throw new RangeError('It is no file of a deployment.');
			const bytes = await vscode.workspace.fs.readFile(uri);
			this.#known.set(key, { uri, file: readDeploymentFile(new TextDecoder().decode(bytes)) });
		} catch {
			// Gone again, or not for us to read.
			this.#known.delete(key);
		}
		this.#changed.fire();
	}
}
