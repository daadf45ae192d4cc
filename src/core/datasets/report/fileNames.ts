import * as l10n from '@vscode/l10n';
import { safeFileName, withMark } from '../../transfers/names.ts';
import { splitName } from './fileKinds.ts';

interface NameTrouble {
	/** The name cannot be sent, or is only likely to cause problems later. */
	readonly kind: 'unsafeName' | 'longName';
	readonly sentence: string;
}

/** File systems allow 255 bytes, and the toolkit adds endings to the names of its caches next to the media. */
const mostNameBytes = 180;
/** Stands for any extension when a stem is cut, so that files with the same base name keep the same one. */
const someExtension = '.12345';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const control = /[\u0000-\u001f\u007f-\u009f]/;
const invisible = /[\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;
const forbidden = /[\\:*?"<>|]/;

const encoder = new TextEncoder();

/** Returns the problem of a name, if any. Emoji, and letters of any script, are fine. */
export function nameTrouble(name: string): NameTrouble | undefined {
	// Nearly all names, in one look.
	if (/^[\w][\w ()+,=@.-]*\w$/.test(name) && name.length <= mostNameBytes && !/^\w{3,4}\./.test(name))
		return undefined;
	const found = control.exec(name) ?? invisible.exec(name);
	if (found !== null) {
		const what = control.test(name) ? l10n.t('a control character') : l10n.t('an invisible character');
		return unsafe(
			l10n.t(
				'The name contains {0} ({1}), so it can be mistaken for another name.',
				what,
				codePoint(found[0]),
			),
		);
	}
	if (name.includes('\ufffd'))
		return unsafe(l10n.t('The name has a character that could not be read as text.'));
	const [sign] = forbidden.exec(name) ?? [];
	if (sign !== undefined)
		return unsafe(l10n.t('The name contains {0}, which some systems do not allow in names.', sign));
	if (/[\s.]$/.test(name) || /\s$/.test(splitName(name).stem))
		return unsafe(l10n.t('The name ends with a space or a dot, which some systems remove.'));
	const bytes = encoder.encode(name).length;
	if (bytes > mostNameBytes)
		return {
			kind: 'longName',
			sentence: l10n.t(
				'The name has {0} bytes. The toolkit adds to it, and file systems allow at most 255.',
				bytes,
			),
		};
	// The rules that remain: device names of Windows, white space at the beginning.
	if (safeFileName(name) !== name.normalize('NFC'))
		return unsafe(l10n.t('The name is reserved on Windows, so it cannot be used everywhere.'));
	return undefined;
}

function unsafe(sentence: string): NameTrouble {
	return { kind: 'unsafeName', sentence };
}

function codePoint(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the name without everything that `nameTrouble` finds. A medium and its caption keep one base name. */
export function safeName(name: string): string {
	const { stem, extension } = splitName(name);
	const { stem: safe } = splitName(safeFileName(`${stem.trim()}${someExtension}`));
	return extension === '' ? safe : `${safe}.${safeFileName(extension)}`;
}

/**
 * Returns a name as it differs from its other spelling: the marks of letters that are written as several characters are shown by their
 * numbers, as are the parts of Korean syllables.
 */
export function spelledName(name: string): string {
	if (name === name.normalize('NFC')) return name;
	return name.replaceAll(/\P{M}\p{M}+|[\u1100-\u11ff]+/gu, (letter) =>
		letter === letter.normalize('NFC') ? letter : letter.replaceAll(/[\p{M}\u1100-\u11ff]/gu, escaped),
	);
}

function escaped(character: string): string {
	return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Matches nearly all names; they have only one spelling. */
const plain = /^[ -~]*$/;

/** Returns the same key for names that a reader, or a system without letter case, takes for the same one. */
export function looseKey(name: string): string {
	return (plain.test(name) ? name : name.normalize('NFC')).toLowerCase();
}

/** Returns the name, or the first name with a number that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
	let free = name;
	for (let number = 2; isTaken(free); number++)
		free = withMark(name, `-${number}`, mostNameBytes - someExtension.length);
	return free;
}
