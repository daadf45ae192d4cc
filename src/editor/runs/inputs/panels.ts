import * as vscode from 'vscode';
import type { InputFormIdentity } from '../../../core/runs/inputs/messages.ts';
import type { RunTarget } from '../../../core/runs/run.ts';
import type { InputSet } from '../../../core/workflow/inputSet.ts';
import { sayUnfinished } from '../../shell/commands.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import { readSetting } from '../../shell/settings.ts';
import { type InputFormsOptions, inputFormKey } from './formOptions.ts';
import type { InputFormPanel } from './panel.ts';

/** The forms of inputs in this window, one for each target. The modules that they need are loaded with the first. */
export class InputFormPanels implements vscode.Disposable {
	readonly #options: InputFormsOptions;
	readonly #panels: PanelRegistry<InputFormIdentity, InputFormPanel>;
	readonly #watches: readonly vscode.Disposable[];

	constructor(options: InputFormsOptions) {
		this.#options = options;
		const { log, windowRuns } = options;
		this.#panels = new PanelRegistry({
			viewType: 'easel.inputs',
			log,
			identify: async (saved) => (await import('./panel.ts')).savedInputForm(saved),
			keyOf: inputFormKey,
			async create(target, place) {
				const [{ InputFormPanel }, memory] = await Promise.all([import('./panel.ts'), options.facts()]);
				return new InputFormPanel({ ...options, memory, target, place });
			},
		});
		const each = (act: (panel: InputFormPanel) => void) => () => this.#panels.all().forEach(act);
		this.#watches = [
			windowRuns.onDidChange((run) => each((panel) => panel.onRun(run.id))()),
			windowRuns.onDidRemove((runId) => each((panel) => panel.onRun(runId))()),
			windowRuns.onDidChangeSession(each((panel) => panel.onSession())),
		];
	}

	/** Shows the form of a target of the connection in use; an adapter (`checkpoint:job/file`) is put where the target takes one. */
	open(target: RunTarget, adapter?: string): Promise<void> {
		return this.#open(target, (panel) => adapter !== undefined && panel.useAdapter(adapter));
	}

	/** Shows the form of a target filled in. */
	fill(target: RunTarget, inputs: InputSet): Promise<void> {
		return this.#open(target, (panel) => panel.fill(inputs));
	}

	/** Shows a run that has just begun in the form of its target, if that is open, as the person wants new runs to be shown. */
	showRun(target: RunTarget, runId: string): boolean {
		const panel = this.#panels.get(this.#identityOf(target));
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
		try {
			act(await this.#panels.open(this.#identityOf(target)));
		} catch (cause) {
			await sayUnfinished(this.#options.log, 'The form of inputs could not be opened', cause);
		}
	}

	#identityOf({ kind, id, name }: RunTarget): InputFormIdentity {
		return { connectionId: this.#options.session.current.connection.id, kind, id, name };
	}
}
