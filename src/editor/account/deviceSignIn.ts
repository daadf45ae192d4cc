import * as vscode from 'vscode';
import {
	awaitDeviceToken,
	type DeviceCode,
	flowClock,
	startDeviceFlow,
} from '../../core/account/deviceFlow.ts';
import type { SessionManager } from '../../core/account/sessionManager.ts';
import { canceledFailure } from '../../core/base/canceled.ts';
import type { Failure } from '../../core/base/failure.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Service } from '../../core/http/transport.ts';
import { failureText } from '../shell/failures.ts';
import { labelText } from '../shell/plainText.ts';

type Action = 'copyAndOpen' | 'copy' | 'open' | 'newCode' | 'cancel';

interface ActionItem extends vscode.QuickPickItem {
	readonly action: Action;
}

const waiting = (): readonly ActionItem[] => [
	{ action: 'copyAndOpen', label: `$(link-external) ${vscode.l10n.t('Copy Code and Open in Browser')}` },
	{ action: 'copy', label: `$(copy) ${vscode.l10n.t('Copy Code')}` },
	{ action: 'open', label: `$(globe) ${vscode.l10n.t('Open in Browser')}` },
	{ action: 'cancel', label: `$(close) ${vscode.l10n.t('Cancel')}` },
];

const ended = (): readonly ActionItem[] => [
	{ action: 'newCode', label: `$(refresh) ${vscode.l10n.t('Get a New Code')}` },
	{ action: 'cancel', label: `$(close) ${vscode.l10n.t('Cancel')}` },
];

type DeviceSignInResult =
	| { readonly type: 'token'; readonly token: string }
	| { readonly type: 'failed'; readonly failure: Failure };

/**
 * Signs in by a short code that the person types on the web page. The list stays open while they are in the browser; it
 * works by keyboard, and its title shows the code and the time left. Ends with a token or with the failure to show.
 */
export function deviceSignIn(sessions: SessionManager, connection: Connection): Promise<DeviceSignInResult> {
	return sessions.withService(connection, undefined, async (service) => {
		const view = new DeviceView(connection.name);
		try {
			for (;;) {
				const result = await oneCode(service, view);
				if (result !== 'again') return result;
			}
		} finally {
			view.dispose();
		}
	});
}

/** Handles one code from its start to the decision; `again` if the person wants another. */
async function oneCode(service: Service, view: DeviceView): Promise<DeviceSignInResult | 'again'> {
	view.showBusy();
	const started = await startDeviceFlow(service, { signal: view.signal });
	if (!started.ok) return { type: 'failed', failure: started.failure };
	const code = started.value;
	const stopCode = view.showCode(code);
	const outcome = await awaitDeviceToken(service, code, {
		clock: flowClock,
		signal: view.signal,
		onTrouble: (failure) => view.showTrouble(failure),
	});
	stopCode();
	if (!outcome.ok) return { type: 'failed', failure: outcome.failure };
	if (outcome.value.type === 'authorized') return { type: 'token', token: outcome.value.token };
	const another = await view.showEnd(
		outcome.value.type === 'denied'
			? vscode.l10n.t('The sign-in was refused on the web page.')
			: vscode.l10n.t('The code expired before it was used.'),
	);
	return another ? 'again' : { type: 'failed', failure: canceledFailure() };
}

/** The list a person sees during the sign-in. */
class DeviceView implements vscode.Disposable {
	readonly #pick = vscode.window.createQuickPick<ActionItem>();
	readonly #abort = new AbortController();
	readonly #name: string;
	#onAction: (action: Action) => void = () => {};

	constructor(name: string) {
		this.#name = name;
		this.#pick.ignoreFocusOut = true;
		this.#pick.onDidAccept(() => {
			const action = this.#pick.activeItems[0]?.action ?? 'cancel';
			if (action === 'cancel') this.#abort.abort();
			else this.#onAction(action);
		});
		this.#pick.onDidHide(() => this.#abort.abort());
		this.#pick.show();
	}

	/** Fires when the person cancels. */
	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	showBusy(): void {
		this.#pick.title = vscode.l10n.t('Sign In to {0}', this.#name);
		this.#pick.placeholder = vscode.l10n.t('Requesting a code...');
		this.#pick.items = [];
		this.#pick.busy = true;
	}

	/** Shows a code and counts down; the returned function ends the countdown. */
	showCode(code: DeviceCode): () => void {
		const until = Date.now() + code.expiresInSeconds * 1000;
		const count = () => {
			const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
			const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
			this.#pick.title = vscode.l10n.t(
				'Sign In to {0}: code {1}, valid for {2}',
				this.#name,
				code.userCode,
				clock,
			);
		};
		count();
		const timer = setInterval(count, 1000);
		this.#pick.items = waiting().map((item) =>
			item.action === 'copyAndOpen'
				? {
						...item,
						description: labelText(code.userCode),
						detail: labelText(vscode.l10n.t('Type the code {0} on {1}', code.userCode, code.verifyUrl), 600),
					}
				: item,
		);
		this.showTrouble(undefined);
		this.#onAction = (action) => void this.#act(action, code);
		return () => clearInterval(timer);
	}

	showTrouble(failure: Failure | undefined): void {
		this.#pick.placeholder =
			failure === undefined
				? vscode.l10n.t('Waiting for you to authorize Easel on the web page')
				: vscode.l10n.t('{0} Easel keeps trying.', failureText(failure));
	}

	/** Shows the outcome and waits for the next action; true for another code. */
	showEnd(sentence: string): Promise<boolean> {
		this.#pick.title = vscode.l10n.t('Sign In to {0}', this.#name);
		this.#pick.placeholder = sentence;
		this.#pick.busy = false;
		this.#pick.items = ended().map((item) =>
			item.action === 'newCode' ? { ...item, detail: sentence } : item,
		);
		return new Promise((resolve) => {
			if (this.signal.aborted) resolve(false);
			this.signal.addEventListener('abort', () => resolve(false), { once: true });
			this.#onAction = (action) => {
				if (action === 'newCode') resolve(true);
			};
		});
	}

	dispose(): void {
		this.#pick.dispose();
	}

	async #act(action: Action, code: DeviceCode): Promise<void> {
		if (action === 'copy' || action === 'copyAndOpen') await vscode.env.clipboard.writeText(code.userCode);
		if (action === 'copy') this.#pick.placeholder = vscode.l10n.t('Copied the code {0}', code.userCode);
		if (action === 'open' || action === 'copyAndOpen') {
			const opened = await vscode.env.openExternal(vscode.Uri.parse(code.verifyUrl));
			if (!opened) {
				this.#pick.placeholder = vscode.l10n.t(
					'The browser did not open. Open {0} manually.',
					code.verifyUrl,
				);
			}
		}
	}
}
