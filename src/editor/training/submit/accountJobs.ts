import * as vscode from 'vscode';
import { hasEnded, type JobRecord } from '../../../core/jobs/jobRecord.ts';
import { isOnService, nameTaken } from '../../../core/jobs/submit/names.ts';
import type { WindowJobs } from '../../jobs/windowJobs.ts';
import { documentKey } from '../documentKey.ts';

type KnownJobs = Pick<WindowJobs, 'opened' | 'onDidChange' | 'onDidRemove' | 'onDidChangeSession'>;

/** The jobs of the account that this computer knows, by their names and documents; used at every keystroke. */
export class AccountJobs implements vscode.Disposable {
	readonly #source: KnownJobs;
	readonly #changed = new vscode.EventEmitter<void>();
	readonly #renamed = new vscode.EventEmitter<void>();
	readonly #watches: readonly { dispose(): void }[];
	/** Read once after each change. */
	#jobs: readonly JobRecord[] | undefined;
	#names = '';
	/** Fires when something about a job is different. */
	readonly onDidChange = this.#changed.event;
	/** Fires when the taken names have changed; other changes of a job do not matter. */
	readonly onDidChangeNames = this.#renamed.event;

	constructor(source: KnownJobs) {
		this.#source = source;
		const look = () => this.#look();
		this.#watches = [source.onDidChange(look), source.onDidRemove(look), source.onDidChangeSession(look)];
		this.#names = this.#readNames();
	}

	/**
	 * Returns true if a job of the account has this name; undefined otherwise, since the service cannot list jobs and
	 * others may exist. With `document`, the jobs of that document do not count: its name is theirs.
	 */
	taken(name: string, document?: vscode.Uri): true | undefined {
		return nameTaken(this.#all(), name, document && documentKey(document));
	}

	/** Returns the newest job of a document that has not ended. */
	movingOf(document: vscode.Uri): JobRecord | undefined {
		const uri = documentKey(document);
		return this.#all().find((job) => job.documentUri === uri && !hasEnded(job));
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
		this.#renamed.dispose();
	}

	#all(): readonly JobRecord[] {
		this.#jobs ??= this.#source.opened?.jobs() ?? [];
		return this.#jobs;
	}

	#look(): void {
		this.#jobs = undefined;
		this.#changed.fire();
		const names = this.#readNames();
		if (names === this.#names) return;
		this.#names = names;
		this.#renamed.fire();
	}

	#readNames(): string {
		return JSON.stringify(
			this.#all()
				.filter(isOnService)
				.map(({ name, documentUri }) => [name, documentUri]),
		);
	}
}
