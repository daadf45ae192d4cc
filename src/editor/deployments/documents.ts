import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { type DocumentPart, documentPath, documentPlace } from '../../core/deployments/documentPath.ts';
import { failureText } from '../shell/failures.ts';
import { fail } from '../shell/messages.ts';

/** Read-only documents of a deployment: its saved workflow and its readme. */
export const deploymentScheme = 'easel';

export function deploymentDocument(
	connectionId: string,
	deployment: Deployment,
	part: DocumentPart,
): vscode.Uri {
	return vscode.Uri.from({ scheme: deploymentScheme, path: documentPath(connectionId, deployment, part) });
}

/** What is said where a workflow is wanted of a deployment that takes inputs. */
export function takesInputsText(name: string): string {
	return vscode.l10n.t(
		'"{0}" takes inputs such as a prompt instead of a workflow document. To run it, use "Copy as cURL" in its menu.',
		name,
	);
}

/** Opens a document of a deployment; where it cannot be read, says why and returns undefined. */
export async function openDeploymentDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
	try {
		return await vscode.workspace.openTextDocument(uri);
	} catch (cause) {
		await fail(reasonOf(cause));
		return undefined;
	}
}

/** The editor puts the address of the document before the reason, which says nothing to a person. */
function reasonOf(cause: unknown): string {
	const words = cause instanceof Error ? cause.message : String(cause);
	const [, reason] = /Detail: (.+)$/s.exec(words) ?? [];
	return (
		reason ??
		vscode.l10n.t('The document of this deployment cannot be read. Try again, or open it in the web console.')
	);
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
		const place = documentPlace(uri.path);
		if (place === undefined) {
			throw new Error(vscode.l10n.t('This address belongs to no document of a deployment.'));
		}
		const { connectionId, deploymentId, part } = place;
		const session = this.#session.current;
		if (session.state === 'signedOut' || session.connection.id !== connectionId) {
			throw new Error(
				vscode.l10n.t(
					'This document belongs to a connection that you are not signed in to. Sign in, then open it again.',
				),
			);
		}
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort());
		const { getDeployment } = await import('../signedIn.ts');
		const result = await getDeployment(session.service, deploymentId, {
			includes: [part],
			signal: abort.signal,
		});
		if (!result.ok) throw new Error(failureText(result.failure));
		if (part === 'readme')
			return result.value.readme ?? `_${vscode.l10n.t('This deployment has no readme.')}_\n`;
		const text = result.value.payload?.workflowText;
		if (text === undefined)
			throw new Error(
				result.value.takesInputs
					? takesInputsText(result.value.name)
					: vscode.l10n.t(
							'The service sent no saved workflow for this deployment. Open it in the web console.',
						),
			);
		return text;
	}

	refresh(uri: vscode.Uri): void {
		this.#changed.fire(uri);
	}

	dispose(): void {
		this.#changed.dispose();
	}
}
