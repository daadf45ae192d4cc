import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSource, SignedIn } from '../../../core/account/session.ts';
import type { Fix } from '../../../core/base/findings.ts';
import { readCheckpointName } from '../../../core/jobs/checkpoints/artifactNames.ts';
import { resumePoint } from '../../../core/jobs/checkpoints/resume.ts';
import type { Gpu } from '../../../core/jobs/job.ts';
import { hasOwnName, type JobRecord } from '../../../core/jobs/jobRecord.ts';
import type { CheckOptions, Submission } from '../../../core/training/check.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';
import type { LazyDatasetStore } from '../../datasets/lazyDatasetStore.ts';
import { gpuOf } from '../../jobs/gpus.ts';
import { resumeText } from '../../jobs/resume.ts';
import { runCommand } from '../../shell/commands.ts';
import { editorRange, workspaceEdit } from '../../shell/findings.ts';
import { inform, warn } from '../../shell/messages.ts';
import { signedIn } from '../../shell/signedIn.ts';
import type { TrainingDeps } from '../deps.ts';
import { documentKey } from '../documentKey.ts';
import type { GpuChoices } from './gpuChoices.ts';
import type { HubTokens } from './hubTokens.ts';
import {
	becomeNewJob,
	freeName,
	type OutcomeParts,
	type Say,
	sayEdited,
	sayRefused,
	sayStarted,
	showPlace,
} from './outcomes.ts';
import { placeToken } from './placeToken.ts';
import { AccountAnswers, type Preparation, prepare } from './preparation.ts';
import { type ReviewedAction, reviewSubmission } from './review.ts';

export interface SubmitterDeps extends OutcomeParts {
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	readonly datasetStore: LazyDatasetStore;
	readonly uploads: TrainingDeps['uploads'];
	readonly gpus: GpuChoices;
	readonly hubTokens: HubTokens;
	/** What the rules know beside the text. */
	readonly options: (document: vscode.TextDocument) => CheckOptions;
}

/** A document on its way to the service. */
interface Source {
	readonly document: vscode.TextDocument;
	/** What the person calls it. */
	readonly name: string;
}

type EditAction = Extract<ReviewedAction, { kind: 'edit' }>;

/** What is to be done with a document. */
type Wish =
	| { readonly kind: 'start' }
	| {
			readonly kind: 'edit';
			readonly job: JobRecord;
			readonly resume: boolean;
			/** The machine that the person has chosen in its place. */
			readonly gpu?: Gpu;
	  };

/** Takes a training configuration from the editor to the service: review, submission or edit, and the place of a refusal. */
export class Submitter {
	readonly #deps: SubmitterDeps;
	/** Documents under way, so that a second click does not send them twice. */
	readonly #busy = new Set<string>();

	constructor(deps: SubmitterDeps) {
		this.#deps = deps;
	}

	/** Submits the configuration in a document, or the one in the active editor. */
	submit(uri?: unknown): Promise<void> {
		return this.#alone(uri, (source) => this.#send(source, { kind: 'start' }));
	}

