import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { compact } from '../../base/compact.ts';
import { type Failure, inputFailure } from '../../base/failure.ts';
import { counted, numberText } from '../../base/language.ts';
import type { Dataset } from '../dataset.ts';
import { datasetNameProblem } from '../datasetName.ts';
import { paceText, uploadCounts } from '../upload/texts.ts';
import type { Upload } from '../upload/upload.ts';
import { type FindingKind, type FixKind, findingKinds, usuallyOnDisk } from './findingKinds.ts';
import type { FindingView, UploadReportState, UploadView } from './messages.ts';
import type { ReportControls } from './options.ts';
import type { Report, ReportFinding } from './report.ts';
import { sizesText } from './sizes.ts';
import type { UploadReport } from './uploadReport.ts';

export interface ControlOption {
	/** `folder:`, `chosen:` or `dataset:`, followed by the name or id; empty for none. */
	readonly value: string;
	readonly label: string;
}

/** Returns the possible places of control images: folders of the selection, a chosen folder, other datasets. */
export function controlOptions(
	folders: readonly ReportControls[],
	chosen: ReportControls | undefined,
	datasets: readonly Dataset[],
): readonly ControlOption[] {
	return [
		{ value: '', label: l10n.t('Not chosen') },
		...folders.map(({ label }) => ({
			value: `folder:${label}`,
			label: l10n.t('Folder "{0}" of the selection', label),
		})),
		...(chosen === undefined ? [] : [{ value: 'chosen:', label: l10n.t('Folder "{0}"', chosen.label) }]),
		...datasets.map(({ id, name }) => ({ value: `dataset:${id}`, label: l10n.t('Dataset "{0}"', name) })),
	];
}

/** The upload was requested too early, or twice. */
export const reportNotReady = inputFailure(
	l10n.t('The upload is already starting, or the selection is still being read.'),
	l10n.t('Wait a moment.'),
);

const reviewAgain = l10n.t('The files were read again. Review the report, then upload.');

/** Returns the failure of an upload that does not start because captions were changed on disk after a fix; the selection was read again. */
export function captionsChanged(count: number): Failure {
	const message = counted(
		count,
		l10n.t('1 caption changed on disk after the report was made.'),
		l10n.t('{0} captions changed on disk after the report was made.'),
	);
	return inputFailure(message, reviewAgain);
}

/** The failure of an upload that does not start because the report on the current files is different. */
export const filesChanged = inputFailure(
	l10n.t('Files changed on disk after the report was made, so the report is different now.'),
	reviewAgain,
);

export interface UploadReportContext {
	readonly uploadReport: UploadReport;
	readonly families: readonly { readonly id: string; readonly label: string }[];
	/** The name as typed. */
	readonly name: string;
	/** The dataset was chosen before the files. */
	readonly fixedName: boolean;
	/** The dataset with this name, if known. */
	readonly dataset?: Dataset;
	/** True while the files of that dataset are being requested. */
	readonly loading: boolean;
	readonly connection?: string;
	readonly controls: { readonly value: string; readonly options: readonly ControlOption[] };
	readonly upload?: Upload;
	readonly starting: boolean;
	readonly revision: number;
}

/** Returns everything that the panel shows, as text. */
export function uploadReportState(context: UploadReportContext): UploadReportState {
	const { uploadReport, families, upload, connection, controls } = context;
	const { state, family } = uploadReport;
	const report = state.kind === 'ready' ? state.report : undefined;
	return {
		selection: uploadReport.label,
		...compact({ connection }),
		...(state.kind === 'scanning'
			? { scanning: { found: state.progress.found, done: state.progress.done } }
			: {}),
		...(state.kind === 'failed' ? { trouble: state.sentence } : {}),
		name: nameView(context, report),
		family: family?.id ?? '',
		families: [
			{ value: '', label: l10n.t('Not known yet') },
			...families.map(({ id, label }) => ({ value: id, label })),
		],
		...(family === undefined || family.control === 'none'
			? {}
			: { controls: { value: controls.value, options: [...controls.options] } }),
		...(report === undefined
			? {}
			: {
					summary: summaryText(report),
					...compact({ sizes: sizesText(report) }),
					fileCount: report.summary.files,
				}),
		findings: report?.findings.map((finding) => findingView(finding, report)) ?? [],
		...compact({
			toCompare: toCompare(uploadReport),
			undo: uploadReport.undoTitle,
			safeFixes: uploadReport.safeFixes,
		}),
		upload: buttonView(context, report),
		...compact({ progress: upload && uploadView(upload) }),
		revision: context.revision,
	};
}

