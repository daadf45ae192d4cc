import { dirname, join } from 'node:path';
import type { Scan } from '../disk/scan.ts';
import type { ScannedFile } from '../disk/scannedFile.ts';
import type { UploadFile } from '../upload/upload.ts';
import type { AddedCaption, Change } from './changes.ts';
import { isMedia, selectedKind, splitName } from './fileKinds.ts';
import { nameTrouble } from './fileNames.ts';
import type { ReportOptions } from './options.ts';

/** The reason why a file is not part of the upload. */
type OutReason =
	/** Empty, unreadable, not decodable, or a link that is not followed. */
	| 'trouble'
	/** Its type is not accepted in datasets. */
	| 'kind'
	| 'json'
	/** It contains captions of another trainer, for media without one. */
	| 'other'
	/** A name that cannot be sent. */
	| 'name'
	/** A control image of a folder in the selection. */
	| 'control'
	/** Another file has the same name. */
	| 'clash'
	/** Its medium is not part of the upload. */
	| 'follows'
	| 'orphaned'
	| 'person';

/** A file of the selection in the report: its state on disk and in the upload. */
export class Draft {
	readonly file: ScannedFile;
	uploadName: string;
	/** The text that is sent in place of the content. */
	text: string | undefined;
	/** A caption that exists in the upload only; of media. */
	added: AddedCaption | undefined;
	out: OutReason | undefined;
	/** True if a person wants it in the upload despite the report. */
	isForcedIn = false;
	/** For a caption: the medium that it seems to belong to. */
	near: Draft | undefined;
	/** For a medium: the id of the `.json` file with its base name. */
	json: string | undefined;
	/** For a medium without a caption: the id of the file with one for another trainer. */
	other: string | undefined;
	#stemOf = '';
	#stem = '';

	constructor(file: ScannedFile) {
		this.file = file;
		this.uploadName = file.name;
	}

	get id(): string {
		return this.file.id;
	}

	/** Absolute. */
	get path(): string {
		return this.file.id;
	}

	/** The path within the selection, for reading. */
	get place(): string {
		return this.file.folder === '' ? this.file.name : `${this.file.folder}/${this.file.name}`;
	}

	/** The base name in the upload. */
	get stem(): string {
		// Asked for many times for each of thousands of files.
		if (this.#stemOf !== this.uploadName) {
			this.#stemOf = this.uploadName;
			this.#stem = splitName(this.uploadName).stem;
		}
		return this.#stem;
	}

	/** The key that files of one base name in one folder have in common. */
	get group(): string {
		return `${this.file.folder}/${splitName(this.file.name).stem}`;
	}

	get isMedia(): boolean {
		const { kind, bytes } = this.file;
		// The list of types that the service accepts is a guess that a person may overrule.
		return isMedia(kind) || (kind === 'unsupportedMedia' && this.isForcedIn && bytes > 0);
	}

	get isCaption(): boolean {
		return this.file.kind === 'caption';
	}

	/** True if the toolkit finds it: it looks for lower-case extensions. */
	get isFindableCaption(): boolean {
		return this.isCaption && splitName(this.uploadName).extension === 'txt';
	}

	planned(): UploadFile {
		const { bytes, modifiedAt } = this.file;
		return planned(this.path, this.uploadName, modifiedAt, this.text ?? bytes);
	}

	/** Returns the caption that was added to this medium. @param source the caption that it is a copy of. */
	plannedCaption(source: Draft | undefined): UploadFile {
		const name = `${this.stem}.txt`;
		if (source !== undefined) return { ...source.planned(), name };
		return planned(join(dirname(this.path), name), name, this.file.modifiedAt, this.added?.text ?? '');
	}
}

function planned(path: string, name: string, modifiedAt: number, content: string | number): UploadFile {
	if (typeof content === 'number') return { path, name, modifiedAt, bytes: content };
	return { path, name, modifiedAt, bytes: Buffer.byteLength(content), text: content };
}

/** Returns every file with the changes that concern it, before files are compared with each other. */
export function draftsOf(
	scan: Scan,
	changes: readonly Change[],
	{ controls }: ReportOptions,
): ReadonlyMap<string, Draft> {
	const drafts = new Map<string, Draft>();
	const jsonByGroup = new Map<string, string>();
	for (const file of scan.files) {
		const draft = new Draft(file);
		drafts.set(file.id, draft);
		draft.out = usualReason(draft);
		if (file.kind === 'json') jsonByGroup.set(draft.group, file.id);
		if (controls?.folder !== undefined && isInside(controls.folder, file.folder) && draft.out === undefined)
			draft.out = 'control';
	}
	if (jsonByGroup.size > 0)
		for (const draft of drafts.values()) if (draft.isMedia) draft.json = jsonByGroup.get(draft.group);
	for (const change of changes) applyTo(drafts, change);
	takeCaptionsAlong(drafts, changes);
	findOtherCaptions(drafts);
	for (const draft of drafts.values())
		if (draft.out === undefined && nameTrouble(draft.uploadName)?.kind === 'unsafeName') draft.out = 'name';
	return drafts;
}

