import type { Failure, Result } from '../../../core/base/failure.ts';
import { lazy } from '../../../core/base/lazy.ts';
import type { Operation } from '../../../core/operations/operation.ts';
import type { Ask } from '../../../core/operations/questions.ts';
import type { OperationServices } from '../../../core/operations/services.ts';
import type { FailureAction } from '../failures.ts';
import type { ViewId } from '../ids.ts';

export interface ActOptions {
	/** The view that shows progress. */
	readonly in?: ViewId;
	/** The title of progress that can be canceled; without `in` and `title`, no progress is shown. */
	readonly title?: string;
	/** Aborted when the caller waits no longer; for an act without a title. */
	readonly signal?: AbortSignal | undefined;
	/** Answers that the person has already given, in a panel or by a button. Other questions are asked in dialogs. */
	readonly answers?: Partial<Ask>;
	/** Services that replace the window's own for this act, such as an open document. */
	readonly services?: Partial<OperationServices>;
	readonly actions?: (failure: Failure) => readonly FailureAction[];
}

/** The operations, as acts of the person in this window. */
export interface Acts {
	/** Runs an operation and shows its failure. Returns the output; undefined unless it succeeded. */
	done<Input, Output>(
		operation: Operation<Input, Output>,
		input: Input,
		options?: ActOptions,
	): Promise<Output | undefined>;
	/** Runs an operation, for a caller that shows the failure itself. */
	run<Input, Output>(
		operation: Operation<Input, Output>,
		input: Input,
		options?: Omit<ActOptions, 'actions'>,
	): Promise<Result<Output>>;
}

/** Returns acts that are loaded with the first of them. */
export function lazyActs(load: () => Promise<Acts>): Acts {
	const loaded = lazy(load);
	return {
		done: async (...act) => (await loaded.get()).done(...act),
		run: async (...act) => (await loaded.get()).run(...act),
	};
}
