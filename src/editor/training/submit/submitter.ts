import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Fix } from '../../../core/base/findings.ts';
import type { JobRecord } from '../../../core/jobs/jobRecord.ts';
import type { JobAsk, JobSource, OpenConfiguration } from '../../../core/jobs/submit/submission.ts';
import { jobEdit, jobSubmit } from '../../../core/operations/jobs/submission.ts';
import type { CheckOptions } from '../../../core/training/check.ts';
import { activeUri } from '../../documents/activeDocument.ts';
import { withWindowProgress } from '../../shell/cancelableProgress.ts';
import { runCommand } from '../../shell/commands.ts';
import { editorRange, workspaceEdit } from '../../shell/findings.ts';
import { confirm, inform } from '../../shell/messages.ts';
import type { TrainingDeps } from '../deps.ts';
import { documentKey } from '../documentKey.ts';
import type { TrainingFeatures } from '../features.ts';
import {
	becomeNewJob,
	type OutcomeParts,
	reportEdited,
	reportNotResumed,
	reportResumed,
	reportStarted,
	type Say,
	showPlace,
	showRefusal,
} from './outcomes.ts';
import { placeToken } from './placeToken.ts';
import { showReview } from './review.ts';

interface SubmitterDeps
	extends OutcomeParts,
		Pick<TrainingDeps, 'acts'>,
		Pick<TrainingFeatures, 'gpus' | 'hubTokens'> {
	/** Returns the facts in addition to the text for the rules. */
	readonly options: (document: vscode.TextDocument) => CheckOptions;
}

/** A document being submitted. */
interface Source {
	readonly document: vscode.TextDocument;
	/** The name of the document, as the person knows it. */
	readonly name: string;
}

/**
 * A message about the outcome, to show afterwards; `silent` if none is needed, `stopped` if the person did not want to
 * send.
 */
type Ending = Say | 'silent' | 'stopped';

/** Takes a training configuration from the editor to the service: review, submission or edit, and the place of a refusal. */
export class Submitter {
	readonly #deps: SubmitterDeps;
	/** Documents being sent, so that a second click does not send them twice. */
	readonly #busy = new Set<string>();

	constructor(deps: SubmitterDeps) {
		this.#deps = deps;
	}

	/** Submits the configuration in a document, or the one in the active editor. Returns false if the person canceled. */
	submit(uri?: unknown): Promise<boolean> {
		return this.#alone(uri, (source) => this.#send(source));
	}

