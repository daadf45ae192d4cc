import type { SessionSource, SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import type { TextRange } from '../../base/findings.ts';
import type { Estimate } from '../../records/estimate.ts';
import type { SpendingQuestions } from '../../records/spendingQuestion.ts';
import type { CheckOptions, Submission } from '../../training/check.ts';
import { placeRefusal } from '../../training/refusal.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import { configKeyOf } from '../config/key.ts';
import { gpuText } from '../gpus.ts';
import type { Gpu } from '../job.ts';
import { mayBeTaken } from '../jobRecord.ts';
import type { JobService } from '../jobService.ts';
import { AccountAnswers, type AccountDatasets } from './accountAnswers.ts';
import { type Preparation, prepare } from './preparation.ts';
import type { JobQuestions, ReviewChoice } from './questions.ts';
import { blocksOf, type ReviewedAction } from './reviewedAction.ts';

export type JobAsk = JobQuestions & SpendingQuestions;

/** A choice in the review that changes the document or something else. */
type SourceChange = Exclude<ReviewChoice, { kind: 'send' | 'again' }>;

/** A configuration to send to the service. */
export interface JobSource {
	readonly name: string;
	readonly documentUri?: string;
	text(): string;
	/** Reads the current configuration; undefined if it no longer is one. */
	read(): Promise<TrainingDocument | undefined>;
	/** Makes a selected change; false if that is not possible here. */
	change(change: SourceChange, document: TrainingDocument, preparation: Preparation): Promise<boolean>;
}

interface SubmissionServices {
	readonly session: SessionSource;
	jobs(): Promise<Pick<JobService, 'submit' | 'edit' | 'resume' | 'result' | 'estimate' | 'jobs'>>;
	/** Returns the datasets of an account, for one review. */
	datasets(session: SignedIn): Promise<AccountDatasets>;
}

/** The facts that only the caller knows. */
interface SubmissionFacts {
	/** Returns the options of the rules in addition to the text. */
	options(): CheckOptions;
	/** Returns whether a job of the account has a name; undefined if unknown. */
	nameTaken(name: string): boolean | undefined;
	/** Runs longer work, and shows that. */
	during<T>(what: 'checking' | 'starting' | 'editing', work: () => Promise<T>): Promise<T>;
}

/** A configuration that is open in an editor: read, checked and changed there. */
export interface OpenConfiguration extends Pick<SubmissionFacts, 'options' | 'during'> {
	readonly source: JobSource;
	/** Returns the machine for a new job. */
	gpu(): Gpu;
}

/** The parts between a configuration and a job that ask nothing. */
export interface SubmissionParts {
	readonly services: SubmissionServices;
	readonly facts: SubmissionFacts;
}

/** The outcome if nothing was sent: a question was not confirmed, or the configuration no longer exists. */
export interface StoppedSubmission {
	readonly kind: 'stopped';
	readonly why:
		| 'reviewSubmission'
		| 'confirmSameJob'
		| 'confirmSpending'
		| 'noConfiguration'
		| 'cannotChange';
	/** The result of the last review. */
	readonly preparation?: Preparation;
}

/** The outcome if nothing was sent, because another account is in use now. */
export interface SwitchedSession {
	readonly kind: 'switched';
}

/** The service did not take it. */
export interface RefusedSubmission {
	readonly kind: 'refused';
	readonly failure: Failure;
}

/** The confirmed document, exactly as it will be sent. */
interface Confirmed {
	readonly kind: 'confirmed';
	readonly document: TrainingDocument;
	readonly preparation: Preparation;
}

/** The part of a review that differs between kinds of submission. */
interface ReviewPlan {
	action(document: TrainingDocument): ReviewedAction;
	/** Returns the parameters as the rules need them. */
	submission(): Submission;
	/** Asks the service again for the data of this kind. */
	ask(): Promise<void>;
	useGpu(gpu: Gpu): void;
}

/**
 * Reviews a configuration until it is sent as read: choices meanwhile change the text or the plan, and it is reviewed
 * again. The last question is about the cost.
 */
export async function reviewed(
	{ services, facts }: SubmissionParts,
	session: SignedIn,
	source: JobSource,
	plan: ReviewPlan,
	ask: JobAsk,
): Promise<
	Confirmed | StoppedSubmission | SwitchedSession | { readonly kind: 'newJob'; readonly name: string }
> {
	const answersNow = async () => {
		const [datasets] = await Promise.all([services.datasets(session), plan.ask()]);
		return new AccountAnswers(session, datasets);
	};
	let answers = await answersNow();
	let hasChanged = false;
	for (;;) {
		const document = await source.read();
		if (document === undefined) return { kind: 'stopped', why: 'noConfiguration' };
		const known = answers;
		const account = await facts.during('checking', () => known.of(document));
		const options = { ...facts.options(), submission: plan.submission() };
		const preparation = prepare(document, account, options, (name) => facts.nameTaken(name));
		const stopped = (why: StoppedSubmission['why']): StoppedSubmission => ({
			kind: 'stopped',
			why,
			preparation,
		});
		const action = plan.action(document);
		const estimate = await estimateFor(services, action, preparation);
		const choice = await ask.reviewSubmission({
			name: source.name,
			connection: session.connection,
			action,
			document,
			preparation,
			blocks: blocksOf(action, preparation),
			hasChanged,
			...compact({ estimate }),
		});
		hasChanged = false;
		if (choice === undefined) return stopped('reviewSubmission');
		if (choice.kind === 'again') answers = await answersNow();
		else if (choice.kind === 'send') {
			if (source.text() === document.source && !(await mayRepeat(services, source, action, preparation, ask)))
				return stopped('confirmSameJob');
			if (source.text() === document.source && !(await maySpend(source, action, preparation, estimate, ask)))
				return stopped('confirmSpending');
			// The reviewed text differs from the one that would be sent.
			if (source.text() !== document.source) hasChanged = true;
			else if (services.session.current !== session) return { kind: 'switched' };
			else return { kind: 'confirmed', document, preparation };
		} else {
			if (choice.kind === 'gpu') plan.useGpu(choice.gpu);
			if (
				(choice.kind !== 'gpu' || action.kind === 'start') &&
				!(await source.change(choice, document, preparation))
			)
				return stopped('cannotChange');
			if (choice.kind === 'newJob') return choice;
		}
	}
}

/** Asks before a job is submitted with the name of one that is uncertain. */
async function mayRepeat(
	services: SubmissionServices,
	source: JobSource,
	action: ReviewedAction,
	{ plan: { name = source.name } }: Preparation,
	ask: JobAsk,
): Promise<boolean> {
	if (action.kind !== 'start') return true;
	const same = (await services.jobs()).jobs().find((job) => mayBeTaken(job) && job.name === name);
	return same === undefined || (await ask.confirmSameJob({ job: same })) === true;
}

/** Returns whether an action starts the job; an edit alone costs nothing. */
function isStarted(action: ReviewedAction): boolean {
	return action.kind === 'start' || action.resume;
}

/** Estimates the remaining steps. */
async function estimateFor(
	services: SubmissionServices,
	action: ReviewedAction,
	{ plan: { arch, load, steps: all } }: Preparation,
): Promise<Estimate | undefined> {
	if (!isStarted(action)) return undefined;
	const done = action.kind === 'edit' ? (action.begins?.point.step ?? 0) : 0;
	const steps = all === undefined ? undefined : Math.max(0, all - done);
	const gpu = action.gpu && { gpuType: action.gpu.type, gpuCount: action.gpu.count };
	return (await services.jobs()).estimate({ ...gpu, ...compact({ arch, load, steps }) });
}

async function maySpend(
	{ name }: JobSource,
	action: ReviewedAction,
	{ facts }: Preparation,
	estimate: Estimate | undefined,
	ask: JobAsk,
): Promise<boolean> {
	if (!isStarted(action)) return true;
	const may = await ask.confirmSpending({
		what: 'job',
		name,
		...compact({ on: action.gpu && gpuText(action.gpu), estimate, balance: facts.balance }),
	});
	return may === true;
}

/** Returns the place in a configuration that a refusal of the service is about. */
export function placeOfRefusal(document: TrainingDocument, failure: Failure): TextRange {
	return placeRefusal(document, { key: configKeyOf(failure), words: failure.details ?? [] });
}
