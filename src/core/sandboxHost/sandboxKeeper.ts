import * as l10n from '@vscode/l10n';
import { Emitter, type Event } from '../base/emitter.ts';
import { type Failure, failed, type Result } from '../base/failure.ts';
import { type Lazy, lazy } from '../base/lazy.ts';
import type { SandboxAnnouncement } from '../wire/announcement.ts';
import type { SandboxLifecycle, SandboxOptions, SandboxState } from './sandboxLifecycle.ts';

/**
 * Keeps one sandbox for all windows: starts it or joins the running one, holds it, restarts it after a crash. Its
 * address and token are stored for the other windows; a deliberate stop removes them first.
 */
export class SandboxKeeper {
	readonly #changed: Emitter<SandboxState>;
	readonly onDidChange: Event<SandboxState>;
	readonly #wasReset: Emitter<void>;
	/** Fires after this window has reset the sandbox to its initial state: its requests and accounts are lost. */
	readonly onDidReset: Event<void>;
	/** Loaded with the first use: most windows have no sandbox. */
	readonly #lifecycle: Lazy<SandboxLifecycle>;
	#state: SandboxState = { kind: 'stopped' };
	#disposed = false;

	constructor(options: SandboxOptions) {
		this.#changed = new Emitter((error) =>
			options.log.error('A listener of the sandbox state failed.', error),
		);
		this.onDidChange = this.#changed.event;
		this.#wasReset = new Emitter((error) => options.log.error('A listener of the reset failed.', error));
		this.onDidReset = this.#wasReset.event;
		const listener = {
			changed: (state: SandboxState) => {
				this.#state = state;
				this.#changed.fire(state);
			},
			wasReset: () => this.#wasReset.fire(),
		};
		this.#lifecycle = lazy(
			async () => new (await import('./sandboxLifecycle.ts')).SandboxLifecycle(options, listener),
			(lifecycle) => lifecycle.dispose(),
		);
	}

	get state(): SandboxState {
		return this.#state;
	}

	/** Returns the running sandbox; joins or starts one if needed. Calls at the same time share one start. */
	async start(): Promise<Result<SandboxAnnouncement>> {
		return this.#disposed ? failed(gone) : (await this.#lifecycle.get()).start();
	}

	/** Ends the sandbox for all windows. Its data stays. */
	async stop(): Promise<void> {
		await (await this.#lifecycle.get()).stop();
	}

	/** Puts the sandbox back to its first state and starts it again, with a new token. */
	async reset(): Promise<Result<SandboxAnnouncement>> {
		return (await this.#lifecycle.get()).reset();
	}

	/** Ends it for all windows and starts it again, with the options that count now. Its data stays. */
	async restart(): Promise<Result<SandboxAnnouncement>> {
		return (await this.#lifecycle.get()).restart();
	}

	/** Releases it; the sandbox ends when no other window holds it. */
	dispose(): void {
		this.#disposed = true;
		this.#lifecycle.dispose();
		this.#changed.dispose();
		this.#wasReset.dispose();
	}
}

const gone: Failure = {
	kind: 'canceled',
	message: l10n.t('The window is closing.'),
	nextStep: '',
	fixer: 'nobody',
};
