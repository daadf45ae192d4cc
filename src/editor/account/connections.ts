import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import {
	runcomfyConnection,
	sandboxConnection,
	sandboxId,
	userConnections,
} from '../../core/connection/connections.ts';
import type { SandboxState } from '../../core/sandboxHost/sandboxLifecycle.ts';
import type { SandboxAnnouncement } from '../../core/wire/announcement.ts';
import { warn } from '../shell/messages.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';

const currentKey = 'easel.connection';

/**
 * Returns the sandbox to call. While it is started again after a crash this is still the old one, so that the account stays signed in;
 * calls fail and are repeated.
 */
export function reachable(sandbox: SandboxState): SandboxAnnouncement | undefined {
	if (sandbox.kind === 'running') return sandbox.announcement;
	return sandbox.kind === 'starting' ? sandbox.previous : undefined;
}

export class Connections implements vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.#changed.event;
	readonly #state: vscode.Memento;
	readonly #sandbox: () => SandboxState;
	readonly #log: Log;
	readonly #watch: vscode.Disposable;
	#own: readonly Connection[] = [];

	constructor(state: vscode.Memento, sandbox: () => SandboxState, log: Log) {
		this.#state = state;
		this.#sandbox = sandbox;
		this.#log = log;
		this.#read();
		this.#watch = onSettingChange(['easel.connections'], () => {
			this.#read();
			this.#changed.fire();
		});
	}

	/** Returns the sandbox, the public service, then the person's own. */
	all(): readonly Connection[] {
		return [sandboxConnection(reachable(this.#sandbox())), runcomfyConnection, ...this.#own];
	}

	/** The chosen connection; the sandbox if the chosen one is no longer in the settings. */
	get current(): Connection {
		const id = this.#state.get<string>(currentKey, sandboxId);
		const all = this.all();
		return all.find((connection) => connection.id === id) ?? (all[0] as Connection);
	}

	async choose(connection: Connection): Promise<void> {
		await this.#state.update(currentKey, connection.id);
		this.#changed.fire();
	}

	dispose(): void {
		this.#watch.dispose();
		this.#changed.dispose();
	}

	#read(): void {
		const { connections, problems } = userConnections(readSetting('easel.connections'));
		this.#own = connections;
		for (const problem of problems) this.#log.warn(problem);
		if (problems.length > 0) void this.#show(problems);
	}

	/** Shows problems of the setting, once for each change: an entry that is ignored silently would be hard to find. */
	async #show(problems: readonly string[]): Promise<void> {
		const choice = await warn(problems.join(' '), vscode.l10n.t('Open Settings'));
		if (choice !== undefined) {
			await vscode.commands.executeCommand('workbench.action.openSettings', 'easel.connections');
		}
	}
}
