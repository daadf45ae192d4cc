import * as vscode from 'vscode';
import type { Run } from '../../core/runs/run.ts';
import type { InputFormsOptions } from './inputs/formOptions.ts';
import { InputFormPanels } from './inputs/panels.ts';
import { type PicturesPanels, picturesPanels } from './pictures/panels.ts';
import { ResultsPanels } from './results/panels.ts';
import type { RunServices } from './services.ts';
import { registerSheets, type SheetDeps } from './sheet/panels.ts';

export interface RunPanels extends vscode.Disposable {
	readonly results: ResultsPanels;
	readonly inputs: InputFormPanels;
	readonly pictures: PicturesPanels;
	/** Returns whether a run is visible in one of them, so that it needs no notification. */
	readonly isVisible: (run: Run) => boolean;
}

/**
 * Creates the panels of runs; the modules of each kind are loaded with its first panel.
 * @param onStarted called with each run that a form of inputs has started.
 */
export function runPanels(
	services: RunServices & Pick<InputFormsOptions, 'facts'> & Pick<SheetDeps, 'batches'>,
	onStarted: (run: Run) => void,
): RunPanels {
	const results = new ResultsPanels(services);
	const showResult = (runId: string) => results.open(runId);
	const inputs = new InputFormPanels({ ...services, onStarted, showResult });
	const pictures = picturesPanels(services);
	const sheets = registerSheets(services.context, services);
	return {
		results,
		inputs,
		pictures,
		isVisible: (run) => results.isVisible(run) || inputs.isShowing(run.id) || sheets.isShowing(run),
		dispose: () => vscode.Disposable.from(results, inputs, pictures).dispose(),
	};
}
