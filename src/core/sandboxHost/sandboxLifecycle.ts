import { setTimeout as wait } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { KeyValueStore } from '../base/keyValueStore.ts';
import type { Log } from '../base/log.ts';
import { parseAnnouncement, type SandboxAnnouncement } from '../wire/announcement.ts';
import { type Hold, holdSandbox, resetSandbox, stopSandbox } from './sandboxControl.ts';
import { launchSandbox, type SandboxProgram } from './sandboxLaunch.ts';

export type SandboxState =
	| { readonly kind: 'stopped' }
	/** `previous` is the exited one, if it is restarted after a crash. */
	| { readonly kind: 'starting'; readonly previous?: SandboxAnnouncement }
	| { readonly kind: 'running'; readonly announcement: SandboxAnnouncement }
	| { readonly kind: 'failed'; readonly failure: Failure };

export interface SandboxOptions {
	/** The store in which all windows of this computer find the address of the sandbox. */
	readonly shared: KeyValueStore;
	readonly log: Log;
	/** Returns the program; called at each start, so that changed settings count. */
	readonly program: () => SandboxProgram | Promise<SandboxProgram>;
}

/** The events that the lifecycle reports to the keeper of its window. */
interface SandboxListener {
	changed(state: SandboxState): void;
	wasReset(): void;
}

const key = 'address';

/** Number of crashes within this time after which the keeper gives up. */
const mostRestarts = 3;
const restartWindowMs = 120_000;
/** Milliseconds to wait for a sandbox that another window is starting, or that is about to end without a holder. */
const joinMs = 30_000;
const joinAgainMs = 250;
const launchAgainMs = 3000;
const stopMs = 10_000;

/** Starts, joins and holds the sandbox for the keeper of one window, and restarts it after a crash. */
export class SandboxLifecycle {
	readonly #options: SandboxOptions;
	readonly #listener: SandboxListener;
	readonly #watch: { dispose(): unknown };
	readonly #crashes: number[] = [];
	#state: SandboxState = { kind: 'stopped' };
	#hold: Hold | undefined;
	#starting: Promise<Result<SandboxAnnouncement>> | undefined;
	/** True if this window wants the sandbox; one that was stopped elsewhere is joined again when it runs again. */
	#wanted = false;
	#disposed = false;

