import * as vscode from 'vscode';

/** Milliseconds after which work in progress can be canceled; quicker work does not flash a message. */
const patienceMs = 1500;

/**
 * Shows a task in the status bar and, if it takes longer, in a message that can cancel it.
 * @param work gets a signal that aborts on cancel, and a function to report progress.
 * @returns the result of the work; undefined as soon as it is canceled.
 */
export async function withCancelableProgress<T>(
	title: string,
	work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T | undefined> {
	const abort = new AbortController();
	let latest: string | undefined;
	let show: ((message: string) => void) | undefined;
	const canceled = new Promise<undefined>((resolve) => {
		abort.signal.addEventListener('abort', () => resolve(undefined), { once: true });
	});
	const done = Promise.race([
		work(abort.signal, (message) => {
			latest = message;
			show?.(message);
		}),
		canceled,
	]);
	const timer = setTimeout(() => {
		const location = vscode.ProgressLocation.Notification;
		void vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
			token.onCancellationRequested(() => abort.abort());
			show = (message) => progress.report({ message });
			if (latest !== undefined) show(latest);
			// The caller gets the error.
			return done.then(
				() => undefined,
				() => undefined,
			);
		});
	}, patienceMs);
	try {
		return await withWindowProgress(title, () => done);
	} finally {
		clearTimeout(timer);
	}
}

/** Shows a task in the status bar while it lasts. */
export function withWindowProgress<T>(title: string, work: () => Thenable<T>): Promise<T> {
	const location = vscode.ProgressLocation.Window;
	return Promise.resolve(vscode.window.withProgress({ location, title }, work));
}

/** Returns a signal that aborts when the editor cancels. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
	const abort = new AbortController();
	if (token.isCancellationRequested) abort.abort();
	token.onCancellationRequested(() => abort.abort());
	return abort.signal;
}
