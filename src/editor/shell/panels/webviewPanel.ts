import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { compact } from '../../../core/base/compact.ts';
import type { Texts } from '../../../core/base/language.ts';
import type { Log } from '../../../core/base/log.ts';
import { textsIn } from '../../../core/base/panel/pageTexts.ts';
import {
	dispatch,
	type Handlers,
	nothing,
	type PanelProtocol,
	type PayloadArguments,
} from '../../../core/base/panel/protocol.ts';
import { answerRequest, type RequestHandlers, requestMessage } from '../../../core/base/panel/requests.ts';
import { reportUnfinished } from '../commands.ts';
import type { PanelId } from '../ids.ts';
import { trackFrontPanel } from './frontPanel.ts';
import type { RegisteredPanel } from './panelRegistry.ts';
import { pageHtml } from './webviewHtml.ts';

/** Custom editors, which the editor restores itself. */
export type EditorId = 'easel.sweepTable';

interface PanelKind {
	/** Name of the folder in `src/webviews`, and so of the bundle. */
	readonly bundle: string;
	/** Picture of the tab: `media/<icon>-light.svg` and `media/<icon>-dark.svg`. */
	readonly icon: string;
	/** True if the view starts workers from its own bundle. */
	readonly workers: boolean;
}

const kinds: Readonly<Record<PanelId | EditorId, PanelKind>> = {
	'easel.captions': { bundle: 'captions', icon: 'captions', workers: true },
	'easel.deployment': { bundle: 'deployment', icon: 'deployment', workers: false },
	'easel.graph': { bundle: 'graph', icon: 'graph', workers: true },
	'easel.inputs': { bundle: 'inputs', icon: 'inputs', workers: true },
	// Its worker computes the difference of two pictures.
	'easel.pictures': { bundle: 'pictures', icon: 'results', workers: true },
	'easel.results': { bundle: 'results', icon: 'results', workers: true },
	'easel.samples': { bundle: 'samples', icon: 'samples', workers: true },
	'easel.sheet': { bundle: 'sheet', icon: 'sheet', workers: true },
	'easel.sweepTable': { bundle: 'sweep', icon: 'sheet', workers: false },
	'easel.uploadReport': { bundle: 'uploadReport', icon: 'upload', workers: true },
};

interface PanelOptions<P extends PanelProtocol> {
	readonly viewType: PanelId | EditorId;
	readonly protocol: P;
	readonly extensionUri: vscode.Uri;
	readonly log: Log;
	/** Returns the title, which follows the state: called before each `state`, and on `refresh()` also while the view is hidden. */
	title(): string;
	readonly identity: z.output<P['identity']>;
	/** Returns the document of the panel, if any: commands on the active document apply to it while the panel is in front. */
	document?(): vscode.Uri | undefined;
	/**
	 * Returns the run with the result that the panel shows, if any: commands on a run apply to it while the panel is in
	 * front.
	 */
	run?(): string | undefined;
	/** Folders of files that the view may load, in addition to its own bundle. */
	readonly roots: readonly vscode.Uri[];
	/** Returns the complete state for the view; requested whenever the view starts again and after `refresh()`. */
	state(panel: Panel<P>): z.input<P['toView']['state']>;
	/**
	 * Returns the handlers of messages. An exception of a handler, synchronous or not, is logged and answered with one
	 * message, so that none needs to catch.
	 */
	handlers(panel: Panel<P>): Handlers<P['toHost']>;
	requests(panel: Panel<P>): RequestHandlers<P['requests']>;
	/** The view is visible again, or has the focus again. */
	onShow?(): void;
	/**
	 * Called when the view is hidden, for instance behind another one; its content may be lost at the end of the
	 * window.
	 */
	onHide?(): void;
	/** The column for a new panel; by default to the side of the active editor and without taking the focus. */
	readonly column?:
		| vscode.ViewColumn
		| { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean };
	/** The editor's own panel, when one is being restored. */
	readonly restored?: vscode.WebviewPanel;
}

/** A panel for its owner. */
export interface Panel<P extends PanelProtocol> extends RegisteredPanel {
	setTitle(title: string): void;
	/** Returns the address under which the view may load a file from one of the roots. */
	uriFor(file: vscode.Uri): string;
	/** Sends the complete state soon; calls in quick succession become one message. A hidden view gets it when shown. */
	refresh(): void;
	/** Sends one message. Lost while the view is hidden: essential data belongs into the state. */
	post<K extends keyof P['toView'] & string>(kind: K, ...payload: PayloadArguments<P['toView'][K]>): void;
	/** Closes the panel for a person who has finished in it, and moves the focus to the editor that takes its place. */
	close(): void;
}

/** Changes that come faster than this become one message, in milliseconds. */
const refreshPause = 100;

/**
 * Milliseconds that changes wait for the view to confirm the previous state: on a slow computer, states that arrive
 * faster than they are drawn would pile up, and the whole window would wait if it draws its views itself.
 */
const shownPatience = 5000;

function webviewOptions(extensionUri: vscode.Uri, roots: readonly vscode.Uri[]): vscode.WebviewOptions {
	return {
		enableScripts: true,
		localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webviews'), ...roots],
	};
}

/** The texts that each script contains: panels of a kind share them while the window is open. */
const foundTexts = new Map<string, Promise<Texts>>();

