import { ownerOf, type SignedIn } from '../../account/session.ts';
import { soon } from '../../base/clock.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { changeDeployment } from '../../deployments/changing.ts';
import { enablingCost } from '../../deployments/settings.ts';
import { severalOf } from '../../records/estimate.ts';
import type { Webhook } from '../../requests/request.ts';
import { sameBegunFailure } from '../failures.ts';
import type { PlanMode, RunPlan } from '../plan/plan.ts';
import { seedsIn } from '../plan/summary.ts';
import { withoutKey } from '../plan/withoutKey.ts';
import { type SameRuns, sameUnderWay } from '../sameRun.ts';
import { isPaid } from '../targetTraits.ts';
import { withErrors } from './documentErrors.ts';
import { type Draw, drawFor, drawn, hasMovedOn, renewed } from './drawing.ts';
import { type NothingNew, nothingNew } from './nothingNew.ts';
import type { DecidedRun, NoRun, RefusalStage, RefusedRun, RunOutcome, UnwantedRun } from './outcomes.ts';
import { type Preparation, planFor, prepare } from './preparation.ts';
import { goneFailure, takesInputsFailure } from './refusals.ts';
import type { RunRequest, RunStart } from './runRequest.ts';
import type { RunDestination, RunSource } from './runSource.ts';
import { otherSessionFailure, type RunAsk, startQuestions } from './startQuestions.ts';
import { nodeInfoMs } from './targetRequirements.ts';
import { isWhereItRan, knownTarget, lastUsed, savedWith } from './targets.ts';

/**
 * Takes a document to a run: target, enabled, prepared, planned, reviewed, its errors, the same run again, balance, spending, the same
 * session as before, and only then sent. This is the one place that knows the order of the questions.
 */
export async function startRun(
	start: RunStart,
	session: SignedIn,
	request: RunRequest,
	ask: RunAsk,
): Promise<RunOutcome> {
	const decided = await decideRun(start, session, request, ask);
	return decided.kind === 'decided' ? send(start, session, decided, request.webhook) : decided;
}

/** Decides everything about a run, until it can be sent. */
export function decideRun(
	start: RunStart,
	session: SignedIn,
	request: RunRequest,
	ask: RunAsk,
): Promise<DecidedRun | NoRun> {
	return new RunDecision(start, session, request, ask).run();
}

async function send(
	{ services, facts }: RunStart,
	session: SignedIn,
	{ source, target, plan, mode, same }: DecidedRun,
	webhook: Webhook | undefined,
): Promise<RunOutcome> {
	const refuse = (stage: RefusalStage, failure: Failure): RefusedRun => ({
		kind: 'refused',
		stage,
		failure,
		mode,
		target,
		source,
	});
	if (services.session.current !== session) return refuse('session', otherSessionFailure);
	const { kind, id, name } = target;
	const origin = {
		target: { kind, id, name },
		documentName: source.name,
		...compact({ documentUri: source.uri, startedBy: services.startedBy }),
	};
	const started = await (await services.runs()).start(plan, origin, { same, ...compact({ webhook }) });
	if (!started.ok)
		return started.failure === sameBegunFailure
			? unwanted('confirmDuplicate')
			: refuse('submit', started.failure);
	if (source.uri !== undefined)
		await facts.documents.noteTarget(source.uri, session.connection.id, target.id);
	return { kind: 'started', run: started.value, document: source.document };
}

/** A target for which the run is planned, or the end. */
type Step = RunDestination | DecidedRun | NoRun;

class RunDecision {
	readonly #services: RunStart['services'];
	readonly #facts: RunStart['facts'];
	readonly #start: RunStart;
	readonly #session: SignedIn;
	readonly #request: RunRequest;
	#source: RunSource;
	readonly #ask: RunAsk;
	#mode: PlanMode | 'auto';
	#draws: boolean | undefined;
	/** True after the person has opened the request for review, and changes it there. */
	#isReviewed = false;
	#preparation: Preparation | undefined;
	/** The deployment that the person agreed to enable. */
	#mayEnable: string | undefined;
	/** The document as it was drawn from for a target: the same choices in each form. */
	#drawn: { readonly targetId: string; readonly draw?: Draw; readonly source: RunSource } | undefined;

	constructor(start: RunStart, session: SignedIn, request: RunRequest, ask: RunAsk) {
		const { services, facts } = start;
		this.#start = start;
		this.#services = services;
		this.#facts = facts;
		this.#session = session;
		this.#request = request;
		this.#source = request.source;
		this.#ask = ask;
		this.#mode = request.mode ?? 'auto';
		const { uri } = request.source;
		this.#draws = request.draws ?? (uri === undefined ? undefined : facts.documents.drawsFor(uri));
	}

