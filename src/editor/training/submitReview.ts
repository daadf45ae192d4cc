import * as vscode from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import type { Finding, Fix, TextRange } from '../../core/base/findings.ts';
import { minimumBalance } from '../../core/wire/limits.ts';
import { numberText } from '../shell/numbers.ts';
import { labelText } from '../shell/plainText.ts';
import { type Gpu, trainingGpus } from './gpuChoices.ts';
import { isTooLow, type Preparation, type PreparedDataset } from './preparation.ts';

/** What is about to be sent. */
export type ReviewedAction =
	| { readonly kind: 'start'; readonly gpu: Gpu }
	| {
			readonly kind: 'edit';
			readonly jobName: string;
			readonly resume: boolean;
			/** From which step the job will begin; absent where it is not resumed or nobody knows. */
			readonly begins?: { readonly text: string; readonly losesSteps: boolean };
	  };

/** What the person decided after reading the review. */
export type ReviewChoice =
	| { readonly kind: 'send' }
	| { readonly kind: 'gpu'; readonly gpu: Gpu }
	| { readonly kind: 'fix'; readonly fix: Fix }
	| { readonly kind: 'again' };

export interface ReviewParts {
	readonly title: string;
	readonly action: ReviewedAction;
	readonly preparation: Preparation;
	/** The line of a place in the text, from 1. */
	readonly lineOf: (range: TextRange) => number;
	/** Shows a place behind the review, which stays open. */
	readonly show: (range: TextRange) => Promise<void>;
}

interface ReviewItem extends vscode.QuickPickItem {
	readonly choice?: ReviewChoice;
	readonly look?: TextRange;
	/** What the button of the row does. */
	readonly fix?: Fix;
}

/** Findings shown one by one; the Problems view has all. */
const mostFindings = 8;

/** Shows what will be sent and what will come of it, and lets the person continue, change something, or stop. */
export function reviewSubmission(parts: ReviewParts): Promise<ReviewChoice | undefined> {
	const pick = vscode.window.createQuickPick<ReviewItem>();
	pick.title = labelText(parts.title);
	pick.placeholder = vscode.l10n.t(
		'Press Enter to continue, or to show what a row names. Press Escape to cancel.',
	);
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	// A row shows a place of the document, which takes the focus away.
	pick.ignoreFocusOut = true;
	pick.items = reviewItems(parts);
	return new Promise((resolve, reject) => {
		const end = (choice: ReviewChoice) => {
			resolve(choice);
			pick.hide();
		};
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item?.look !== undefined) parts.show(item.look).catch(reject);
			if (item?.choice !== undefined) end(item.choice);
		});
		pick.onDidTriggerItemButton(({ item }) => {
			if (item.fix !== undefined) end({ kind: 'fix', fix: item.fix });
		});
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}

