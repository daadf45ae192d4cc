import * as vscode from 'vscode';
import type { SandboxAnnouncement } from '../../core/account/sandboxControl.ts';
import type { SandboxKeeper } from '../../core/account/sandboxKeeper.ts';
import type { Result } from '../../core/http/failure.ts';

const wantedKey = 'easel.sandbox.wanted';
const signedOutKey = 'easel.sandbox.signedOut';

/** What the person decided about the sandbox, remembered across windows and restarts. */
export class SandboxUse {
	readonly #state: vscode.Memento;
	readonly #keeper: SandboxKeeper;

	constructor(state: vscode.Memento, keeper: SandboxKeeper) {
		this.#state = state;
		this.#keeper = keeper;
	}

	/** Whether it was started and not stopped again: then a new window starts it silently. */
	get wanted(): boolean {
		return this.#state.get(wantedKey, false);
	}

	/** Whether the person signed out of the demo account, which would otherwise need no sign-in. */
	get signedOut(): boolean {
		return this.#state.get(signedOutKey, false);
	}

	async setSignedOut(value: boolean): Promise<void> {
		await this.#state.update(signedOutKey, value);
	}

	/** Starts the sandbox and remembers that it is wanted; says that it is coming up if that takes a while. */
	async startVisibly(): Promise<Result<SandboxAnnouncement>> {
		await this.#state.update(wantedKey, true);
		return vscode.window.withProgress(
			{ location: vscode.ProgressLocation.Window, title: 'Starting the sandbox' },
			() => this.#keeper.start(),
		);
	}

	async stop(): Promise<void> {
		await this.#state.update(wantedKey, false);
		await this.#keeper.stop();
	}
}
