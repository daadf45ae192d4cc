import * as vscode from 'vscode';
import type { Log } from '../../core/log.ts';
import { describeState } from '../../core/runs/describe.ts';
import { type ResultsProtocol, resultsProtocol } from '../../core/runs/resultsMessages.ts';
import { resultsState } from '../../core/runs/resultsView.ts';
import type { RunTracker } from '../../core/runs/tracker.ts';
import { createPanel, type Panel, type PanelKind } from '../shell/webviewPanel.ts';
import { resultsHandlers } from './resultsActions.ts';

export interface ResultsPanelParts {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly tracker: RunTracker;
	readonly ready: () => Promise<void>;
	readonly runId: string;
	/** The place for a new panel, or the one that the editor restores. */
	readonly where:
		| vscode.WebviewPanel
		| { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean };
}

const kind: PanelKind<ResultsProtocol> = {
	viewType: 'easel.results',
	bundle: 'results',
	protocol: resultsProtocol,
	workers: false,
	icon: 'results',
};

/** Makes the panel of one run. It shows the run as the history has it, and may load files of that run only. */
export function createResultsPanel(parts: ResultsPanelParts): Panel<ResultsProtocol> {
	const { context, log, tracker, runId, where } = parts;
	const folder = vscode.Uri.file(tracker.archivePath({ id: runId }));
	const titleOf = (): string => {
		const run = tracker.get(runId);
		return run === undefined ? 'Removed run' : `${run.documentName}: ${describeState(run)}`;
	};
	return createPanel({
		kind,
		extensionUri: context.extensionUri,
		log,
		title: titleOf(),
		identity: { runId },
		roots: [folder],
		state: (panel) =>
			resultsState(
				tracker.get(runId),
				(archivedAs) => panel.uriFor(vscode.Uri.joinPath(folder, archivedAs)),
				Date.now(),
			),
		titleOf,
		handlers: (panel) => resultsHandlers({ ...parts, folder, panel }),
		...('webview' in where ? { restored: where } : { column: where }),
	});
}
