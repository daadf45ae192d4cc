import { lstat, rename, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { readWhole } from '../../base/disk/readWhole.ts';
import { createWhole, replaceWhole } from '../../transfers/wholeFile.ts';
import { mostTextBytes, reasonOf } from './fileSystem.ts';

/** One change on disk, with the data to reverse it. */
export type DiskStep =
	| {
			readonly kind: 'write';
			readonly path: string;
			readonly bytes: Uint8Array;
			readonly previous?: Uint8Array;
	  }
	| { readonly kind: 'rename'; readonly from: string; readonly to: string };

/** The outcome of steps: the completed ones, and one sentence for each failed one. */
interface DiskOutcome {
	readonly done: readonly DiskStep[];
	readonly problems: readonly string[];
}

/** Makes changes on disk, one after the other. A file that is in the way is never replaced. Never rejects. */
export async function makeSteps(steps: readonly DiskStep[]): Promise<DiskOutcome> {
	const done: DiskStep[] = [];
	const problems: string[] = [];
	for (const step of steps) {
		try {
			done.push(await make(step));
		} catch (error) {
			const name = basename(step.kind === 'write' ? step.path : step.from);
			problems.push(l10n.t('"{0}" is not changed on disk: {1}.', name, reasonOf(error)));
		}
	}
	return { done, problems };
}

/** Reverses steps, the last first. A file that was changed since stays, with a sentence. Never rejects. */
export async function reverseSteps(steps: readonly DiskStep[]): Promise<readonly string[]> {
	const problems: string[] = [];
	for (const step of steps.toReversed()) {
		try {
			await reverse(step);
		} catch (error) {
			const name = basename(step.kind === 'write' ? step.path : step.to);
			problems.push(l10n.t('"{0}" is left unchanged on disk: {1}.', name, reasonOf(error)));
		}
	}
	return problems;
}

async function make(step: DiskStep): Promise<DiskStep> {
	if (step.kind === 'rename') {
		await move(step.from, step.to);
		return step;
	}
	const { kind, path, bytes } = step;
	if (step.previous === undefined) {
		if ((await createWhole(path, bytes)) === undefined) throw inTheWay();
		return step;
	}
	return { kind, path, bytes, previous: await exchange(path, step.previous, bytes) };
}

/** Replaces bytes if they are unchanged; the value is the previous content. */
async function exchange(path: string, expected: Uint8Array, bytes: Uint8Array): Promise<Buffer> {
	const previous = await bytesThatAre(expected, path);
	await replaceWhole(path, bytes, async () => {
		await bytesThatAre(expected, path);
	});
	return previous;
}

async function bytesThatAre(expected: Uint8Array, path: string): Promise<Buffer> {
	const found = await readWhole(path, mostTextBytes);
	if ('why' in found) throw new Error(found.why);
	if (!found.bytes.equals(expected)) throw new Error('it has changed');
	return found.bytes;
}

async function reverse(step: DiskStep): Promise<void> {
	if (step.kind === 'rename') return move(step.to, step.from);
	if (step.previous !== undefined) {
		await exchange(step.path, step.bytes, step.previous);
		return;
	}
	await bytesThatAre(step.bytes, step.path);
	await unlink(step.path);
}

/** Renames without overwriting. On a case-insensitive disk, the new name may already be the file itself. */
async function move(from: string, to: string): Promise<void> {
	const other = await lstat(to).then(undefined, () => undefined);
	if (other !== undefined) {
		const self = await lstat(from);
		if (self.ino !== other.ino || self.dev !== other.dev) throw inTheWay();
	}
	await rename(from, to);
}

function inTheWay(): Error {
	return Object.assign(new Error(), { code: 'EEXIST' });
}

/** Returns the reversed renames of these steps. */
export function reversedRenames(steps: readonly DiskStep[]): readonly DiskStep[] {
	return steps.map((step) =>
		step.kind === 'rename' ? { kind: step.kind, from: step.to, to: step.from } : step,
	);
}
