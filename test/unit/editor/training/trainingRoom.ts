import type * as vscode from 'vscode';
import type { Session, SessionSource, SignedIn } from '../../../../src/core/account/session.ts';
import { compact } from '../../../../src/core/base/compact.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { type Failure, failed, type Result, success } from '../../../../src/core/base/failure.ts';
import { lazy } from '../../../../src/core/base/lazy.ts';
import { createDatasetStore } from '../../../../src/core/datasets/datasetStore.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import type { Gpu } from '../../../../src/core/jobs/job.ts';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import type { JobService } from '../../../../src/core/jobs/jobService.ts';
import type { JobSubmission } from '../../../../src/core/jobs/jobSubmissions.ts';
import type { Estimate } from '../../../../src/core/records/estimate.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import type { WindowJobs } from '../../../../src/editor/jobs/windowJobs.ts';
import { registerTraining, type TrainingRoom } from '../../../../src/editor/training/register.ts';
import { ofService } from '../../../support/connection.ts';
import { MemorySecrets } from '../../account/memorySecrets.ts';
import { actsOf } from '../../support/acts.ts';
import { jobRecord } from '../../support/jobRecord.ts';
import { part } from '../../support/part.ts';
import { Memento } from '../../support/real.ts';
import { editor, Uri, workspace } from '../../support/vscode.ts';

const log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** An account that answers from these values. */
export class Account implements SessionSource {
	balance = 5_000_000;
	datasets: readonly { id: string; name: string; status: string; files: readonly string[] }[] = [
		{ id: 'd1', name: 'portraits', status: 'READY', files: ['a.png', 'a.txt'] },
		{ id: 'd2', name: 'garden', status: 'UPLOADING', files: [] },
		{ id: 'd3', name: 'films', status: 'READY', files: ['a.mp4', 'a.txt'] },
	];
	readonly asked: string[] = [];
	readonly #changed = new Emitter<Session>();
	readonly onDidChange = this.#changed.event;
	current: Session;
	readonly signedIn: SignedIn;

	constructor() {
		const connection = part<Session['connection']>({
			id: 'c1',
			name: 'Test',
			baseUrl: 'https://api.example',
			modelApiUrl: 'https://api.example',
			webUrl: 'https://web.example',
			trainerUrl: 'https://trainer.example',
			...ofService,
		});
		const transport = { json: async ({ url }: { url: string }) => this.#answer(url) };
		const service = part<SignedIn['service']>({ connection, transport });
		this.signedIn = { state: 'signedIn', connection, account: { id: 'a1', label: 'me' }, service };
		this.current = this.signedIn;
	}

	signOut(): void {
		this.current = { state: 'signedOut', connection: this.signedIn.connection };
		this.#changed.fire(this.current);
	}

	#answer(url: string): Result<unknown> {
		this.asked.push(new URL(url).pathname);
		if (url.endsWith('/balance')) return success({ balance_microdollars: this.balance });
		const id = /datasets\/(\w+)\/status$/.exec(url)?.[1];
		const records = this.datasets.map(({ files: _, ...record }) => record);
		if (id === undefined) return success({ datasets: records });
		const found = this.datasets.find((each) => each.id === id);
		return success({ ...found, files: found?.files.map((filename) => ({ filename, size_bytes: 1 })) });
	}
}

