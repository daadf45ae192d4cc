import * as vscode from 'vscode';
import type { Lazy } from '../../../core/base/lazy.ts';
import type { Log } from '../../../core/base/log.ts';
import type { DatasetStore } from '../../../core/datasets/datasetStore.ts';
import type { SentCaption } from '../../../core/datasets/disk/readAgain.ts';
import type { DiskChange } from '../../../core/datasets/report/changes.ts';
import type { UploadReportProtocol } from '../../../core/datasets/report/messages.ts';
import { type UploadSelection, uploadSelectionKey } from '../../../core/datasets/report/selection.ts';
import type { DocumentServices } from '../../documents/documentServices.ts';
import { reportUnfinished } from '../../shell/commands.ts';
import { type PanelPlace, PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';
import type { WindowUploads } from '../upload/windowUploads.ts';

export interface UploadReportsDeps
	extends Pick<DocumentServices, 'acts' | 'log' | 'session' | 'signedIn' | 'documents'> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly uploads: WindowUploads;
	readonly datasetStore: Lazy<DatasetStore>;
	/**
	 * Receives the captions that a report sends instead of those on disk, and the other files that contain them, by
	 * their absolute paths.
	 */
	readonly uploadCaptions: {
		note(report: object, texts: ReadonlyMap<string, string>, files?: ReadonlyMap<string, SentCaption>): void;
	};
}

export interface UploadReportParts extends UploadReportsDeps {
	readonly selection: UploadSelection;
	readonly place: PanelPlace;
	readonly openReport: (selection: UploadSelection) => void;
	/** The changes that the reports of this window have made on disk, by the key of their panel; they outlive the panel. */
	readonly madeOnDisk: Map<string, readonly DiskChange[]>;
}

/** The panels "Upload to ..." of this window, one for each selection. The modules that they need are loaded with the first. */
export class UploadReports implements vscode.Disposable {
	readonly #log: Log;
	readonly #panels: PanelRegistry<UploadSelection, Panel<UploadReportProtocol>>;
	readonly #madeOnDisk = new Map<string, readonly DiskChange[]>();

	constructor(deps: UploadReportsDeps) {
		this.#log = deps.log;
		this.#panels = new PanelRegistry({
			viewType: 'easel.uploadReport',
			log: deps.log,
			async identify(saved) {
				return vscode.workspace.isTrusted ? (await import('./panel.ts')).savedUploadReport(saved) : undefined;
			},
			keyOf: uploadSelectionKey,
			create: async (selection, place) =>
				(await import('./panel.ts')).createUploadReport({
					...deps,
					selection,
					place,
					openReport: (other) => this.open(other),
					madeOnDisk: this.#madeOnDisk,
				}),
		});
	}

	open(selection: UploadSelection): void {
		this.#panels
			.open(selection)
			.catch((cause) => reportUnfinished(this.#log, 'The upload report could not be opened', cause));
	}

	/** Returns whether a report is visible, so that it needs no notification. */
	isVisible(selection: UploadSelection): boolean {
		return this.#panels.isVisible(selection);
	}

	dispose(): void {
		this.#panels.dispose();
	}
}
