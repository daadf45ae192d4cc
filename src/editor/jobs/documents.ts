import * as vscode from 'vscode';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import { jobConfiguration, jobMetadata } from '../../core/operations/jobs/artifacts.ts';
import type { AppServices } from '../shell/appServices.ts';
import { failureText, unopenedReason } from '../shell/failures.ts';
import { fail } from '../shell/messages.ts';

/*
 * Read-only documents of training jobs: `easel-job:/<our id>/configuration/<name>.yaml`, `easel-job:/<our
 * id>/resolved/<name>.yaml` and `easel-job:/<our id>/checkpoint/<file>.json`. They contain no host name.
 */

const jobScheme = 'easel-job';

export function configurationUri(job: JobRecord): vscode.Uri {
	return vscode.Uri.from({
		scheme: jobScheme,
		path: `/${job.id}/configuration/${fileName(job.name)}.yaml`,
	});
}

/** Returns the address of the configuration as the service resolved it. */
export function resolvedUri(job: JobRecord): vscode.Uri {
	return vscode.Uri.from({ scheme: jobScheme, path: `/${job.id}/resolved/${fileName(job.name)}.yaml` });
}

export function checkpointUri(job: JobRecord, checkpoint: string): vscode.Uri {
	return vscode.Uri.from({ scheme: jobScheme, path: `/${job.id}/checkpoint/${checkpoint}.json` });
}

/** Opens such a document; if it cannot be read, shows the reason. */
export async function openJobDocument(uri: vscode.Uri): Promise<void> {
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		await vscode.window.showTextDocument(document, { preview: true });
	} catch (cause) {
		await fail(unopenedReason(cause) ?? (cause instanceof Error ? cause.message : String(cause)));
	}
}

/** Reads the text of such a document; throws the sentence that the person reads. */
export async function jobDocumentText(
	{ acts, ready }: Pick<AppServices, 'acts' | 'ready'>,
	uri: vscode.Uri,
): Promise<string> {
	// After a reload of the window, documents are restored before the session.
	await ready();
	const [, id = '', part = '', file = ''] = uri.path.split('/');
	const read =
		part === 'checkpoint'
			? await acts.run(jobMetadata, { id, name: file.replace(/\.json$/, '') })
			: await acts.run(jobConfiguration, { id, resolved: part === 'resolved' });
	if (!read.ok) throw new Error(failureText(read.failure));
	return read.value.text;
}

function fileName(name: string): string {
	return name.replace(/[^\w.-]/g, '_').slice(0, 150) || 'job';
}
