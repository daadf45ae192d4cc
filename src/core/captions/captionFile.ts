import { constants, open, rm } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../base/disk/codeOf.ts';
import { absentStamp, fileStamp, stampOf } from '../transfers/fileStamp.ts';
import { createWhole, replaceWhole } from '../transfers/wholeFile.ts';
import { bytesOf, type CaptionContent, missing, readContent, sameContent } from './content.ts';

/** A caption of more bytes than this is not read: it is some other text. */
const mostBytes = 1024 * 1024;

/** A caption as it was on disk at a certain time. */
export interface CaptionOnDisk {
	readonly content: CaptionContent;
	/** Changes whenever the file does, except when it is written twice within the resolution of the file system's clock. */
	readonly stamp: string;
}

const absent: CaptionOnDisk = { content: missing, stamp: absentStamp };

/** Reads a caption. The content of an unreadable file has the reason as a sentence. */
export async function readCaption(path: string): Promise<CaptionOnDisk> {
	try {
		// Without waiting, so that a pipe of this name cannot stop the reader.
		const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const facts = await handle.stat({ bigint: true });
			const stamp = stampOf(facts);
			const unreadable = (reason: string): CaptionOnDisk => ({
				content: { kind: 'unreadable', reason },
				stamp,
			});
			if (!facts.isFile()) return unreadable(l10n.t('This is not a file.'));
			if (facts.size > mostBytes) return unreadable(l10n.t('The file is larger than 1 MB.'));
			return { content: readContent(await handle.readFile()), stamp };
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return absent;
		return { content: { kind: 'unreadable', reason: reasonOf(error) }, stamp: await fileStamp(path) };
	}
}

type WriteOutcome =
	| { readonly kind: 'written'; readonly stamp: string }
	/** The file is not as expected; nothing was written. */
	| { readonly kind: 'changed'; readonly now: CaptionOnDisk }
	/** `reason` is a sentence. */
	| { readonly kind: 'failed'; readonly reason: string };

/**
 * Writes, creates or removes a caption, but only if the file is still as last read: another program's change is never
 * overwritten. The file is replaced atomically and keeps its permissions.
 */
export async function writeCaption(
	path: string,
	expected: CaptionOnDisk,
	content: CaptionContent,
): Promise<WriteOutcome> {
	try {
		const now = await changedSince(path, expected);
		if (now !== undefined) return { kind: 'changed', now };
		const bytes = bytesOf(content);
		if (bytes === undefined) {
			await rm(path, { force: true });
			return { kind: 'written', stamp: absent.stamp };
		}
		if (expected.content.kind === 'missing') {
			const facts = await createWhole(path, bytes);
			if (facts !== undefined) return { kind: 'written', stamp: stampOf(facts) };
			const now = await readCaption(path);
			if (now.content.kind !== 'missing') return { kind: 'changed', now };
			return { kind: 'failed', reason: l10n.t('The link refers to a file that does not exist.') };
		}
		const facts = await replaceWhole(path, bytes, async () => {
			const changed = await changedSince(path, expected);
			if (changed !== undefined) throw new ChangedMeanwhile(changed);
		});
		return { kind: 'written', stamp: stampOf(facts) };
	} catch (error) {
		if (error instanceof ChangedMeanwhile) return { kind: 'changed', now: error.now };
		return { kind: 'failed', reason: reasonOf(error) };
	}
}

class ChangedMeanwhile extends Error {
	readonly now: CaptionOnDisk;
	constructor(now: CaptionOnDisk) {
		super(l10n.t('The file has changed in the meantime.'));
		this.now = now;
	}
}

async function changedSince(path: string, expected: CaptionOnDisk): Promise<CaptionOnDisk | undefined> {
	if ((await fileStamp(path)) === expected.stamp) return undefined;
	const now = await readCaption(path);
	return sameContent(now.content, expected.content) ? undefined : now;
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: l10n.t('You do not have permission to read or write this file.'),
	EPERM: l10n.t('You do not have permission to read or write this file.'),
	EROFS: l10n.t('The file system is read-only.'),
	ENOSPC: l10n.t('The disk is full.'),
	EDQUOT: l10n.t('The disk is full.'),
	EISDIR: l10n.t('A folder with this name exists.'),
	ENAMETOOLONG: l10n.t('The name is too long for the file system.'),
	ENOENT: l10n.t('The folder no longer exists.'),
	ELOOP: l10n.t('The link refers to itself.'),
};

function reasonOf(error: unknown): string {
	return reasons[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
