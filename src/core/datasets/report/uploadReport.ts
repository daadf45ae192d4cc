import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter.ts';
import { numberText } from '../../base/language.ts';
import type { DatasetFile } from '../dataset.ts';
import { suggestedDatasetName } from '../datasetName.ts';
import {
	captionsChangedSince,
	captionsFromElsewhere,
	captionsInUploadOnly,
	changesLeft,
	comparedWhereSame,
	type SentCaption,
} from '../disk/readAgain.ts';
import type { Scan, ScanProgress } from '../disk/scan.ts';
import { SelectionReader } from '../disk/selectionReader.ts';
import { makeSteps, reversedRenames, reverseSteps } from '../disk/steps.ts';
import { compared } from '../likeness.ts';
import { leftText, safeChange, safeFixesText } from './allSafe.ts';
import { afterRenames, type Change, type DiskChange } from './changes.ts';
import { controlFolders, hasUsualName } from './controlFolder.ts';
import { type SelectedKind, selectedKind } from './fileKinds.ts';
import type { FindingKind, FixKind } from './findingKinds.ts';
import { diskStepsOf, type FixInput, fixChange, textsFor } from './fixes.ts';
import type { ReportControls, ReportFamily, ReportOptions } from './options.ts';
import { makeReport, type Report } from './report.ts';

/** The state of a report: still looking, done, or ended by something that no sentence of a file covers. */
type UploadReportState =
	| { readonly kind: 'scanning'; readonly progress: ScanProgress }
	| { readonly kind: 'ready'; readonly scan: Scan; readonly report: Report }
	| { readonly kind: 'failed'; readonly sentence: string };

interface FixRequest extends Pick<FixInput, 'template' | 'trigger' | 'ids'> {
	readonly kind: FindingKind;
	readonly fix: FixKind;
	/** True if the files on disk are changed as well. */
	readonly onDisk?: boolean;
}

/** Kinds that folders have, too. */
const foldersByName: ReadonlySet<SelectedKind> = new Set<SelectedKind>(['other', 'cache', 'hidden']);

/** A selection to upload: its scan, its changes, and the report that follows from both. */
export class UploadReport {
	readonly #selection: SelectionReader;
	readonly #changed: Emitter<void>;
	#controlFolders: readonly ReportControls[] | undefined;
	#report: Report | undefined;
	#changes: readonly Change[];
	#options: ReportOptions = {};
	/** Changes on disk are made one after the other. */
	#busy: Promise<unknown> = Promise.resolve();

	/**
	 * @param paths absolute paths of the files and folders.
	 * @param earlier changes of an earlier report on disk, which Undo reverts after all changes of this one.
	 */
	constructor(
		paths: readonly string[],
		onError?: (error: unknown) => void,
		earlier: readonly DiskChange[] = [],
	) {
		this.#changes = earlier;
		this.#changed = new Emitter(onError);
		this.#selection = new SelectionReader(paths, () => this.#changed.fire());
	}

	/** Absolute paths of the files and folders. */
	get paths(): readonly string[] {
		return this.#selection.paths;
	}

	get onDidChange() {
		return this.#changed.event;
	}

