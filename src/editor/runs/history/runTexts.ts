import * as vscode from 'vscode';
import { laidOutJson } from '../../../core/json/indented.ts';
import { readDocument, readRequest } from '../../../core/runs/archive/runFolder.ts';
import { runName } from '../../../core/runs/describe.ts';
import type { Run } from '../../../core/runs/run.ts';
import { requestBodyScheme } from '../start/requestBodies.ts';

/** A kept text of a run: the body of its request, or its document as it was sent. */
export type KeptText = 'request' | 'document';

/** Returns the address of a read-only text with the kept data of a run. Its file name is the title of the tab. */
export function runTextUri(run: Run, what: KeptText): vscode.Uri {
	const name = runName(run).replaceAll(/[/\\]/g, ' ');
	const title =
		what === 'request' ? vscode.l10n.t('Sent: {0}', name) : vscode.l10n.t('Sent Document: {0}', name);
	return vscode.Uri.from({
		scheme: requestBodyScheme,
		path: `/${title}.json`,
		query: new URLSearchParams({ run: run.id, what }).toString(),
	});
}

/** Reads the text at such an address; empty if it was not kept. `archive` is the folder with the folders of all runs. */
export async function textOfRun(archive: string, uri: vscode.Uri): Promise<string> {
	const query = new URLSearchParams(uri.query);
	return (await readKept(archive, query.get('run') ?? '', query.get('what') ?? '')) ?? '';
}

/** Reads a kept text of a run, formatted for reading; undefined if it was not kept. */
export async function readKept(archive: string, runId: string, what: string): Promise<string | undefined> {
	// Anyone can write an address; a folder above the archive is not that of a run.
	if (!/^[\w-]+$/.test(runId)) return undefined;
	if (what === 'document') return (await readDocument(archive, runId))?.text;
	const text = what === 'request' ? await readRequest(archive, runId) : undefined;
	return text === undefined ? undefined : (laidOutJson(text) ?? text);
}
