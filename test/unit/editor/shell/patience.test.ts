import assert from 'node:assert/strict';
import { withCancelableProgress } from '../../../../src/editor/shell/cancelableProgress.ts';
import { until } from '../../support/until.ts';
import { editor, ProgressLocation, window } from '../../support/vscode.ts';

describe('work that may take long', () => {
	/** The places where progress was shown, and a function that cancels each. */
	let shown: { location: number; cancel: () => void; messages: string[] }[];
	beforeEach(() => {
		shown = [];
		window.withProgress = (options: unknown, work: (...args: unknown[]) => unknown) => {
			const messages: string[] = [];
			let cancel = () => undefined as unknown;
			const token = { onCancellationRequested: (listener: () => unknown) => (cancel = listener) };
			const { location } = options as { location: number };
			shown.push({ location, cancel: () => cancel(), messages });
			return work({ report: ({ message }: { message: string }) => messages.push(message) }, token);
		};
	});
	afterEach(() => editor.reset());

	it('shows no message if it is quick', async () => {
		assert.equal(await withCancelableProgress('Reading', async () => 7), 7);
		assert.deepEqual(
			shown.map(({ location }) => location),
			[ProgressLocation.Window],
		);
	});

	it('can be canceled otherwise: the caller continues, and the work is notified', async () => {
		let heard: AbortSignal | undefined;
		const done = withCancelableProgress('Reading', (signal, report) => {
			heard = signal;
			report('boat.png');
			return new Promise<number>(() => undefined);
		});
		const message = await until('the message', () =>
			shown.find(({ location }) => location === ProgressLocation.Notification),
		);
		assert.deepEqual(message.messages, ['boat.png']);
		assert.equal(heard?.aborted, false);
		message.cancel();
		assert.equal(await done, undefined);
		assert.equal(heard?.aborted, true);
	});

	it('passes errors to the caller', async () => {
		await assert.rejects(
			withCancelableProgress('Reading', async () => {
				throw new Error('no');
			}),
			/no/,
		);
	});
});
