import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Severity } from '../../base/findings.ts';
import type { DatasetFile } from '../dataset.ts';
import type { Scan } from '../disk/scan.ts';
import type { UploadFile } from '../upload/upload.ts';
import type { Change } from './changes.ts';
import { type Draft, draftsOf, isMediaName, planOf } from './drafts.ts';
import { splitName } from './fileKinds.ts';
import { looseKey, spelledName } from './fileNames.ts';
import {
	type FindingKind,
	type FixKind,
	failingKinds,
	findingKinds,
	type KindTexts,
} from './findingKinds.ts';
import type { ReportFamily, ReportOptions } from './options.ts';
import {
	alikesAmong,
	captionTrouble,
	conceptNotes,
	equalsAmong,
	missingNote,
	remarksOn,
	twinNote,
} from './remarks.ts';

/** One file of a finding, or of the upload, for a list. */
interface FindingFile {
	readonly id: string;
	readonly note: string;
}

export interface ReportFinding extends KindTexts {
	readonly kind: FindingKind;
	readonly files: readonly FindingFile[];
}

interface ReportSummary {
	readonly files: number;
	readonly bytes: number;
	readonly images: number;
	readonly videos: number;
	readonly captions: number;
	readonly leftOut: number;
}

/** The report on a selection: its contents, its problems, and the files to send. */
export interface Report {
	readonly items: ReadonlyMap<string, Draft>;
	readonly findings: readonly ReportFinding[];
	/** Each medium with its caption after it. */
	readonly plan: readonly UploadFile[];
	readonly summary: ReportSummary;
	/** True if nothing can be sent. */
	readonly blocked: boolean;
	/** The service is expected to mark the dataset as failed. */
	readonly wouldFail: boolean;
}

/** Makes the report on a selection after some changes. A pure function: the same scan and changes give the same report. */
export function makeReport(scan: Scan, changes: readonly Change[], options: ReportOptions = {}): Report {
	return new ReportMaker(scan, changes, options).make();
}

/**
 * Returns whether two reports look the same to a person: the same findings about the same files, and the same names to
 * send.
 */
export function offersTheSame(one: Report, other: Report): boolean {
	const offer = ({ findings, plan }: Report) => [
		findings.map(({ kind, files }) => [kind, files]),
		plan.map(({ name }) => name),
	];
	return isDeepStrictEqual(offer(one), offer(other));
}

const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

class ReportMaker {
	readonly #scan: Scan;
	readonly #options: ReportOptions;
	readonly #drafts: ReadonlyMap<string, Draft>;
	readonly #found = new Map<FindingKind, FindingFile[]>();
	/** The media in the upload, by base name. */
	#media: ReadonlyMap<string, readonly Draft[]> = new Map();
	readonly #captions = new Map<string, Draft>();
	/** Captions that no medium has by their exact name, by loose name. */
	readonly #unmatched = new Map<string, Draft>();

	constructor(scan: Scan, changes: readonly Change[], options: ReportOptions) {
		this.#scan = scan;
		this.#options = options;
		this.#drafts = draftsOf(scan, changes, options);
	}

	make(): Report {
		// First the files that are left out for their own reasons, last those that are sent: the comparison of files
		// leaves out more.
		this.#remark([...this.#drafts.values()].filter(({ out }) => out !== undefined));
		this.#separateEqualNames();
		this.#pair();
		this.#lookAtCaptions();
		this.#remark(this.#sent());
		this.#lookAtTheWhole();
		return this.#result();
	}

	#remark(drafts: Iterable<Draft>): void {
		const existing = new Map(this.#existing.map((file) => [file.name, file]));
		for (const draft of drafts)
			for (const { kind, note } of remarksOn(draft, existing)) this.#add(kind, draft, note);
	}

