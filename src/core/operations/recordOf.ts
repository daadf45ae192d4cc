import type { Disposable, Event } from '../base/emitter.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { inputFailure } from './documentInput.ts';
import type { OperationServices } from './services.ts';

/** Returns the owner whose records are listed: the account; where nobody can be signed in, the connection. */
export async function listedOwner({
	session,
	signedIn,
}: OperationServices): Promise<{ readonly connectionId: string; readonly accountId?: string }> {
	const signed = await signedIn();
	const connectionId = session.current.connection.id;
	return signed.ok ? { connectionId, accountId: signed.value.account.id } : { connectionId };
}

/** A service of records, as far as one of them is waited for. */
interface WatchedRecords<T> {
	readonly onDidChange: Event<T>;
	readonly onDidRemove: Event<string>;
	get(id: string): T | undefined;
	/** Returns the reason why nobody follows it, as a sentence. */
	whyUnwatched(record: T): string | undefined;
}

/** The means to wait for records of one kind. */
interface WaitedKind<T> {
	hasEnded(record: T): boolean;
	readonly unknown: Failure;
}

/** Returns a record of the history, at its end where that is waited for. */
export async function recordOf<T extends { readonly id: string }>(
	records: WatchedRecords<T>,
	{ hasEnded, unknown }: WaitedKind<T>,
	id: string,
	wait = false,
): Promise<Result<T>> {
	const record = records.get(id);
	if (record === undefined) return failed(unknown);
	if (!wait || hasEnded(record)) return success(record);
	const unwatched = records.whyUnwatched(record);
	if (unwatched !== undefined) return failed(inputFailure(unwatched));
	return new Promise((resolve) => {
		const done = (result: Result<T>) => {
			for (const watch of watches) watch.dispose();
			resolve(result);
		};
		const watches: readonly Disposable[] = [
			records.onDidChange((changed) => {
				if (changed.id === id && hasEnded(changed)) done(success(changed));
			}),
			records.onDidRemove((removed) => {
				if (removed === id) done(failed(unknown));
			}),
		];
		// It may have ended before this listened.
		const now = records.get(id);
		if (now !== undefined && hasEnded(now)) done(success(now));
	});
}
