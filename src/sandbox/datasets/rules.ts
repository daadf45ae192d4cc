import { type DatasetFormat, datasetFormats } from '../../core/wire/datasetFormats.ts';
import { type Detail, invalid, refuseTraining } from '../base/errors.ts';
import { probeSize } from '../media/formats/probe.ts';

const longestName = 255;
/** Separators of paths, and characters that no name should have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const forbidden = /[/\\\u0000-\u001f\u007f-\u009f]/;

/** Refuses an invalid name with 42201: letters, digits, `_` and `-` (trainer-service.md, "Dataset"). */
export function checkDatasetName(name: unknown): asserts name is string {
	if (typeof name === 'string' && name.length <= longestName && /^[A-Za-z0-9_-]+$/.test(name)) return;
	throw refuseTraining(
		42201,
		`The name of a dataset has letters, digits, "_" and "-" only, at least 1 and at most ${longestName}.`,
	);
}

/** Refuses a file name that is not one with 422001 at `loc`, and one of an unknown type with 42202. */
export function checkFileName(name: string, loc: Detail['loc']): void {
	const problem = nameProblem(name);
	if (problem !== undefined) throw invalid([{ loc, msg: problem, type: 'file_name' }]);
	if (formatOf(name) !== undefined) return;
	const accepted = Object.values(datasetFormats).flat().join(', ');
	throw refuseTraining(
		42202,
		`The type of "${name}" is not supported. Datasets accept files that end in: ${accepted}.`,
	);
}

/** Returns the sentence why a file name is not valid on every system. */
function nameProblem(name: string): string | undefined {
	if (name === '') return 'The file has no name.';
	if (!name.isWellFormed()) return 'The file name is not valid Unicode.';
	if (forbidden.test(name))
		return 'The file name has a slash, a backslash or a control character. A dataset has no subfolders.';
	if (/^\.+$/.test(name)) return 'The file name consists of dots only.';
	if (Buffer.byteLength(name) > longestName)
		return `The file name is longer than ${longestName} bytes in UTF-8.`;
	return undefined;
}

/** Returns the format of a file by its extension, ignoring case; undefined for one that datasets do not accept. */
function formatOf(name: string): DatasetFormat | undefined {
	const dot = name.lastIndexOf('.');
	if (dot < 1) return undefined;
	const extension = name.slice(dot + 1).toLowerCase();
	return (Object.keys(datasetFormats) as DatasetFormat[]).find((format) =>
		(datasetFormats[format] as readonly string[]).includes(extension),
	);
}

export function isMedium(name: string): boolean {
	const format = formatOf(name);
	return format === 'image' || format === 'video';
}

/** Returns the name that the caption of a medium must have, letter for letter. */
export function captionName(medium: string): string {
	return `${medium.slice(0, medium.lastIndexOf('.'))}.txt`;
}

/** Returns the media that have no caption (trainer-service.md, "Dataset content rules", 2). */
export function mediaWithoutCaption(names: readonly string[]): readonly string[] {
	const all = new Set(names);
	return names.filter((name) => isMedium(name) && !all.has(captionName(name)));
}

/** Bytes of a medium that are searched for its header: a JPEG may have pictures and profiles before its own. */
export const headBytes = 1024 * 1024;

/** Returns whether the first bytes of a medium are the header of a type that datasets accept, regardless of its name. */
export function hasMediaHeader(name: string, head: Uint8Array): boolean {
	const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
	return formatOf(name) === 'video' ? isVideo(bytes) : isImage(bytes);
}

function isImage(head: Buffer): boolean {
	const format = probeSize(head)?.format;
	return format === 'PNG' || format === 'JPEG' || format === 'WebP';
}

/** Recognizes MP4 and QuickTime, Matroska and WebM, AVI, Windows Media, Flash. */
function isVideo(head: Buffer): boolean {
	if (head.length < 16) return false;
	const text = (from: number, to: number) => head.toString('latin1', from, to);
	const firstBox = text(4, 8);
	if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(firstBox)) return true;
	if (text(0, 4) === 'RIFF') return text(8, 12) === 'AVI ';
	if (text(0, 3) === 'FLV') return true;
	const first = head.readUInt32BE(0);
	return first === 0x1a45dfa3 || first === 0x3026b275;
}
