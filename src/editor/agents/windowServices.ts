import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { failed, signedOutFailure, success } from '../../core/base/failure.ts';
import { isUnencrypted } from '../../core/base/loopback.ts';
import type { RunBatches } from '../../core/batches/runBatches.ts';
import type { Disk } from '../../core/operations/disk.ts';
import { localDisk } from '../../core/operations/node/localDisk.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import type { WindowUploads } from '../datasets/upload/windowUploads.ts';
import { openDocumentAt } from '../documents/openDocument.ts';
import type { WindowJobs } from '../jobs/windowJobs.ts';
import { readPartnerKey } from '../runs/start/partnerKey.ts';
import type { WindowRuns } from '../runs/windowRuns.ts';
import type { AppServices } from '../shell/appServices.ts';

/** The services that the tools of agents share with the rest of the window. */
export interface AgentsDeps extends Pick<AppServices, 'log' | 'session' | 'ledger'> {
	readonly secrets: vscode.SecretStorage;
	readonly windowRuns: WindowRuns;
	readonly jobs: WindowJobs;
	readonly uploads: WindowUploads;
	readonly batches: () => Promise<RunBatches>;
	/** The folder that this computer keeps for the extension. */
	readonly storage: vscode.Uri;
}

/** Returns the services for operations that an agent in this window asks for: the account, the history and the files of the window. */
export function windowServices(deps: AgentsDeps): OperationServices {
	const { log, session, secrets, ledger, windowRuns, jobs, uploads, batches, storage } = deps;
	// Nobody is led through a sign-in because an agent wants something.
	const signedIn = async () =>
		session.current.state === 'signedIn' ? success(session.current) : failed(signedOutFailure);
	return {
		log,
		session,
		startedBy: 'agent',
		signedIn,
		disk: windowDisk(localDisk(storage.fsPath)),
		partnerKey: async (connection) =>
			isUnencrypted(connection.baseUrl) ? undefined : readPartnerKey(secrets, connection),
		async service() {
			const current = await signedIn();
			return current.ok ? success(current.value.service) : current;
		},
		ledger: () => ledger.open(),
		runs: () => windowRuns.open(),
		batches,
		jobs: () => jobs.open(),
		uploads: () => uploads.open(),
	};
}

/** The files of this computer as the window has them: paths begin in the workspace, and a text that is being edited is read as it is there. */
function windowDisk(disk: Disk): Disk {
	return {
		...disk,
		async readText(path) {
			const file = await placeOf(path);
			const read = await disk.readText(file);
			if (!read.ok) return read;
			const uri = vscode.Uri.file(file).toString();
			const open = await openDocumentAt(uri);
			return success({
				...read.value,
				uri: open?.uri.toString() ?? uri,
				...compact({ text: open?.getText() }),
			});
		},
		folderAt: (path) => disk.folderAt(inFirstFolder(path)),
	};
}

/** Returns the absolute path for a path: in the first folder of the workspace that has such a file. */
async function placeOf(path: string): Promise<string> {
	if (isAbsolute(path)) return path;
	for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
		const place = join(uri.fsPath, path);
		if (await stat(place).catch(() => undefined)) return place;
	}
	return inFirstFolder(path);
}

function inFirstFolder(path: string): string {
	const [first] = vscode.workspace.workspaceFolders ?? [];
	return first === undefined || isAbsolute(path) ? path : join(first.uri.fsPath, path);
}
