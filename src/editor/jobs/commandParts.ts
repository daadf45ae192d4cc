import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { JobService } from '../../core/jobs/jobService.ts';
import type { JobCommandDeps } from './commandDeps.ts';

/** Returns the folder that is proposed for files: the open one, or the person's own. */
export function folderOf(): vscode.Uri {
	return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Returns the service when someone is signed in; asks to sign in otherwise. */
export async function signedInService(deps: JobCommandDeps): Promise<JobService | undefined> {
	await deps.ready();
	if (!(await deps.signedIn())) return undefined;
	return deps.jobs.open();
}
