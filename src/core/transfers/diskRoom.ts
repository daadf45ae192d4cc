import { statfs } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { describeBytes } from '../base/bytes.ts';
import type { Failure } from '../base/failure.ts';
import { diskTrouble } from './diskTrouble.ts';

interface Place {
	readonly folder: string;
	readonly name: string;
	/** Maximum bytes of a body without a reported length. Default: 50 GB. */
	readonly mostBytes?: number;
}

const defaultMostBytes = 50_000_000_000;
/** The part of the free space that a body of unknown length may fill. */
const usableSpace = 0.9;
/** Bytes after which the free space is looked at again: others write, too. */
const lookBytes = 32_000_000;

/** Returns a failure if these bytes do not fit on the disk. */
export async function roomTrouble({ folder, name }: Place, bytes: number): Promise<Failure | undefined> {
	return bytes > (await freeBytes(folder)) ? diskTrouble({ code: 'ENOSPC' }, name) : undefined;
}

/** Returns a function to call while a body of unknown length is written to disk; it returns the failure with which to stop. */
export async function bodyLimit(
	{ folder, name, mostBytes = defaultMostBytes }: Place,
	start: number,
): Promise<(done: number) => Promise<Failure | undefined>> {
	const free = await freeBytes(folder);
	const most = start + Math.min(mostBytes, Math.floor(free * usableSpace));
	let lookedAt = start;
	return async (done) => {
		if (done > most) return tooMuch(name, most);
		if (done - lookedAt < lookBytes) return undefined;
		lookedAt = done;
		return (await freeBytes(folder)) < free * (1 - usableSpace) ? tooMuch(name, done) : undefined;
	};
}

async function freeBytes(folder: string): Promise<number> {
	try {
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	} catch {
		// Not all file systems report their free space.
		return Number.POSITIVE_INFINITY;
	}
}

function tooMuch(name: string, done: number): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The download of {0} was stopped after {1}, because the server does not report its size.',
			name,
			describeBytes(done),
		),
		nextStep: l10n.t('Free some space if the file may be that large, then try again.'),
		fixer: 'you',
		mayHaveArrived: true,
	};
}