	/** Sends a document as the new configuration of the job that it belongs to, and resumes the job where that is wanted. */
	sendEdit(uri: unknown, resume: boolean): Promise<void> {
		return this.#alone(uri, async (source) => {
			await this.#deps.jobs.open();
			const job = this.#deps.edits.of(source.document.uri);
			if (job !== undefined) return this.#send(source, { kind: 'edit', job, resume });
			const text = vscode.l10n.t(
				'"{0}" does not belong to a training job. Choose Edit on a job in the Training Jobs view.',
				source.name,
			);
			return () => inform(text);
		});
	}

	/** A message stays until someone presses a button, and the document can be sent again before that. */
	async #alone(uri: unknown, work: (source: Source) => Promise<Say | undefined>): Promise<void> {
		const source = await this.#sourceOf(uri);
		if (source === undefined) return;
		const key = source.document.uri.toString();
		if (this.#busy.has(key)) return;
		this.#busy.add(key);
		let say: Say | undefined;
		try {
			say = await work(source);
		} finally {
			this.#busy.delete(key);
		}
		await say?.();
	}

	async #sourceOf(uri: unknown): Promise<Source | undefined> {
		const { training } = this.#deps;
		const document =
			uri instanceof vscode.Uri
				? await vscode.workspace.openTextDocument(uri)
				: (vscode.window.activeTextEditor?.document ??
					vscode.window.visibleTextEditors.find((editor) => training.is(editor.document))?.document);
		if (document !== undefined && training.is(document))
			return { document, name: basename(document.uri.path) };
		const create = vscode.l10n.t('New Training Configuration');
		const text = vscode.l10n.t('Open a training configuration first, then start the training.');
		if ((await inform(text, create)) === create) await runCommand('easel.newTrainingConfiguration');
		return undefined;
	}

	/** From the text as it is in the editor to the service; ends silently when the person stops. */
	async #send(source: Source, first: Wish): Promise<Say | undefined> {
		let wish = first;
		const session = await signedIn(this.#deps);
		if (session === undefined) return undefined;
		const { jobs, gpus, refusals } = this.#deps;
		const service = await jobs.open();
		let known = await this.#ask(session, wish);
		for (;;) {
			const { document } = source;
			const gpu = gpus.of(document.uri);
			const action: ReviewedAction =
				wish.kind === 'start'
					? { kind: 'start', gpu }
					: {
							kind: 'edit',
							jobName: wish.job.name,
							resume: wish.resume,
							gpu: wish.gpu ?? gpuOf(wish.job),
							...(wish.job.state === 'FAILED' ? { freeName: freeName(this.#deps, wish.job) } : {}),
							...known.begins,
						};
			const read = await this.#prepare(known.answers, source, wish, action);
			if (read === undefined) return undefined;
			const { parsed, preparation } = read;
			const choice = await reviewSubmission({
				title:
					wish.kind === 'start'
						? vscode.l10n.t('Train {0} on {1}', source.name, session.connection.name)
						: vscode.l10n.t('Edit the Training Job "{0}"', wish.job.name),
				action,
				preparation,
				lineOf: (range) => document.positionAt(range.start).line + 1,
				show: (range) => showPlace(document, editorRange(document, range), true),
			});
			switch (choice?.kind) {
				case undefined:
					return undefined;
				case 'again':
					known = await this.#ask(session, wish);
					continue;
				case 'gpu':
					if (wish.kind === 'start') await gpus.remember(document.uri, choice.gpu);
					else wish = { ...wish, gpu: choice.gpu };
					continue;
				case 'fix':
					if (document.getText() === parsed.text) await this.#fix(document, choice.fix);
					continue;
				case 'setToken':
					await this.#deps.hubTokens.set();
					continue;
				case 'placeToken':
					await placeToken(document, parsed, preparation.token.holders);
					continue;
				case 'newJob':
					await becomeNewJob(this.#deps, document, parsed, choice.name);
					wish = { kind: 'start' };
					continue;
				case 'send':
					break;
			}
			if (document.getText() !== parsed.text) {
				// What was read in the review is not what would be sent.
				void inform(vscode.l10n.t('"{0}" has changed since the review, which is shown again.', source.name));
				continue;
			}
			if (this.#deps.session.current !== session) {
				const text = vscode.l10n.t('Nothing was sent, because the account has changed. Start again.');
				return () => warn(text);
			}
			refusals.clear(document.uri);
			const { name, steps } = preparation.plan;
			const sending = wish;
			const send = () =>
				sending.kind === 'edit'
					? service.edit(sending.job.id, parsed.text, sending.gpu)
					: service.submit({
							configText: parsed.text,
							gpuType: gpu.type,
							gpuCount: gpu.count,
							name: name ?? source.name,
							documentUri: documentKey(document.uri),
							...(steps === undefined ? {} : { totalSteps: steps }),
						});
			const sent = await withProgress(
				wish.kind === 'edit' ? vscode.l10n.t('Sending the edit') : vscode.l10n.t('Starting the training'),
				send,
			);
			if (!sent.ok) return sayRefused(this.#deps, document, sent.failure);
			return wish.kind === 'edit'
				? sayEdited(this.#deps, document, sent.value, wish)
				: sayStarted(this.#deps, document, sent.value);
		}
	}

	/** What the account says, for as long as a review is open. */
	async #ask(session: SignedIn, wish: Wish) {
		const [store, uploads] = await Promise.all([this.#deps.datasetStore.get(), this.#deps.uploads.open()]);
		const answers = new AccountAnswers(session, store, () => uploads.uploads());
		return { answers, begins: wish.kind === 'edit' ? await this.#begins(wish) : {} };
	}

	async #prepare(
		answers: AccountAnswers,
		{ document, name }: Source,
		wish: Wish,
		action: ReviewedAction,
	): Promise<{ readonly parsed: TrainingDocument; readonly preparation: Preparation } | undefined> {
		const { training, options, accountJobs } = this.#deps;
		const parsed = await training.read(document);
		if (parsed === undefined) return undefined;
		const facts = await withProgress(vscode.l10n.t('Checking {0}', name), () => answers.of(parsed));
		const submission: Submission =
			wish.kind === 'edit'
				? {
						operation: 'edit',
						...(hasOwnName(wish.job) ? { originalName: wish.job.name } : {}),
						...(wish.gpu === undefined ? {} : { gpuType: wish.gpu.type, gpuCount: wish.gpu.count }),
						...(wish.job.state === '' ? {} : { jobStatus: wish.job.state }),
					}
				: {
						operation: 'submit',
						...(action.kind === 'start' ? { gpuType: action.gpu.type, gpuCount: action.gpu.count } : {}),
					};
		const all = { ...options(document), submission };
		return { parsed, preparation: prepare(parsed, facts, all, (job) => accountJobs.taken(job)) };
	}

	/** From which step an edited job begins, where it is resumed and the service says what it has made. */
	async #begins({ job, resume }: Extract<Wish, { kind: 'edit' }>): Promise<Pick<EditAction, 'begins'>> {
		if (!resume) return {};
		const made = await (await this.#deps.jobs.open()).result(job.id);
		if (!made.ok) return {};
		const point = resumePoint(job, made.value);
		const checkpointSteps = made.value.checkpoints.flatMap(
			({ name }) => readCheckpointName(name)?.step ?? [],
		);
		const text = resumeText(job, point);
		return { begins: { text, losesSteps: point.repeated > 0, step: point.step, checkpointSteps } };
	}

	/** Applies a fix of the review, with what it does beside its edits. */
	async #fix(document: vscode.TextDocument, { act, edits }: Fix): Promise<void> {
		const { hubTokens } = this.#deps;
		const [edit] = edits;
		if (act === 'setHubToken') await hubTokens.set();
		else if (act === undefined) await vscode.workspace.applyEdit(workspaceEdit(document, edits));
		else if (edit !== undefined) await hubTokens.takeFrom(document, editorRange(document, edit.range));
	}
}

function withProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
	const location = vscode.ProgressLocation.Window;
	return Promise.resolve(vscode.window.withProgress({ location, title }, work));
}
