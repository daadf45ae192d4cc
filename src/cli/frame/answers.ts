import * as l10n from '@vscode/l10n';
import { formatBalance } from '../../core/account/balance.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import { counted, numberText, quoted } from '../../core/base/language.ts';
import { exactUsd, roughUsd } from '../../core/base/money.ts';
import { findingSentence } from '../../core/base/textPositions.ts';
import { resumeSentences, tooLowText } from '../../core/jobs/submit/resumeTexts.ts';
import { isTooLow } from '../../core/jobs/submit/reviewedAction.ts';
import { type Ask, type AskedRun, namedByPerson, noAnswers } from '../../core/operations/questions.ts';
import { costText, estimateText, mostOf } from '../../core/records/estimate.ts';
import { describeStart, type SpendingQuestion } from '../../core/records/spendingQuestion.ts';
import { sameRunText } from '../../core/runs/describe.ts';
import type { ReviewQuestion, TargetQuestion } from '../../core/runs/start/questions.ts';
import { uncountedTexts } from '../../core/spending/uncounted.ts';
import { conversionLines } from '../../core/workflow/convert/report.ts';
import type { CommandIo } from '../terminal/io.ts';
import { printable } from '../terminal/printable.ts';

/** The answers that flags give in advance. */
export interface Agreed {
	/** Agrees to costs and deletions. */
	readonly yes: boolean;
	/** The amount in millionths of a US dollar: agrees only to a start with no higher expected cost. */
	readonly most?: number;
	/** Agrees to send documents with errors, runs already in progress, and starts for which the balance is too low. */
	readonly anyway: boolean;
}

/** Answers of a command line, and the reasons for each no, a sentence each. */
interface Answers {
	readonly ask: Ask;
	readonly unanswered: readonly string[];
}

const forgotten = l10n.t('The history cannot be written, so nothing would be recorded on this computer.');

export const yesOrNo = l10n.t('[y/N]');

/** Returns whether a person answers yes; the end of the input, and any other text, means no. */
export async function askedYes(
	ask: NonNullable<CommandIo['ask']>,
	question: string,
	signal?: AbortSignal,
): Promise<boolean> {
	const line = await ask(`${printable(question)} ${yesOrNo} `, signal);
	return ['y', 'yes', l10n.t('y'), l10n.t('yes')].includes(line?.trim().toLowerCase() ?? '');
}

/**
 * Answers by flags, and otherwise asks the person, if there is one. No answer means no.
 * @param isForgotten returns whether a started record is known here only until the command ends
 */
