import * as l10n from '@vscode/l10n';
import { describeBytes } from '../base/bytes.ts';
import { counted, firstOf, numberText } from '../base/language.ts';
import { exactUsd } from '../base/money.ts';
import { removedText, resumeSentences, resumeText } from '../jobs/submit/resumeTexts.ts';
import { isTooLow } from '../jobs/submit/reviewedAction.ts';
import type { Ask } from '../operations/questions.ts';
import { estimateText } from '../records/estimate.ts';
import { sameRunText } from '../runs/describe.ts';
import type { RunPlan } from '../runs/plan/plan.ts';
import type { ErrorsQuestion } from '../runs/start/questions.ts';
import { isPaid } from '../runs/targetTraits.ts';
import { conversionLines } from '../workflow/convert/report.ts';
import { changeLines } from './changeLines.ts';
import { longestQuoted, named, whole } from './texts.ts';

/** The one who answers: a person, or a note that the later question about money shows to one. */
interface Answering {
	note(line: string, place?: string): void;
	confirm(lines: readonly string[]): Promise<boolean>;
	/**
	 * Asks for what only a person decides: to enable a deployment, which may keep instances running that are billed until
	 * someone stops them, to run a document despite its errors, or to send again what may have been received.
	 */
	decide(what: 'enabling' | 'errors' | 'again', lines: readonly string[]): Promise<boolean>;
	/** Declines without asking; the sentence has the next step. */
	refuse(sentence: string): undefined;
}

function inSpiteOfErrors(answering: Answering, { documentName, errors }: ErrorsQuestion): Promise<boolean> {
	return answering.decide('errors', [
		l10n.t('{0} has errors. Run it anyway?', named(documentName)),
		...errors.slice(0, 5).map(({ message }) => named(message, longestQuoted)),
	]);
}

/**
 * Answers the questions on the way to a run or a job. Information that only needs to be read becomes a line of the
 * question about money that always follows it; without one, the person is asked immediately. Nothing is chosen here:
 * the caller names it.
 */