/** The rows of the review; errors come first and keep the first row from sending. */
export function reviewItems(parts: ReviewParts): readonly ReviewItem[] {
	const { action, preparation } = parts;
	const { errors, warnings } = preparation;
	const tooLow = action.kind === 'start' && isTooLow(preparation.facts);
	const blocked = errors.length > 0 || tooLow;
	const send: ReviewItem = {
		label: `$(${blocked ? 'warning' : 'play'}) ${sendText(action, blocked)}`,
		description: labelText(whatIsSent(parts)),
		...detailOf(parts),
		choice: { kind: 'send' },
	};
	return [
		...(blocked ? [] : [send]),
		...problemRows(parts, tooLow),
		...(action.kind === 'start' ? gpuRows(action.gpu) : []),
		...datasetRows(parts),
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

function whatIsSent({ action, preparation }: ReviewParts): string {
	const { name, arch, steps } = preparation.plan;
	return [
		action.kind === 'start' ? (name ?? '') : action.jobName,
		arch ?? '',
		steps === undefined ? '' : stepsText(steps),
		action.kind === 'start' ? `${action.gpu.count} x ${action.gpu.type}` : '',
	]
		.filter((part) => part !== '')
		.join(', ');
}

/** What one should know about sending: where a job begins again, and what is not replaced in the text. */
function detailOf({ action, preparation }: ReviewParts): Pick<ReviewItem, 'detail'> {
	const begins = action.kind === 'edit' && action.begins?.losesSteps === false ? action.begins.text : '';
	const names = preparation.plan.variables.map((name) => `$\{${name}}`).join(', ');
	const variables = names === '' ? '' : vscode.l10n.t('{0} is sent as it is written.', names);
	const detail = [begins, variables].filter((part) => part !== '').join(' ');
	return detail === '' ? {} : { detail: labelText(detail, 600) };
}

function problemRows(parts: ReviewParts, tooLow: boolean): ReviewItem[] {
	const { errors, warnings, facts } = parts.preparation;
	const rows: ReviewItem[] = [];
	if (tooLow && facts.balance !== undefined) {
		rows.push({
			label: `$(error) ${vscode.l10n.t('Balance')}`,
			detail: vscode.l10n.t(
				'Your balance is {0}. The service starts no training job below {1}.',
				formatBalance(facts.balance),
				lowestBalance(),
			),
		});
	}
	const { action } = parts;
	if (action.kind === 'edit' && action.begins?.losesSteps === true)
		rows.push({ label: `$(warning) ${vscode.l10n.t('Resume')}`, detail: labelText(action.begins.text, 600) });
	const shown = [...errors, ...warnings];
	rows.push(...shown.slice(0, mostFindings).map((finding) => findingRow(finding, parts)));
	const [next] = shown.slice(mostFindings);
	if (next !== undefined) {
		const rest = shown.length - mostFindings;
		rows.push({
			label: `$(${next.severity}) ${
				rest === 1 ? vscode.l10n.t('1 more problem') : vscode.l10n.t('{0} more problems', numberText(rest))
			}`,
			look: next.range,
		});
	}
	return rows.length === 0 ? [] : [separator(vscode.l10n.t('Before You Send')), ...rows];
}

function findingRow(finding: Finding, { lineOf }: ReviewParts): ReviewItem {
	const { severity, message, remedy, range, fixes } = finding;
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

function gpuRows(chosen: Gpu): readonly ReviewItem[] {
	return [
		separator(vscode.l10n.t('GPU')),
		...trainingGpus.map((gpu) => {
			const isChosen = gpu.type === chosen.type && gpu.count === chosen.count;
			return {
				label: `$(${isChosen ? 'circle-filled' : 'circle-outline'}) ${gpu.count} x ${gpu.type}`,
				description: isChosen ? vscode.l10n.t('selected') : vscode.l10n.t('select'),
				choice: { kind: 'gpu', gpu } as const,
			};
		}),
	];
}

function datasetRows({ preparation }: ReviewParts): ReviewItem[] {
	const { datasets, failure } = preparation.facts;
	if (datasets.length === 0 && failure === undefined) return [];
	return [
		separator(vscode.l10n.t('Datasets')),
		...(failure === undefined
			? []
			: [
					{
						label: `$(warning) ${vscode.l10n.t('The datasets could not be asked for')}`,
						detail: labelText(`${failure.message} ${failure.nextStep}`, 600),
					},
				]),
		...datasets.map((dataset) => ({
			label: `$(database) ${labelText(dataset.name)}`,
			description: labelText(datasetText(dataset)),
			look: dataset.range,
		})),
	];
}

function datasetText({ found, trained }: PreparedDataset): string {
	const role = trained ? '' : vscode.l10n.t('control images or masks');
	if (found === 'missing') return [vscode.l10n.t('not in this account'), role].filter(Boolean).join(', ');
	if (found === undefined) return [vscode.l10n.t('state not known'), role].filter(Boolean).join(', ');
	const count = found.files?.length;
	const files =
		count === undefined
			? ''
			: count === 1
				? vscode.l10n.t('1 file')
				: vscode.l10n.t('{0} files', numberText(count));
	return [found.state, files, role].filter((part) => part !== '').join(', ');
}

function writtenRows({ plan, facts }: Preparation): ReviewItem[] {
	const { checkpoints, samples } = plan;
	const rows: ReviewItem[] = [
		{
			label: `$(save) ${vscode.l10n.t('Checkpoints')}`,
			description:
				checkpoints.every === undefined
					? vscode.l10n.t('the final file only')
					: vscode.l10n.t(
							'every {0} steps: {1} written, {2} kept, and the final file',
							numberText(checkpoints.every),
							numberText(checkpoints.written),
							numberText(checkpoints.kept),
						),
			...(checkpoints.range === undefined ? {} : { look: checkpoints.range }),
		},
		{
			label: `$(file-media) ${vscode.l10n.t('Samples')}`,
			description:
				samples === undefined
					? vscode.l10n.t('none')
					: vscode.l10n.t(
							'every {0} steps: {1} prompts, {2} files in all',
							numberText(samples.every),
							numberText(samples.prompts),
							numberText(samples.prompts * samples.rounds),
						),
			...(samples?.range === undefined ? {} : { look: samples.range }),
		},
		{
			label: `$(credit-card) ${vscode.l10n.t('Balance')}`,
			description:
				facts.balance === undefined
					? vscode.l10n.t('not known; a job needs at least {0} to start', lowestBalance())
					: vscode.l10n.t(
							'{0}; a job needs at least {1} to start',
							formatBalance(facts.balance),
							lowestBalance(),
						),
		},
	];
	return [separator(vscode.l10n.t('What the Job Writes and Needs')), ...rows];
}

function lowestBalance(): string {
	return formatBalance({ microdollars: minimumBalance.training, currency: 'USD' });
}

function stepsText(steps: number): string {
	return steps === 1 ? vscode.l10n.t('1 step') : vscode.l10n.t('{0} steps', numberText(steps));
}

function separator(label: string): ReviewItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
