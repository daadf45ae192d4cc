import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { numberText } from '../../core/base/language.ts';
import { gpuFacts, gpuText } from '../../core/jobs/gpus.ts';
import type { Gpu } from '../../core/jobs/job.ts';
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
import { firstFolder, openNewDocument } from '../documents/newDocument.ts';
import { editorRange } from '../shell/findings.ts';
import { askChoice, askInTurn, askText, type Choice, type Question } from '../shell/questions.ts';
import type { AskForDataset, ChosenDataset, DatasetChoices } from './submit/datasetQuestion.ts';
import type { GpuChoices } from './submit/gpuChoices.ts';

interface NewConfigurationDeps {
	/** Asks for the dataset; absent if no dataset can be chosen, and the new document has a name to fill in. */
	readonly askForDataset?: AskForDataset;
	readonly gpus: GpuChoices;
	/** Returns whether the account has a job of this name; undefined if unknown. */
	readonly jobNameTaken?: (name: string) => boolean | undefined;
}

/** Largest accepted number of steps: more than anyone pays for. */
const mostSteps = 1_000_000;

/**
 * Asks for model and dataset, writes a configuration, and opens it with the first place to check selected. Resolves
 * with the folder that is still to be uploaded, if one was chosen; undefined on cancel.
 */
export async function newConfiguration(
	deps: NewConfigurationDeps,
	given?: TemplateDataset,
): Promise<{ readonly document: vscode.TextDocument; readonly folders: readonly vscode.Uri[] } | undefined> {
	const [first] = templateModels;
	if (first === undefined) return undefined;
	const { askForDataset } = deps;
	let model: TemplateModel = first;
	let dataset: ChosenDataset = compact({ dataset: given });
	let second: ChosenDataset = {};
	let trigger = '';
	let name = '';
	let proposed = '';
	let [gpu]: readonly [Gpu, ...Gpu[]] = deps.gpus.offered;
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
	const askDataset =
		(askFor: AskForDataset): Question =>
		async (place) => {
			const answer = await askFor((choices) =>
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
	const askSecond =
		(askFor: AskForDataset): Question =>
		async (place) => {
			const before = secondDataset(model) === 'before';
			const ask = (choices: DatasetChoices) =>
				askChoice(place, {
					...choices,
					placeholder: before
						? vscode.l10n.t('Select the dataset with the images before the edit')
						: vscode.l10n.t('Select a dataset with images that the samples begin with'),
				});
			const answer = await askFor(ask, !before);
			if (answer.kind === 'answer') second = answer.value;
			return answer.kind;
		};
	const askTrigger: Question = async (place) => {
		const answer = await askText(place, {
			prompt: vscode.l10n.t(
				'Trigger word: a rare word for the subject, such as p3rson. Leave empty for none.',
			),
			value: trigger,
			check: () => undefined,
		});
		if (answer.kind === 'answer') trigger = answer.value.trim();
		return answer.kind;
	};
	const askName: Question = async (place) => {
		// An unchanged name follows the answers that it was made from.
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
			choices: gpuRows(deps.gpus.offered),
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
		...(askForDataset === undefined || given !== undefined ? [] : [askDataset(askForDataset)]),
		...(askForDataset === undefined || secondDataset(model) === 'none' ? [] : [askSecond(askForDataset)]),
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
		...compact({ dataset: dataset.dataset, second: secondOfModel }),
	});
	const document = await openNewDocument(text, { language: 'yaml', folder: firstFolder(), stem: name });
	await deps.gpus.remember(document.uri, gpu);
	await vscode.window.showTextDocument(document, {
		preview: false,
		selection: editorRange(document, look),
	});
	return { document, folders: [dataset.folder, second.folder].flatMap((folder) => folder ?? []) };
}

/** Returns the rows of machines: the name at the service, and the description. */
function gpuRows(offered: readonly Gpu[]): readonly Choice<Gpu>[] {
	return offered.map((value, index) => ({
		label: gpuText(value),
		description: [...gpuFacts(value), ...(index === 0 ? [vscode.l10n.t('default')] : [])].join(', '),
		value,
	}));
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
	return taken?.(name) === true ? vscode.l10n.t('This account already has a job with this name.') : undefined;
}

function stepsProblem(text: string): string | undefined {
	const steps = Number(text.trim());
	return /^\s*\d+\s*$/.test(text) && steps >= 1 && steps <= mostSteps
		? undefined
		: vscode.l10n.t('Enter a whole number from 1 to {0}.', numberText(mostSteps));
}
