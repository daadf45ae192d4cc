import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { describeBytes } from '../bytes.ts';
import { codeOf } from './codeOf.ts';

/** The reason why a file is not read, as the end of a sentence: "it is a folder". */
interface Unread {
	readonly why: string;
	readonly isMissing?: true;
}

/** Milliseconds until an unresponsive disk counts as unreadable. */
const patienceMs = 30_000;
const chunkBytes = 1_000_000;

/**
 * Reads a file at a given path. Only regular files of at most `mostBytes` are read, counted while reading, since some files have no size;
 * pipes and devices are not waited for.
 */
export async function readWhole(
	path: string,
	mostBytes: number,
): Promise<{ readonly bytes: Buffer } | Unread> {
	const patience = AbortSignal.timeout(patienceMs);
	const { promise: late, resolve } = Promise.withResolvers<Unread>();
	const giveUp = () => resolve({ why: l10n.t('the disk does not answer') });
	patience.addEventListener('abort', giveUp);
	try {
		return await Promise.race([read(path, mostBytes, patience), late]);
	} catch (cause) {
		const why = whyUnreadable(cause);
		return codeOf(cause) === 'ENOENT' ? { why, isMissing: true } : { why };
	} finally {
		patience.removeEventListener('abort', giveUp);
	}
}

/** A text without a byte order mark. */
interface ReadText {
	readonly text: string;
	readonly mark: '' | '\uFEFF';
}

/** Reads a text in UTF-8 as {@link readWhole} reads a file. */
export async function readText(path: string, mostBytes: number): Promise<ReadText | Unread> {
	const read = await readWhole(path, mostBytes);
	if ('why' in read) return read;
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes);
		return text.startsWith('\uFEFF') ? { text: text.slice(1), mark: '\uFEFF' } : { text, mark: '' };
	} catch {
		return { why: l10n.t('it is not UTF-8 text') };
	}
}

/** Returns the text of a file in a folder; undefined if it cannot be read, with a call of `onUnread` if it exists. */
export async function textIn(
	folder: string,
	name: string,
	mostBytes: number,
	onUnread?: (why: string) => void,
): Promise<string | undefined> {
	const read = await readText(join(folder, name), mostBytes);
	if (!('why' in read)) return read.text;
	if (read.isMissing !== true) onUnread?.(read.why);
	return undefined;
}

async function read(
	path: string,
	mostBytes: number,
	signal: AbortSignal,
): Promise<{ readonly bytes: Buffer } | Unread> {
	// To open some devices does something already.
	const kind = kindOf(await stat(path));
	if (kind !== undefined) return { why: kind };
	// The file may have been replaced, and a pipe would wait for a writer.
	const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const found = await handle.stat();
		const other = kindOf(found);
		if (other !== undefined) return { why: other };
		const bytes = found.size > mostBytes ? undefined : await bytesUpTo(handle, mostBytes, signal);
		return bytes === undefined
			? { why: l10n.t('it is larger than {0}', describeBytes(mostBytes)) }
			: { bytes };
	} finally {
		await handle.close();
	}
}

/** Reads from an open file; undefined if it has more bytes. */
async function bytesUpTo(
	handle: FileHandle,
	mostBytes: number,
	signal: AbortSignal,
): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let total = 0;
	while (!signal.aborted) {
		const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
		if (bytesRead === 0) break;
		total += bytesRead;
		if (total > mostBytes) return undefined;
		chunks.push(buffer.subarray(0, bytesRead));
	}
	return Buffer.concat(chunks, total);
}

/** Returns the kind of something that is not a regular file. */
function kindOf(found: Stats): string | undefined {
	if (found.isFile()) return undefined;
	if (found.isDirectory()) return l10n.t('it is a folder');
	if (found.isFIFO()) return l10n.t('it is a pipe');
	return found.isSocket() ? l10n.t('it is a socket') : l10n.t('it is a device');
}

function whyUnreadable(cause: unknown): string {
	const code = codeOf(cause);
	switch (code) {
		case 'ENOENT':
		case 'ENOTDIR':
			return l10n.t('there is no such file');
		case 'EACCES':
		case 'EPERM':
			return l10n.t('its permissions do not allow it');
		case 'ELOOP':
			return l10n.t('it is a link that refers to itself');
		case 'EMFILE':
		case 'ENFILE':
			return l10n.t('too many files are open');
		case 'EIO':
			return l10n.t('the disk reports an error');
		case 'ENAMETOOLONG':
			return l10n.t('its name is too long');
		case 'ERR_INVALID_ARG_VALUE':
			return l10n.t('its name has a character that no file can have');
		default:
			return l10n.t('the system does not allow it ({0})', code ?? String(cause));
	}
}
