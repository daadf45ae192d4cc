import * as vscode from 'vscode';
import type { JobRecord } from '../../../core/jobs/jobRecord.ts';
import type { WindowJobs } from '../../jobs/windowJobs.ts';
import { documentKey } from '../documentKey.ts';

const storageKey = 'easel.training.edits';
const remembered = 50;

interface Link {
	readonly document: string;
	/** Our own id of the job. */
	readonly job: string;
}

/** The open documents that are the configuration of a job that is being edited, kept with the workspace. */
export class JobEdits implements vscode.Disposable {
	readonly #state: vscode.Memento;
	readonly #jobs: Pick<WindowJobs, 'opened'>;
	readonly #changed = new vscode.EventEmitter<void>();
	/** Fires when a document belongs to another job, or to none. */
	readonly onDidChange = this.#changed.event;

	constructor(state: vscode.Memento, jobs: Pick<WindowJobs, 'opened'>) {
		this.#state = state;
		this.#jobs = jobs;
	}

	/** Returns the job with a document as its configuration; undefined also while the list of jobs is not open. */
	of(document: vscode.Uri): JobRecord | undefined {
		const uri = documentKey(document);
		const link = this.#all().find((each) => each.document === uri);
		return link === undefined ? undefined : this.#jobs.opened?.get(link.job);
	}

	/** Returns the document in which a job is edited already, if it is open. */
	documentOf(jobId: string): vscode.TextDocument | undefined {
		const link = this.#all().find(({ job }) => job === jobId);
		return vscode.workspace.textDocuments.find((each) => documentKey(each.uri) === link?.document);
	}

	async link(document: vscode.Uri, jobId: string): Promise<void> {
		const uri = documentKey(document);
		const others = this.#all().filter((each) => each.document !== uri && each.job !== jobId);
		await this.#state.update(storageKey, [{ document: uri, job: jobId }, ...others].slice(0, remembered));
		this.#changed.fire();
	}

	async unlink(document: vscode.Uri): Promise<void> {
		const uri = documentKey(document);
		const others = this.#all().filter((each) => each.document !== uri);
		if (others.length === this.#all().length) return;
		await this.#state.update(storageKey, others);
		this.#changed.fire();
	}

	dispose(): void {
		this.#changed.dispose();
	}

	#all(): readonly Link[] {
		return this.#state.get<readonly Link[]>(storageKey, []);
	}
}
