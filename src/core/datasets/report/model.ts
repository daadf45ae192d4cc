import { basename } from 'node:path';
import type { SessionSource, SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { Emitter } from '../../base/emitter.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { datasetStatus } from '../client.ts';
import type { Dataset } from '../dataset.ts';
import type { DatasetStore } from '../datasetStore.ts';
import { scanSelection } from '../disk/scan.ts';
import type { UploadService } from '../upload/service.ts';
import type { Upload, UploadFile } from '../upload/upload.ts';
import { stillAgreed } from './agreed.ts';
import type { DiskChange } from './changes.ts';
import type { ReportControls, ReportFamily } from './options.ts';
import { offersTheSame, type Report } from './report.ts';
import type { UploadSelection } from './selection.ts';
import { UploadReport } from './uploadReport.ts';
import {
	type ControlOption,
	captionsChanged,
	controlOptions,
	filesChanged,
	reportNotReady,
	type UploadReportContext,
	uploadReportState,
} from './view.ts';

/** The part of the uploads of its window that a report needs. */
interface UploadsOfWindow extends Pick<UploadService, 'onDidChange'> {
	open(): Promise<Pick<UploadService, 'start'>>;
	readonly opened: Pick<UploadService, 'upload'> | undefined;
}

interface UploadReportModelOptions {
	readonly selection: UploadSelection;
	readonly account: SessionSource;
	readonly store: DatasetStore;
	readonly uploads: UploadsOfWindow;
	readonly families: readonly ReportFamily[];
	readonly log: Log;
	/** The changes that an earlier report of the selection has made on disk. */
	readonly earlier: readonly DiskChange[];
}

const nameConflict = 'DATASET_NAME_CONFLICT';

/** One panel "Upload to ...": a report, the dataset that it leads to, and the upload that was started from it. */
export class UploadReportModel {
	readonly report: UploadReport;
	readonly #options: UploadReportModelOptions;
	readonly #changed: Emitter<void>;
	readonly #watches: readonly { dispose(): void }[];
	readonly #closed = new AbortController();
	#name: string;
	/** The dataset of that name with its files; without them while they are being requested. */
	#dataset: Dataset | undefined;
	#loading = false;
	/** Settles when the files of the dataset are known. */
	#loaded: Promise<void> = Promise.resolve();
	#controlsValue = '';
	/** A folder outside the selection that was chosen for control images. */
	#chosenControls: ReportControls | undefined;
	#uploadId: string | undefined;
	#starting = false;
	#revision = 0;

	constructor(options: UploadReportModelOptions) {
		const { selection, account, store, uploads, log } = options;
		this.#options = options;
		const onError = (error: unknown) => log.error('A listener of an upload report failed', error);
		this.#changed = new Emitter(onError);
		this.report = new UploadReport(selection.paths, onError, options.earlier);
		this.#name = selection.dataset?.name ?? this.report.suggestedName;
		this.#watches = [
			this.report.onDidChange(() => this.#onReport()),
			store.onDidChange(() => this.#findDataset()),
			account.onDidChange(() => this.#findDataset()),
			uploads.onDidChange((upload) => {
				if (upload.id === this.#uploadId) this.#changed.fire();
			}),
		];
		if (store.state.kind !== 'ready') void store.refresh();
		this.#findDataset();
		void this.report.scan();
	}

	/** Fires after each visible change. */
	get onDidChange() {
		return this.#changed.event;
	}

	get name(): string {
		return this.#name;
	}

	get upload(): Upload | undefined {
		return this.#uploadId === undefined ? undefined : this.#options.uploads.opened?.upload(this.#uploadId);
	}

	/** Captions that only the upload has, or has otherwise than they are on disk, by the absolute path of the caption. */
	get captionsInUploadOnly(): ReadonlyMap<string, string> {
		return this.#uploadId === undefined ? this.report.captionsInUploadOnly : new Map();
	}

	/** Captions that are not next to their medium, or do not have its name, by the absolute path where they belong. */
	get captionsFromElsewhere(): UploadReport['captionsFromElsewhere'] {
		return this.#uploadId === undefined ? this.report.captionsFromElsewhere : new Map();
	}

	get state(): ReturnType<typeof uploadReportState> {
		const { account, families, selection } = this.#options;
		const { current } = account;
		const context: UploadReportContext = {
			uploadReport: this.report,
			families,
			name: this.#name,
			fixedName: selection.dataset !== undefined,
			loading: this.#loading,
			controls: { value: this.#controlsValue, options: this.#controlOptions() },
			starting: this.#starting,
			revision: this.#revision,
			...compact({ dataset: this.#dataset }),
			...(current.state === 'signedIn' ? { connection: current.connection.name } : {}),
			...compact({ upload: this.upload }),
		};
		return uploadReportState(context);
	}

	/** Shows an upload that was started here before. */
	show(uploadId: string): void {
		this.#uploadId = uploadId;
		this.#changed.fire();
	}

	/** Leaves an upload that has ended for a report on the selection, and on the dataset, as both are now. */
	async startOver(): Promise<void> {
		this.#uploadId = undefined;
		this.#use(undefined, false);
		await Promise.all([this.report.scan(), this.#options.store.refresh()]);
	}

	setName(name: string): void {
		if (this.#options.selection.dataset !== undefined || name === this.#name) return;
		this.#name = name;
		this.#findDataset();
	}

	setFamily(id: string): void {
		this.report.setFamily(this.#options.families.find((family) => family.id === id));
	}

	/** Sets the control images. @param value as `controls.options` of the state have it. */
	async setControls(value: string): Promise<void> {
		this.#controlsValue = value;
		const [kind, rest] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
		if (kind === 'dataset') return this.#useDatasetAsControls(rest);
		const { controlFolders } = this.report;
		const chosen =
			kind === 'folder' ? controlFolders.find(({ folder }) => folder === rest) : this.#chosenControls;
		this.report.setControls(value === '' ? undefined : chosen);
	}

	/** Takes a folder outside the selection for the control images. */
	async chooseControls(path: string): Promise<void> {
		const { files } = await scanSelection([path], { signal: this.#closed.signal });
		const images = files.filter(({ kind, folder }) => kind === 'image' && folder === '');
		this.#chosenControls = { label: basename(path), names: images.map(({ name }) => name) };
		await this.setControls('chosen:');
	}

	/** Checks whether the files are still those of the report, unless their upload is shown. Never rejects. */
	async lookAgain(): Promise<void> {
		if (this.#uploadId === undefined && !this.#starting) await this.report.lookAgain();
	}

	/**
	 * Starts the upload of the planned files, with their current content. Fails if the name has been taken since; the
	 * report then shows the dataset of that name. Also fails after changes that invalidate captions on disk or the
	 * report: it then shows the current files.
	 */
	start(): Promise<Result<Upload>> {
		return this.#start(async (shown) => {
			const changed = await this.report.readWhereChanged();
			if (changed > 0) return failed(captionsChanged(changed));
			const now = await this.#reportNow();
			if (!now.ok) return now;
			return offersTheSame(shown, now.value) ? success(now.value.plan) : failed(filesChanged);
		});
	}

	/**
	 * Starts the upload that an agreed report plans, without the files that have changed.
	 * @param onLeftOut receives the names of files that are new or changed since
	 */
	startAgreed({ plan }: Report, onLeftOut: (names: readonly string[]) => void): Promise<Result<Upload>> {
		return this.#start(async () => {
			const now = await this.#reportNow();
			if (!now.ok) return now;
			const { files, leftOut } = stillAgreed(plan, now.value.plan);
			onLeftOut(leftOut);
			return files.length === 0 ? failed(filesChanged) : success(files);
		});
	}

	async #reportNow(): Promise<Result<Report>> {
		await this.report.lookAgain();
		const { state } = this.report;
		return state.kind === 'ready' ? success(state.report) : failed(reportNotReady);
	}

	async #start(filesOf: (shown: Report) => Promise<Result<readonly UploadFile[]>>): Promise<Result<Upload>> {
		const { uploads, store, selection } = this.#options;
		const { state } = this.report;
		if (state.kind !== 'ready' || this.#starting) return failed(reportNotReady);
		this.#starting = true;
		this.#changed.fire();
		try {
			const files = await filesOf(state.report);
			if (!files.ok) return files;
			const service = await uploads.open();
			const id = selection.dataset?.id ?? this.#dataset?.id;
			const dataset = id === undefined ? { newName: this.#name } : { id };
			const started = await service.start({ dataset, files: files.value });
			if (!started.ok) {
				if (started.failure.codeName === nameConflict) void store.refresh();
				return started;
			}
			this.#uploadId = started.value.id;
			void store.refresh();
			return success(started.value);
		} finally {
			this.#starting = false;
			this.#changed.fire();
		}
	}

	/** Settles when it is known which dataset the name means. */
	async settled(): Promise<void> {
		const { store } = this.#options;
		if (store.state.kind !== 'ready') await store.refresh();
		this.#findDataset();
		await this.#loaded;
	}

	dispose(): void {
		this.#closed.abort();
		for (const watch of this.#watches) watch.dispose();
		this.report.dispose();
		this.#changed.dispose();
	}

	#onReport(): void {
		this.#revision++;
		const { controls } = this.report;
		if (this.#controlsValue === '' && controls?.folder !== undefined)
			this.#controlsValue = `folder:${controls.folder}`;
		this.#changed.fire();
	}

	/** Looks up the dataset of the name, and asks for its files once. */
	#findDataset(): void {
		const { selection, store, account } = this.#options;
		const id = selection.dataset?.id;
		const listed = store.items.find((each) => (id === undefined ? each.name === this.#name : each.id === id));
		const found = listed ?? (selection.dataset && { ...selection.dataset, state: '' });
		const { current } = account;
		if (found === undefined || current.state !== 'signedIn') this.#use(undefined, false);
		else if (this.#dataset?.id !== found.id || (!this.#loading && this.#dataset.files === undefined)) {
			this.#use(found, true);
			this.#loaded = this.#loadFiles(current, found);
		}
	}

	async #loadFiles({ service }: SignedIn, found: Dataset): Promise<void> {
		const status = await datasetStatus(service, found.id, { signal: this.#closed.signal });
		if (this.#dataset !== found) return;
		this.#use(status.ok ? { ...found, ...status.value } : { ...found, files: [] }, false);
	}

	#use(dataset: Dataset | undefined, loading: boolean): void {
		this.#dataset = dataset;
		this.#loading = loading;
		this.report.setExisting(dataset?.files);
		this.#changed.fire();
	}

	async #useDatasetAsControls(id: string): Promise<void> {
		const { account, store } = this.#options;
		const { current } = account;
		const label = store.byId(id)?.name;
		if (current.state !== 'signedIn' || label === undefined) return;
		const status = await datasetStatus(current.service, id, { signal: this.#closed.signal });
		if (this.#controlsValue !== `dataset:${id}`) return;
		this.report.setControls(
			status.ok ? { label, names: status.value.files?.map(({ name }) => name) ?? [] } : undefined,
		);
	}

	#controlOptions(): readonly ControlOption[] {
		const datasets = this.#options.store.items.filter(({ name }) => name !== this.#name);
		return controlOptions(this.report.controlFolders, this.#chosenControls, datasets);
	}
}