/** Jobs that are accepted by default. */
export class Jobs {
	readonly records = new Map<string, JobRecord>();
	readonly sent: JobSubmission[] = [];
	readonly edited: { id: string; text: string; gpu?: Gpu }[] = [];
	readonly resumed: string[] = [];
	/** The machine that each resume named. */
	readonly resumedOn: (Gpu | undefined)[] = [];
	resumeRefusal: Failure | undefined;
	refusal: Failure | undefined;
	kept = { text: '', source: 'sent' as 'sent' | 'resolved', masked: false };
	readonly #changed = new Emitter<JobRecord>();
	readonly #removed = new Emitter<string>();
	readonly onDidChange = this.#changed.event;
	readonly onDidRemove = this.#removed.event;
	readonly onDidChangeSession = new Emitter<Session>().event;
	readonly opened = this;
	open = async () => this;
	jobs = () => [...this.records.values()].reverse();
	get = (id: string) => this.records.get(id);
	readonly configs = { read: async () => success(this.kept) };
	checkpoints: readonly string[] = [];
	result = async () =>
		success({
			state: 'STOPPED',
			samples: [],
			checkpoints: this.checkpoints.map((name) => ({ name, url: `https://files.example/${name}` })),
		});

	put(record: Partial<JobRecord> & { readonly id: string }): JobRecord {
		const whole = jobRecord({
			connectionId: 'c1',
			accountId: 'a1',
			jobId: `service-${record.id}`,
			name: 'portraits_v1',
			phase: 'moving',
			state: 'IN_QUEUE',
			...record,
		});
		this.records.set(whole.id, whole);
		this.#changed.fire(whole);
		return whole;
	}

	submit = async (submission: JobSubmission): Promise<Result<JobRecord>> => {
		this.sent.push(submission);
		if (this.refusal !== undefined) return failed(this.refusal);
		const { name, documentUri } = submission;
		return success(this.put({ id: `j${this.sent.length}`, name, ...(documentUri ? { documentUri } : {}) }));
	};

	/** The estimate of the next job by earlier ones. */
	estimated: Estimate = { count: 0 };
	estimate = () => this.estimated;

	edit = async (id: string, text: string, gpu?: Gpu): Promise<Result<JobRecord>> => {
		this.edited.push({ id, text, ...compact({ gpu }) });
		const record = this.records.get(id);
		return this.refusal === undefined && record !== undefined
			? success(record)
			: failed(this.refusal as Failure);
	};

	resume = async (id: string, gpu?: Gpu): Promise<Result<JobRecord>> => {
		this.resumed.push(id);
		this.resumedOn.push(gpu);
		if (this.resumeRefusal !== undefined) return failed(this.resumeRefusal);
		return success(this.put({ id, phase: 'moving', state: 'IN_QUEUE' }));
	};
}

/** The room of training configurations in a window, with an account and jobs of the test's own. */
export class OpenRoom {
	readonly account = new Account();
	readonly jobs = new Jobs();
	readonly documents = new Documents();
	readonly revealed: JobRecord[] = [];
	readonly secrets = new MemorySecrets();
	/** The uploads of this computer. */
	uploads: readonly Upload[] = [];
	readonly room: TrainingRoom;
	readonly #subscriptions: { dispose(): void }[] = [];

	constructor() {
		const { account, jobs, documents, revealed } = this;
		const datasetStore = lazy(async () => createDatasetStore({ session: account }));
		const uploads = { open: async () => ({ uploads: () => this.uploads }) };
		this.room = registerTraining(
			part<vscode.ExtensionContext>({
				subscriptions: this.#subscriptions,
				extensionUri: Uri.file('/easel'),
				workspaceState: new Memento(),
				secrets: this.secrets,
			}),
			{
				log: log as never,
				documents,
				session: account,
				signedIn: async () => (account.current.state === 'signedIn' ? account.current : undefined),
				acts: actsOf(account, {
					jobs: async () => part<JobService>(jobs),
					datasets: datasetStore.get,
					uploads: uploads.open,
				}),
				datasetStore,
				uploads,
				jobs: part<WindowJobs>(jobs),
				revealJob: (job) => revealed.push(job),
			},
		);
	}

	run(id: string, ...args: unknown[]): Promise<unknown> {
		return Promise.resolve(editor.handlers.get(id)?.(...args));
	}

	close(): void {
		for (const each of this.#subscriptions) each.dispose();
		this.documents.dispose();
		Object.assign(workspace, { isTrusted: true });
		editor.reset();
	}
}
