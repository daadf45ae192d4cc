import * as l10n from '@vscode/l10n';
import type { Severity } from '../../base/findings.ts';

/** The kind of fix for the files of a finding; each is a change of the upload, see `fixes.ts`. */
export type FixKind =
	| 'writeCaptions'
	| 'useJson'
	| 'useOther'
	| 'recode'
	| 'rename'
	| 'leaveOut'
	| 'leaveOutImages'
	| 'leaveOutVideos'
	| 'putBack';

export interface KindTexts {
	readonly severity: Severity;
	readonly title: string;
	/** Explains the meaning and the remedy in one or two sentences. */
	readonly explanation: string;
	readonly fixes: readonly FixKind[];
}

function kind(severity: Severity, title: string, explanation: string, ...fixes: FixKind[]): KindTexts {
	return { severity, title, explanation, fixes };
}

/** All kinds of findings, in the order in which they are shown within a severity. */
export const findingKinds = {
	nothingUsable: kind(
		'error',
		l10n.t('Nothing to upload'),
		l10n.t(
			'A dataset needs images (JPEG, PNG, WebP) or videos (MP4, MOV, M4V, WebM, MKV, AVI, WMV, FLV), each with a caption.',
		),
	),
	tooMany: kind(
		'error',
		l10n.t('Too many files'),
		l10n.t(
			'The selection has more than 100,000 files, so only a part of it was read. Choose a smaller folder.',
		),
	),
	missingCaption: kind(
		'error',
		l10n.t('Missing captions'),
		l10n.t(
			'The service marks a dataset as failed when an image or video has no .txt file of the same base name.',
		),
		'writeCaptions',
		'useOther',
		'useJson',
		'leaveOut',
	),
	notUtf8: kind(
		'error',
		l10n.t('Captions that are not UTF-8 text'),
		l10n.t(
			'The toolkit reads captions as UTF-8. It stops at other encodings, or trains on wrong characters.',
		),
		'recode',
		'leaveOut',
	),
	letterCase: kind(
		'error',
		l10n.t('Captions that differ in spelling'),
		l10n.t('The toolkit matches captions by exact name, including letter case, so it does not find these.'),
		'rename',
		'leaveOut',
	),
	nameClash: kind(
		'error',
		l10n.t('Equal names in different folders'),
		l10n.t(
			'A dataset has no folders, so one of these files would replace the other. They are left out until their names are unique.',
		),
		'rename',
	),
	unsafeName: kind(
		'error',
		l10n.t('Names that cannot be sent'),
		l10n.t('These files are left out until they are renamed.'),
		'rename',
	),
	brokenMedia: kind(
		'error',
		l10n.t('Media that cannot be decoded'),
		l10n.t(
			'The service marks a dataset as failed when a file cannot be decoded. These are left out, with their captions.',
		),
		'putBack',
	),
	emptyFile: kind('error', l10n.t('Empty files'), l10n.t('These are left out, with their captions.')),
	unreadable: kind('error', l10n.t('Files and folders that cannot be read'), l10n.t('These are left out.')),
	controlMissing: kind(
		'error',
		l10n.t('Missing control images'),
		l10n.t(
			'This family learns from pairs. Control images are a dataset of their own, with the same base names and lower-case extensions.',
		),
		'leaveOut',
	),
	emptyCaption: kind(
		'warning',
		l10n.t('Empty captions'),
		l10n.t('The toolkit trains on an empty prompt, or on the default caption if the configuration has one.'),
		'writeCaptions',
		'leaveOut',
	),
	duplicateBaseName: kind(
		'warning',
		l10n.t('Files that share one caption'),
		l10n.t('Images or videos with the same base name share one caption. A renamed file gets a copy of it.'),
		'rename',
		'leaveOut',
	),
	caseTwins: kind(
		'warning',
		l10n.t('Names that differ only in letter case or accents'),
		l10n.t(
			'On systems that do not distinguish letter case, or the two spellings of an accent, one of these files replaces the other.',
		),
		'rename',
		'leaveOut',
	),
	longName: kind(
		'warning',
		l10n.t('Very long names'),
		l10n.t('The toolkit adds to names for its caches.'),
		'rename',
	),
	orphanedCaption: kind(
		'warning',
		l10n.t('Captions without an image or video'),
		l10n.t('They are not used in training, so they are left out.'),
		'putBack',
	),
	unsupported: kind(
		'warning',
		l10n.t('Pictures and videos of other types'),
		l10n.t(
			'The toolkit reads JPEG, PNG and WebP, and MP4, MOV, M4V, WebM, MKV, AVI, WMV and FLV. Convert these, or they are left out. The service does not publish which other types it accepts.',
		),
		'putBack',
	),
	equalMedia: kind(
		'warning',
		l10n.t('Equal pictures or videos'),
		l10n.t(
			'These are identical to another file, so training sees them more often than the rest. To repeat files on purpose, use num_repeats.',
		),
		'leaveOut',
	),
	alikePicture: kind(
		'info',
		l10n.t('Similar pictures'),
		l10n.t(
			'These look like another picture, such as a scaled or recompressed copy. Training sees its subject more often than the rest.',
		),
		'leaveOut',
	),
	tinyPicture: kind(
		'warning',
		l10n.t('Very small pictures'),
		l10n.t('One side has fewer than 64 pixels, too few to learn from.'),
		'leaveOut',
	),
	hugePicture: kind(
		'warning',
		l10n.t('Very large pictures'),
		l10n.t(
			'These have more than 50 million pixels. Training scales each of them down, which takes time and memory. Scale them down before the upload.',
		),
		'leaveOut',
	),
	animatedWebp: kind(
		'warning',
		l10n.t('Animated WebP'),
		l10n.t(
			'The toolkit treats an animated WebP as an image and trains on its first frame. To train on its motion, convert it to a video.',
		),
		'leaveOut',
	),
	familyMedia: kind(
		'warning',
		l10n.t('Videos for an image model'),
		l10n.t('An image model does not train on videos.'),
		'leaveOutVideos',
	),
	mixedMedia: kind(
		'warning',
		l10n.t('Images and videos together'),
		l10n.t(
			'With num_frames 1 only the images are trained on; with more, each image counts as a video of one frame.',
		),
		'leaveOutImages',
		'leaveOutVideos',
	),
	link: kind(
		'warning',
		l10n.t('Links'),
		l10n.t('Links are followed only within the selection. These are left out.'),
	),
	longCaption: kind(
		'warning',
		l10n.t('Very long captions'),
		l10n.t('These .txt files are larger than 64 KB, so they are probably not captions.'),
		'leaveOut',
	),
	upperCaseExtension: kind(
		'info',
		l10n.t('Upper-case extensions'),
		l10n.t(
			'The toolkit trains on these files, but it does not find them as control images, masks or references.',
		),
		'rename',
	),
	jsonCaption: kind(
		'info',
		l10n.t('JSON captions'),
		l10n.t(
			'A dataset takes captions as .txt files only. Families that are trained on JSON prompts read the same text from there.',
		),
		'useJson',
	),
	otherCaption: kind(
		'info',
		l10n.t('Captions of other trainers'),
		l10n.t(
			'A dataset takes captions as .txt files only. The text of these can be sent as the captions of images and videos that have none.',
		),
		'useOther',
	),
	overwrites: kind(
		'info',
		l10n.t('Files already in the dataset'),
		l10n.t('A file of the same name replaces the one in the dataset.'),
		'leaveOut',
	),
	controlFolder: kind(
		'info',
		l10n.t('Control images in a separate folder'),
		l10n.t('They pair with the images by name and belong in a separate dataset.'),
	),
	subfolders: kind(
		'info',
		l10n.t('Files in subfolders'),
		l10n.t('A dataset has no folders. These files are sent without the name of their folder.'),
	),
	conceptFolders: kind(
		'info',
		l10n.t('Folders named after repeats'),
		l10n.t(
			'Other trainers read the folder "30_cat" as 30 repeats of the concept "cat". A dataset has no folders: upload each as a separate dataset, and add these values to it in the configuration.',
		),
	),
	large: kind(
		'info',
		l10n.t('Large files'),
		l10n.t('Files larger than 150 MB are each sent to a separate signed address.'),
	),
	other: kind(
		'info',
		l10n.t('Other files'),
		l10n.t('A dataset takes images, videos and captions only. These are left out.'),
	),
	cache: kind(
		'info',
		l10n.t('Caches of the toolkit'),
		l10n.t('The toolkit created these next to the media. They are left out.'),
	),
	hidden: kind('info', l10n.t('Hidden files and folders'), l10n.t('These are left out.')),
	leftOut: kind('info', l10n.t('Left out by you'), l10n.t('These are not uploaded.'), 'putBack'),
} as const satisfies Readonly<Record<string, KindTexts>>;

