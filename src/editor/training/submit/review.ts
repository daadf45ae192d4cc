import * as vscode from 'vscode';
import type { TextRange } from '../../../core/base/findings.ts';
import { counted } from '../../../core/base/language.ts';
import { gpuText } from '../../../core/jobs/gpus.ts';
import type { ReviewChoice, SubmissionReview } from '../../../core/jobs/submit/questions.ts';
import { resumeText, stepList, tooLowText } from '../../../core/jobs/submit/resumeTexts.ts';
import type { ReviewedAction } from '../../../core/jobs/submit/reviewedAction.ts';
import { isHubVariable } from '../../../core/training/hubVariable.ts';
import { labelText } from '../../shell/plainText.ts';
import { pickReview } from '../../shell/reviewPick.ts';
import {
	datasetRows,
	failedRows,
	findingRow,
	gpuRows,
	type LineOf,
	missingText,
	type ReviewItem,
	separator,
	stepsText,
	tokenRows,
	trainingEstimateRows,
	writtenRows,
} from './reviewRows.ts';

interface ReviewParts {
	readonly title: string;
	readonly review: SubmissionReview;
	readonly lineOf: LineOf;
	/** Shows a place behind the review, which stays open. */
	readonly show: (range: TextRange) => Promise<void>;
}

/** Findings shown one by one; the Problems view has all. */
const mostFindings = 8;

/** Shows the request and its effects, and lets the person continue, change something, or stop. */
export function showReview(parts: ReviewParts): Promise<ReviewChoice | undefined> {
	return pickReview<ReviewChoice, ReviewItem>({
		title: parts.title,
		placeholder: vscode.l10n.t(
			'Press Enter to continue, or to open the selected item. Press Escape to cancel.',
		),
		rows: reviewItems(parts),
		look: ({ look }) => (look === undefined ? undefined : parts.show(look)),
		choiceOfButton: ({ fix }) => (fix === undefined ? undefined : { kind: 'fix', fix }),
		staysOpen: true,
	});
}

/** Returns the rows of the review; errors come first and prevent the first row from sending. */
function reviewItems(parts: ReviewParts): readonly ReviewItem[] {
	const { action, preparation, blocks } = parts.review;
	const { warnings } = preparation;
	const blocked = blocks.length > 0;
	const send: ReviewItem = {
		label: `$(${blocked ? 'warning' : 'play'}) ${sendText(action, blocked)}`,
		description: labelText(whatIsSent(parts.review)),
		...detailOf(parts.review),
		choice: { kind: 'send' },
	};
	return [
		...(blocked ? [] : [send]),
		...problemRows(parts),
		...consequenceRows(parts.review),
		...(action.kind === 'edit' && action.freeName !== undefined
			? failedRows(action.resume, action.freeName)
			: []),
		...tokenRows(preparation, parts.lineOf),
		...gpuRows(preparation.facts.gpus, action.gpu),
		...datasetRows(preparation),
		...writtenRows(preparation),
		...(blocked || preparation.facts.failure !== undefined || warnings.length > 0
			? [
					separator(vscode.l10n.t('Other Options')),
					...(blocked ? [send] : []),
					{
						label: `$(refresh) ${vscode.l10n.t('Check Again')}`,
						description: vscode.l10n.t('reads the document, the datasets and the balance again'),
						choice: { kind: 'again' } as const,
					},
				]
			: []),
	];
}

function sendText(action: ReviewedAction, blocked: boolean): string {
	if (action.kind === 'start')
		return blocked ? vscode.l10n.t('Start Training Anyway') : vscode.l10n.t('Start Training');
	if (action.resume)
		return blocked ? vscode.l10n.t('Send Edit and Resume Anyway') : vscode.l10n.t('Send Edit and Resume');
	return blocked ? vscode.l10n.t('Send Edit Anyway') : vscode.l10n.t('Send Edit');
}

function whatIsSent({ action, preparation }: SubmissionReview): string {
	const { name, arch, steps } = preparation.plan;
	return [
		action.kind === 'start' ? (name ?? '') : action.job.name,
		arch ?? '',
		steps === undefined ? '' : stepsText(steps),
		action.gpu === undefined ? '' : gpuText(action.gpu),
	]
		.filter((part) => part !== '')
		.join(', ');
}

/** Returns the detail of the row that sends: the point at which a job resumes, and the unreplaced parts of the text. */
function detailOf(review: SubmissionReview): Pick<ReviewItem, 'detail'> {
	const { action, preparation } = review;
	const begins = losesSteps(action) === false ? beginText(action) : '';
	const { variables: all } = preparation.plan;
	const written = preparation.token.isStored === true ? all.filter((name) => !isHubVariable(name)) : all;
	const names = written.map((name) => `$\{${name}}`).join(', ');
	const variables = names === '' ? '' : vscode.l10n.t('{0} is sent as is.', names);
	const detail = [begins, variables].filter((part) => part !== '').join(' ');
	return detail === '' ? {} : { detail: labelText(detail, 600) };
}

/** Returns a row each for the removed checkpoints, time and cost: a row shows one line, and cuts the rest. */
function consequenceRows(review: SubmissionReview): readonly ReviewItem[] {
	const { action } = review;
	const removed = (action.kind === 'edit' && action.begins?.removed) || [];
	return [
		...(removed.length === 0
			? []
			: [
					{
						label: `$(warning) ${vscode.l10n.t('Removed Checkpoints')}`,
						description: labelText(stepList(removed)),
						detail: vscode.l10n.t('Removed while the job runs: only the newest checkpoints are kept.'),
					},
				]),
		...trainingEstimateRows(review),
	];
}

/** Returns whether completed steps are done again; undefined if the job is not resumed or this is unknown. */
function losesSteps(action: ReviewedAction): boolean | undefined {
	return action.kind === 'edit' && action.begins ? action.begins.point.repeated > 0 : undefined;
}

function beginText(action: ReviewedAction): string {
	return action.kind === 'edit' && action.begins ? resumeText(action.job, action.begins.point) : '';
}

function problemRows(parts: ReviewParts): ReviewItem[] {
	const { action, preparation, blocks } = parts.review;
	const { errors, warnings, facts } = preparation;
	const rows: ReviewItem[] = [];
	if (blocks.includes('lowBalance') && facts.balance !== undefined) {
		rows.push({
			label: `$(error) ${vscode.l10n.t('Balance')}`,
			detail: tooLowText(facts.balance, facts.minimumMicrodollars),
		});
	}
	if (losesSteps(action))
		rows.push({ label: `$(warning) ${vscode.l10n.t('Resume')}`, detail: labelText(beginText(action), 600) });
	for (const { name, range, missingFiles } of facts.datasets)
		if (missingFiles !== undefined)
			rows.push({
				label: `$(warning) ${labelText(name)}`,
				description: missingText(missingFiles),
				detail: vscode.l10n.t(
					'The training would use only the files that have arrived. Retry the upload in the Datasets view.',
				),
				look: range,
			});
	const shown = [...errors, ...warnings];
	rows.push(...shown.slice(0, mostFindings).map((finding) => findingRow(finding, parts.lineOf)));
	const [next] = shown.slice(mostFindings);
	if (next !== undefined) {
		const rest = shown.length - mostFindings;
		rows.push({
			label: `$(${next.severity}) ${counted(
				rest,
				vscode.l10n.t('1 more problem'),
				vscode.l10n.t('{0} more problems'),
			)}`,
			look: next.range,
		});
	}
	return rows.length === 0 ? [] : [separator(vscode.l10n.t('Before You Send')), ...rows];
}