	constructor(options: SandboxOptions, listener: SandboxListener) {
		this.#options = options;
		this.#listener = listener;
		this.#watch = options.shared.onDidChange((change) => {
			if (change.key === key && this.#wanted && this.#state.kind === 'stopped') void this.#rejoin();
		});
	}

	/** Returns the running sandbox; joins or starts one if needed. Calls at the same time share one start. */
	start(): Promise<Result<SandboxAnnouncement>> {
		this.#wanted = true;
		if (this.#state.kind === 'running') return Promise.resolve(success(this.#state.announcement));
		this.#starting ??= this.#start().finally(() => {
			this.#starting = undefined;
		});
		return this.#starting;
	}

	/** Ends the sandbox for all windows. Its data stays. */
	async stop(): Promise<void> {
		await this.#starting;
		this.#wanted = false;
		// Removed first: the other windows then know that it is not to be restarted.
		await this.#options.shared.delete(key);
		const hold = this.#hold;
		if (hold !== undefined && this.#state.kind === 'running') {
			const asked = await stopSandbox(this.#state.announcement);
			if (asked.ok) await Promise.race([hold.ended, wait(stopMs, undefined, { ref: false })]);
			hold.release();
		}
		this.#hold = undefined;
		this.#set({ kind: 'stopped' });
	}

	/** Puts the sandbox back to its first state and starts it again, with a new token. */
	async reset(): Promise<Result<SandboxAnnouncement>> {
		const running = await this.start();
		if (!running.ok) return running;
		const done = await resetSandbox(running.value);
		if (!done.ok) return done;
		this.#listener.wasReset();
		return this.restart();
	}

	/** Ends it for all windows and starts it again, with the options that count now. Its data stays. */
	async restart(): Promise<Result<SandboxAnnouncement>> {
		await this.stop();
		return this.start();
	}

	/** Releases it; the sandbox ends when no other window holds it. */
	dispose(): void {
		this.#disposed = true;
		this.#watch.dispose();
		this.#hold?.release();
	}

	async #start(): Promise<Result<SandboxAnnouncement>> {
		if (this.#state.kind !== 'starting') this.#set({ kind: 'starting' });
		const result = await this.#joinOrLaunch();
		if (!result.ok) this.#set({ kind: 'failed', failure: result.failure });
		return result;
	}

	/** Tries both until one works: a sandbox that has the data may be coming up in another window, or going down. */
	async #joinOrLaunch(): Promise<Result<SandboxAnnouncement>> {
		const deadline = performance.now() + joinMs;
		let nextLaunch = 0;
		while (!this.#disposed && performance.now() < deadline) {
			const joined = await this.#join();
			if (joined !== undefined) return success(joined);
			if (performance.now() >= nextLaunch) {
				const launched = await this.#launch();
				if (launched !== 'ownedElsewhere') return launched;
				nextLaunch = performance.now() + launchAgainMs;
			}
			await wait(joinAgainMs);
		}
		return failed(owned);
	}

	async #launch(): Promise<Result<SandboxAnnouncement> | 'ownedElsewhere'> {
		const { shared, log } = this.#options;
		const launched = await launchSandbox(await this.#options.program(), log);
		if (!launched.ok) return launched;
		if (launched.value === 'ownedElsewhere') {
			log.info('Another process uses the data of the sandbox; this window waits.');
			return 'ownedElsewhere';
		}
		const announcement = launched.value;
		const hold = await holdSandbox(announcement);
		if (!hold.ok) return hold;
		await shared.store(key, JSON.stringify(announcement));
		this.#keep(announcement, hold.value);
		return success(announcement);
	}

	/** Joins the sandbox of another window, if the stored address still leads to one. */
	async #join(): Promise<SandboxAnnouncement | undefined> {
		const stored = await this.#stored();
		if (stored === undefined) return undefined;
		const hold = await holdSandbox(stored);
		if (!hold.ok) return undefined;
		this.#keep(stored, hold.value);
		return stored;
	}

	async #rejoin(): Promise<void> {
		if (this.#starting !== undefined || (await this.#stored()) === undefined) return;
		await this.start();
	}

	/** Reads the address of the sandbox of all windows, which may have ended. */
	async #stored(): Promise<SandboxAnnouncement | undefined> {
		const text = await this.#options.shared.get(key);
		return text === undefined ? undefined : parseAnnouncement(text);
	}

	#keep(announcement: SandboxAnnouncement, hold: Hold): void {
		if (this.#disposed) {
			hold.release();
			return;
		}
		this.#hold = hold;
		this.#set({ kind: 'running', announcement });
		void hold.ended.then(() => this.#onGone(hold, announcement));
	}

	/** Handles the end of the sandbox: deliberate if its address was removed, else a crash. */
	async #onGone(hold: Hold, previous: SandboxAnnouncement): Promise<void> {
		if (this.#disposed || this.#hold !== hold) return;
		this.#hold = undefined;
		this.#set(this.#wanted ? { kind: 'starting', previous } : { kind: 'stopped' });
		if ((await this.#options.shared.get(key)) === undefined || !this.#wanted) {
			if (this.#starting === undefined) this.#set({ kind: 'stopped' });
			return;
		}
		const now = performance.now();
		this.#crashes.push(now);
		const recent = this.#crashes.filter((at) => now - at < restartWindowMs).length;
		if (recent > mostRestarts) {
			this.#options.log.error('The sandbox keeps crashing and is not restarted.');
			this.#set({ kind: 'failed', failure: crashing });
			return;
		}
		this.#options.log.warn('The sandbox ended and is being restarted.');
		await wait(200 * recent, undefined, { ref: false });
		if (!this.#disposed && this.#wanted) await this.start();
	}

	#set(state: SandboxState): void {
		if (this.#disposed) return;
		this.#state = state;
		this.#listener.changed(state);
	}
}

const crashing: Failure = {
	kind: 'upstream',
	message: l10n.t('The sandbox crashed several times in a row, so it was not started again.'),
	nextStep: l10n.t('Check the log, then start it again. If its data is damaged, use Reset Sandbox.'),
	fixer: 'you',
};

const owned: Failure = {
	kind: 'conflict',
	message: l10n.t('Another process uses the data of the sandbox, but this window cannot reach it.'),
	nextStep: l10n.t('Close the other editor windows that use the sandbox, then start it again.'),
	fixer: 'you',
};