export type FindingKind = keyof typeof findingKinds;

/** Findings of an upload that the service is expected to mark as failed: each medium needs its caption. */
export const failingKinds: ReadonlySet<FindingKind> = new Set<FindingKind>(['missingCaption', 'letterCase']);

/** Findings with fixes that also apply to the disk by default: they add files and replace none. */
export const usuallyOnDisk: ReadonlySet<FindingKind> = new Set<FindingKind>(['missingCaption']);

/** A fix that removes nothing and does not change the meaning of a file to a training. */
interface SafeFix {
	readonly kind: FindingKind;
	readonly fix: FixKind;
	/** Media get other base names, which would separate them from their control images. */
	readonly renamesMedia?: true;
}

/** The fixes that can be combined, in this order: names that cannot be sent before names that clash. */
export const safeFixes: readonly SafeFix[] = [
	{ kind: 'otherCaption', fix: 'useOther' },
	{ kind: 'notUtf8', fix: 'recode' },
	{ kind: 'unsafeName', fix: 'rename', renamesMedia: true },
	{ kind: 'nameClash', fix: 'rename', renamesMedia: true },
	{ kind: 'letterCase', fix: 'rename' },
	{ kind: 'duplicateBaseName', fix: 'rename', renamesMedia: true },
	{ kind: 'caseTwins', fix: 'rename', renamesMedia: true },
	{ kind: 'longName', fix: 'rename', renamesMedia: true },
	{ kind: 'upperCaseExtension', fix: 'rename' },
];