	/** Sends a document as the new configuration of the job that it belongs to, and resumes the job on request. False as above. */
	sendEdit(uri: unknown, resume: boolean): Promise<boolean> {
		return this.#alone(uri, async (source) => {
			await this.#deps.jobs.open();
			const job = this.#deps.edits.of(source.document.uri);
			if (job !== undefined) return this.#send(source, { job, resume });
			const text = vscode.l10n.t(
				'"{0}" does not belong to a training job. Choose Edit on a job in the Training Jobs view.',
				source.name,
			);
			return () => inform(text);
		});
	}

	/**
	 * Runs work for a document, one at a time. A message stays until someone presses a button, and the document can be
	 * sent again before that.
	 */
	async #alone(uri: unknown, work: (source: Source) => Promise<Ending>): Promise<boolean> {
		const source = await this.#sourceOf(uri);
		if (source === undefined) return false;
		const key = source.document.uri.toString();
		// The first click does it.
		if (this.#busy.has(key)) return true;
		this.#busy.add(key);
		let ending: Ending;
		try {
			ending = await work(source);
		} finally {
			this.#busy.delete(key);
		}
		if (typeof ending === 'function') await ending();
		return ending !== 'stopped';
	}

	async #sourceOf(uri: unknown): Promise<Source | undefined> {
		const { training } = this.#deps;
		const wanted = uri instanceof vscode.Uri ? uri : activeUri();
		const document =
			wanted === undefined
				? vscode.window.visibleTextEditors.find((editor) => training.is(editor.document))?.document
				: await vscode.workspace.openTextDocument(wanted);
		if (document !== undefined && training.is(document))
			return { document, name: basename(document.uri.path) };
		const create = vscode.l10n.t('New Training Configuration');
		const text = vscode.l10n.t('Open a training configuration first, then start the training.');
		if ((await inform(text, create)) === create) await runCommand('easel.newTrainingConfiguration');
		return undefined;
	}

	/** Sends the current text in the editor to the service; ends silently if the person cancels. */
	async #send(source: Source, edit?: { readonly job: JobRecord; readonly resume: boolean }): Promise<Ending> {
		const { document } = source;
		const options = {
			answers: this.#answers(document),
			services: { openConfiguration: this.#openConfiguration(source) },
		};
		const path = document.uri.fsPath;
		const { acts, jobs } = this.#deps;
		const sent =
			edit === undefined
				? await acts.run(jobSubmit, { path }, options)
				: await acts.run(jobEdit, { id: edit.job.id, path, resume: edit.resume }, options);
		const service = await jobs.open();
		if (!sent.ok) {
			const { failure } = sent;
			if (failure.kind === 'canceled') return 'stopped';
			const job = failure.kind === 'uncertain' ? undefined : service.get(failure.record?.id ?? '');
			return job === undefined
				? showRefusal(this.#deps, document, failure)
				: () => reportNotResumed(this.#deps, document, job, failure);
		}
		const job = service.get(sent.value.id);
		if (job === undefined) return 'silent';
		// A failed job may have become a new one in the review.
		if (edit === undefined || edit.job.id !== job.id) return reportStarted(this.#deps, document, job);
		if (!edit.resume) return reportEdited(this.#deps, document, job);
		await reportResumed(this.#deps, document, job);
		return 'silent';
	}

	#openConfiguration(source: Source): OpenConfiguration {
		const { document, name } = source;
		const { gpus, options, refusals } = this.#deps;
		const titles = {
			checking: vscode.l10n.t('Checking {0}', name),
			starting: vscode.l10n.t('Starting the training'),
			editing: vscode.l10n.t('Sending the edit'),
		};
		return {
			source: this.#jobSource(source),
			options: () => options(document),
			gpu: () => gpus.of(document.uri),
			during: (what, work) => {
				if (what !== 'checking') refusals.clear(document.uri);
				return withWindowProgress(titles[what], work);
			},
		};
	}

	#jobSource({ document, name }: Source): JobSource {
		return {
			name,
			documentUri: documentKey(document.uri),
			text: () => document.getText(),
			read: () => this.#deps.training.read(document),
			change: async (change, parsed, { token }) => {
				switch (change.kind) {
					case 'gpu':
						await this.#deps.gpus.remember(document.uri, change.gpu);
						break;
					case 'fix':
						if (document.getText() === parsed.source) await this.#fix(document, change.fix);
						break;
					case 'setToken':
						await this.#deps.hubTokens.set();
						break;
					case 'placeToken':
						await placeToken(document, parsed, token.holders);
						break;
					case 'newJob':
						await becomeNewJob(this.#deps, document, parsed, change.name);
				}
				return true;
			},
		};
	}

	#answers(document: vscode.TextDocument): JobAsk {
		return {
			reviewSubmission(review) {
				const { name, action, connection } = review;
				if (review.hasChanged)
					void inform(vscode.l10n.t('"{0}" has changed since the review, which is shown again.', name));
				return showReview({
					title:
						action.kind === 'start'
							? vscode.l10n.t('Train {0} on {1}', name, connection.name)
							: vscode.l10n.t('Edit the Training Job "{0}"', action.job.name),
					review,
					lineOf: (range) => document.positionAt(range.start).line + 1,
					show: (range) => showPlace(document, editorRange(document, range), true),
				});
			},
			// A configuration for a new job resumes none.
			confirmResume: async () => undefined,
			confirmSameJob: ({ job }) =>
				confirm(
					vscode.l10n.t(
						'It is unknown whether the service received the training job "{0}" before. Submit it again?',
						job.name,
					),
					{ detail: job.notice ?? '', action: vscode.l10n.t('Submit Anyway') },
				),
			// The person has just pressed the corresponding row.
			confirmSpending: async () => true,
		};
	}

	/** Applies a fix of the review, with its action in addition to its edits. */
	async #fix(document: vscode.TextDocument, { act, edits }: Fix): Promise<void> {
		const { hubTokens } = this.#deps;
		const [edit] = edits;
		if (act === 'setHubToken') await hubTokens.set();
		else if (act === undefined) await vscode.workspace.applyEdit(workspaceEdit(document, edits));
		else if (edit !== undefined) await hubTokens.takeFrom(document, editorRange(document, edit.range));
	}
}
