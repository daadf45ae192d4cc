import * as vscode from 'vscode';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { type DocumentPart, documentPath, documentPlace } from '../../core/deployments/documentPath.ts';
import { deploymentScheme } from '../../core/deployments/documentScheme.ts';
import { indentedJson } from '../../core/json/indented.ts';
import { deploymentGet } from '../../core/operations/deployments/show.ts';
import type { AppServices } from '../shell/appServices.ts';
import { signalOf } from '../shell/cancelableProgress.ts';
import { failureText, unopenedReason } from '../shell/failures.ts';
import { fail } from '../shell/messages.ts';

export function deploymentDocument(
	connectionId: string,
	deployment: Deployment,
	part: DocumentPart,
): vscode.Uri {
	return vscode.Uri.from({ scheme: deploymentScheme, path: documentPath(connectionId, deployment, part) });
}

/** Returns the text for a deployment that takes inputs, in place of its workflow. */
export function takesInputsText(name: string): string {
	return vscode.l10n.t(
		'"{0}" takes inputs such as a prompt instead of a workflow document. Run it from the Deployments view with a form.',
		name,
	);
}

/** Opens a document of a deployment; if it cannot be read, shows the reason and returns undefined. */
export async function openDeploymentDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
	try {
		return await vscode.workspace.openTextDocument(uri);
	} catch (cause) {
		await fail(
			unopenedReason(cause) ??
				vscode.l10n.t(
					'The document of this deployment cannot be read. Try again, or open it in the web console.',
				),
		);
		return undefined;
	}
}

/**
 * Reads the text of a deployment's saved workflow or readme from the service. `ready` settles once the session has been restored, so that
 * documents survive a reload of the window. Throws with a sentence for the person if it cannot be read.
 */
export async function deploymentText(
	{ acts, session: source, ready }: Pick<AppServices, 'acts' | 'session' | 'ready'>,
	uri: vscode.Uri,
	token: vscode.CancellationToken,
): Promise<string> {
	await ready();
	const place = documentPlace(uri.path);
	if (place === undefined) {
		throw new Error(vscode.l10n.t('This is not the address of a document of a deployment.'));
	}
	const { connectionId, deploymentId } = place;
	const session = source.current;
	if (session.state === 'signedOut' || session.connection.id !== connectionId) {
		throw new Error(
			vscode.l10n.t(
				'This document belongs to a connection that you are not signed in to. Sign in, then open it again.',
			),
		);
	}
	const part = { [place.part === 'payload' ? 'workflow' : 'readme']: true };
	const result = await acts.run(deploymentGet, { id: deploymentId, ...part }, { signal: signalOf(token) });
	if (!result.ok) throw new Error(failureText(result.failure));
	const { name, readme, workflow, takesInputs } = result.value;
	if (place.part === 'readme') return readme ?? `_${vscode.l10n.t('This deployment has no readme.')}_\n`;
	if (workflow !== undefined) return indentedJson(workflow);
	throw new Error(
		takesInputs
			? takesInputsText(name)
			: vscode.l10n.t('The service sent no saved workflow for this deployment. Open it in the web console.'),
	);
}