	get state(): UploadReportState {
		const { state } = this.#selection;
		if (state.kind !== 'ready') return state;
		this.#report ??= makeReport(state.scan, this.#changes, this.#options);
		return { ...state, report: this.#report };
	}

	/** The name of the selection: its folder, or the folder that its files are in. */
	get label(): string {
		const [first = ''] = this.paths;
		return this.#isOneFolder ? basename(first) : basename(dirname(first));
	}

	/** A name for the dataset, derived from the folder; empty if no part of its name is usable. */
	get suggestedName(): string {
		return suggestedDatasetName(this.label);
	}

	/** Folders of the selection that look like control images. */
	get controlFolders(): readonly ReportControls[] {
		const { state } = this.#selection;
		if (state.kind !== 'ready') return [];
		this.#controlFolders ??= controlFolders(state.scan);
		return this.#controlFolders;
	}

	get controls(): ReportControls | undefined {
		return this.#options.controls;
	}

	get family(): ReportFamily | undefined {
		return this.#options.family;
	}

	/**
	 * The changes that were made on disk and not reverted, oldest first: everything that Undo needs after the report
	 * was closed.
	 */
	get madeOnDisk(): readonly DiskChange[] {
		return this.#changes.flatMap(({ title, disk = [] }) => (disk.length === 0 ? [] : [{ title, disk }]));
	}

	/** Captions that only the upload has, or has otherwise than they are on disk, by the absolute path of the caption. */
	get captionsInUploadOnly(): ReadonlyMap<string, string> {
		const { state } = this;
		return state.kind === 'ready' ? captionsInUploadOnly(this.#changes, state.report) : new Map();
	}

	/** Captions that are not next to their medium, or do not have its name, by the absolute path where they belong. */
	get captionsFromElsewhere(): ReadonlyMap<string, SentCaption> {
		const { state } = this;
		return state.kind === 'ready' ? captionsFromElsewhere(state.report) : new Map();
	}

	get undoTitle(): string | undefined {
		return this.#changes.at(-1)?.title;
	}

	/**
	 * Reads the selection, or reads it again; changes to the upload stay, except for files that have changed since.
	 * Never rejects.
	 */
	async scan(): Promise<void> {
		const reading = this.#selection.read();
		this.#controlFolders = undefined;
		this.#setOption('compared', undefined);
		if (!(await reading)) return;
		const { state } = this.#selection;
		if (state.kind === 'ready') {
			const [likely] = this.controlFolders;
			if (likely !== undefined && hasUsualName(likely) && this.controls === undefined)
				this.#options = { ...this.#options, controls: likely };
			this.#takeChangesAlong(state.scan);
		}
		this.#update();
	}

	/**
	 * Checks whether the files are still those of the report, and reads changed and new ones; the report stays until
	 * then. Never rejects.
	 */
	lookAgain(): Promise<void> {
		return this.#inTurn(() => this.#readAgain());
	}

	/**
	 * Checks that captions made by a fix still match the files, and reads the selection again if they do not. Never
	 * rejects.
	 * @returns the number of captions that do not match.
	 */
	async readWhereChanged(): Promise<number> {
		const { state } = this;
		if (state.kind !== 'ready') return 0;
		const changed = await captionsChangedSince(this.#changes, state.report);
		if (changed > 0) await this.scan();
		return changed;
	}

	/** Sets the model family that the files are checked for; undefined while unknown. */
	setFamily(family: ReportFamily | undefined): void {
		this.#setOption('family', family);
	}

	setControls(controls: ReportControls | undefined): void {
		this.#setOption('controls', controls);
	}

	/** Sets the files of the dataset that the upload adds to. */
	setExisting(existing: readonly DatasetFile[] | undefined): void {
		if (existing !== this.#options.existing) this.#setOption('existing', existing);
	}

	/** The pictures to upload that were not compared with the others yet, by id. */
	get uncompared(): readonly string[] {
		const { state } = this;
		if (state.kind !== 'ready') return [];
		const known = this.#options.compared;
		return [...state.report.items.values()].flatMap(({ file, out }) =>
			file.kind === 'image' && out === undefined && !known?.has(file.id) ? [file.id] : [],
		);
	}

	/** Adds the forms of pictures; one without a form cannot be compared, and is not requested again. */
	setCompared(pictures: Parameters<typeof compared>[1]): void {
		this.#setOption('compared', compared(this.#options.compared ?? new Map(), pictures));
	}

	/** Applies a fix. @returns one sentence about the changes, and about those that failed. */
	fix(request: FixRequest): Promise<string> {
		return this.#inTurn(async () => {
			const { state } = this;
			if (state.kind !== 'ready') return l10n.t('The selection is being read.');
			const { kind, fix, ids, onDisk } = request;
			const { texts, problems } = await textsFor(state.report, kind, fix, ids);
			const existing = this.#options.existing?.map(({ name }) => name) ?? [];
			const change = fixChange(state.report, kind, fix, { ...request, texts, existing });
			if (change === undefined) return [l10n.t('There is nothing to change.'), ...problems].join(' ');
			if (!onDisk) {
				this.#setChanges([...this.#changes, change]);
				return [l10n.t('Applied to the upload only: {0}.', change.title), ...problems].join(' ');
			}
			const { done, problems: unchanged } = await makeSteps(await diskStepsOf(state.report, change));
			this.#changes = afterRenames([...this.#changes, { ...change, disk: done }], done);
			await this.#readAgain();
			this.#update();
			return [
				l10n.t('Applied to the upload and to the files on disk: {0}.', change.title),
				...problems,
				...firstOf(unchanged),
			].join(' ');
		});
	}

	/** Describes the effect of `fixAllThatIsSafe`; undefined without a safe fix. */
	get safeFixes(): string | undefined {
		const { state } = this;
		return state.kind === 'ready' ? safeFixesText(state.report, this.#options) : undefined;
	}

	/**
	 * Applies every fix that removes nothing and keeps the meaning of the files, in the upload only, as one change for
	 * Undo.
	 * @returns sentences about the changes and the remaining findings.
	 */
	fixAllThatIsSafe(): Promise<string> {
		return this.#inTurn(async () => {
			const { state } = this;
			if (state.kind !== 'ready') return l10n.t('The selection is being read.');
			const { scan, report } = state;
			const { change, problems } = await safeChange(report, this.#options, (made) =>
				makeReport(scan, [...this.#changes, made], this.#options),
			);
			if (change === undefined) return [l10n.t('There is nothing to change.'), ...problems].join(' ');
			this.#setChanges([...this.#changes, change]);
			const left = this.state.kind === 'ready' ? [leftText(this.state.report)] : [];
			return [l10n.t('Applied to the upload only: {0}.', change.title), ...firstOf(problems), ...left].join(
				' ',
			);
		});
	}

	/** Reverts the last change, including its changes on disk. @returns one sentence. */
	undo(): Promise<string> {
		return this.#inTurn(async () => {
			const last = this.#changes.at(-1);
			if (last === undefined) return l10n.t('There is nothing to undo.');
			const { disk = [] } = last;
			const problems = await reverseSteps(disk);
			this.#changes = afterRenames(this.#changes.slice(0, -1), reversedRenames(disk));
			if (disk.length > 0) await this.#readAgain();
			this.#update();
			return [l10n.t('Undone: {0}.', last.title), ...firstOf(problems)].join(' ');
		});
	}

	dispose(): void {
		this.#selection.dispose();
		this.#changed.dispose();
	}

	get #isOneFolder(): boolean {
		const [first = ''] = this.paths;
		return this.paths.length === 1 && foldersByName.has(selectedKind(basename(first)));
	}

