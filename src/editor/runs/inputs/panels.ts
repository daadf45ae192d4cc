import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { InputFormIdentity } from '../../../core/runs/inputs/messages.ts';
import type { RunTarget } from '../../../core/runs/run.ts';
import type { InputSet } from '../../../core/workflow/inputSet.ts';
import { reportUnfinished } from '../../shell/commands.ts';
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
			identify: async (saved) => (await import('../features.ts')).savedInputForm(saved),
			keyOf: inputFormKey,
			async create(target, place) {
				const [{ InputFormPanel }, memory] = await Promise.all([import('../features.ts'), options.facts()]);
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

	/**
	 * Shows the form of a target of the connection in use; an adapter (`checkpoint:job/file`) is put into a field that
	 * takes one.
	 */
	open(target: RunTarget, adapter?: string): Promise<void> {
		return this.#open(target, (panel) => adapter !== undefined && panel.useAdapter(adapter));
	}

	/** Shows the form of a target filled in. */
	fill(target: RunTarget, inputs: InputSet): Promise<void> {
		return this.#open(target, (panel) => panel.fill(inputs));
	}

	async openDocument(uri: vscode.Uri, name: string, preset?: string): Promise<void> {
		await this.#show({ connectionId: '', kind: 'workflow', id: uri.toString(), name }, (panel) =>
			preset === undefined ? undefined : panel.loadPreset(preset),
		);
	}

	/** Shows a started run in the form of its target, if that is open, according to the setting for new runs. */
	showRun(target: RunTarget, runId: string): boolean {
		const panel = this.#panels.get(this.#identityOf(target));
		panel?.showRun(runId);
		if (readSetting('easel.results.open') !== 'never') panel?.reveal(true);
		return panel !== undefined;
	}

	/** Returns whether a run is visible in its form, so that it needs no notification. */
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

	#open(target: RunTarget, act: (panel: InputFormPanel) => unknown): Promise<void> {
		return this.#show(this.#identityOf(target), act);
	}

	async #show(identity: InputFormIdentity, act: (panel: InputFormPanel) => unknown): Promise<void> {
		try {
			await act(await this.#panels.open(identity, compact({ column: freeColumn() })));
		} catch (cause) {
			await reportUnfinished(this.#options.log, 'The form of inputs could not be opened', cause);
		}
	}

	#identityOf({ kind, id, name }: RunTarget): InputFormIdentity {
		return { connectionId: this.#options.session.current.connection.id, kind, id, name };
	}
}

/** Returns the first column if a panel in another one has the focus: a third column would leave no room for a form. */
function freeColumn(): vscode.ViewColumn | undefined {
	const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
	const isPanel = activeTab?.input instanceof vscode.TabInputWebview;
	return isPanel && viewColumn !== vscode.ViewColumn.One ? vscode.ViewColumn.One : undefined;
}
