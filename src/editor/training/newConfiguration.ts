import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { datasetStatus } from '../../core/datasets/client.ts';
import type { Dataset } from '../../core/datasets/dataset.ts';
import { cleanName } from '../../core/training/rules/names.ts';
import {
	proposedName,
	type TemplateDataset,
	writeConfiguration,
} from '../../core/training/templates/configuration.ts';
import {
	knownModel,
	secondDataset,
	type TemplateModel,
	templateModels,
} from '../../core/training/templates/models.ts';
import { hardware } from '../../core/wire/hardware.ts';
import type { LazyDatasetStore } from '../datasets/lazyDatasetStore.ts';
import { editorRange } from '../shell/findings.ts';
import { numberText } from '../shell/numbers.ts';
import { labelText } from '../shell/plainText.ts';
import {
	type Answer,
	askChoice,
	askInTurn,
	askText,
	type Choice,
	type Question,
} from '../shell/questions.ts';
import { type Gpu, type GpuChoices, trainingGpus } from './gpuChoices.ts';
import { openNewDocument } from './newDocument.ts';

export interface NewConfigurationDeps {
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	readonly datasets: LazyDatasetStore;
	readonly gpus: GpuChoices;
	/** Whether the account has a job of this name; undefined where that is not known. */
	readonly jobNameTaken?: (name: string) => boolean | undefined;
}

/** What was chosen for a dataset; `undecided` leaves a name to fill in, `without` leaves out what needs it. */
type DatasetChoice =
	| { readonly kind: 'dataset'; readonly dataset: Dataset }
	| { readonly kind: 'folder' | 'signIn' | 'undecided' | 'without' };

/** A dataset as answered, with the folder to upload where it is one on this computer. */
interface Chosen {
	readonly dataset?: TemplateDataset;
	readonly folder?: vscode.Uri;
}

/** Most steps that are accepted: more than anyone pays for. */
const mostSteps = 1_000_000;

/**
 * Asks what to train on what, writes a configuration, and opens it with the first place to look at selected. Resolves with the
 * folder that is still to be uploaded, where one was chosen; undefined when the person stopped.
 */
export async function newConfiguration(
	deps: NewConfigurationDeps,
	given?: Dataset,
): Promise<{ readonly document: vscode.TextDocument; readonly folders: readonly vscode.Uri[] } | undefined> {
	const [first] = templateModels;
	const [usualGpu] = trainingGpus;
	if (first === undefined || usualGpu === undefined) return undefined;
	let model: TemplateModel = first;
	let dataset: Chosen = given === undefined ? {} : { dataset: await known(deps, given) };
	let second: Chosen = {};
	let trigger = '';
	let name = '';
	let proposed = '';
	let gpu: Gpu = usualGpu;
	let steps: number | undefined;

	const askModel: Question = async (place) => {
		const answer = await askChoice(place, {
			placeholder: vscode.l10n.t('Select the model to train'),
			choices: modelChoices(),
			active: (value) => value === model,
		});
		if (answer.kind === 'answer') model = answer.value;
		return answer.kind;
	};
	const askDataset: Question = async (place) => {
		const answer = await askForDataset(deps, (choices) =>
			askChoice(place, {
				...choices,
				placeholder:
					model.frames === undefined
						? vscode.l10n.t('Select the dataset with the images to train on')
						: vscode.l10n.t('Select the dataset with the videos to train on'),
			}),
		);
		if (answer.kind === 'answer') dataset = answer.value;
		return answer.kind;
	};
	const askSecond: Question = async (place) => {
		const before = secondDataset(model) === 'before';
		const ask = (choices: Choices) =>
			askChoice(place, {
				...choices,
				placeholder: before
					? vscode.l10n.t('Select the dataset with the images before the edit')
					: vscode.l10n.t('Select a dataset with images that the samples begin with'),
			});
		const answer = await askForDataset(deps, ask, !before);
		if (answer.kind === 'answer') second = answer.value;
		return answer.kind;
	};
	const askTrigger: Question = async (place) => {
		const answer = await askText(place, {
			prompt: vscode.l10n.t(
				'Trigger word: a rare word for what is learned, such as p3rson. Leave empty for none.',
			),
			value: trigger,
			check: () => undefined,
		});
		if (answer.kind === 'answer') trigger = answer.value.trim();
		return answer.kind;
	};
	const askName: Question = async (place) => {
		// A name that nobody changed follows the answers that it was made from.
		const proposal = proposedName(model, dataset.dataset);
		const answer = await askText(place, {
			prompt: vscode.l10n.t('Name of the job: letters, digits, _ and -'),
			value: name === '' || name === proposed ? proposal : name,
			check: (text) => nameProblem(text.trim(), deps.jobNameTaken),
		});
		if (answer.kind === 'answer') {
			name = answer.value.trim();
			proposed = proposal;
		}
		return answer.kind;
	};
	const askGpu: Question = async (place) => {
		const answer = await askChoice(place, {
			placeholder: vscode.l10n.t('Select the GPU that the job runs on'),
			choices: gpuRows(),
			active: (value) => value.type === gpu.type && value.count === gpu.count,
		});
		if (answer.kind === 'answer') gpu = answer.value;
		return answer.kind;
	};
	const askSteps: Question = async (place) => {
		const answer = await askText(place, {
			prompt: vscode.l10n.t('Steps of the training; each takes one image or video'),
			value: String(steps ?? model.steps),
			check: stepsProblem,
		});
		if (answer.kind === 'answer') steps = Number(answer.value.trim());
		return answer.kind;
	};

	const complete = await askInTurn(vscode.l10n.t('New Training Configuration'), () => [
		askModel,
		...(given === undefined ? [askDataset] : []),
		...(secondDataset(model) === 'none' ? [] : [askSecond]),
		askTrigger,
		askName,
		askGpu,
		askSteps,
	]);
	if (!complete) return undefined;
	const secondOfModel = secondDataset(model) === 'none' ? undefined : second.dataset;
	const { text, first: look } = writeConfiguration({
		model,
		name,
		trigger,
		gpuType: gpu.type,
		gpuCount: gpu.count,
		steps: steps ?? model.steps,
		...(dataset.dataset === undefined ? {} : { dataset: dataset.dataset }),
		...(secondOfModel === undefined ? {} : { second: secondOfModel }),
	});
	const document = await openNewDocument(text, name);
	await deps.gpus.remember(document.uri, gpu);
	await vscode.window.showTextDocument(document, {
		preview: false,
		selection: editorRange(document, look),
	});
	return { document, folders: [dataset.folder, second.folder].flatMap((folder) => folder ?? []) };
}

