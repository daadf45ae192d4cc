import * as vscode from 'vscode';
import { formatBalance } from '../../../core/account/balance.ts';
import { compact } from '../../../core/base/compact.ts';
import type { Finding, Fix, TextRange } from '../../../core/base/findings.ts';
import { counted, numberText } from '../../../core/base/language.ts';
import { sandboxId } from '../../../core/connection/connections.ts';
import { gpuFacts, gpuText, isSameGpu } from '../../../core/jobs/gpus.ts';
import type { Gpu } from '../../../core/jobs/job.ts';
import type { PreparedDataset } from '../../../core/jobs/submit/accountAnswers.ts';
import type { Preparation } from '../../../core/jobs/submit/preparation.ts';
import type { ReviewChoice, SubmissionReview } from '../../../core/jobs/submit/questions.ts';
import { lowestBalance } from '../../../core/jobs/submit/resumeTexts.ts';
import { costText, type Estimate, estimateText } from '../../../core/records/estimate.ts';
import { hubVariable } from '../../../core/training/hubVariable.ts';
import { datasetStateText } from '../../../core/wire/datasetState.ts';
import { sandboxSpeed } from '../../account/sandboxProgram.ts';
import { labelText } from '../../shell/plainText.ts';

export interface ReviewItem extends vscode.QuickPickItem {
	readonly choice?: ReviewChoice;
	/** A place to show behind the review. */
	readonly look?: TextRange;
	/** The fix that the button of the row makes. */
	readonly fix?: Fix;
}

/** The line of a place in the text, from 1. */
export type LineOf = (range: TextRange) => number;

/** Returns the machines to choose from; `chosen` is undefined if the machine of a job is unknown. */
export function gpuRows(offered: readonly Gpu[], chosen: Gpu | undefined): readonly ReviewItem[] {
	const unknown: readonly ReviewItem[] =
		chosen === undefined
			? [
					{
						label: `$(circle-filled) ${vscode.l10n.t('Chosen by the service')}`,
						description: vscode.l10n.t('the machine of this job is unknown here'),
					},
				]
			: [];
	return [
		separator(vscode.l10n.t('GPU')),
		...unknown,
		...offered.map((gpu) => {
			const isChosen = isSameGpu(gpu, chosen);
			return {
				label: `$(${isChosen ? 'circle-filled' : 'circle-outline'}) ${gpuText(gpu)}`,
				description: [...gpuFacts(gpu), isChosen ? vscode.l10n.t('selected') : vscode.l10n.t('select')].join(
					', ',
				),
				choice: { kind: 'gpu', gpu } as const,
			};
		}),
	];
}

/** Returns the rows about the token in the request, and its place; or its absence. */
export function tokenRows({ token }: Preparation, lineOf: LineOf): readonly ReviewItem[] {
	const [first] = token.holders;
	if (first === undefined || token.isStored === undefined) return [];
	const variable = `$\{${hubVariable}}`;
	const places = token.holders
		.map(({ path, range }) => vscode.l10n.t('{0} (line {1})', path, numberText(lineOf(range))))
		.join(', ');
	const row: ReviewItem = token.isStored
		? {
				label: `$(key) ${vscode.l10n.t('The stored token is sent in place of {0}', variable)}`,
				description: labelText(places, 300),
				detail: vscode.l10n.t(
					'The service does not publish which key it reads. Press Enter to choose another place.',
				),
				choice: { kind: 'placeToken' },
			}
		: {
				label: `$(warning) ${vscode.l10n.t('Set Model Hub Token')}`,
				description: vscode.l10n.t('no token is stored; {0} would be sent as is', variable),
				choice: { kind: 'setToken' },
			};
	return [separator(vscode.l10n.t('Model Hub Token')), row];
}

/** Returns the rows about a job that has failed: the service's document contradicts itself about it (docs/rules/training.md). */
export function failedRows(resume: boolean, freeName: string): readonly ReviewItem[] {
	return [
		separator(vscode.l10n.t('This Job Has Failed')),
		{
			label: `$(info) ${resume ? vscode.l10n.t('Edit and try to resume') : vscode.l10n.t('Edit now, try to resume later')}`,
			detail: vscode.l10n.t(
				'The service may queue a failed job again after an edit, or refuse to resume it (42267); its documentation allows both. The edit is kept in either case.',
			),
		},
		{
			label: `$(add) ${vscode.l10n.t('Start as a New Job')}`,
			description: labelText(freeName),
			detail: vscode.l10n.t(
				'This always works and begins at step 0. The name changes in the document, because a job with the old name exists.',
			),
			choice: { kind: 'newJob', name: freeName },
		},
	];
}

/** Returns the rows about the expected duration and cost of the training, from earlier ones; empty if nothing is started. */
export function trainingEstimateRows({
	connection,
	estimate,
	preparation,
}: SubmissionReview): readonly ReviewItem[] {
	if (estimate === undefined) return [];
	return [
		{
			label: `$(clock) ${vscode.l10n.t('Expected Duration')}`,
			description: labelText(durationText(estimate, preparation.plan.arch)),
			...(connection.id === sandboxId
				? {
						detail: vscode.l10n.t(
							'The sandbox works {0} times as fast as the service (setting "{1}").',
							numberText(sandboxSpeed()),
							'easel.sandbox.speed',
						),
					}
				: {}),
		},
		{
			label: `$(credit-card) ${vscode.l10n.t('Expected Cost')}`,
			description: costText(estimate) ?? vscode.l10n.t('unknown so far'),
		},
	];
}

