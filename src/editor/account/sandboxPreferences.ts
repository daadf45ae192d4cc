import * as vscode from 'vscode';
import type { Result } from '../../core/base/failure.ts';
import type { KeyValueStore } from '../../core/base/keyValueStore.ts';
import { recordIn } from '../../core/json/fields.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { SandboxAnnouncement } from '../../core/wire/announcement.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';

const key = 'use';

interface Use {
	/** Started and not stopped again: then a new window starts it without a message. */
	readonly wanted: boolean;
	/** Signed out of the demo account, which would otherwise need no sign-in. */
	readonly signedOut: boolean;
}

/**
 * The person's decisions about the sandbox. They are in a file next to the address of the sandbox, because the editor's own memory is
 * written late and does not reach other windows.
 */
export class SandboxPreferences implements vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<void>();
	/** Another window decided something. */
	readonly onDidChange = this.#changed.event;
	readonly #shared: KeyValueStore;
	readonly #keeper: SandboxKeeper;
	readonly #watch: { dispose(): unknown };
	#use: Use = { wanted: false, signedOut: false };

	constructor(shared: KeyValueStore, keeper: SandboxKeeper) {
		this.#shared = shared;
		this.#keeper = keeper;
		this.#watch = shared.onDidChange((change) => {
			if (change.key === key) void this.load();
		});
	}

	get wanted(): boolean {
		return this.#use.wanted;
	}

	get signedOut(): boolean {
		return this.#use.signedOut;
	}

	/** Reads the earlier decisions, from here or another window. */
	async load(): Promise<void> {
		const record = recordIn((await this.#shared.get(key)) ?? '{}') ?? {};
		const next = { wanted: record.wanted === true, signedOut: record.signedOut === true };
		if (next.wanted === this.#use.wanted && next.signedOut === this.#use.signedOut) return;
		this.#use = next;
		this.#changed.fire();
	}

	async setSignedOut(signedOut: boolean): Promise<void> {
		await this.#decide({ signedOut });
	}

	/** Starts the sandbox and remembers that it is wanted; shows that it is starting if that takes a while. */
	async startVisibly(): Promise<Result<SandboxAnnouncement>> {
		await this.#decide({ wanted: true });
		return withWindowProgress(vscode.l10n.t('Starting the sandbox'), () => this.#keeper.start());
	}

	async stop(): Promise<void> {
		await this.#decide({ wanted: false });
		await this.#keeper.stop();
	}

	dispose(): void {
		this.#watch.dispose();
		this.#changed.dispose();
	}

	async #decide(decision: Partial<Use>): Promise<void> {
		this.#use = { ...this.#use, ...decision };
		await this.#shared.store(key, JSON.stringify(this.#use));
	}
}