/** The rows of a machine: the name of the service, and what it is. */
export function gpuRows(): readonly Choice<Gpu>[] {
	return trainingGpus.map((value, index) => ({
		label: gpuText(value),
		description: [
			vscode.l10n.t('{0} GB each', numberText(memoryOf(value))),
			...(index === 0 ? [vscode.l10n.t('default')] : []),
		].join(', '),
		value,
	}));
}

/** `1 x ADA_80_PLUS` */
export function gpuText({ type, count }: Gpu): string {
	return `${count} x ${type}`;
}

function memoryOf({ type }: Gpu): number {
	return hardware.find(({ name }) => name === type)?.memoryGb ?? 0;
}

function modelChoices(): readonly Choice<TemplateModel>[] {
	const groups: readonly (readonly [string, (kind: string) => boolean])[] = [
		[vscode.l10n.t('Images'), (kind) => kind === 'image'],
		[vscode.l10n.t('Image Editing'), (kind) => kind === 'image_edit'],
		[vscode.l10n.t('Videos'), (kind) => kind === 'video' || kind === 'i2v'],
	];
	return groups.flatMap(([label, belongs]) => [
		{ label },
		...templateModels
			.filter((model) => belongs(knownModel(model).arch.kind))
			.map((model) => ({
				label: knownModel(model).variant.label,
				description: model.arch,
				detail: model.summary,
				value: model,
			})),
	]);
}

function nameProblem(name: string, taken: NewConfigurationDeps['jobNameTaken']): string | undefined {
	if (name === '') return vscode.l10n.t('Enter a name.');
	if (!/^[A-Za-z0-9_-]+$/.test(name)) {
		const better = cleanName(name);
		return better === ''
			? vscode.l10n.t('Use letters, digits, _ and -.')
			: vscode.l10n.t('Use letters, digits, _ and -, for example {0}.', better);
	}
	return taken?.(name) === true ? vscode.l10n.t('This account already has a job of this name.') : undefined;
}

function stepsProblem(text: string): string | undefined {
	const steps = Number(text.trim());
	return /^\s*\d+\s*$/.test(text) && steps >= 1 && steps <= mostSteps
		? undefined
		: vscode.l10n.t('Enter a whole number from 1 to {0}.', numberText(mostSteps));
}

interface Choices {
	readonly choices: readonly Choice<DatasetChoice>[];
	readonly more?: Promise<readonly Choice<DatasetChoice>[]>;
}

/** Asks until it is known which dataset is meant: signing in and choosing a folder come in between. */
async function askForDataset(
	deps: NewConfigurationDeps,
	ask: (choices: Choices) => Promise<Answer<DatasetChoice>>,
	optional = false,
): Promise<Answer<Chosen>> {
	for (;;) {
		const answer = await ask(datasetChoices(deps, optional));
		if (answer.kind !== 'answer') return answer;
		const { value } = answer;
		switch (value.kind) {
			case 'dataset':
				return { kind: 'answer', value: { dataset: await known(deps, value.dataset) } };
			case 'signIn':
				await deps.signIn();
				break;
			case 'folder': {
				const folder = await chooseFolder();
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

function datasetChoices({ session, datasets }: NewConfigurationDeps, optional: boolean): Choices {
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
		description: labelText(dataset.state),
		value: { kind: 'dataset', dataset },
	};
}

/** A dataset with the names of its files, where the service says them: they decide about frames and previews. */
async function known({ session }: NewConfigurationDeps, dataset: Dataset): Promise<TemplateDataset> {
	const { current } = session;
	const { name } = dataset;
	if (dataset.files !== undefined) return { name, files: dataset.files.map((file) => file.name) };
	if (current.state !== 'signedIn') return { name };
	const status = await datasetStatus(current.service, dataset.id);
	const files = status.ok ? status.value.files : undefined;
	return files === undefined ? { name } : { name, files: files.map((file) => file.name) };
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
	const [folder] =
		(await vscode.window.showOpenDialog({
			canSelectFiles: false,
			canSelectFolders: true,
			title: vscode.l10n.t('Select the Folder to Train On'),
			openLabel: vscode.l10n.t('Select'),
		})) ?? [];
	return folder;
}