	#add(kind: FindingKind, draft: Draft | undefined, note: string): void {
		const files = this.#found.get(kind) ?? [];
		this.#found.set(kind, files);
		if (draft !== undefined) files.push({ id: draft.id, note });
	}

	/** Keeps the first of several files with one name; the others are left out until they have unique names. */
	#separateEqualNames(): void {
		const taken = new Map<string, Draft>();
		const loose = new Map<string, Draft>();
		for (const draft of this.#sent()) {
			const first = taken.get(draft.uploadName);
			if (first !== undefined) {
				draft.out = 'clash';
				this.#add('nameClash', draft, l10n.t('"{0}" has the same name.', first.place));
				continue;
			}
			taken.set(draft.uploadName, draft);
			const key = looseKey(draft.uploadName);
			const twin = loose.get(key);
			if (twin === undefined) loose.set(key, draft);
			else this.#add('caseTwins', draft, twinNote(draft, twin));
		}
		this.#keepCaptionsFromOthers();
	}

	/** Leaves out captions of media that wait for unique names: they would become captions of the other media. */
	#keepCaptionsFromOthers(): void {
		const waiting = new Map<string, Draft>();
		for (const draft of this.#drafts.values())
			if (draft.out === 'clash' && draft.isMedia) waiting.set(draft.group, draft);
		if (waiting.size === 0) return;
		for (const draft of this.#sent()) if (draft.isMedia) waiting.delete(draft.group);
		for (const draft of this.#sent()) {
			const medium = draft.isMedia ? undefined : waiting.get(draft.group);
			if (medium === undefined) continue;
			draft.out = 'clash';
			this.#add('nameClash', draft, l10n.t('It is the caption of "{0}".', medium.place));
		}
	}

	#pair(): void {
		const sent = this.#sent();
		this.#media = Map.groupBy(
			sent.filter((draft) => draft.isMedia),
			({ stem }) => stem,
		);
		for (const draft of sent)
			if (!draft.isMedia && draft.isFindableCaption) this.#captions.set(draft.stem, draft);
		// A caption belongs to its medium, and is left out without it.
		const outMedia = new Map<string, Draft>();
		for (const draft of this.#drafts.values())
			if (draft.out !== undefined && draft.isMedia) outMedia.set(draft.group, draft);
		const existing = new Set(
			this.#existing.filter(({ name }) => isMediaName(name)).map(({ name }) => splitName(name).stem),
		);
		for (const draft of this.#sent()) {
			if (!draft.isCaption) continue;
			const matched = draft.isFindableCaption && (this.#media.has(draft.stem) || existing.has(draft.stem));
			if (matched) continue;
			if (outMedia.has(draft.group)) {
				draft.out = 'follows';
				this.#captions.delete(draft.stem);
			} else this.#unmatched.set(looseKey(draft.stem), draft);
		}
	}

	#lookAtCaptions(): void {
		const existing = new Set(this.#existing.map(({ name }) => name));
		for (const [stem, media] of this.#media) {
			const [first, ...others] = media;
			if (first === undefined) continue;
			const caption = this.#captions.get(stem);
			for (const other of others.filter(({ added }) => added === undefined))
				this.#add(
					'duplicateBaseName',
					other,
					l10n.t('It shares the caption "{0}.txt" with "{1}".', stem, first.uploadName),
				);
			for (const draft of media) {
				if (draft.added !== undefined || caption !== undefined || existing.has(`${stem}.txt`)) continue;
				const near = this.#unmatched.get(looseKey(stem));
				if (near === undefined) this.#add('missingCaption', draft, missingNote(draft, this.#drafts));
				else if (near.near === undefined) {
					near.near = draft;
					this.#add(
						'letterCase',
						near,
						l10n.t(
							'"{0}" needs a caption named "{1}.txt".',
							spelledName(draft.uploadName),
							spelledName(stem),
						),
					);
				}
			}
			if (caption === undefined) continue;
			for (const { kind, note } of captionTrouble(caption)) this.#add(kind, caption, note);
		}
		for (const caption of this.#unmatched.values()) {
			if (caption.near !== undefined || caption.isForcedIn) continue;
			caption.out = 'orphaned';
			this.#add('orphanedCaption', caption, l10n.t('No image or video has this base name.'));
		}
	}

	#lookAtTheWhole(): void {
		const { family, controls } = this.#options;
		const media = this.#sent().filter((draft) => draft.isMedia);
		const videos = media.filter(({ file }) => file.kind === 'video');
		const images = media.filter(({ file }) => file.kind === 'image');
		for (const [draft, first] of equalsAmong(media))
			this.#add('equalMedia', draft, l10n.t('The same as "{0}".', first.place));
		for (const [draft, first] of alikesAmong(images, this.#options.compared))
			this.#add('alikePicture', draft, l10n.t('Looks like "{0}".', first.place));
		if (family?.media === 'image' && videos.length > 0)
			for (const video of videos)
				this.#add('familyMedia', video, l10n.t('{0} learns from images.', family.label));
		else if (images.length > 0 && videos.length > 0) {
			const rarer = images.length < videos.length ? images : videos;
			const what = rarer === images ? l10n.t('An image among videos.') : l10n.t('A video among images.');
			for (const draft of rarer) this.#add('mixedMedia', draft, what);
		}
		if (family !== undefined && family.control !== 'none') {
			const partners = new Set(controls?.names.filter(isControlName).map((name) => splitName(name).stem));
			for (const image of images.filter(({ stem }) => !partners.has(stem)))
				this.#add(
					'controlMissing',
					image,
					controls === undefined
						? l10n.t('It has no control image "{0}.png".', image.stem)
						: l10n.t('It has no control image "{0}.png" in "{1}".', image.stem, controls.label),
				);
		}
		for (const [draft, note] of conceptNotes(media)) this.#add('conceptFolders', draft, note);
		const usable = media.length > 0 || this.#sent().some((draft) => draft.isCaption);
		if (!usable) this.#add('nothingUsable', undefined, '');
		if (this.#scan.tooMany) this.#add('tooMany', undefined, '');
	}

	get #existing(): readonly DatasetFile[] {
		return this.#options.existing ?? [];
	}

	/** Returns the files that are currently in the upload. */
	#sent(): readonly Draft[] {
		const sent: Draft[] = [];
		for (const draft of this.#drafts.values()) if (draft.out === undefined) sent.push(draft);
		return sent;
	}

	#result(): Report {
		const order = Object.keys(findingKinds) as FindingKind[];
		const findings = order
			.filter((kind) => this.#found.has(kind))
			.map((kind) => this.#finding(kind, this.#found.get(kind) ?? []))
			.sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
		const sent = this.#sent();
		const plan = planOf(sent, this.#captions, this.#drafts);
		const count = (kind: string) => sent.filter(({ file }) => file.kind === kind).length;
		const images = count('image');
		const videos = count('video');
		return {
			items: this.#drafts,
			findings,
			plan,
			summary: {
				files: plan.length,
				bytes: plan.reduce((sum, { bytes }) => sum + bytes, 0),
				images,
				videos,
				captions: plan.length - images - videos,
				leftOut: [...this.#drafts.values()].filter(({ out, file }) => out !== undefined && !file.isFolder)
					.length,
			},
			blocked: this.#found.has('nothingUsable'),
			wouldFail: findings.some(({ kind }) => failingKinds.has(kind)),
		};
	}

	#finding(kind: FindingKind, files: readonly FindingFile[]): ReportFinding {
		const { severity, title, explanation, fixes } = findingKinds[kind];
		const { family } = this.#options;
		const hasNone = (source: 'json' | 'other') =>
			kind === 'missingCaption' && !files.some(({ id }) => this.#drafts.get(id)?.[source] !== undefined);
		const useless = new Set<FixKind>();
		if (hasNone('json')) useless.add('useJson');
		if (hasNone('other')) useless.add('useOther');
		return {
			kind,
			severity: severityFor(kind, severity, family),
			title,
			explanation,
			files,
			fixes: fixes.filter((fix) => !useless.has(fix)),
		};
	}
}

/** Returns the severity of a finding, which depends on the family for some kinds. */
function severityFor(kind: FindingKind, usual: Severity, family: ReportFamily | undefined): Severity {
	if (kind === 'controlMissing' && family?.control === 'usual') return 'warning';
	return kind === 'jsonCaption' && family?.readsJson ? 'warning' : usual;
}

/** Returns whether a name can be found as a control image: with a lower-case extension (training-config.md, section 4). */
function isControlName(name: string): boolean {
	return /\.(?:jpg|jpeg|png|webp)$/.test(name);
}