function toCompare({ uncompared }: UploadReport): number | undefined {
	return uncompared.length > 1 ? uncompared.length : undefined;
}

function nameView(
	{ name, fixedName, dataset, loading }: UploadReportContext,
	report: Report | undefined,
): UploadReportState['name'] {
	const view = { value: name, fixed: fixedName };
	const problem = fixedName ? undefined : datasetNameProblem(name);
	if (problem !== undefined) return { ...view, problem };
	if (dataset === undefined) return { ...view, note: l10n.t('Creates a new dataset.') };
	if (dataset.state === 'FAILED')
		return {
			...view,
			problem: l10n.t('The dataset "{0}" has failed and accepts no more files. Choose another name.', name),
		};
	if (loading) return { ...view, note: l10n.t('Adds to the dataset "{0}". Loading its files.', name) };
	const replaced = report?.findings.find(({ kind }) => kind === 'overwrites')?.files.length ?? 0;
	const adds =
		dataset.files === undefined
			? l10n.t('Adds to the dataset "{0}".', name)
			: l10n.t(
					'Adds to the dataset "{0}", which has {1}.',
					name,
					counted(dataset.files.length, l10n.t('1 file'), l10n.t('{0} files')),
				);
	const replaces =
		replaced === 0
			? l10n.t('No file is replaced.')
			: counted(replaced, l10n.t('1 of its files is replaced.'), l10n.t('{0} of its files are replaced.'));
	return { ...view, note: `${adds} ${replaces}` };
}

