import type * as vscode from 'vscode';
import { lazy } from '../../../core/base/lazy.ts';
import type { Log } from '../../../core/base/log.ts';
import type { SamplesIdentity } from '../../../core/jobs/samples/messages.ts';
import type { AppServices, OtherConnections } from '../../shell/appServices.ts';
import { reportUnfinished } from '../../shell/commands.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { WindowJobs } from '../windowJobs.ts';
import type { SamplesPanel } from './panel.ts';

export interface SamplesPanelsOptions extends AppServices {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri' | 'workspaceState'>;
	readonly jobs: WindowJobs;
	readonly connections: OtherConnections;
}

/** The samples panels of this window, one for each job. The modules that they need are loaded with the first. */
export class SamplesPanels implements vscode.Disposable {
	readonly #panels: PanelRegistry<SamplesIdentity, SamplesPanel>;
	readonly #ends: readonly vscode.Disposable[];
	readonly #log: Log;

	constructor(options: SamplesPanelsOptions) {
		const { log, jobs, session } = options;
		const room = lazy(async () => (await import('./features.ts')).openSamples(options));
		this.#log = log;
		this.#panels = new PanelRegistry({
			viewType: 'easel.samples',
			log,
			identify: async (saved) => (await import('./features.ts')).savedSamples(saved),
			keyOf: ({ jobId }) => jobId,
			create: async (identity, place) => (await room.get()).create(identity, place),
		});
		const all = () => this.#panels.all();
		this.#ends = [
			this.#panels,
			room,
			jobs.onDidRemove((jobId) => {
				for (const panel of all()) panel.refresh();
				void room.get().then(
					({ forget }) => forget(jobId),
					() => undefined,
				);
			}),
			session.onDidChange(() => {
				for (const panel of all()) panel.sessionChanged();
			}),
		];
	}

	/** Shows the samples of a job, by our own id of it, next to the active editor if the panel is new. */
	open(jobId: string): void {
		this.#panels
			.open({ jobId })
			.catch((cause) => reportUnfinished(this.#log, 'The samples panel could not be opened', cause));
	}

	dispose(): void {
		for (const end of this.#ends) end.dispose();
	}
}
