import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { compact } from '../../base/compact.ts';
import { toBase64 } from '../../base/files/base64.ts';
import { fileNameOfPath } from '../../base/files/path.ts';
import { sizeLimits } from '../../wire/limits.ts';
import { kindByName, type MediaKind, sniffMedia } from '../../wire/mediaType.ts';
import type { WorkflowDocument, WorkflowInput, WorkflowNode } from '../../workflow/document.ts';
import type { InputPlace } from '../../workflow/inputSet.ts';
import { readMarkedFile } from '../../workflow/markedFile.ts';
import { ownRulesOf } from '../../workflow/ownRules.ts';
import { nodeName } from './difference.ts';
import {
	inlineSizeWarning,
	largeFile,
	missing,
	onNetwork,
	outside,
	recommendedBytes,
} from './mediaSentences.ts';

export interface MediaFolders {
	/** The folder of the document, which relative names begin at; absent for a document that was never saved. */
	readonly document?: string;
	/** The workspace folder of the document; by default the document's own folder. */
	readonly workspace?: string;
}

/** The place of a file that an input names; `real` is its path without links, if that differs. */
export type MediaPlace =
	| { readonly kind: 'inside'; readonly path: string; readonly real?: string }
	/** Not in the workspace folder: a person must see that it is sent. */
	| { readonly kind: 'outside'; readonly path: string; readonly byLink: boolean; readonly real?: string }
	/** On another computer: opening it would send the credentials of the person there. */
	| { readonly kind: 'network' };

export interface FileReader {
	/** Returns the place of the file that a text names; `undefined` if it names none. Opens nothing. */
	place(text: string, folders: MediaFolders): Promise<MediaPlace | undefined>;
	/** Returns the size of a file; `undefined` for a missing file and for a folder. */
	stat(path: string): Promise<{ readonly bytes: number } | undefined>;
	/** Reads all bytes of a file; may throw. */
	read(path: string): Promise<Uint8Array>;
}

/** A local file that a run embeds. */
export interface PlannedMedia extends InputPlace {
	readonly path: string;
	/** Its path without links, if that differs. */
	readonly real?: string;
	/** File name, for display. */
	readonly name: string;
	readonly kind: MediaKind;
	/** By the bytes, for example `image/png`. */
	readonly mediaType: string;
	/** Size of the file in bytes; embedded it takes a third more. */
	readonly bytes: number;
}

export interface MediaFile extends PlannedMedia {
	readonly dataUri: string;
}

export interface MediaScan {
	readonly files: readonly MediaFile[];
	/** Warnings about files that are missing, too large, or of a type that does not match their name. */
	readonly warnings: readonly InputWarning[];
}

export interface InputWarning extends InputPlace {
	readonly text: string;
	/** A machine that is started for the run does not have the file either, so that the run fails there. */
	readonly fails?: true;
}

export interface ScanOptions {
	/** Once it is aborted, no further file is read, and the answer is ignored. */
	readonly signal?: AbortSignal | undefined;
	/** Called with the name of each file before it is read. */
	readonly onFile?: (name: string) => void;
	/**
	 * The user's own engine gets the files separately from the request, so that their size does not matter; and a name
	 * without a folder usually means a file that it has.
	 */
	readonly forEngine?: boolean;
}

export const noMedia: MediaScan = { files: [], warnings: [] };

/**
 * Returns the media of a document from the service. A path in it means a remote file; local files are never read for
 * it, since the author of the workflow would choose them.
 */
export function scanServiceDocument(document: WorkflowDocument): MediaScan {
	const warnings = document.nodes.flatMap((node) =>
		node.inputs.flatMap((input) => {
			if (input.value.type !== 'string') return [];
			const text = inlineSizeWarning(input.value.value, inputText(node, input));
			return text === undefined ? [] : { nodeId: node.id, input: input.name, text };
		}),
	);
	return { files: [], warnings };
}

/** A file beyond this size is never embedded: the body would exceed the limit of the service, even for URLs. */
export const embeddableBytes = 50_000_000;
/** All files of one request together: Base64 adds a third, and the document needs some room in the body, too. */
const embeddableTogether = Math.floor(sizeLimits.body * 0.7);
/** Most bytes of all files for the user's own engine, which are held in memory until they are uploaded one by one. */
const heldTogether = 150_000_000;

/** Names of inputs that take media; classes that load media use one of them. */
export const mediaInput =
	/^(?:image|images|video|audio|mask|file|image_path|video_path|audio_path|(?:start|end|first|last|ref|reference|control|source|target|input)_(?:image|video|frame|audio))$/i;

/** Inputs with text that is never read as a file. */
const neverMedia =
	/^(?:text|prompt|positive|negative|filename_prefix|filename|output_path|save_path|.*_name)$/i;

/**
 * Finds the inputs that name a local media file (absolute, `file:`, or relative to the document) and reads them as data
 * URIs of the type of their bytes. URLs, data URIs and names that exist only on the instance stay unchanged. A file on
 * another computer is never opened, and one outside the workspace folder is never embedded without a warning, since the
 * author of the document chose it. Never fails: a file that cannot be embedded is a warning.
 */
