import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { getDeployment } from '../../core/deployments/client.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { failureText } from '../shell/failures.ts';

/** Read-only documents of a deployment: `easel:/<connection>/<deployment id>/<name>/workflow_api.json` and `README.md`. */
export const deploymentScheme = 'easel';

type Part = 'payload' | 'readme';
const fileNames: Record<Part, string> = { payload: 'workflow_api.json', readme: 'README.md' };

export function deploymentDocument(connectionId: string, deployment: Deployment, part: Part): vscode.Uri {
	const name = deployment.name.replaceAll(/[\\/?#]/g, '-') || deployment.id;
	return vscode.Uri.from({
		scheme: deploymentScheme,
		path: `/${connectionId}/${deployment.id}/${name}/${fileNames[part]}`,
	});
}

/** Reads a deployment's saved workflow or readme from the service whenever the editor opens or refreshes the document. */
export class DeploymentDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.#changed.event;
	readonly #session: SessionSource;
	readonly #ready: () => Promise<void>;

	/** `ready` settles once the session has been restored, so that documents survive a window reload. */
	constructor(session: SessionSource, ready: () => Promise<void>) {
		this.#session = session;
		this.#ready = ready;
	}

	async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
		await this.#ready();
		const [, connectionId, id, , file] = uri.path.split('/');
		const part: Part = file === fileNames.readme ? 'readme' : 'payload';
		const session = this.#session.current;
		if (session.state === 'signedOut' || session.connection.id !== connectionId || !id) {
			throw new Error(
				'This document belongs to a connection that you are not signed in to. Sign in, then open it again.',
			);
		}
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort());
		const result = await getDeployment(session.service, id, { includes: [part], signal: abort.signal });
		if (!result.ok) throw new Error(failureText(result.failure));
		if (part === 'readme') return result.value.readme ?? '_This deployment has no readme._\n';
		const text = result.value.payload?.workflowText;
		if (text === undefined)
			throw new Error('The service sent no saved workflow for this deployment. Open it in the web console.');
		return text;
	}

	refresh(uri: vscode.Uri): void {
		this.#changed.fire(uri);
	}

	dispose(): void {
		this.#changed.dispose();
	}
}
