import { EventEmitter, type Uri } from './vscode.ts';

interface Message {
	readonly kind: string;
	readonly payload?: unknown;
}

/** A panel of the editor without a view: the test sends the messages of the view, and reads those to it. */
export class FakeWebviewPanel {
	readonly place: unknown;
	title: string;
	iconPath: unknown;
	visible = true;
	active = true;
	viewColumn = 2;
	/** The number of times that it was brought to the front. */
	revealed = 0;
	disposed = false;
	/** True if the view is slow: the test decides when it has shown a state. */
	isSlow = false;
	/** The messages that were sent to the view. */
	readonly sent: Message[] = [];
	readonly #said = new EventEmitter<unknown>();
	readonly #viewState = new EventEmitter<void>();
	readonly #ended = new EventEmitter<void>();
	readonly onDidChangeViewState = this.#viewState.event;
	readonly onDidDispose = this.#ended.event;
	readonly webview = {
		options: undefined as unknown,
		html: '',
		cspSource: 'view:',
		asWebviewUri: (file: Uri) => file,
		postMessage: async (message: Message) => {
			this.sent.push(message);
			if (message.kind === 'state' && !this.isSlow) queueMicrotask(() => this.say('shown'));
			return true;
		},
		onDidReceiveMessage: this.#said.event,
	};

	constructor(title: string, place: unknown) {
		this.title = title;
		this.place = place;
	}

	/** Sends a message from the view. */
	say(kind: string, payload?: unknown): void {
		this.#said.fire({ kind, payload });
	}

	/** Returns the payload of the last message of a kind. */
	last(kind: string): unknown {
		return this.sent.findLast((message) => message.kind === kind)?.payload;
	}

	reveal(): void {
		this.revealed++;
		this.visible = true;
		this.active = true;
	}

	/** Hides the view behind another one. */
	hide(): void {
		this.visible = false;
		this.active = false;
		this.#viewState.fire();
	}

	dispose(): void {
		this.disposed = true;
		this.#ended.fire();
	}
}