	async run(): Promise<DecidedRun | NoRun> {
		if (!(await this.#hasVersion())) return unwanted('chooseVersion');
		let step = await this.#target();
		while ('id' in step) step = await this.#attempt(step);
		return step;
	}

	/** Returns false if the person canceled the choice of a version. */
	async #hasVersion(): Promise<boolean> {
		const { now } = this.#request;
		const { document: _, drawn: __, ...rest } = this.#source;
		if (now === undefined || !hasMovedOn(this.#source, now.document, this.#services.parse)) return true;
		const chosen = await this.#ask.chooseVersion({ documentName: rest.name, run: now.run });
		if (chosen === 'now') this.#source = { ...rest, document: now.document };
		return chosen !== undefined;
	}

	async #target(): Promise<Step> {
		const { targets } = this.#services;
		const { documents } = this.#facts;
		const known = await knownTarget({ targets, documents }, this.#session, this.#source, this.#request);
		if (known !== undefined && known !== 'gone') return known;
		const { target } = this.#request;
		if (known === 'gone' && target !== undefined && !(await this.#ask.deploymentGone({ target })))
			return this.#refuse('target', goneFailure(target, targets.items));
		return (await this.#chosen()) ?? unwanted('chooseTarget');
	}

	async #chosen(): Promise<Step | undefined> {
		const { name, document } = this.#source;
		const { state, items } = this.#services.targets;
		const chosen = await this.#ask.chooseTarget({
			documentName: name,
			document,
			targets: items,
			first: lastUsed(this.#facts.documents, this.#session, this.#source),
			...(state.kind === 'failed' ? { failure: state.failure } : {}),
		});
		return chosen !== undefined && 'elsewhere' in chosen ? { kind: 'elsewhere', ...chosen } : chosen;
	}

	/** Plans the run for a target and asks for approval, or returns the target to plan it for again. */
	async #attempt(target: RunDestination): Promise<Step> {
		const services = this.#services;
		const [session, source] = [this.#session, this.#source];
		if (!(await this.#mayBeEnabled(target))) return unwanted('enableDeployment');
		this.#preparation ??= await this.#facts.preparing(source.name, (options) =>
			prepare(services, session, source, target, options),
		);
		const preparation = this.#preparation;
		if (preparation === undefined) return unwanted('preparing');
		if (preparation.takesInputs) return this.#refuse('inputs', takesInputsFailure(target), target);
		const partnerKey = await this.#facts.partnerKey(session.connection);
		const { draw, source: drawnFrom } = await this.#drawnFor(target);
		const sent = this.#draws === false ? source : drawnFrom;
		const planned = await planFor(session, sent, target, preparation, this.#mode, partnerKey);
		if (!planned.ok) return this.#refuse('plan', planned.failure, target);
		const plan = planned.value;
		const same = await this.#decide(target, plan, preparation, partnerKey);
		if (!('known' in same)) return same;
		const refused = await this.#enable(target);
		if (refused !== undefined) return refused;
		await this.#rememberDrawing();
		const decided = { kind: 'decided', target, plan, preparation, mode: this.#mode, source: sent } as const;
		return { ...decided, same, ...(this.#draws === false ? {} : compact({ draw })) };
	}

	async #drawnFor(target: RunDestination): Promise<{ readonly draw?: Draw; readonly source: RunSource }> {
		if (this.#drawn?.targetId === target.id) return this.#drawn;
		const source = this.#source;
		const draw = await drawFor(this.#services, this.#session, target, source);
		this.#drawn = {
			targetId: target.id,
			source: draw === undefined ? source : { ...source, ...drawn(source, draw, this.#services.parse) },
			...compact({ draw }),
		};
		return this.#drawn;
	}

	/** Returns whether the deployment takes requests, or may be enabled once everything else is decided. */
	async #mayBeEnabled(target: RunDestination): Promise<boolean> {
		if (target.enabled !== false || this.#mayEnable === target.id) return true;
		if (!(await this.#ask.enableDeployment({ deployment: target, cost: enablingCost(target) }))) return false;
		this.#mayEnable = target.id;
		return true;
	}

	/** Enables the deployment after a question; returns undefined if it takes requests, at least by now. */
	async #enable(target: RunDestination): Promise<NoRun | undefined> {
		if (target.enabled !== false) return undefined;
		const account = await this.#services.account(this.#session);
		const enabled = await changeDeployment(account, target.id, { enabled: true });
		return enabled.ok ? undefined : this.#refuse('enable', enabled.failure, target);
	}

	/** Asks for the decisions before a plan is sent; returns the runs with the same request if it may. */
	async #decide(
		target: RunDestination,
		plan: RunPlan,
		{ balance }: Preparation,
		partnerKey: string | undefined,
	): Promise<Step | SameRuns> {
		const ask = this.#ask;
		const { clock, lacks, savedWorkflows } = this.#services;
		const documentName = this.#source.name;
		const { plan: shown, errors } = await withErrors(this.#start, this.#session, target, this.#source, plan);
		const same = nothingNew(await this.#services.runs(), this.#session, target, plan);
		const hasSeed = seedsIn(this.#source.document).length > 0;
		if (this.#mustReview(target, plan)) {
			const choice = await ask.reviewRun({
				documentName,
				isSaved: savedWith(this.#session, this.#source) === target.id,
				target,
				plan: withoutKey(shown, partnerKey),
				errors,
				lacks: await soon(
					clock,
					lacks.of(savedWorkflows, this.#session, target, this.#source.document),
					nodeInfoMs,
				),
				estimate: severalOf(
					await (await this.#services.runs()).estimates.expected(target),
					this.#request.count ?? 1,
				),
				...(this.#hasDrawing ? { draws: this.#draws !== false } : {}),
				...compact({ nothingNew: same, count: this.#request.count, valuesOf: this.#request.valuesOf }),
				hasSeed,
				...compact({ conversion: this.#source.conversion }),
			});
			if (choice === undefined) return unwanted('reviewRun');
			this.#isReviewed = true;
			if (choice.kind === 'draws') {
				this.#draws = choice.draws;
				return target;
			}
			if (choice.kind === 'newSeed') return this.#withNewSeed(target);
			if (choice.kind === 'mode') {
				this.#mode = choice.mode;
				return target;
			}
			if (choice.kind === 'deployment') {
				this.#preparation = undefined;
				this.#mode = 'auto';
				return (await this.#chosen()) ?? target;
			}
		} else if (errors.length > 0 && !(await ask.confirmErrors({ documentName, errors }))) {
			return unwanted('confirmErrors');
		}
		if (same?.isAll && (await this.#mustSay(same, target, plan))) {
			const { isAll: _, ...what } = same;
			const answer = await ask.confirmNothingNew({ documentName, ...what, hasSeed });
			if (answer === undefined) return unwanted('confirmNothingNew');
			if (answer === 'newSeed') return this.#withNewSeed(target);
		}
		const answers = await startQuestions(
			this.#services,
			this.#session,
			{
				target,
				documentName,
				digest: plan.summary.digest,
				balance,
				...compact({ count: this.#request.count }),
			},
			ask,
		);
		return 'no' in answers ? unwanted(answers.no) : answers.same;
	}

	/** Returns the same with a new seed, and drawn from again. */
	#withNewSeed(target: RunDestination): RunDestination {
		const { document, drawn: before, ...rest } = this.#source;
		this.#source = { ...rest, ...renewed({ document, ...compact({ drawn: before }) }, this.#services.parse) };
		this.#drawn = undefined;
		return target;
	}

	get #hasDrawing(): boolean {
		return this.#drawn?.draw !== undefined;
	}

	/** Remembers the choice of drawing: a confirmed one is right for the next runs of the document, too. */
	async #rememberDrawing(): Promise<void> {
		const { uri } = this.#source;
		if (!this.#isReviewed || !this.#hasDrawing || uri === undefined) return;
		await this.#facts.documents.noteDraws(uri, this.#draws ?? true);
	}

	/**
	 * Returns whether to warn that a run produces nothing new. A person who has read the review knows it, and one who
	 * repeats an earlier run wants it; only an engine would do nothing. If the same run is in progress, the question is
	 * about that instead.
	 */
	async #mustSay({ isSure, earlier }: NothingNew, target: RunDestination, plan: RunPlan): Promise<boolean> {
		if (this.#isReviewed) return false;
		if (isSure || earlier === undefined) return isSure;
		const { again } = this.#request;
		if (again !== undefined && isWhereItRan(again, this.#session, target)) return false;
		const runs = await this.#services.runs();
		const { digest } = plan.summary;
		return sameUnderWay(runs, { ...ownerOf(this.#session), target, digest }).length === 0;
	}

	/**
	 * Returns whether the plan must be reviewed: before the first run of a document on a deployment, before each paid
	 * run of an agent, whenever it or the conversion of the document has a warning, and before the document is drawn
	 * from for the first time.
	 */
	#mustReview(target: RunDestination, plan: RunPlan): boolean {
		const { choose, review, again } = this.#request;
		if (choose || review || this.#isReviewed) return true;
		if (this.#services.startedBy === 'agent' && isPaid(target)) return true;
		if (again !== undefined) return !isWhereItRan(again, this.#session, target);
		const isDoubtful = this.#source.conversion?.report.some(({ severity }) => severity !== 'info');
		if (isDoubtful || plan.warnings.length > 0 || (this.#hasDrawing && this.#draws === undefined))
			return true;
		return !lastUsed(this.#facts.documents, this.#session, this.#source).includes(target.id);
	}

	#refuse(stage: RefusalStage, failure: Failure, target?: RunDestination): RefusedRun {
		const source = this.#source;
		return { kind: 'refused', stage, failure, mode: this.#mode, source, ...compact({ target }) };
	}
}

function unwanted(question: UnwantedRun['question']): UnwantedRun {
	return { kind: 'unwanted', question };
}