	/** Reads the selection again, and only files that have changed since. */
	async #readAgain(): Promise<void> {
		const { state: before } = this.#selection;
		if (before.kind !== 'ready' || !(await this.#selection.readAgain(before.scan))) return;
		const { state } = this.#selection;
		if (state.kind === 'ready') {
			if (isDeepStrictEqual(state.scan, before.scan)) return;
			this.#controlFolders = undefined;
			const known = this.#options.compared;
			if (known !== undefined)
				this.#options = {
					...this.#options,
					compared: comparedWhereSame(known, before.scan.files, state.scan.files),
				};
			this.#takeChangesAlong(state.scan);
		}
		this.#update();
	}

	#takeChangesAlong(scan: Scan): void {
		if (this.#changes.length > 0)
			this.#changes = changesLeft(this.#changes, makeReport(scan, this.#changes, this.#options));
	}

	#setOption<K extends keyof ReportOptions>(key: K, value: ReportOptions[K]): void {
		const { [key]: _, ...others } = this.#options;
		this.#options = value === undefined ? others : { ...others, [key]: value };
		this.#update();
	}

	#setChanges(changes: readonly Change[]): void {
		this.#changes = changes;
		this.#update();
	}

	#update(): void {
		this.#report = undefined;
		this.#changed.fire();
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const result = this.#busy.then(work);
		this.#busy = result.catch(() => undefined);
		return result;
	}
}

/** Returns the first of many similar sentences. */
function firstOf(sentences: readonly string[]): readonly string[] {
	if (sentences.length <= 3) return sentences;
	return [
		...sentences.slice(0, 2),
		l10n.t('{0} more files are left unchanged.', numberText(sentences.length - 2)),
	];
}
