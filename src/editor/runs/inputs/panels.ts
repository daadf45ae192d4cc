import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { Log } from '../../../core/base/log.ts';
import type { Run, RunTarget } from '../../../core/runs/run.ts';
import type { LazyJobService } from '../../jobs/lazyJobService.ts';
import { fail } from '../../shell/messages.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import { readSetting } from '../../shell/settings.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import type { InputFormPanel } from './panel.ts';

export interface InputFormsOptions {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	/** Settles once it is known whether an account is signed in. */
	readonly ready: () => Promise<void>;
	readonly history: LazyRunService;
	readonly jobs: LazyJobService;
	/** Shows a run that has just begun in the view of its target. */
	readonly onStarted: (run: Run) => void;
	/** Shows the result of a run in a panel of its own. */
	readonly showResult: (runId: string) => void;
}

/** The forms of inputs in this window, one for each target. What they are made of is loaded with the first. */
export class InputForms implements vscode.Disposable {
	readonly #options: InputFormsOptions;
	readonly #panels: PanelRegistry<string, InputFormPanel>;
	readonly #watches: readonly vscode.Disposable[];
	/** What is to be shown, by key, with the name that it has there. */
	readonly #targets = new Map<string, RunTarget & { readonly connectionId: string }>();

	constructor(options: InputFormsOptions) {
		this.#options = options;
		const { log, history } = options;
		this.#panels = new PanelRegistry({
			viewType: 'easel.inputs',
			log,
			identify: async (saved) => {
				const target = (await import('./panel.ts')).targetOfSaved(saved);
				return target && this.#keyOf(target);
			},
			create: async (key, place) => {
				const { InputFormPanel } = await import('./panel.ts');
				const target = this.#targets.get(key);
				if (target === undefined) throw new Error('Nothing is known of this form.');
				return new InputFormPanel({ ...options, target, place });
			},
		});
		const each = (act: (panel: InputFormPanel) => void) => () => this.#panels.all().forEach(act);
		this.#watches = [
			history.onChange((run) => each((panel) => panel.onRun(run.id))()),
			history.onRemove((runId) => each((panel) => panel.onRun(runId))()),
			history.onSession(each((panel) => panel.onSession())),
		];
	}

	/** Shows the form of a target of the connection in use; an adapter (`checkpoint:job/file`) is put where the target takes one. */
	open(target: RunTarget, adapter?: string): Promise<void> {
		return this.#open(target, (panel) => adapter !== undefined && panel.useAdapter(adapter));
	}

	/** Shows the form of a target filled in with the values of a run, as JSON text. */
	fill(target: RunTarget, inputs: string): Promise<void> {
		return this.#open(target, (panel) => panel.fill(inputs));
	}

	/** Shows a run that has just begun in the form of its target, if that is open, as the person wants new runs to be shown. */
	showRun(target: RunTarget, runId: string): boolean {
		const panel = this.#panels.get(
			this.#keyOf({ ...target, connectionId: this.#options.session.current.connection.id }),
		);
		panel?.showRun(runId);
		if (readSetting('easel.results.open') !== 'never') panel?.reveal(true);
		return panel !== undefined;
	}

	/** Whether a run is visible in its form, so that it needs no notification. */
	isShowing(runId: string): boolean {
		return (
			vscode.window.state.focused &&
			this.#panels.all().some((panel) => panel.visible && panel.runId === runId)
		);
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#panels.dispose();
	}

	async #open(target: RunTarget, act: (panel: InputFormPanel) => unknown): Promise<void> {
		const key = this.#keyOf({ ...target, connectionId: this.#options.session.current.connection.id });
		try {
			act(await this.#panels.open(key));
		} catch (cause) {
			if (cause instanceof vscode.CancellationError) return;
			this.#options.log.error('The form of inputs could not be opened', cause);
			void fail(vscode.l10n.t('The form cannot be shown. See the log for the reason.'));
		}
	}

	#keyOf(target: RunTarget & { readonly connectionId: string }): string {
		const key = JSON.stringify([target.connectionId, target.kind, target.id]);
		if (!this.#targets.has(key)) this.#targets.set(key, target);
		return key;
	}
}
