import type { Disposable, Event } from '../base/emitter.ts';
import { type Failure, failed, type Result, success, wrongInput } from '../base/failure.ts';
import { type Progress, unwatched, type Work } from './operation.ts';

/** The parts of a service of records for waiting for one of them. */
interface WatchedRecords<T> {
	readonly onDidChange: Event<T>;
	readonly onDidRemove: Event<string>;
	get(id: string): T | undefined;
	/** Returns the reason why it is not followed, as a sentence. */
	whyUnwatched(record: T): string | undefined;
}

interface WaitedKind<T> {
	hasEnded(record: T): boolean;
	readonly unknown: Failure;
	/** Returns the progress of a record; absent for a kind without progress. */
	progress?(record: T): Progress | undefined;
}

/**
 * Returns a record of the history; with `wait`, at its end, or its current state when the signal of the work is
 * aborted.
 */
export async function recordOf<T extends { readonly id: string }>(
	records: WatchedRecords<T>,
	{ hasEnded, unknown, progress }: WaitedKind<T>,
	id: string,
	wait = false,
	work: Work = unwatched,
): Promise<Result<T>> {
	const record = records.get(id);
	if (record === undefined) return failed(unknown);
	if (!wait || hasEnded(record) || work.signal.aborted) return success(record);
	const unwatched = records.whyUnwatched(record);
	if (unwatched !== undefined) return wrongInput(unwatched);
	return new Promise((resolve) => {
		const done = (result: Result<T>) => {
			for (const watch of watches) watch.dispose();
			work.signal.removeEventListener('abort', leave);
			resolve(result);
		};
		const leave = () => done(success(records.get(id) ?? record));
		const report = (changed: T) => {
			const latest = progress?.(changed);
			if (latest !== undefined) work.progress(latest);
		};
		const watches: readonly Disposable[] = [
			records.onDidChange((changed) => {
				if (changed.id !== id) return;
				if (hasEnded(changed)) done(success(changed));
				else report(changed);
			}),
			records.onDidRemove((removed) => {
				if (removed === id) done(failed(unknown));
			}),
		];
		work.signal.addEventListener('abort', leave, { once: true });
		report(record);
		// It may have ended before this listened.
		const now = records.get(id);
		if (now !== undefined && hasEnded(now)) done(success(now));
	});
}

/** Returns a record like {@link recordOf}, after it was polled. */
export async function latestOf<T extends { readonly id: string }>(
	records: WatchedRecords<T> & { caughtUp(id: string): Promise<void> },
	kind: WaitedKind<T>,
	id: string,
	wait: boolean | undefined,
	work: Work,
): Promise<Result<T>> {
	const known = wait ? records.get(id) : undefined;
	const latest = known && !kind.hasEnded(known) ? kind.progress?.(known) : undefined;
	if (latest !== undefined) work.progress(latest);
	const { promise, resolve } = Promise.withResolvers<void>();
	const leave = () => resolve();
	work.signal.addEventListener('abort', leave, { once: true });
	if (work.signal.aborted) leave();
	await Promise.race([records.caughtUp(id), promise]);
	work.signal.removeEventListener('abort', leave);
	return recordOf(records, kind, id, wait, work);
}
