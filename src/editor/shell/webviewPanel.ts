import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { Log } from '../../core/log.ts';
import {
	dispatch,
	type Handlers,
	nothing,
	type PanelProtocol,
	type PayloadArguments,
} from '../../core/protocol.ts';
import { pageHtml } from './webviewHtml.ts';

/** What every panel of one sort has in common. */
export interface PanelKind<P extends PanelProtocol> {
	/** As in `onWebviewPanel:<viewType>` of `package.json`. */
	readonly viewType: string;
	/** Name of the folder in `src/webviews`, and so of the bundle. */
	readonly bundle: string;
	readonly protocol: P;
	/** Whether the view starts workers from its own bundle. */
	readonly workers: boolean;
	/** Codicon-like picture of the tab; each theme kind has its own file. */
	readonly icon?: vscode.WebviewPanel['iconPath'];
}

export interface PanelOptions<P extends PanelProtocol> {
	readonly kind: PanelKind<P>;
	readonly extensionUri: vscode.Uri;
	readonly log: Log;
	readonly title: string;
	readonly identity: z.output<P['identity']>;
	/** Folders whose files the view may load, beside its own bundle. */
	readonly roots: readonly vscode.Uri[];
	/** The whole picture for the view; asked whenever the view begins anew and after `refresh()`. */
	state(panel: Panel<P>): z.input<P['toView']['state']>;
	handlers(panel: Panel<P>): Handlers<P['toHost']>;
	/** Where a new panel opens; beside the active editor and without taking the focus, when left out. */
	readonly column?:
		| vscode.ViewColumn
		| { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean };
	/** The editor's own panel, when one is being restored. */
	readonly restored?: vscode.WebviewPanel;
}

/** A panel as its owner sees it. */
export interface Panel<P extends PanelProtocol> {
	readonly visible: boolean;
	readonly active: boolean;
	readonly viewColumn: vscode.ViewColumn | undefined;
	setTitle(title: string): void;
	/** The address under which the view may load a file from one of the roots. */
	uriFor(file: vscode.Uri): string;
	/** Sends the whole state soon; calls in quick succession become one message. Nothing is sent while hidden. */
	refresh(): void;
	/** Sends one message. Lost while the view is hidden: what must arrive belongs into the state. */
	post<K extends keyof P['toView'] & string>(kind: K, ...payload: PayloadArguments<P['toView'][K]>): void;
	reveal(preserveFocus?: boolean): void;
	readonly onDidDispose: vscode.Event<void>;
	readonly onDidChangeVisibility: vscode.Event<void>;
	dispose(): void;
}

/** Changes that come faster than this become one message, in milliseconds. */
const refreshPause = 50;

function webviewOptions(extensionUri: vscode.Uri, roots: readonly vscode.Uri[]): vscode.WebviewOptions {
	return {
		enableScripts: true,
		localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webviews'), ...roots],
	};
}

/** Opens a panel, or fills one that the editor restores. */
export function createPanel<P extends PanelProtocol>(options: PanelOptions<P>): Panel<P> {
	const { kind, extensionUri, log, roots } = options;
	const place = options.column ?? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
	const panel =
		options.restored ??
		vscode.window.createWebviewPanel(kind.viewType, options.title, place, {
			...webviewOptions(extensionUri, roots),
			enableFindWidget: true,
		});
	const { webview } = panel;
	const bundles = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
	const visibility = new vscode.EventEmitter<void>();
	let timer: NodeJS.Timeout | undefined;
	let disposed = false;

	const sendState = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (disposed || !panel.visible) return;
		void webview.postMessage({ kind: 'state', payload: options.state(self) });
	};
	const self: Panel<P> = {
		get visible() {
			return !disposed && panel.visible;
		},
		get active() {
			return !disposed && panel.active;
		},
		get viewColumn() {
			return disposed ? undefined : panel.viewColumn;
		},
		setTitle(title) {
			if (!disposed && panel.title !== title) panel.title = title;
		},
		uriFor: (file) => webview.asWebviewUri(file).toString(),
		refresh() {
			if (!disposed && panel.visible) timer ??= setTimeout(sendState, refreshPause);
		},
		post(name, ...payload) {
			if (!disposed) void webview.postMessage({ kind: name, payload: payload[0] });
		},
		reveal(preserveFocus = false) {
			if (!disposed) panel.reveal(undefined, preserveFocus);
		},
		onDidDispose: panel.onDidDispose,
		onDidChangeVisibility: visibility.event,
		dispose: () => panel.dispose(),
	};

	// A hidden view is thrown away by the editor and built anew on show; then it says `ready` once more.
	const payloads = { ...kind.protocol.toHost, ready: nothing };
	const handlers = { ...options.handlers(self), ready: sendState } as Handlers<typeof payloads>;
	webview.onDidReceiveMessage((message: unknown) => {
		try {
			const problem = dispatch(payloads, handlers, message);
			if (problem !== undefined) log.warn(`Panel ${kind.viewType}: ${problem}`);
		} catch (cause) {
			log.error(`Panel ${kind.viewType}: a message could not be handled`, cause);
		}
	});
	panel.onDidChangeViewState(() => {
		sendState();
		visibility.fire();
	});
	panel.onDidDispose(() => {
		disposed = true;
		clearTimeout(timer);
		visibility.fire();
		visibility.dispose();
	});

	if (kind.icon !== undefined) panel.iconPath = kind.icon;
	panel.title = options.title;
	webview.options = webviewOptions(extensionUri, roots);
	webview.html = pageHtml({
		cspSource: webview.cspSource,
		nonce: randomBytes(18).toString('base64'),
		title: options.title,
		scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(bundles, `${kind.bundle}.js`)).toString(),
		codiconsUri: webview.asWebviewUri(vscode.Uri.joinPath(bundles, 'codicon.css')).toString(),
		identity: options.identity,
		workers: kind.workers,
	});
	return self;
}

/**
 * Brings panels of a kind back after a reload of the window. Call it while the extension activates.
 * `restore` makes its panel with `createPanel({ ..., restored })`.
 */
export function registerPanelRestore<P extends PanelProtocol>(
	kind: PanelKind<P>,
	log: Log,
	restore: (identity: z.output<P['identity']>, restored: vscode.WebviewPanel) => void | Promise<void>,
): vscode.Disposable {
	return vscode.window.registerWebviewPanelSerializer(kind.viewType, {
		async deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown) {
			const identity = (saved as { identity?: unknown } | undefined)?.identity;
			const parsed = kind.protocol.identity.safeParse(identity);
			if (!parsed.success) {
				log.warn(`Panel ${kind.viewType}: closed, because nothing is remembered of what it showed.`);
				panel.dispose();
				return;
			}
			await restore(parsed.data as z.output<P['identity']>, panel);
		},
	});
}