export function callQuestions(answering: Answering) {
	return {
		chooseTarget: async ({ failure }) =>
			// If the list could not be read, its failure has the next step.
			failure === undefined
				? answering.refuse('Give the deployment_id of the one to run on; list_deployments lists them.')
				: undefined,
		enableDeployment: ({ deployment, cost }) =>
			answering.decide('enabling', [
				l10n.t('The deployment {0} is disabled. Enable it?', named(deployment.name)),
				cost,
			]),
		async reviewRun({ documentName, target, plan, errors, conversion, lacks, nothingNew }) {
			const { prompt } = plan.summary;
			const missing = [...(lacks?.classes ?? []), ...(lacks?.models ?? []).map(({ value }) => value)];
			const changed = plan.changed.slice(0, mostChanges).map(({ nodeId, nodeTitle, input, to }) => ({
				place: `${nodeId}.${input}`,
				line: changeLine(`${input} (${nodeTitle ?? nodeId})`, to),
			}));
			const lines = [
				...(plan.changed.length > mostChanges
					? [l10n.t('and {0} more', numberText(plan.changed.length - mostChanges))]
					: []),
				...(prompt === undefined ? [] : [l10n.t('Prompt: {0}', named(prompt, longestPrompt))]),
				...filesOf(plan.media),
				...(nothingNew?.isAll && !nothingNew.isSure && nothingNew.earlier !== undefined
					? [sameRunText(nothingNew.earlier, Date.now())]
					: []),
				...(conversion === undefined ? [] : conversionLines(conversion).slice(0, mostWarnings).map(whole)),
				...(errors.length > 0
					? [
							counted(
								errors.length,
								l10n.t('The document has 1 error.'),
								l10n.t('The document has {0} errors.'),
							),
						]
					: []),
				...(missing.length > 0 ? [l10n.t('The deployment lacks: {0}', named(firstOf(missing, 3)))] : []),
				...plan.warnings.slice(0, mostWarnings).map(({ text }) => whole(text)),
			];
			if (!isPaid(target)) {
				const question = l10n.t('Run {0} on {1}?', named(documentName), named(target.name));
				return (await answering.confirm([question, ...changed.map(({ line }) => line), ...lines]))
					? { kind: 'run' }
					: undefined;
			}
			if (errors.length > 0 && !(await inSpiteOfErrors(answering, { documentName, errors })))
				return undefined;
			for (const { line, place } of changed) answering.note(line, place);
			for (const line of lines) answering.note(line);
			return { kind: 'run' };
		},
		confirmErrors: (question) => inSpiteOfErrors(answering, question),
		async confirmNothingNew({ documentName, earlier, isSure }) {
			if (earlier === undefined || isSure) {
				const line = l10n.t('{0} would produce nothing new on the engine.', named(documentName));
				return (await answering.confirm([line, l10n.t('Run it again?')])) ? 'anyway' : undefined;
			}
			answering.note(sameRunText(earlier, Date.now()));
			return 'anyway';
		},
		async confirmDuplicate({ run }) {
			if (run.state === 'uncertain')
				return answering.decide('again', [
					l10n.t(
						'It is unknown whether the service received the same run before: {0}',
						named(run.documentName),
					),
					l10n.t('Run it again? If it was received, it runs twice and costs twice.'),
				]);
			const line = l10n.t('The same run is already in progress: {0}', named(run.documentName));
			if (!isPaid(run.target)) return answering.confirm([line, l10n.t('Run it again?')]);
			answering.note(line);
			return true;
		},
		confirmSameDeployment: ({ name }) =>
			answering.decide('again', [
				l10n.t('A deployment named {0} already exists. Create another one?', named(name)),
			]),
		async confirmResume(question) {
			for (const sentence of resumeSentences(question)) answering.note(sentence);
			const { balance, minimumMicrodollars } = question;
			if (isTooLow(balance, minimumMicrodollars))
				answering.note(l10n.t('The balance is too low to start a training.'));
			return 'resume';
		},
		confirmSameJob: ({ job }) =>
			answering.decide('again', [
				l10n.t('It is unknown whether the service received the same training before: {0}', named(job.name)),
				l10n.t('Submit it again?'),
			]),
		async confirmLowBalance({ minimumMicrodollars }) {
			answering.note(
				l10n.t('The balance is below {0}: it will most likely be refused.', exactUsd(minimumMicrodollars)),
			);
			return true;
		},
		confirmChange: (question) => answering.confirm(changeLines(question)),
		confirmUpload: ({ folder, datasetName, adds, files, bytes, findings }) =>
			answering.confirm([
				adds
					? l10n.t('Add the files of a folder to the dataset {0}?', named(datasetName))
					: l10n.t('Upload a folder as the dataset {0}?', named(datasetName)),
				l10n.t('Folder: {0}', whole(folder)),
				l10n.t('{0}, {1}', counted(files, l10n.t('1 file'), l10n.t('{0} files')), describeBytes(bytes)),
				...findings.slice(0, 5).map((title) => `- ${named(title)}`),
			]),
		async reviewSubmission({ action, preparation, blocks, estimate }) {
			// Errors are fixed, not sent: the findings have the remedies.
			if (blocks.includes('errors'))
				return answering.refuse(
					'Nobody was asked: correct what is named above as check_document says, then call again.',
				);
			if (action.kind === 'edit') {
				const { job, begins } = action;
				answering.note(l10n.t('The training job {0} gets this configuration.', named(job.name)));
				if (begins !== undefined) {
					answering.note(resumeText(job, begins.point));
					if (begins.removed.length > 0) answering.note(removedText(begins.removed));
				}
			}
			const { steps, arch } = preparation.plan;
			const { datasets } = preparation.facts;
			if (arch !== undefined) answering.note(l10n.t('Model: {0}', named(arch)));
			if (steps !== undefined) answering.note(l10n.t('Steps: {0}', numberText(steps)));
			if (datasets.length > 0)
				answering.note(
					l10n.t(
						'Datasets: {0}',
						named(
							firstOf(
								datasets.map(({ name }) => name),
								3,
							),
						),
					),
				);
			const { holders, isStored } = preparation.token;
			if (holders.length > 0 && isStored === true)
				answering.note(l10n.t('Your model-hub token is sent with it.'));
			if (blocks.includes('lowBalance'))
				answering.note(l10n.t('The balance is too low to start a training.'));
			if (blocks.includes('incompleteUpload')) answering.note(l10n.t('A dataset is not complete.'));
			if (estimate !== undefined && estimateText(estimate) === '')
				answering.note(l10n.t('The duration is unknown.'));
			return { kind: 'send' };
		},
	} satisfies Partial<Ask>;
}

/** Changes of inputs that a question lists; the document itself is in the history. */
export const mostChanges = 5;
const mostWarnings = 10;
const longestPrompt = 500;

/** Returns the line of a changed input. @param value as JSON or as text */
export function changeLine(input: string, value: string): string {
	return `- ${named(input)}: ${named(value.replace(/^"(.*)"$/s, '$1'))}`;
}

/** Returns each file of this computer that is sent with a run, by its path without links. */
function filesOf(media: RunPlan['media']): readonly string[] {
	const files = new Map(media.map(({ path, real = path, bytes }) => [real, bytes]));
	return [...files].map(([path, bytes]) =>
		l10n.t('The bytes of the file {0} are also sent ({1})', whole(path), describeBytes(bytes)),
	);
}