export function answersOf(
	io: Pick<CommandIo, 'ask' | 'err'>,
	{ yes, most, anyway }: Agreed,
	isForgotten: () => Promise<boolean> = async () => false,
): Answers {
	const unanswered: string[] = [];
	const say = (line: string) => io.err(`${printable(line)}\n`);

	/** Returns true if a person is there and agrees. */
	async function agreed(question: string, hint: string): Promise<true | undefined> {
		if (io.ask === undefined) {
			unanswered.push(hint);
			return undefined;
		}
		return (await askedYes(io.ask, question)) ? true : undefined;
	}

	async function confirmSpending(question: SpendingQuestion): Promise<true | undefined> {
		if (question.what !== 'deployment' && (await isForgotten()) && !(await inSpite(forgotten)))
			return undefined;
		const name = describeStart(question, quoted);
		const { cost, estimate = { count: 0 }, balance } = question;
		const [price, expected] = [mostOf(estimate), costText(estimate)];
		if (yes && most !== undefined && (price === undefined || price > most)) {
			unanswered.push(
				price === undefined
					? l10n.t(
							'{0}: the cost is unknown, so --max-usd allows nothing. --yes without --max-usd agrees to any cost.',
							name,
						)
					: l10n.t(
							'{0} may cost up to {1}, more than --max-usd allows. A higher --max-usd agrees to it.',
							name,
							roughUsd(price),
						),
			);
			return undefined;
		}
		if (yes) return true;
		const costs =
			cost ?? (expected === undefined ? l10n.t('This costs money.') : l10n.t('Cost: {0}.', expected));
		if (io.ask !== undefined) {
			say(`${name}: ${costs}`);
			if (balance !== undefined) say(l10n.t('The balance is {0}.', formatBalance(balance)));
		}
		return agreed(l10n.t('Continue?'), l10n.t('{0}: {1} --yes agrees to it.', name, costs));
	}

	async function inSpite(problem: string): Promise<true | undefined> {
		if (anyway) return true;
		if (io.ask !== undefined) say(problem);
		return agreed(l10n.t('Send it anyway?'), l10n.t('{0} --anyway sends it regardless.', problem));
	}

	async function confirmCancels(runs: readonly AskedRun[]): Promise<true | undefined> {
		const shown = io.ask === undefined ? [] : runs.slice(0, mostShown);
		for (const { id, name, status } of shown) say(`  ${id}  ${name}, ${status}`);
		if (shown.length > 0 && shown.length < runs.length)
			say(l10n.t('  and {0} more', numberText(runs.length - shown.length)));
		return agreed(
			counted(runs.length, l10n.t('Cancel 1 run?'), l10n.t('Cancel {0} runs?')),
			counted(
				runs.length,
				l10n.t('Canceling 1 run without a terminal requires --yes.'),
				l10n.t('Canceling {0} runs without a terminal requires --yes.'),
			),
		);
	}

	const ask: Ask = {
		...noAnswers,
		...namedByPerson,
		confirmSpending,
		async confirmDelete({ what, id, name, consequences }) {
			if (yes) return true;
			for (const sentence of io.ask === undefined ? [] : consequences) say(sentence);
			if (what === 'engineRun')
				return agreed(
					l10n.t('Interrupt {0}?', name),
					l10n.t('Interrupting {0} without a terminal requires --yes.', name),
				);
			return agreed(
				l10n.t('Permanently delete "{0}" ({1})?', name, id),
				l10n.t('Deleting "{0}" ({1}) without a terminal requires --yes.', name, id),
			);
		},
		async confirmChange(question) {
			if (yes) return true;
			if (question.act === 'cancelRuns' && question.isAll) return confirmCancels(question.runs);
			if (question.act !== 'callInstance') return true;
			const { method, path, deploymentId } = question;
			return agreed(
				l10n.t('Send {0} {1} to an instance of the deployment {2}?', method, path, deploymentId),
				l10n.t('{0} {1} may change something on the instance. --yes agrees to it.', method, path),
			);
		},
		async confirmDailyLimit(question) {
			const problem = [
				l10n.t(
					'About {0} was spent today; this may exceed the limit of {1}.',
					roughUsd(question.spent),
					exactUsd(question.limit),
				),
				...uncountedTexts(question, Date.now()),
			].join(' ');
			if (io.ask !== undefined) say(problem);
			const hint = l10n.t('{0} A higher EASEL_DAILY_LIMIT allows it.', problem);
			return (await agreed(l10n.t('Continue?'), hint)) ? 'once' : undefined;
		},
		async reviewRun(question) {
			if (io.ask === undefined && !yes) {
				unanswered.push(l10n.t('--yes agrees to it.'));
				return undefined;
			}
			const { lines, problems } = reviewOf(question);
			for (const line of lines) say(line);
			if (problems.length === 0) return { kind: 'run' };
			return (await inSpite(problems.join(' '))) && { kind: 'run' };
		},
		confirmErrors: ({ documentName, errors }) =>
			inSpite(
				[l10n.t('"{0}" has errors:', documentName), ...errors.slice(0, mostShown).map(findingSentence)].join(
					' ',
				),
			),
		async confirmNothingNew({ documentName, earlier, isSure }) {
			if (isSure || earlier === undefined)
				return (
					(await inSpite(l10n.t('"{0}" would produce nothing new on the engine.', documentName))) && 'anyway'
				);
			// The next question is about the cost.
			say(`${sameRunText(earlier, Date.now())} (easel runs show ${earlier.id})`);
			return 'anyway';
		},
		confirmDuplicate: ({ run }) =>
			inSpite(
				run.state === 'uncertain'
					? l10n.t(
							'It is unknown whether "{0}" has already received the same run. "easel runs show {1}" shows the next step.',
							run.target.name,
							run.id,
						)
					: l10n.t('The same run is already in progress: {0} on "{1}".', run.id, run.target.name),
			),
		confirmSameDeployment: ({ id, name }) =>
			inSpite(l10n.t('A deployment named "{0}" already exists, with the ID {1}.', name, id)),
		async confirmResume(question) {
			for (const sentence of resumeSentences(question)) say(sentence);
			const { balance, minimumMicrodollars } = question;
			if (balance === undefined || !isTooLow(balance, minimumMicrodollars)) return 'resume';
			return (await inSpite(tooLowText(balance, minimumMicrodollars))) && 'resume';
		},
		confirmSameJob: ({ job }) =>
			inSpite(
				l10n.t(
					'It is unknown whether the service has already received "{0}". "easel jobs show {1}" shows the next step.',
					job.name,
					job.id,
				),
			),
		confirmLowBalance: ({ balance, minimumMicrodollars }) =>
			inSpite(
				l10n.t(
					'The balance is {0}; the service requires at least {1} to start a run.',
					formatBalance(balance),
					exactUsd(minimumMicrodollars),
				),
			),
		enableDeployment({ deployment, cost }) {
			if (io.ask !== undefined) say(cost);
			return agreed(
				l10n.t('The deployment "{0}" is disabled. Enable it?', deployment.name),
				l10n.t('"easel deployments update {0} --enabled" enables it. {1}', deployment.id, cost),
			);
		},
		chooseTarget,
		async reviewSubmission({ name, action, preparation, blocks, estimate = { count: 0 } }) {
			const { errors, warnings, facts } = preparation;
			if (io.ask === undefined && !yes) {
				unanswered.push(l10n.t('--yes agrees to it.'));
				return undefined;
			}
			const takes = estimateText(estimate);
			if (takes !== '') say(l10n.t('Expected: {0}.', takes));
			for (const each of [...warnings, ...errors].slice(0, mostShown)) say(findingSentence(each));
			const { holders, isStored } = preparation.token;
			if (holders.length > 0 && isStored === true) say(l10n.t('Your model-hub token is sent with it.'));
			const failedJob =
				action.kind === 'edit' && action.resume && action.freeName !== undefined
					? [
							l10n.t(
								'The job has failed, so the service may refuse to resume it (42267). Without --resume, only its configuration is replaced; "easel train" starts a new job with another name, such as "{0}".',
								action.freeName,
							),
						]
					: [];
			if (blocks.length === 0 && failedJob.length === 0) return { kind: 'send' };
			const problems = {
				errors: l10n.t('"{0}" has errors.', name),
				lowBalance: l10n.t(
					'The balance is {0}, too low for a training job.',
					facts.balance === undefined ? '?' : formatBalance(facts.balance),
				),
				incompleteUpload: l10n.t('A dataset was not uploaded completely.'),
			};
			const all = [...failedJob, ...blocks.map((block) => problems[block])];
			return (await inSpite(all.join(' '))) && { kind: 'send' };
		},
	};
	return { ask, unanswered };

	async function chooseTarget({ documentName, targets, first, failure }: TargetQuestion) {
		if (io.ask === undefined || targets.length === 0) {
			// If the list could not be read, its failure has the next step.
			if (io.ask === undefined && failure === undefined) unanswered.push(l10n.t('--on names the target.'));
			return undefined;
		}
		const rank = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length);
		const sorted = targets.toSorted((one, other) => rank(one.id) - rank(other.id));
		for (const [index, { name, id }] of sorted.entries())
			say(`${String(index + 1).padStart(3)}  ${name}  ${id}`);
		const line = await io.ask(
			`${printable(l10n.t('Where do you want to run "{0}"? Enter a number:', documentName))} `,
		);
		return /^\s*\d+\s*$/.test(line ?? '') ? sorted[Number(line) - 1] : undefined;
	}
}