export async function scanMedia(
	document: WorkflowDocument,
	folders: MediaFolders,
	reader: FileReader,
	{ signal, onFile, forEngine = false }: ScanOptions = {},
): Promise<MediaScan> {
	const files: MediaFile[] = [];
	const warnings: InputWarning[] = [];
	const loaded = new Map<string, Promise<Loaded>>();
	const most = forEngine ? heldTogether : embeddableTogether;
	let together = 0;
	for (const node of document.nodes) {
		for (const input of node.inputs) {
			if (input.value.type !== 'string') continue;
			const { value } = input.value;
			const place = inputText(node, input);
			const warn = (words: string, fails = false) =>
				warnings.push({ nodeId: node.id, input: input.name, text: words, ...(fails ? { fails } : {}) });
			const inline = forEngine ? undefined : inlineSizeWarning(value, place);
			if (inline !== undefined) warn(inline);
			const text = mediaText(node, input, value);
			if (text === undefined) continue;
			const found = await reader.place(text, folders);
			if (found === undefined) continue;
			if (found.kind === 'network') {
				warn(onNetwork(text, place), true);
				continue;
			}
			const { path } = found;
			if (signal?.aborted) return noMedia;
			if (!loaded.has(path)) onFile?.(fileNameOfPath(path));
			const load = loaded.get(path) ?? loadMedia(path, reader);
			loaded.set(path, load);
			const media = await load;
			if (media.state === 'media' && together + media.file.bytes > most) {
				warn(
					l10n.t(
						'{0} ({1}) is not embedded, because the embedded files would exceed {2} in total. The value of {3} is sent as is. Put the file on the web and use its URL.',
						media.file.name,
						describeBytes(media.file.bytes),
						describeBytes(most),
						place,
					),
					true,
				);
			} else if (media.state === 'media') {
				together += media.file.bytes;
				if (found.kind === 'outside') warn(outside(found.byLink, media.file.name, path, place));
				files.push({ nodeId: node.id, input: input.name, ...media.file, ...compact({ real: found.real }) });
				if (!forEngine && media.file.bytes > recommendedBytes[media.file.kind]) {
					warn(largeFile(media.file.kind, media.file.name, media.file.bytes));
				}
			} else if (media.state === 'unfit') {
				warn(l10n.t('{0} The value of {1} is sent as is.', media.why, place), true);
			} else if (mediaInput.test(input.name) && !(forEngine && isOfEngine(value))) {
				warn(missing(text, place), isPath(text) && readsInputFolder(node, input));
			}
		}
	}
	return { files, warnings };
}

/** Returns whether the name of a file usually means a file on the user's own engine. */
function isOfEngine(value: string): boolean {
	return !isPath(value) || readMarkedFile(value).folder !== undefined;
}

function isPath(text: string): boolean {
	return /[/\\]/.test(text);
}

/**
 * Returns whether an input names a file in the engine's input folder, which on a new machine contains only the files of
 * its image.
 */
function readsInputFolder({ classType = '' }: WorkflowNode, { name }: WorkflowInput): boolean {
	return ownRulesOf(classType, true).file === name;
}

function inputText(node: WorkflowNode, input: WorkflowInput): string {
	return l10n.t('the input {0} of {1}', shortName(input.name), shortName(nodeName(node)));
}

function shortName(name: string): string {
	return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}...` : name;
}

type Loaded =
	| { readonly state: 'media'; readonly file: Omit<MediaFile, 'nodeId' | 'input'> }
	| { readonly state: 'missing' }
	| { readonly state: 'unfit'; readonly why: string };

async function loadMedia(path: string, reader: FileReader): Promise<Loaded> {
	const name = fileNameOfPath(path);
	try {
		const stat = await reader.stat(path);
		if (!stat) return { state: 'missing' };
		if (stat.bytes > embeddableBytes) {
			return {
				state: 'unfit',
				why: l10n.t(
					'{0} ({1}) is too large to be embedded in a request; put it on the web and use its URL.',
					name,
					describeBytes(stat.bytes),
				),
			};
		}
		const bytes = await reader.read(path);
		const type = sniffMedia(bytes);
		if (!type)
			return {
				state: 'unfit',
				why: l10n.t('{0} is not a picture, video or sound that Easel supports.', name),
			};
		return {
			state: 'media',
			file: {
				path,
				name,
				...type,
				bytes: bytes.byteLength,
				dataUri: `data:${type.mediaType};base64,${toBase64(bytes)}`,
			},
		};
	} catch {
		return {
			state: 'unfit',
			why: l10n.t('{0} could not be read. Make sure that you have permission to open it.', name),
		};
	}
}

/**
 * Returns the name of a possible local media file in an input, judged by its name, its node and its value. Removes the
 * mark of the input folder, which is the default. Other marks name files of the instance.
 */
export function mediaText(node: WorkflowNode, input: WorkflowInput, value: string): string | undefined {
	if (value.length > 1024 || /[\r\n\0]/.test(value) || neverMedia.test(input.name)) return undefined;
	if (/^save/i.test(node.classType ?? '')) return undefined;
	const { name, folder = 'input' } = readMarkedFile(value);
	return folder === 'input' && kindByName(name) !== undefined ? name : undefined;
}
