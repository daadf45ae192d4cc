import type { Disposable, Event } from '../base/emitter.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { inputFailure } from './documentInput.ts';

/** The records of one kind, as far as one is waited for. */
interface Watched<T> {
	get(id: string): T | undefined;
	readonly onChange: Event<T>;
	readonly onRemove: Event<string>;
	hasEnded(record: T): boolean;
	/** Why nobody follows it, as a sentence. */
	whyUnwatched(record: T): string | undefined;
	readonly unknown: Failure;
}

/** A record of the history, at its end where that is waited for. */
export async function recordOf<T extends { readonly id: string }>(
	{ get, onChange, onRemove, hasEnded, whyUnwatched, unknown }: Watched<T>,
	id: string,
	wait = false,
): Promise<Result<T>> {
	const record = get(id);
	if (record === undefined) return failed(unknown);
	if (!wait || hasEnded(record)) return success(record);
	const unwatched = whyUnwatched(record);
	if (unwatched !== undefined) return failed(inputFailure(unwatched));
	return new Promise((resolve) => {
		const done = (result: Result<T>) => {
			for (const watch of watches) watch.dispose();
			resolve(result);
		};
		const watches: readonly Disposable[] = [
			onChange((changed) => {
				if (changed.id === id && hasEnded(changed)) done(success(changed));
			}),
			onRemove((removed) => {
				if (removed === id) done(failed(unknown));
			}),
		];
		// It may have ended before this listened.
		const now = get(id);
		if (now !== undefined && hasEnded(now)) done(success(now));
	});
}
