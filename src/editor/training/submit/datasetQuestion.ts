import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Lazy } from '../../../core/base/lazy.ts';
import type { Dataset, DatasetFile } from '../../../core/datasets/dataset.ts';
import type { DatasetStore } from '../../../core/datasets/datasetStore.ts';
import { datasetState } from '../../../core/operations/datasets/datasets.ts';
import { cleanName } from '../../../core/training/rules/names.ts';
import type { TemplateDataset } from '../../../core/training/templates/configuration.ts';
import { datasetStateText } from '../../../core/wire/datasetState.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { labelText } from '../../shell/plainText.ts';
import { type Answer, askForFolder, type Choice } from '../../shell/questions.ts';

interface DatasetQuestionDeps extends Pick<AppServices, 'acts' | 'session' | 'signedIn'> {
	readonly datasets: Lazy<DatasetStore>;
}

/** The choice of a dataset; `undecided` leaves a name to fill in, `without` leaves out the parts that need it. */
type DatasetChoice =
	| { readonly kind: 'dataset'; readonly dataset: Dataset }
	| { readonly kind: 'folder' | 'signIn' | 'undecided' | 'without' };

/** The selected dataset, with the folder to upload if it is one on this computer. */
export interface ChosenDataset {
	readonly dataset?: TemplateDataset;
	readonly folder?: vscode.Uri;
}

/** The rows of the question: those available immediately, and all of them. */
export interface DatasetChoices {
	readonly choices: readonly Choice<DatasetChoice>[];
	readonly more?: Promise<readonly Choice<DatasetChoice>[]>;
}

/** Asks for the dataset; `ask` shows the choices, including none if it is `optional`. */
export type AskForDataset = (
	ask: (choices: DatasetChoices) => Promise<Answer<DatasetChoice>>,
	optional?: boolean,
) => Promise<Answer<ChosenDataset>>;

/** Asks until a dataset is chosen, which may include signing in and choosing a folder. */
export async function askForDataset(
	deps: DatasetQuestionDeps,
	ask: (choices: DatasetChoices) => Promise<Answer<DatasetChoice>>,
	optional = false,
): Promise<Answer<ChosenDataset>> {
	for (;;) {
		const answer = await ask(datasetChoices(deps, optional));
		if (answer.kind !== 'answer') return answer;
		const { value } = answer;
		switch (value.kind) {
			case 'dataset':
				return { kind: 'answer', value: { dataset: await describedDataset(deps, value.dataset) } };
			case 'signIn':
				await deps.signedIn();
				break;
			case 'folder': {
				const folder = await askForFolder({
					title: vscode.l10n.t('Select the Folder to Train On'),
					openLabel: vscode.l10n.t('Select'),
				});
				if (folder === undefined) break;
				const name = basename(folder.fsPath);
				const dataset = { name: cleanName(name) || 'my_dataset', folder: name };
				return { kind: 'answer', value: { dataset, folder } };
			}
			case 'undecided':
			case 'without':
				return { kind: 'answer', value: {} };
		}
	}
}

function datasetChoices({ session, datasets }: DatasetQuestionDeps, optional: boolean): DatasetChoices {
	const signedIn = session.current.state === 'signedIn';
	const others: readonly Choice<DatasetChoice>[] = [
		{ label: vscode.l10n.t('Other Options') },
		...(signedIn
			? []
			: [
					{
						label: `$(account) ${vscode.l10n.t('Sign In')}`,
						description: vscode.l10n.t('to choose one of your datasets'),
						value: { kind: 'signIn' },
					} as const,
				]),
		{
			label: `$(folder-opened) ${vscode.l10n.t('Folder on This Computer...')}`,
			description: vscode.l10n.t('uploaded as a dataset afterwards'),
			value: { kind: 'folder' },
		},
		optional
			? {
					label: `$(circle-slash) ${vscode.l10n.t('Without Samples')}`,
					description: vscode.l10n.t('the job makes checkpoints only'),
					value: { kind: 'without' },
				}
			: {
					label: `$(edit) ${vscode.l10n.t('Decide Later')}`,
					description: vscode.l10n.t('the name is selected in the new document'),
					value: { kind: 'undecided' },
				},
	];
	if (!signedIn) return { choices: others };
	const listed = async () => {
		const store = await datasets.get();
		if (store.state.kind !== 'ready') await store.refresh();
		const ready = store.items.toSorted((one, other) => rank(one) - rank(other));
		return ready.length === 0
			? others
			: [{ label: vscode.l10n.t('Your Datasets') }, ...ready.map(rowOf), ...others];
	};
	return { choices: others, more: listed() };
}

function rank({ state }: Dataset): number {
	return state === 'READY' ? 0 : state === 'FAILED' ? 2 : 1;
}

function rowOf(dataset: Dataset): Choice<DatasetChoice> {
	return {
		label: `$(database) ${labelText(dataset.name)}`,
		description: labelText(datasetStateText(dataset.state)),
		value: { kind: 'dataset', dataset },
	};
}

/** Returns a dataset with the names of its files, if the service returns them: they decide about frames and previews. */
export async function describedDataset(
	{ acts, session }: DatasetQuestionDeps,
	{ id, name, ...listed }: Dataset,
): Promise<TemplateDataset> {
	let files: readonly Pick<DatasetFile, 'name'>[] | undefined = listed.files;
	if (files === undefined && session.current.state === 'signedIn') {
		const found = await acts.run(datasetState, { id });
		files = found.ok ? found.value.files : undefined;
	}
	return files === undefined ? { name } : { name, files: files.map((file) => file.name) };
}
