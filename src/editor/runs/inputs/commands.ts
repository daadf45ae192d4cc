import * as vscode from 'vscode';
import type { CatalogModel } from '../../../core/catalog/model.ts';
import { modelSearch } from '../../../core/operations/models.ts';
import { checkpointReference } from '../../../core/requests/checkpointReference.ts';
import { keptBody } from '../../../core/requests/keptInputs.ts';
import { readInputsOf } from '../../../core/runs/archive/runFolder.ts';
import { setOfBody } from '../../../core/runs/inputs/bodySet.ts';
import { planAgain } from '../../../core/runs/inputs/plan.ts';
import { targetOfModel } from '../../../core/runs/inputs/target.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { JobsNode } from '../../jobs/nodes.ts';
import { FavoriteModels } from '../../models/favorites.ts';
import { modelOf } from '../../models/modelOf.ts';
import type { ModelsNode } from '../../models/nodes.ts';
import { pickModel } from '../../models/searchModels.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunPanels } from '../panels.ts';
import type { RunServices } from '../services.ts';
import { chooseCheckpoint } from './checkpoints.ts';
import { runInputs } from './run.ts';

interface InputCommandDeps
	extends Pick<RunServices, 'acts' | 'log' | 'session' | 'signedIn' | 'windowRuns' | 'jobs'>,
		Pick<RunPanels, 'inputs'> {
	/** Keeps favorite models. */
	readonly favorites: vscode.Memento;
	readonly onStarted: (run: Run) => void;
}

/** Returns the commands that lead to a form of inputs. */
export function inputCommands(deps: InputCommandDeps) {
	const { acts, session, inputs, jobs } = deps;

	return {
		'easel.runModel': async (node?: ModelsNode) => {
			if (!(await deps.signedIn())) return;
			const favorites = new FavoriteModels(deps.favorites);
			const title = vscode.l10n.t('Run Model');
			const model =
				node?.kind === 'model' ? node.model : await pickModel({ acts, session, favorites }, title);
			favorites.dispose();
			if (model) await inputs.open({ kind: 'model', id: model.id, name: model.name });
		},
		'easel.useCheckpointAsLora': async (node?: JobsNode) => {
			if (!(await deps.signedIn())) return;
			const reference =
				node?.kind === 'checkpoint'
					? checkpointReference({ job: node.job.name, file: node.name })
					: await chooseCheckpoint(jobs);
			const model = reference === undefined ? undefined : await pickAdapterModel(deps);
			if (model) await inputs.open({ kind: 'model', id: model.id, name: model.name }, reference);
		},
	} satisfies CommandHandlers;
}

/**
 * Starts a run of inputs again with its kept data. If something had to be left out, nothing was kept, or another
 * account is signed in, opens the form of its target instead.
 */
export async function runInputsAgain(deps: InputCommandDeps, run: Run, newSeed: boolean): Promise<void> {
	const current = await deps.signedIn();
	if (!current) return;
	const { log, windowRuns, inputs, onStarted } = deps;
	const kept = await readInputsOf(windowRuns.archive.fsPath, run.id);
	if (kept === undefined || !keptBody(kept).whole) {
		await (kept === undefined ? inputs.open(run.target) : inputs.fill(run.target, setOfBody(kept)));
		await inform(vscode.l10n.t('Some inputs of this run were not saved. Enter them, then press Run.'));
		return;
	}
	if (current.connection.id !== run.connectionId || current.account.id !== run.accountId) {
		await inputs.fill(run.target, setOfBody(kept));
		await inform(
			vscode.l10n.t(
				'This run was sent from another account. Review its inputs, then press Run to send them.',
			),
		);
		return;
	}
	const plan = await planAgain(kept, run.summary, newSeed);
	const started = await runInputs(deps, current, { plan, target: run.target });
	if (started === undefined) return;
	if (!started.ok) return showFailure(log, started.failure);
	if (!inputs.showRun(run.target, started.value.id)) onStarted(started.value);
}

/** A page of models with their schemas. */
const pageSize = 200;
/** A catalog that is larger is not read any further. */
const mostPages = 25;

interface ModelRow extends vscode.QuickPickItem {
	readonly model: CatalogModel;
}

/** Lets the person choose among the models with an input for a LoRA in their schema. */
function pickAdapterModel({ acts, log }: InputCommandDeps): Promise<CatalogModel | undefined> {
	const pick = vscode.window.createQuickPick<ModelRow>();
	pick.title = vscode.l10n.t('Use Checkpoint as LoRA');
	pick.placeholder = vscode.l10n.t('Select a model');
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.busy = true;
	const abort = new AbortController();

	const collect = async (): Promise<void> => {
		for (let page = 0, offset = 0; page < mostPages; page++) {
			const wanted = { schemas: true, limit: pageSize, offset };
			const found = await acts.run(modelSearch, wanted, { signal: abort.signal });
			if (abort.signal.aborted) return;
			if (!found.ok) {
				pick.hide();
				return showFailure(log, found.failure);
			}
			const models = found.value.models.map(({ inputSchema, ...model }) => modelOf(model, inputSchema));
			const rows = models.filter(takesAdapter).map((model) => ({
				label: labelText(model.name) || labelText(model.id),
				detail: labelText(model.id),
				model,
			}));
			if (rows.length > 0) pick.items = [...pick.items, ...rows];
			if (found.value.next === undefined) break;
			offset = found.value.next;
		}
		pick.busy = false;
		if (pick.items.length > 0) return;
		pick.hide();
		await inform(vscode.l10n.t('No model of the catalog has an input for a LoRA.'));
	};

	return new Promise((resolve) => {
		let chosen: CatalogModel | undefined;
		pick.onDidAccept(() => {
			chosen = pick.selectedItems[0]?.model;
			pick.hide();
		});
		pick.onDidHide(() => {
			abort.abort();
			pick.dispose();
			resolve(chosen);
		});
		pick.show();
		void collect();
	});
}

function takesAdapter(model: CatalogModel): boolean {
	return targetOfModel(model).form.fields.some(({ adapter }) => adapter !== undefined);
}
