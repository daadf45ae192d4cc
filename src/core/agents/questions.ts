import * as l10n from '@vscode/l10n';
import { counted, firstOf, numberText } from '../base/language.ts';
import { exactUsd } from '../base/money.ts';
import type { Ask } from '../operations/questions.ts';
import { estimateText } from '../records/estimate.ts';
import { sameRunText } from '../runs/describe.ts';
import { isPaid } from '../runs/targetTraits.ts';
import { named } from './texts.ts';

/** The one who answers: a person, or a note that the later question about money shows to one. */
interface Answering {
	note(line: string): void;
	expect(microdollars: number): void;
	confirm(lines: readonly string[]): Promise<boolean>;
	confirmEnabling(lines: readonly string[]): Promise<boolean>;
	confirmErrors(lines: readonly string[]): Promise<boolean>;
	confirmAgain(lines: readonly string[]): Promise<boolean>;
	/** Declines without asking; the sentence says what to do instead. */
	refuse(sentence: string): undefined;
}

type CallQuestions = Pick<
	Ask,
	| 'chooseTarget'
	| 'enableDeployment'
	| 'reviewRun'
	| 'confirmErrors'
	| 'confirmNothingNew'
	| 'confirmDuplicate'
	| 'confirmLowBalance'
	| 'confirmSameJob'
	| 'reviewSubmission'
>;

/**
 * Answers the questions on the way to a run or a job. Information that only needs to be read becomes a line of the question about money
 * that always follows it; where none follows, the person is asked right away. Nothing is chosen here: the caller names it.
 */
export function callQuestions(answering: Answering): CallQuestions {
	return {
		chooseTarget: async ({ failure }) =>
			// If the list could not be read, its failure says what to do next.
			failure === undefined
				? answering.refuse('Give the deployment_id of the one to run on; list_deployments lists them.')
				: undefined,
		enableDeployment: ({ deployment, cost }) =>
			answering.confirmEnabling([
				l10n.t('The deployment {0} is disabled. Enable it?', named(deployment.name)),
				cost,
			]),
		async reviewRun({ documentName, target, plan, errors, lacks, estimate }) {
			answering.expect(estimate.microdollars?.high ?? 0);
			const missing = [...(lacks?.classes ?? []), ...(lacks?.models ?? []).map(({ value }) => value)];
			const lines = [
				...plan.changed
					.slice(0, 5)
					.map(({ nodeId, input, to }) => `- ${named(`${nodeId} ${input}`)}: ${named(to)}`),
				...(plan.changed.length > 5 ? [l10n.t('and {0} more', numberText(plan.changed.length - 5))] : []),
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
				...plan.warnings.slice(0, 3).map(({ text }) => named(text)),
			];
			if (!isPaid(target)) {
				const question = l10n.t('Run {0} on {1}?', named(documentName), named(target.name));
				return (await answering.confirm([question, ...lines])) ? { kind: 'run' } : undefined;
			}
			for (const line of lines) answering.note(line);
			return { kind: 'run' };
		},
		confirmErrors: ({ documentName, errors }) =>
			answering.confirmErrors([
				l10n.t('{0} has errors. Run it anyway?', named(documentName)),
				...errors.slice(0, 5).map(({ message }) => named(message)),
			]),
		async confirmNothingNew({ documentName, earlier, isSure }) {
			if (earlier === undefined || isSure) {
				const line = l10n.t('{0} brings nothing new on the engine.', named(documentName));
				return (await answering.confirm([line, l10n.t('Run it again?')])) ? 'anyway' : undefined;
			}
			answering.note(sameRunText(earlier, Date.now()));
			return 'anyway';
		},
		async confirmDuplicate({ run }) {
			if (run.state === 'uncertain')
				return answering.confirmAgain([
					l10n.t('It is unknown whether the same run was taken before: {0}', named(run.documentName)),
					l10n.t('Run it again? If it was taken, it runs twice and costs twice.'),
				]);
			const line = l10n.t('The same run is already under way: {0}', named(run.documentName));
			if (!isPaid(run.target)) return answering.confirm([line, l10n.t('Run it again?')]);
			answering.note(line);
			return true;
		},
		confirmSameJob: ({ job }) =>
			answering.confirmAgain([
				l10n.t('It is unknown whether the same training was taken before: {0}', named(job.name)),
				l10n.t('Submit it again?'),
			]),
		async confirmLowBalance({ minimumMicrodollars }) {
			answering.note(
				l10n.t('The balance is below {0}: it will most likely be refused.', exactUsd(minimumMicrodollars)),
			);
			return true;
		},
		async reviewSubmission({ action, preparation, blocks, estimate }) {
			// Errors are fixed, not sent: the findings say how.
			if (action.kind !== 'start' || blocks.includes('errors'))
				return answering.refuse(
					'Nobody was asked: correct what is named above as check_document says, then call again.',
				);
			answering.expect(estimate?.microdollars?.high ?? 0);
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
			if (blocks.includes('lowBalance'))
				answering.note(l10n.t('The balance is too low to start a training.'));
			if (blocks.includes('incompleteUpload')) answering.note(l10n.t('A dataset is not complete.'));
			if (estimate !== undefined && estimateText(estimate) === '')
				answering.note(l10n.t('How long it takes is not known.'));
			return { kind: 'send' };
		},
	};
}
