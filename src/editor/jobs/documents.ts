import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { checkpointHeader } from '../../core/jobs/checkpoints/checkpoints.ts';
import { describeHeader } from '../../core/jobs/checkpoints/safetensors.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import { failureText } from '../shell/failures.ts';
import { fail } from '../shell/messages.ts';
import type { WindowJobs } from './windowJobs.ts';

/*
 * Read-only documents of training jobs: `easel-job:/<our id>/configuration/<name>.yaml`, `easel-job:/<our id>/resolved/<name>.yaml`
 * and `easel-job:/<our id>/checkpoint/<file>.json`. No address is part of theirs.
 */

const jobScheme = 'easel-job';

interface JobDocumentDeps {
	readonly jobs: WindowJobs;
	readonly session: SessionSource;
	/** Settles once the session has been restored. */
	readonly ready: () => Promise<void>;
}

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

/** Opens such a document; where it cannot be read, says why. */
export async function openJobDocument(uri: vscode.Uri): Promise<void> {
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		await vscode.window.showTextDocument(document, { preview: true });
	} catch (cause) {
		const words = cause instanceof Error ? cause.message : String(cause);
		// The editor puts the address of the document before the reason.
		await fail(/Detail: (.+)$/s.exec(words)?.[1] ?? words);
	}
}

/** Reads the text of such a document; throws the sentence that the person reads. */
export async function jobDocumentText(
	{ jobs, session, ready }: JobDocumentDeps,
	uri: vscode.Uri,
): Promise<string> {
	// After a reload of the window, documents come back before the session does.
	await ready();
	const [, id = '', part = '', file = ''] = uri.path.split('/');
	const service = await jobs.open();
	if (part === 'configuration' || part === 'resolved') {
		const config = await (part === 'resolved'
			? service.resolvedConfiguration(id)
			: service.configuration(id));
		if (!config.ok) throw new Error(failureText(config.failure));
		return config.value.text;
	}
	const name = file.replace(/\.json$/, '');
	const header = await checkpointHeader({ service, session }, { id, name });
	if (!header.ok) throw new Error(failureText(header.failure));
	return describeHeader(header.value);
}

function fileName(name: string): string {
	return name.replace(/[^\w.-]/g, '_').slice(0, 150) || 'job';
}
