import { lstat, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonOf } from './fileSystem.ts';

/** One change on disk, with what it takes to reverse it. */
export type DiskStep =
	| {
			readonly kind: 'write';
			readonly path: string;
			readonly bytes: Uint8Array;
			readonly previous?: Uint8Array;
	  }
	| { readonly kind: 'rename'; readonly from: string; readonly to: string };

/** What became of steps: those that were done, and one sentence for each that was not. */
export interface DiskOutcome {
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
			problems.push(`"${name}" is not changed on disk: ${reasonOf(error)}.`);
		}
	}
	return { done, problems };
}

/** Reverses steps, the last first. What someone has changed since stays as it is, with a sentence. Never rejects. */
export async function reverseSteps(steps: readonly DiskStep[]): Promise<readonly string[]> {
	const problems: string[] = [];
	for (const step of steps.toReversed()) {
		try {
			await reverse(step);
		} catch (error) {
			const name = basename(step.kind === 'write' ? step.path : step.to);
			problems.push(`"${name}" stays as it is on disk: ${reasonOf(error)}.`);
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
		await writeFile(path, bytes, { flag: 'wx' });
		return step;
	}
	const previous = await readFile(path);
	if (!previous.equals(step.previous)) throw new Error('it has changed');
	await writeFile(path, bytes);
	return { kind, path, bytes, previous };
}

async function reverse(step: DiskStep): Promise<void> {
	if (step.kind === 'rename') return move(step.to, step.from);
	if (!(await readFile(step.path)).equals(step.bytes)) throw new Error('it has changed');
	await (step.previous === undefined ? unlink(step.path) : writeFile(step.path, step.previous));
}

/** Renames where nothing is in the way. Where letter case does not count, the file itself may be. */
async function move(from: string, to: string): Promise<void> {
	const inTheWay = await lstat(to).then(undefined, () => undefined);
	if (inTheWay !== undefined) {
		const self = await lstat(from);
		if (self.ino !== inTheWay.ino || self.dev !== inTheWay.dev)
			throw Object.assign(new Error(), { code: 'EEXIST' });
	}
	await rename(from, to);
}
