import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { runTitle } from '../../core/runs/describe.ts';
import { type ResultsProtocol, resultsProtocol } from '../../core/runs/resultsMessages.ts';
import { resultsState } from '../../core/runs/resultsView.ts';
import type { Run } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import type { PanelPlace } from '../shell/panelRegistry.ts';
import { createPanel, type Panel, type PanelKind, savedIdentity } from '../shell/webviewPanel.ts';
import { opensOutside, resultsHandlers } from './resultsActions.ts';

export interface ResultsPanelParts {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly runService: RunService;
	readonly ready: () => Promise<void>;
	readonly runId: string;
	/** The place for a new panel, or the one that the editor restores. */
	readonly place: PanelPlace;
}

const kind: PanelKind<ResultsProtocol> = {
	viewType: 'easel.results',
	bundle: 'results',
	protocol: resultsProtocol,
	workers: false,
	icon: 'results',
};

/** The run that a panel showed before the window was reloaded. */
export function runOfSaved(saved: unknown): string | undefined {
	return savedIdentity(resultsProtocol, saved)?.runId;
}

/** Makes the panel of one run. It shows the run as the history has it, and may load files of that run only. */
export function createResultsPanel(parts: ResultsPanelParts): Panel<ResultsProtocol> {
	const { context, log, runService, ready, runId, place } = parts;
	const folder = vscode.Uri.file(runService.archivePath({ id: runId }));
	const titleOf = (): string => {
		const run = runService.get(runId);
		return run === undefined ? vscode.l10n.t('Removed Run') : runTitle(run, Date.now());
	};
	let restored = false;
	/** The run with what can be said of it now; nothing is said of the session before it was restored. */
	const runNow = (): Run | undefined => {
		const run = runService.get(runId);
		const unwatched = run && restored ? runService.whyUnwatched(run) : undefined;
		return run && unwatched !== undefined ? { ...run, notice: unwatched } : run;
	};
	const shown = createPanel({
		kind,
		extensionUri: context.extensionUri,
		log,
		title: titleOf(),
		identity: { runId },
		roots: [folder],
		state: (panel) =>
			resultsState(
				runNow(),
				(archivedAs) => panel.uriFor(vscode.Uri.joinPath(folder, archivedAs)),
				Date.now(),
				opensOutside(),
			),
		titleOf,
		handlers: (panel) => resultsHandlers({ ...parts, folder, panel }),
		...place,
	});
	void ready().then(() => {
		restored = true;
		shown.refresh();
	});
	return shown;
}