function summaryText({ summary }: Report): string {
	const { files, bytes, images, videos, captions, leftOut } = summary;
	const parts = [
		...(images > 0 ? [counted(images, l10n.t('1 image'), l10n.t('{0} images'))] : []),
		...(videos > 0 ? [counted(videos, l10n.t('1 video'), l10n.t('{0} videos'))] : []),
		...(captions > 0 ? [counted(captions, l10n.t('1 caption'), l10n.t('{0} captions'))] : []),
		...(leftOut > 0 ? [l10n.t('{0} left out', numberText(leftOut))] : []),
	];
	return `${counted(files, l10n.t('1 file'), l10n.t('{0} files'))}, ${describeBytes(bytes)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function buttonView(
	{ name, fixedName, dataset, loading, starting, connection }: UploadReportContext,
	report: Report | undefined,
): UploadReportState['upload'] {
	if (report === undefined)
		return { label: l10n.t('Upload'), enabled: false, reason: l10n.t('The selection is being read.') };
	const { files, bytes } = report.summary;
	const label =
		files === 0
			? l10n.t('Upload')
			: files === 1
				? l10n.t('Upload 1 File, {0}', describeBytes(bytes))
				: l10n.t('Upload {0} Files, {1}', numberText(files), describeBytes(bytes));
	const off = (reason: string) => ({ label, enabled: false, reason });
	if (report.blocked) return off(l10n.t('Nothing in the selection can be uploaded.'));
	if (connection === undefined)
		return { label, enabled: true, reason: l10n.t('You will be asked to sign in first.') };
	if (!fixedName && datasetNameProblem(name) !== undefined) return off(l10n.t('The dataset needs a name.'));
	if (dataset?.state === 'FAILED') return off(l10n.t('The dataset has failed and accepts no more files.'));
	if (starting) return off(l10n.t('The upload is starting.'));
	if (dataset !== undefined && loading) return off(l10n.t('The files of the dataset are loading.'));
	if (!report.wouldFail) return { label, enabled: true };
	return {
		label,
		enabled: true,
		reason: l10n.t('The service is expected to mark this dataset as failed; see the errors above.'),
	};
}

const fixLabels: Readonly<Record<FixKind, string>> = {
	writeCaptions: l10n.t('Write Captions...'),
	useJson: l10n.t('Use the Text of the .json Files'),
	useOther: l10n.t('Use Their Text as Captions'),
	recode: l10n.t('Convert to UTF-8'),
	rename: l10n.t('Rename'),
	leaveOut: l10n.t('Leave Out'),
	leaveOutImages: l10n.t('Leave Out Images'),
	leaveOutVideos: l10n.t('Leave Out Videos'),
	putBack: l10n.t('Upload Anyway'),
};

const fixesOnDisk: ReadonlySet<FixKind> = new Set<FixKind>([
	'writeCaptions',
	'useJson',
	'useOther',
	'recode',
	'rename',
]);

function findingView(
	{ kind, severity, title, explanation, files, fixes }: ReportFinding,
	report: Report,
): FindingView {
	return {
		kind,
		severity,
		title,
		explanation,
		count: files.length,
		...compact({ example: report.items.get(files[0]?.id ?? '')?.stem }),
		fixes: fixes.map((fix) => ({
			fix,
			label: labelOf(fix, kind, report),
			onDisk: fixesOnDisk.has(fix),
			template: fix === 'writeCaptions',
		})),
		...(fixes.some((fix) => fixesOnDisk.has(fix)) ? { onDisk: onDiskView(kind) } : {}),
	};
}

function onDiskView(kind: FindingKind): NonNullable<FindingView['onDisk']> {
	return usuallyOnDisk.has(kind)
		? { label: l10n.t('Also write the captions next to the files'), usual: true }
		: { label: l10n.t('Also change the files on disk'), usual: false };
}

function labelOf(fix: FixKind, kind: FindingKind, report: Report): string {
	if (fix === 'putBack' && kind === 'leftOut') return l10n.t('Put Back');
	if (fix === 'leaveOut' && kind === 'emptyCaption') return l10n.t('Leave Out Pairs');
	if (fix === 'leaveOut' && kind === 'overwrites') return l10n.t('Keep Those of the Dataset');
	if (fix === 'leaveOutImages')
		return counted(report.summary.images, l10n.t('Leave Out 1 Image'), l10n.t('Leave Out {0} Images'));
	if (fix === 'leaveOutVideos')
		return counted(report.summary.videos, l10n.t('Leave Out 1 Video'), l10n.t('Leave Out {0} Videos'));
	return fixLabels[fix];
}

/** Returns whether a word is a kind of fix; a view sends only text. */
export function isFix(word: string): word is FixKind {
	return Object.hasOwn(fixLabels, word);
}

export function isFindingKind(word: string): word is FindingKind {
	return Object.hasOwn(findingKinds, word);
}

const titles: Readonly<Record<Upload['state'], string>> = {
	sending: l10n.t('Uploading'),
	checking: l10n.t('Comparing with the service'),
	validating: l10n.t('The service is checking the files'),
	ready: l10n.t('Ready'),
	failed: l10n.t('Failed'),
	canceled: l10n.t('Canceled'),
	incomplete: l10n.t('Some files were not uploaded'),
};

/** Failures shown in the panel; the others are counted. */
const mostFailed = 200;

/** Returns an upload as text. */
export function uploadView(upload: Upload): UploadView {
	const { state, files, failed, notice, datasetName } = upload;
	const isMoving = state === 'sending' || state === 'checking' || state === 'validating';
	const pace = paceText(upload);
	return {
		state,
		title: titles[state] ?? state,
		...compact({ notice }),
		counts: uploadCounts(upload),
		...compact({ pace }),
		fraction:
			files.bytes === 0 ? (files.count === 0 ? 1 : files.done / files.count) : files.doneBytes / files.bytes,
		failed: failed.slice(0, mostFailed).map(({ name, reason }) => ({ name, reason })),
		failedCount: files.failed,
		canCancel: isMoving && state !== 'validating',
		canRetry: state === 'incomplete',
		datasetName,
	};
}
