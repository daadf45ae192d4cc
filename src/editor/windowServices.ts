import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { SignedIn } from '../core/account/session.ts';
import { compact } from '../core/base/compact.ts';
import { failed, type Result, signedOutFailure, success, wrongInput } from '../core/base/failure.ts';
import { isUnencrypted } from '../core/base/loopback.ts';
import type { DeploymentStore } from '../core/deployments/store.ts';
import type { Disk } from '../core/operations/disk.ts';
import type { LazyServices } from '../core/operations/node/lazyServices.ts';
import { localDisk } from '../core/operations/node/localDisk.ts';
import { declined } from '../core/operations/operation.ts';
import type { OperationServices } from '../core/operations/services.ts';
import { openDocumentAt } from './documents/openDocument.ts';
import { readHubToken } from './jobs/hubToken.ts';
import { readPartnerKey } from './runs/start/partnerKey.ts';
import type { Acts } from './shell/acts/acts.ts';
import { windowActs } from './shell/acts/windowActs.ts';
import { windowAsk } from './shell/acts/windowAsk.ts';
import type { AppServices } from './shell/appServices.ts';

interface WindowServicesDeps extends Pick<AppServices, 'log' | 'clock' | 'session' | 'signedIn'> {
	readonly secrets: vscode.SecretStorage;
	readonly opened: LazyServices;
	readonly deployments: { readonly store: DeploymentStore };
	/** The folder that this computer keeps for the extension. */
	readonly storage: vscode.Uri;
}

/** Returns the acts of the person, with a sign-in if needed. */
export function personActs(deps: WindowServicesDeps): Acts {
	const services = servicesOf(deps, async () => {
		const current = await deps.signedIn();
		return current === undefined
			? declined(vscode.l10n.t('Nothing was done, because you did not sign in.'))
			: success(current);
	});
	return windowActs(services, windowAsk);
}

/** Returns the services for an agent in this window. An agent never leads the person through a sign-in. */
export function agentServices(deps: WindowServicesDeps): OperationServices {
	const services = servicesOf(deps, async () =>
		deps.session.current.state === 'signedIn' ? success(deps.session.current) : failed(signedOutFailure),
	);
	return { ...services, startedBy: 'agent' };
}

function servicesOf(deps: WindowServicesDeps, signedIn: () => Promise<Result<SignedIn>>): OperationServices {
	const { log, clock, session, secrets, opened, deployments, storage } = deps;
	return {
		log,
		session,
		signedIn,
		disk: windowDisk(localDisk(storage.fsPath, clock)),
		partnerKey: async (connection) =>
			isUnencrypted(connection.baseUrl) ? undefined : readPartnerKey(secrets, connection),
		hubToken: (connection) => readHubToken(secrets, connection),
		async service() {
			const current = await signedIn();
			return current.ok ? success(current.value.service) : current;
		},
		ledger: opened.ledger.get,
		runs: opened.runs.get,
		batches: opened.batches.get,
		jobs: opened.jobs.get,
		uploads: opened.uploads.get,
		deployments: async () => deployments.store,
		datasets: opened.datasets.get,
	};
}
/**
 * Returns the files of this computer as the window has them: paths begin in the workspace, and the text of an open
 * document is read from the editor.
 */
function windowDisk(disk: Disk): Disk {
	return {
		...disk,
		async readText(path, mostBytes) {
			const file = await placeOf(path);
			const read = await disk.readText(file, mostBytes);
			if (!read.ok) return read;
			const uri = vscode.Uri.file(file).toString();
			const open = await openDocumentAt(uri);
			return success({
				...read.value,
				uri: open?.uri.toString() ?? uri,
				...compact({ text: open?.getText() }),
			});
		},
		async textIn(folder, name, onUnread) {
			const open = await openDocumentAt(vscode.Uri.file(join(folder, name)).toString());
			return open?.getText() ?? disk.textIn(folder, name, onUnread);
		},
		async writeText(path, text, before) {
			const open = await openDocumentAt(vscode.Uri.file(path).toString());
			if (open === undefined || before === undefined) return disk.writeText(path, text, before);
			const edit = new vscode.WorkspaceEdit();
			const end = open.positionAt(open.getText().length);
			edit.replace(open.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
			const isDone = (await vscode.workspace.applyEdit(edit)) && (await open.save());
			return isDone
				? success({ path })
				: wrongInput(vscode.l10n.t('"{0}" could not be saved.', basename(path)));
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
