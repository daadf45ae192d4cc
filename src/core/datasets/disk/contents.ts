import type { Stats } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { endOf } from '../headers/byteSource.ts';
import { FileBytes } from '../headers/fileBytes.ts';
import { readMediaHeader } from '../headers/media.ts';
import { readCaption } from '../report/captionFacts.ts';
import { isMedia, type SelectedKind } from '../report/fileKinds.ts';
import { fileTrouble, lookAt } from './fileSystem.ts';
import type { ScannedFile } from './scannedFile.ts';

/** A file of a selection to read. */
export interface FilePlace {
	readonly entry: ScannedFile;
	/** The path to open: the target of a link. */
	readonly path: string;
}

/** Reads size, header and encoding of some files. @param readers reusable ones, none of them in use. */
export async function lookInto(
	places: readonly FilePlace[],
	readers: readonly FileBytes[],
): Promise<readonly ScannedFile[]> {
	const files = places.map(({ entry, path }, at) => {
		const bytes = readers[at] ?? new FileBytes();
		return { entry, path, bytes, withEnd: isMedia(entry.kind) };
	});
	await FileBytes.openAll(files.filter(({ entry }) => isRead(entry.kind)));
	const looks = files.map(({ entry, path, bytes }) =>
		isRead(entry.kind) ? withContent(entry, bytes) : withSize(entry, path),
	);
	try {
		return await Promise.all(looks);
	} finally {
		for (const { bytes } of files) bytes.close();
	}
}

function isRead(kind: SelectedKind): boolean {
	return isMedia(kind) || kind === 'caption' || kind === 'json';
}

async function withSize(entry: ScannedFile, path: string): Promise<ScannedFile> {
	const found = await lookAt(path, false);
	return found === undefined ? entry : withStats(entry, found);
}

async function withContent(entry: ScannedFile, bytes: FileBytes): Promise<ScannedFile> {
	try {
		return { ...withStats(entry, bytes.stats), ...(await contentOf(entry.kind, bytes)) };
	} catch (error) {
		return { ...entry, trouble: { kind: 'unreadable', sentence: fileTrouble(error, entry.name) } };
	}
}

/** Returns header or encoding of an open file. */
async function contentOf(
	kind: SelectedKind,
	bytes: FileBytes,
): Promise<Pick<ScannedFile, 'media' | 'end' | 'caption' | 'trouble'>> {
	if (kind === 'caption' || kind === 'json') return { caption: await readCaption(bytes, kind) };
	if (bytes.size === 0) return { trouble: { kind: 'empty', sentence: l10n.t('The file is empty.') } };
	const header = await readMediaHeader(bytes);
	if (!header.ok) return { trouble: { kind: 'broken', sentence: header.sentence } };
	if (header.facts.kind === kind) return { media: header.facts, end: latin1Of(await endOf(bytes)) };
	const sentence = l10n.t('The content of the file is {0}, unlike its extension.', header.facts.format);
	return { trouble: { kind: 'broken', sentence } };
}

function latin1Of(end: Uint8Array): string {
	return Buffer.from(end.buffer, end.byteOffset, end.byteLength).toString('latin1');
}

function withStats(entry: ScannedFile, stats: Stats): ScannedFile {
	return { ...entry, bytes: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
}