function durationText({ count, ms }: Estimate, kind: string | undefined): string {
	if (count === 0 || ms === undefined)
		return kind === undefined
			? vscode.l10n.t('unknown; no earlier training')
			: vscode.l10n.t('unknown; no earlier training of {0} on this machine', kind);
	const takes = estimateText({ ms });
	return count === 1
		? vscode.l10n.t('{0}, based on 1 earlier training', takes)
		: vscode.l10n.t('{0}, based on {1} earlier trainings', takes, numberText(count));
}

/** Returns a finding with the button that fixes it. */
export function findingRow({ severity, message, remedy, range, fixes }: Finding, lineOf: LineOf): ReviewItem {
	const fix = fixes?.find(({ preferred }) => preferred === true) ?? fixes?.[0];
	return {
		label: `$(${severity}) ${vscode.l10n.t('Line {0}', lineOf(range))}`,
		description: vscode.l10n.t('Show in Document'),
		detail: labelText(remedy === undefined ? message : `${message} ${remedy}`, 600),
		look: range,
		...(fix === undefined
			? {}
			: { fix, buttons: [{ iconPath: new vscode.ThemeIcon('lightbulb'), tooltip: fix.title }] }),
	};
}

/** Returns the datasets of the configuration, as the account has them. */
export function datasetRows({ facts: { datasets, failure } }: Preparation): readonly ReviewItem[] {
	if (datasets.length === 0 && failure === undefined) return [];
	return [
		separator(vscode.l10n.t('Datasets')),
		...(failure === undefined
			? []
			: [
					{
						label: `$(warning) ${vscode.l10n.t('The datasets could not be loaded')}`,
						detail: labelText(`${failure.message} ${failure.nextStep}`, 600),
					},
				]),
		...datasets.map((dataset) => ({
			label: `$(${dataset.missingFiles !== undefined ? 'warning' : 'database'}) ${labelText(dataset.name)}`,
			description: labelText(datasetText(dataset)),
			look: dataset.range,
		})),
	];
}

/** Returns the sentence about the files missing from an incomplete upload. */
export function missingText(files: number): string {
	return counted(
		files,
		vscode.l10n.t('upload incomplete, 1 file missing'),
		vscode.l10n.t('upload incomplete, {0} files missing'),
	);
}

function datasetText({ found, trained, missingFiles }: PreparedDataset): string {
	const role = trained ? '' : vscode.l10n.t('control images or masks');
	if (found === 'missing') return [vscode.l10n.t('not in this account'), role].filter(Boolean).join(', ');
	if (found === undefined) return [vscode.l10n.t('state unknown'), role].filter(Boolean).join(', ');
	const count = found.files?.length;
	const files =
		count === undefined ? '' : counted(count, vscode.l10n.t('1 file'), vscode.l10n.t('{0} files'));
	const upload = missingFiles === undefined ? '' : missingText(missingFiles);
	return [datasetStateText(found.state), files, upload, role].filter((part) => part !== '').join(', ');
}

/** Returns the rows about the files that the job will write, and the balance that it needs. */
export function writtenRows({ plan, facts }: Preparation): readonly ReviewItem[] {
	const { checkpoints, samples } = plan;
	const rows: ReviewItem[] = [
		{
			label: `$(save) ${vscode.l10n.t('Checkpoints')}`,
			description:
				checkpoints.every === undefined
					? vscode.l10n.t('only the final file')
					: vscode.l10n.t(
							'every {0} steps: {1} written, {2} kept, and the final file',
							numberText(checkpoints.every),
							numberText(checkpoints.written),
							numberText(checkpoints.kept),
						),
			...compact({ look: checkpoints.range }),
		},
		{
			label: `$(file-media) ${vscode.l10n.t('Samples')}`,
			description: samples === undefined ? vscode.l10n.t('none') : samplesText(samples),
			...compact({ look: samples?.range }),
		},
		{
			label: `$(credit-card) ${vscode.l10n.t('Balance')}`,
			description:
				facts.balance === undefined
					? vscode.l10n.t(
							'unknown; a job needs at least {0} to start',
							lowestBalance(facts.minimumMicrodollars),
						)
					: vscode.l10n.t(
							'{0}; a job needs at least {1} to start',
							formatBalance(facts.balance),
							lowestBalance(facts.minimumMicrodollars),
						),
		},
	];
	return [separator(vscode.l10n.t('Outputs and Balance')), ...rows];
}

function samplesText({ every, prompts, rounds }: NonNullable<Preparation['plan']['samples']>): string {
	const files = numberText(prompts * rounds);
	return prompts === 1
		? vscode.l10n.t('every {0} steps: 1 prompt, {1} files in all', numberText(every), files)
		: vscode.l10n.t(
				'every {0} steps: {1} prompts, {2} files in all',
				numberText(every),
				numberText(prompts),
				files,
			);
}

/** Returns a number of steps as text: `1 step` or `2,000 steps`. */
export function stepsText(steps: number): string {
	return counted(steps, vscode.l10n.t('1 step'), vscode.l10n.t('{0} steps'));
}

/** Returns a line with a headline between rows. */
export function separator(label: string): ReviewItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