function textsOf(script: vscode.Uri, texts: Texts): Promise<Texts> {
	const key = script.toString();
	const known = foundTexts.get(key);
	if (known !== undefined) return known;
	const found = Promise.resolve(vscode.workspace.fs.readFile(script)).then((bytes) =>
		textsIn(new TextDecoder().decode(bytes), texts),
	);
	foundTexts.set(key, found);
	// The next panel tries again.
	found.catch(() => foundTexts.delete(key));
	return found;
}

/** Opens a panel, or fills one that the editor restores. */
export function createPanel<P extends PanelProtocol>(options: PanelOptions<P>): Panel<P> {
	const { viewType, protocol, extensionUri, log, roots } = options;
	const { bundle, icon, workers } = kinds[viewType];
	const place = options.column ?? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
	const title = options.title();
	const panel =
		options.restored ??
		vscode.window.createWebviewPanel(viewType, title, place, {
			...webviewOptions(extensionUri, roots),
			enableFindWidget: true,
		});
	const { webview } = panel;
	const bundles = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
	let timer: NodeJS.Timeout | undefined;
	let disposed = false;
	/** A state was sent that the view has not shown yet. */
	let isDrawing = false;

	/** Answers for a pending refresh as well, so it does all that one would have done. */
	const update = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (disposed) return;
		self.setTitle(options.title());
		noteFront();
		isDrawing = panel.visible;
		if (panel.visible) void webview.postMessage({ kind: 'state', payload: options.state(self) });
	};
	const shown = (): void => {
		isDrawing = false;
		if (timer === undefined) return;
		clearTimeout(timer);
		timer = setTimeout(update, refreshPause);
	};
	const self: Panel<P> = {
		get visible() {
			return !disposed && panel.visible;
		},
		get viewColumn() {
			return disposed ? undefined : panel.viewColumn;
		},
		setTitle(title) {
			if (!disposed && panel.title !== title) panel.title = title;
		},
		uriFor: (file) => webview.asWebviewUri(file).toString(),
		refresh() {
			if (!disposed) timer ??= setTimeout(update, isDrawing ? shownPatience : refreshPause);
		},
		post(name, ...payload) {
			if (!disposed) void webview.postMessage({ kind: name, payload: payload[0] });
		},
		reveal(preserveFocus = false) {
			if (!disposed) panel.reveal(undefined, preserveFocus);
		},
		close() {
			panel.dispose();
			// The editor leaves the focus of a view nowhere when its extension closes it.
			void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
		},
		onDidDispose: panel.onDidDispose,
		dispose: () => panel.dispose(),
	};

	// A hidden view is discarded by the editor and built again when it is shown; then it sends `ready` again.
	const payloads = { ...protocol.toHost, ready: nothing, shown: nothing, request: requestMessage };
	const gone = new AbortController();
	const { requests } = protocol;
	const answers = options.requests(self);
	const handlers = {
		...options.handlers(self),
		ready: update,
		shown,
		async request(message: z.output<typeof requestMessage>) {
			const answer = await answerRequest(requests, answers, message, gone.signal, (error) =>
				log.error(`Panel ${viewType}: the question "${message.name}" could not be answered`, error),
			);
			if (!disposed) void webview.postMessage({ kind: 'answer', payload: answer });
		},
	} as Handlers<typeof payloads>;
	webview.onDidReceiveMessage(async (message: unknown) => {
		try {
			const problem = await dispatch(payloads, handlers, message);
			if (problem !== undefined) log.warn(`Panel ${viewType}: ${problem}`);
		} catch (cause) {
			await reportUnfinished(log, `Panel ${viewType}: a message could not be handled`, cause);
		}
	});
	const noteFront = () =>
		trackFrontPanel(panel, panel.active, { document: options.document?.(), run: options.run?.() });
	noteFront();
	panel.onDidChangeViewState(() => {
		update();
		if (panel.visible) options.onShow?.();
		else options.onHide?.();
	});
	panel.onDidDispose(() => {
		disposed = true;
		trackFrontPanel(panel, false);
		gone.abort();
		clearTimeout(timer);
	});

	const media = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${icon}-${theme}.svg`);
	panel.iconPath = { light: media('light'), dark: media('dark') };
	panel.title = title;
	webview.options = webviewOptions(extensionUri, roots);
	const script = vscode.Uri.joinPath(bundles, `${bundle}.js`);
	const show = (texts?: Texts): void => {
		if (disposed) return;
		webview.html = pageHtml({
			cspSource: webview.cspSource,
			nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))),
			title,
			scriptUri: webview.asWebviewUri(script).toString(),
			codiconsUri: webview.asWebviewUri(vscode.Uri.joinPath(bundles, 'codicon.css')).toString(),
			identity: options.identity,
			language: vscode.env.language,
			...compact({ texts }),
			workers,
		});
	};
	const { bundle: translations } = vscode.l10n;
	if (translations === undefined) show();
	else
		void textsOf(script, translations as Texts).then(show, (cause) =>
			reportUnfinished(log, `Panel ${viewType}: its texts could not be read`, cause),
		);
	return self;
}

/** Returns a reader of the identity in the state of a panel that its view kept; undefined without a valid one. */
export function identityReader<P extends PanelProtocol>(
	protocol: P,
): (saved: unknown) => z.output<P['identity']> | undefined {
	return (saved) => {
		const parsed = protocol.identity.safeParse((saved as { identity?: unknown } | undefined)?.identity);
		return parsed.success ? (parsed.data as z.output<P['identity']>) : undefined;
	};
}
