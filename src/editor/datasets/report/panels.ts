import * as vscode from 'vscode';
import type { DiskChange } from '../../../core/datasets/report/changes.ts';
import type { UploadReportProtocol } from '../../../core/datasets/report/messages.ts';
import type { DocumentServices } from '../../documents/documentServices.ts';
import { fail } from '../../shell/messages.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';
import type { LazyDatasetStore } from '../lazyDatasetStore.ts';
import type { LazyUploadService } from '../upload/lazyUploadService.ts';
import type { UploadSelection } from '../upload/selection.ts';

export interface UploadReportsDeps
	extends Pick<DocumentServices, 'log' | 'session' | 'signIn' | 'documents'> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly uploads: LazyUploadService;
	readonly datasetStore: LazyDatasetStore;
}

/** The panels "Upload to ..." of this window, one for each selection. What they are made of is loaded with the first. */
export class UploadReports implements vscode.Disposable {
	readonly #deps: UploadReportsDeps;
	readonly #panels: PanelRegistry<string, Panel<UploadReportProtocol>>;
	readonly #madeOnDisk = new Map<string, readonly DiskChange[]>();

	constructor(deps: UploadReportsDeps) {
		this.#deps = deps;
		this.#panels = new PanelRegistry({
			viewType: 'easel.uploadReport',
			log: deps.log,
			async identify(saved) {
				if (!vscode.workspace.isTrusted) return undefined;
				const identity = (await import('./panel.ts')).selectionOfSaved(saved);
				return identity && keyOf(identity);
			},
			create: async (key, place) => {
				const { createUploadReport } = await import('./panel.ts');
				const uploadSelection = JSON.parse(key) as UploadSelection;
				return createUploadReport({
					...deps,
					key,
					selection: uploadSelection,
					place,
					openReport: (other) => this.open(other),
					madeOnDisk: this.#madeOnDisk,
				});
			},
		});
	}

	/** Shows the report on a selection. */
	open(selection: UploadSelection): void {
		this.openKey(keyOf(selection));
	}

	/** The same, by the key under which an upload is remembered. */
	openKey(key: string): void {
		this.#panels.open(key).catch((cause: unknown) => {
			if (cause instanceof vscode.CancellationError) return;
			this.#deps.log.error('The upload report could not be opened', cause);
			void fail(vscode.l10n.t('The report before the upload cannot be shown. See the log for the reason.'));
		});
	}

	/** Whether a report is visible, so that it needs no notification. */
	isVisible(key: string): boolean {
		return this.#panels.isVisible(key);
	}

	dispose(): void {
		this.#panels.dispose();
	}
}

function keyOf({ paths, dataset }: UploadSelection): string {
	const destination = dataset === undefined ? {} : { dataset: { id: dataset.id, name: dataset.name } };
	return JSON.stringify({ paths: [...paths].sort(), ...destination });
}
