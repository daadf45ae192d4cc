import * as vscode from 'vscode';
import type { Result } from '../../../core/base/failure.ts';
import {
	type Operation,
	type Progress,
	runOperation,
	unwatched,
	type Work,
} from '../../../core/operations/operation.ts';
import type { Ask } from '../../../core/operations/questions.ts';
import type { OperationServices } from '../../../core/operations/services.ts';
import { withCancelableProgress } from '../cancelableProgress.ts';
import { showFailure } from '../failures.ts';
import type { ActOptions, Acts } from './acts.ts';

/** Returns the acts of the person over the services of this window; `ask` answers in dialogs. */
export function windowActs(services: OperationServices, ask: Ask): Acts {
	async function run<Input, Output>(
		operation: Operation<Input, Output>,
		input: Input,
		{ in: viewId, title, answers = {}, services: own = {}, signal = unwatched.signal }: ActOptions = {},
	): Promise<Result<Output>> {
		const work = (by: Work) =>
			runOperation(operation, { ...services, ...own }, input, { ...ask, ...answers }, by);
		if (title !== undefined) {
			const { promise, resolve, reject } = Promise.withResolvers<Result<Output>>();
			// After a cancellation the operation still returns how it ended.
			await withCancelableProgress(title, async (signal, report) => {
				const ended = work({ signal, progress: (latest) => report(progressText(latest)) });
				ended.then(resolve, reject);
				await ended.catch(() => undefined);
			});
			return promise;
		}
		const by = { ...unwatched, signal };
		if (viewId === undefined) return work(by);
		return vscode.window.withProgress({ location: { viewId } }, () => work(by));
	}
	return {
		run,
		async done(operation, input, options) {
			const ended = await run(operation, input, options);
			if (ended.ok) return ended.value;
			await showFailure(services.log, ended.failure, options?.actions?.(ended.failure));
			return undefined;
		},
	};
}

function progressText({ message, done, total }: Progress): string {
	return done === undefined || total === undefined ? message : `${message} (${done}/${total})`;
}