/** The maximum number of entries in a list of a review. */
const mostShown = 10;

/** Returns the lines that describe the request of a run, and the problems against sending it. */
function reviewOf({
	documentName,
	target,
	plan,
	errors,
	conversion,
	lacks,
	draws,
	estimate,
}: ReviewQuestion): {
	readonly lines: readonly string[];
	readonly problems: readonly string[];
} {
	const { changed, media, warnings, bytes } = plan;
	const takes = estimateText(estimate);
	const lines = [
		l10n.t('"{0}" is sent to "{1}" ({2}).', documentName, target.name, describeBytes(bytes)),
		plan.reason,
		...(conversion === undefined ? [] : conversionLines(conversion)),
		...(takes === '' ? [] : [l10n.t('Expected: {0}.', takes)]),
		...changed
			.slice(0, mostShown)
			.map(({ nodeId, input, from, to }) => `  ${nodeId}.${input}: ${from} -> ${to}`),
		...media.map(({ path, real = path, bytes: size }) => `  ${real} (${describeBytes(size)})`),
		...warnings.map(({ text }) => text),
		...(draws === true ? [l10n.t('Its dynamic prompts are resolved; --no-draws sends them as is.')] : []),
	];
	const lacking = lacks && [
		...lacks.classes,
		...[...lacks.models, ...lacks.values].map(({ value }) => value),
	];
	const problems = [
		...errors.slice(0, mostShown).map(findingSentence),
		...(lacking === undefined || lacking.length === 0
			? []
			: [l10n.t('"{0}" lacks: {1}.', target.name, lacking.slice(0, mostShown).join(', '))]),
	];
	return { lines, problems };
}
