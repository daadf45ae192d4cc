import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { canEdit, type JobRecord, totalStepsOf } from '../../../core/jobs/jobRecord.ts';
import { jobConfiguration } from '../../../core/operations/jobs/artifacts.ts';
import { planJob, withSteps } from '../../../core/training/jobPlan.ts';
import { firstFolder, openNewDocument } from '../../documents/newDocument.ts';
import type { TrainingDocuments } from '../../documents/trainingDocuments.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { TrainingDeps } from '../deps.ts';
import { documentKey } from '../documentKey.ts';
import type { TrainingFeatures } from '../features.ts';

interface JobChangesDeps extends Pick<TrainingDeps, 'acts'>, Pick<TrainingFeatures, 'edits'> {
	readonly training: TrainingDocuments;
	/** Sends a document as the configuration of its job and resumes the job. Returns false if the person canceled. */
	readonly sendAndResume: (document: vscode.TextDocument) => Promise<boolean>;
}

/** The configuration of a job as a document: where the job is edited already, where it came from, or made for this. */
interface FoundDocument {
	readonly document: vscode.TextDocument;
	readonly place: 'edit' | 'origin' | 'new';
}

/** Changes the configuration of a job that has ended: as a document to edit, or only its total of steps. */
export class JobChanges {
	readonly #deps: JobChangesDeps;

	constructor(deps: JobChangesDeps) {
		this.#deps = deps;
	}

	/**
	 * Opens the configuration of a job as a document that can be sent to it: the open document of the job, the document
	 * it came from if its text is unchanged, or a new one. Undefined without a configuration.
	 */
	async openForEdit(job: JobRecord): Promise<vscode.TextDocument | undefined> {
		const document = (await this.#documentFor(job))?.document;
		if (document !== undefined) await vscode.window.showTextDocument(document, { preview: false });
		return document;
	}

	/**
	 * Asks for a new total of steps, above the current one, and opens the review that sends and resumes. On cancel, a
	 * document opened for this is closed again, and another one gets its total back, unless the person edited it.
	 */
	async continueWithMoreSteps(job: JobRecord): Promise<void> {
		const found = await this.#documentFor(job);
		const parsed = found && (await this.#deps.training.read(found.document));
		if (found === undefined || parsed === undefined) return;
		const { document } = found;
		const plan = planJob(parsed);
		const present = Math.max(plan.steps ?? 0, job.progress?.step ?? 0) || totalStepsOf(job);
		if (present === undefined || withSteps(parsed, present + 1) === undefined) {
			await vscode.window.showTextDocument(document, { preview: false });
			await inform(
				vscode.l10n.t(
					'The configuration of "{0}" has no plain number of steps. Change it in the document, then choose Send Edit and Resume.',
					labelText(job.name, 80),
				),
			);
			return;
		}
		const typed = await vscode.window.showInputBox({
			title: vscode.l10n.t('Continue "{0}" with More Steps', labelText(job.name, 60)),
			prompt: vscode.l10n.t(
				'Total steps, now {0}. The training has done {1} of them. Enter a new total above {0}, or +500 for 500 more.',
				numberText(present),
				numberText(job.progress?.step ?? 0),
			),
			value: `+${Math.max(1, Math.round(present / 4))}`,
			ignoreFocusOut: true,
			validateInput: (text) => {
				const total = totalOf(text, present);
				return total === undefined
					? vscode.l10n.t(
							'Enter a total above {0}, or a plus and the number of further steps.',
							numberText(present),
						)
					: {
							message: vscode.l10n.t(
								'{0} steps in all, {1} more',
								numberText(total),
								numberText(total - present),
							),
							severity: vscode.InputBoxValidationSeverity.Info,
						};
			},
		});
		const total = typed === undefined ? undefined : totalOf(typed, present);
		const edit = total === undefined ? undefined : withSteps(parsed, total);
		if (edit === undefined || document.getText() !== parsed.source)
			return this.#discard(found, parsed.source, parsed.source);
		await vscode.workspace.applyEdit(workspaceEdit(document, [edit]));
		await vscode.window.showTextDocument(document, { preview: false });
		const text = document.getText();
		if (!(await this.#deps.sendAndResume(document))) await this.#discard(found, text, parsed.source);
	}

	/** Undoes a canceled action in its document, and closes one that was created for it, unless its text has changed. */
	async #discard({ document, place }: FoundDocument, text: string, before: string): Promise<void> {
		if (document.isClosed || document.getText() !== text) return;
		if (place === 'new' && !document.isUntitled) return;
		if (place !== 'edit') await this.#deps.edits.unlink(document.uri);
		if (place !== 'new') {
			const range = { start: 0, end: text.length };
			if (text !== before)
				await vscode.workspace.applyEdit(workspaceEdit(document, [{ range, newText: before }]));
			return;
		}
		await vscode.window.showTextDocument(document, { preview: false });
		// Closing its tab would ask whether to save it.
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	}

	async #documentFor(job: JobRecord): Promise<FoundDocument | undefined> {
		const { acts, edits } = this.#deps;
		if (!canEdit(job)) {
			await inform(
				vscode.l10n.t('"{0}" can be edited once it is stopped, canceled or failed.', labelText(job.name, 80)),
			);
			return undefined;
		}
		const begun = edits.documentOf(job.id);
		if (begun !== undefined) return { document: begun, place: 'edit' };
		const config = await acts.done(jobConfiguration, { id: job.id });
		if (config === undefined) return undefined;
		const { text, masked } = config;
		const origin = await originOf(job, text);
		const document =
			origin ??
			(await openNewDocument(text, { language: 'yaml', folder: firstFolder(), stem: `${job.name}_edit` }));
		await edits.link(document.uri, job.id);
		if (masked) {
			void warn(
				vscode.l10n.t(
					'Tokens in this configuration were not saved. Replace each (hidden) with the token or the name of a variable.',
				),
			);
		}
		return { document, place: origin === undefined ? 'new' : 'origin' };
	}
}

/** Returns the original document of a job, if its text is unchanged. */
async function originOf({ documentUri }: JobRecord, text: string): Promise<vscode.TextDocument | undefined> {
	if (documentUri === undefined) return undefined;
	const open = vscode.workspace.textDocuments.find((each) => documentKey(each.uri) === documentUri);
	if (open !== undefined) return open.getText() === text ? open : undefined;
	const uri = vscode.Uri.parse(documentUri);
	if (uri.scheme === 'untitled') return undefined;
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		return document.getText() === text ? document : undefined;
	} catch {
		// The file no longer exists or cannot be read.
		return undefined;
	}
}

/**
 * Returns the total of a typed text: `3000`, or `+500` for additional steps; undefined if it is not above the current
 * one.
 */
function totalOf(text: string, present: number): number | undefined {
	const [, plus = '', digits = ''] = /^(\+?)(\d{1,9})$/.exec(text.replaceAll(' ', '')) ?? [];
	if (digits === '') return undefined;
	const total = plus === '+' ? present + Number(digits) : Number(digits);
	return total > present ? total : undefined;
}