/** Gives captions the new base name of their media in the upload, even if a caption was written after its medium was renamed. */
function takeCaptionsAlong(drafts: ReadonlyMap<string, Draft>, changes: readonly Change[]): void {
	const renamed = new Set(changes.flatMap(({ names }) => [...(names?.keys() ?? [])]));
	if (renamed.size === 0) return;
	const groups = new Set<string>();
	for (const id of renamed) {
		const draft = drafts.get(id);
		if (draft?.isMedia && draft.stem !== splitName(draft.file.name).stem) groups.add(draft.group);
	}
	if (groups.size === 0) return;
	const media = Map.groupBy(drafts.values(), (draft) =>
		draft.isMedia && groups.has(draft.group) ? draft.group : undefined,
	);
	for (const draft of drafts.values()) {
		if (!draft.isFindableCaption || renamed.has(draft.id)) continue;
		const [first, ...others] = media.get(draft.group) ?? [];
		if (first === undefined || [first, ...others].some(({ stem }) => stem === draft.stem)) continue;
		draft.uploadName = `${first.stem}.txt`;
		for (const other of others) if (other.stem !== first.stem) other.added ??= { from: draft.id };
	}
}

/** Finds the files of other trainers with captions for media that have none: `a.caption`, `a.tags`, `a.png.txt`, `metadata.jsonl`. */
function findOtherCaptions(drafts: ReadonlyMap<string, Draft>): void {
	const others = [...drafts.values()].filter(mayBeOtherCaption);
	if (others.length === 0) return;
	const captioned = new Set<string>();
	for (const draft of drafts.values())
		if (draft.isFindableCaption && draft.out === undefined) captioned.add(draft.group);
	const bare: Draft[] = [];
	for (const draft of drafts.values())
		if (draft.isMedia && draft.out === undefined && !captioned.has(draft.group)) bare.push(draft);
	const media = Map.groupBy(bare, ({ group }) => group);
	for (const medium of bare) media.set(`${medium.file.folder}/${medium.file.name}`, [medium]);
	for (const other of others) {
		const { kind, folder } = other.file;
		const of =
			kind === 'captionTable'
				? bare.filter(({ file }) => isInside(folder, file.folder))
				: (media.get(other.group) ?? []);
		if (of.length === 0) continue;
		other.out = of.some(({ added }) => added === undefined) ? 'other' : 'kind';
		for (const medium of of) medium.other ??= other.id;
	}
}

function mayBeOtherCaption({ file, out, isCaption, isForcedIn }: Draft): boolean {
	if (isForcedIn) return false;
	if (file.kind === 'otherCaption' || file.kind === 'captionTable') return out === 'kind';
	if (!isCaption || out !== undefined) return false;
	const { stem } = splitName(file.name);
	return stem.includes('.') && isMedia(selectedKind(stem));
}

function usualReason(draft: Draft): OutReason | undefined {
	const { trouble, kind, isFolder } = draft.file;
	if (trouble !== undefined) return 'trouble';
	if (kind === 'json') return 'json';
	return isFolder || !(draft.isMedia || draft.isCaption) ? 'kind' : undefined;
}

function applyTo(drafts: ReadonlyMap<string, Draft>, change: Change): void {
	for (const [id, name] of change.names ?? []) set(drafts, id, (draft) => (draft.uploadName = name));
	for (const [id, { text }] of change.texts ?? []) set(drafts, id, (draft) => (draft.text = text));
	for (const [id, added] of change.added ?? []) set(drafts, id, (draft) => (draft.added = added));
	for (const id of change.leftOut ?? []) set(drafts, id, (draft) => (draft.out = 'person'));
	for (const id of change.putBack ?? [])
		set(drafts, id, (draft) => {
			// The reason why it was left out may still apply, except for one that a person may override.
			draft.isForcedIn = true;
			draft.out = draft.file.trouble?.kind === 'broken' ? undefined : usualReason(draft);
		});
}

function set(drafts: ReadonlyMap<string, Draft>, id: string, change: (draft: Draft) => unknown): void {
	const draft = drafts.get(id);
	if (draft !== undefined) change(draft);
}

function isInside(outer: string, folder: string): boolean {
	return outer === '' || folder === outer || folder.startsWith(`${outer}/`);
}

/** Returns each medium followed by its caption, then captions for media that are already in the dataset. */
export function planOf(
	sent: readonly Draft[],
	captions: ReadonlyMap<string, Draft>,
	drafts: ReadonlyMap<string, Draft>,
): UploadFile[] {
	const plan: UploadFile[] = [];
	const names = new Set<string>();
	// Of two captions with one name the first is used: a written caption comes before a file.
	const isNew = (name: string) => !names.has(name) && names.add(name) !== undefined;
	for (const draft of sent) {
		if (!draft.isMedia) continue;
		if (isNew(draft.uploadName)) plan.push(draft.planned());
		const { added } = draft;
		if (added !== undefined && isNew(`${draft.stem}.txt`))
			plan.push(draft.plannedCaption(added.from === undefined ? undefined : drafts.get(added.from)));
		const caption = captions.get(draft.stem);
		if (caption !== undefined && isNew(caption.uploadName)) plan.push(caption.planned());
	}
	for (const draft of sent) if (!draft.isMedia && isNew(draft.uploadName)) plan.push(draft.planned());
	return plan;
}

/** Returns whether a file of a dataset is an image or video, by its name. */
export function isMediaName(name: string): boolean {
	return isMedia(selectedKind(name));
}
