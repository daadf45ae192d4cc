/*
 * A small double of the editor's interface, for tests of the editor wing without an editor: the parts that the modules
 * under test use, with the behavior they rely on. `editor` plays the person and the window.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { speak } from '../../../src/core/base/language.ts';
import { FakeWebviewPanel } from './webviewPanel.ts';

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
	readonly #listeners = new Set<Listener<T>>();
	readonly event = (listener: Listener<T>): Disposable => {
		this.#listeners.add(listener);
		return new Disposable(() => this.#listeners.delete(listener));
	};
	fire(value: T): void {
		for (const listener of [...this.#listeners]) listener(value);
	}
	dispose(): void {
		this.#listeners.clear();
	}
}

export class Disposable {
	readonly #end: () => unknown;
	constructor(end: () => unknown) {
		this.#end = end;
	}
	static from(...all: { dispose(): unknown }[]): Disposable {
		return new Disposable(() => {
			for (const each of all) each.dispose();
		});
	}
	dispose(): void {
		this.#end();
	}
}

export class CancellationError extends Error {}

export class LanguageModelTextPart {
	readonly value: string;
	constructor(value: string) {
		this.value = value;
	}
}

export class LanguageModelToolResult {
	readonly content: unknown[];
	constructor(content: readonly unknown[]) {
		this.content = [...content];
	}
}

export class TabInputText {}

export class TabInputWebview {
	readonly viewType: string;
	constructor(viewType: string) {
		this.viewType = viewType;
	}
}

export class Uri {
	readonly scheme: string;
	readonly path: string;
	readonly query: string;
	readonly fragment: string;
	private constructor(scheme: string, path: string, query = '', fragment = '') {
		this.scheme = scheme;
		this.path = path;
		this.query = query;
		this.fragment = fragment;
	}
	static file(path: string): Uri {
		return new Uri('file', pathToFileURL(path).pathname);
	}
	static parse(text: string): Uri {
		const [, scheme = 'file', path = '', query = '', fragment = ''] =
			/^([\w+.-]+):(?:\/\/)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
		return new Uri(scheme, path, query, fragment);
	}
	static from({
		scheme,
		path = '',
		query,
		fragment,
	}: {
		scheme: string;
		path?: string;
		query?: string;
		fragment?: string;
	}) {
		return new Uri(scheme, path, query, fragment);
	}
	static joinPath(base: Uri, ...parts: string[]): Uri {
		return base.with({ path: new URL(parts.join('/'), `file://${base.path.replace(/\/?$/, '/')}`).pathname });
	}
	get fsPath(): string {
		return this.scheme === 'file' ? fileURLToPath(`file://${this.path}`) : this.path;
	}
	with(change: { scheme?: string; path?: string; query?: string; fragment?: string }): Uri {
		return Uri.from({ ...this, ...change });
	}
	toString(): string {
		const { scheme, path, query, fragment } = this;
		return `${scheme}:${scheme === 'file' ? '//' : ''}${path}${query && `?${query}`}${fragment && `#${fragment}`}`;
	}
}

export class Position {
	readonly line: number;
	readonly character: number;
	constructor(line: number, character: number) {
		this.line = line;
		this.character = character;
	}
}

export class Range {
	readonly start: Position;
	readonly end: Position;
	constructor(...places: [Position, Position] | [number, number, number, number]) {
		if (places.length === 2) [this.start, this.end] = places;
		else {
			this.start = new Position(places[0], places[1]);
			this.end = new Position(places[2], places[3]);
		}
	}
	isEqual(other: Range): boolean {
		return JSON.stringify(this) === JSON.stringify(other);
	}
}

export class CodeLens {
	readonly range: Range;
	readonly command: unknown;
	constructor(range: Range, command: unknown) {
		this.range = range;
		this.command = command;
	}
}

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 } as const;

export class Diagnostic {
	readonly range: Range;
	readonly message: string;
	readonly severity: number;
	source?: string;
	code?: unknown;
	tags?: readonly number[];
	constructor(range: Range, message: string, severity: number) {
		this.range = range;
		this.message = message;
		this.severity = severity;
	}
}

export class ThemeColor {
	readonly id: string;
	constructor(id: string) {
		this.id = id;
	}
}
export class ThemeIcon {
	readonly id: string;
	readonly color: ThemeColor | undefined;
	constructor(id: string, color?: ThemeColor) {
		this.id = id;
		this.color = color;
	}
}
export class MarkdownString {
	value: string;
	isTrusted?: boolean;
	supportThemeIcons?: boolean;
	constructor(value = '') {
		this.value = value;
	}
	appendMarkdown(text: string): this {
		this.value += text;
		return this;
	}
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;
export class TreeItem {
	label: unknown;
	collapsibleState: number;
	id?: string;
	description?: string;
	tooltip?: unknown;
	iconPath?: unknown;
	contextValue?: string;
	command?: unknown;
	accessibilityInformation?: unknown;
	constructor(label: unknown, state = 0) {
		this.label = label;
		this.collapsibleState = state;
	}
}

interface Change {
	/** As the editor sends it with the event; not needed to change a text. */
	readonly range?: Range;
	readonly rangeOffset: number;
	readonly rangeLength: number;
	readonly text: string;
}

/** An open text. Its version grows with each edit, as in the editor. */
export class TextDocument {
	readonly uri: Uri;
	languageId: string;
	version = 1;
	isClosed = false;
	#text: string;
	constructor(uri: Uri, languageId: string, text: string) {
		this.uri = uri;
		this.languageId = languageId;
		this.#text = text;
	}
	get isUntitled(): boolean {
		return this.uri.scheme === 'untitled';
	}
	get lineCount(): number {
		return this.#text.split('\n').length;
	}
	getText(range?: Range): string {
		return range === undefined
			? this.#text
			: this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
	}
	lineAt(line: number): { readonly range: Range } {
		const length = this.#text.split('\n')[line]?.length ?? 0;
		return { range: new Range(line, 0, line, length) };
	}
	offsetAt({ line, character }: Position): number {
		const before = this.#text.split('\n').slice(0, line);
		return before.reduce((sum, each) => sum + each.length + 1, 0) + character;
	}
	positionAt(offset: number): Position {
		const before = this.#text.slice(0, offset).split('\n');
		return new Position(before.length - 1, before.at(-1)?.length ?? 0);
	}
	/** Changes the text without an event: `editor.type` sends it. */
	change({ rangeOffset, rangeLength, text }: Change): void {
		this.#text = this.#text.slice(0, rangeOffset) + text + this.#text.slice(rangeOffset + rangeLength);
		this.version++;
	}
}

/** Edits of documents, applied by `workspace.applyEdit`. */
export class WorkspaceEdit {
	readonly edits: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
	replace(uri: Uri, range: Range, text: string): void {
		this.edits.push({ uri, range, text });
	}
	insert(uri: Uri, at: Position, text: string): void {
		this.replace(uri, new Range(at, at), text);
	}
}

interface Row {
	readonly label: string;
	readonly kind?: number;
	readonly buttons?: readonly unknown[];
}

/** A visible list to choose from or box to type into; `editor.input` is the active one. */
class QuickInput {
	title?: string;
	step?: number;
	totalSteps?: number;
	placeholder?: string;
	prompt?: string;
	value = '';
	validationMessage?: string;
	buttons: readonly unknown[] = [];
	#items: readonly Row[] = [];
	#activeItems: readonly Row[] = [];
	/** The rows in the window, and those being sent. */
	#shown: readonly Row[] = [];
	#sent: { readonly items?: readonly Row[]; readonly activeItems?: readonly Row[] } | undefined;
	/** The text in the box, which the extension receives a moment later. */
	#typedText = '';
	/** The row that Enter takes. */
	#reached: Row | undefined;
	selectedItems: readonly Row[] = [];
	busy = false;
	readonly #accepted = new EventEmitter<undefined>();
	readonly #hidden = new EventEmitter<undefined>();
	readonly #button = new EventEmitter<unknown>();
	readonly #itemButton = new EventEmitter<{ readonly item: Row; readonly button: unknown }>();
	readonly #typed = new EventEmitter<string>();
	readonly #selected = new EventEmitter<readonly Row[]>();
	readonly onDidAccept = this.#accepted.event;
	readonly onDidHide = this.#hidden.event;
	readonly onDidTriggerButton = this.#button.event;
	readonly onDidTriggerItemButton = this.#itemButton.event;
	readonly onDidChangeValue = this.#typed.event;
	readonly onDidChangeSelection = this.#selected.event;
	get items(): readonly Row[] {
		return this.#items;
	}
	set items(rows: readonly Row[]) {
		this.#items = rows;
		this.#send({ items: rows });
	}
	get activeItems(): readonly Row[] {
		return this.#activeItems;
	}
	set activeItems(rows: readonly Row[]) {
		this.#activeItems = rows;
		this.#send({ activeItems: rows });
	}
	/** Simultaneous changes reach the window together, a moment later. */
	#send(change: { readonly items?: readonly Row[]; readonly activeItems?: readonly Row[] }): void {
		if (this.#sent === undefined)
			setTimeout(() => {
				const { items, activeItems } = this.#sent ?? {};
				this.#sent = undefined;
				if (items !== undefined) this.#shown = items;
				// The window activates the first matching row. A row that does not match the typed text cannot be
				// active, and then none is.
				this.#reached = (activeItems ?? this.#shown).find((row) => this.#fits(row));
			}, 0);
		this.#sent = { ...this.#sent, ...change };
	}
	#fits(row: Row): boolean {
		return row.kind !== -1 && JSON.stringify(row.label).includes(this.#typedText);
	}
	show(): void {
		editor.input = this;
	}
	hide(): void {
		if (editor.input === this) editor.input = undefined;
		this.#hidden.fire(undefined);
	}
	dispose(): void {}
	/** Chooses, as the person, the first row that contains these words. */
	choose(words: string): void {
		this.selectedItems = [this.row(words)];
		this.#accepted.fire(undefined);
	}
	/** Types a text that the extension has not received yet. */
	typeAhead(text: string): void {
		this.#typedText = text;
		this.#reached = this.#shown.find((row) => this.#fits(row));
	}
	/** Presses Enter, which accepts the active row. */
	pressEnter(): void {
		this.selectedItems = this.#reached === undefined ? [] : [this.#reached];
		this.#accepted.fire(undefined);
	}
	/** Types a text and accepts it. */
	enter(text: string): void {
		this.value = text;
		this.#typed.fire(text);
		this.#accepted.fire(undefined);
	}
	/** Types a text without accepting it. */
	type(text: string): void {
		this.value = text;
		this.#typed.fire(text);
	}
	/** Checks rows of a list with multiple selection. */
	check(...words: readonly string[]): void {
		this.selectedItems = words.map((each) => this.row(each));
		this.#selected.fire(this.selectedItems);
	}
	back(): void {
		this.#button.fire(this.buttons[0]);
	}
	/** Presses the first button of a row. */
	press(words: string): void {
		const item = this.row(words);
		this.#itemButton.fire({ item, button: item.buttons?.[0] });
	}
	row(words: string): Row {
		const found = this.items.find((item) => item.kind !== -1 && JSON.stringify(item).includes(words));
		if (found === undefined)
			throw new Error(`No row says "${words}": ${this.items.map(({ label }) => label).join(' | ')}`);
		return found;
	}
}

export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const QuickInputButtons = { Back: {} } as const;
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 } as const;
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 } as const;

const opened = new EventEmitter<TextDocument>();
const closed = new EventEmitter<TextDocument>();
const trusted = new EventEmitter<void>();
const edited = new EventEmitter<{
	readonly document: TextDocument;
	readonly contentChanges: readonly Change[];
}>();
const configured = new EventEmitter<{ affectsConfiguration(id: string): boolean }>();
const activated = new EventEmitter<unknown>();
const diagnosed = new EventEmitter<{ readonly uris: readonly Uri[] }>();
const documents: TextDocument[] = [];
const settings = new Map<string, unknown>();
/** The manifest, which provides the defaults of settings. */
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const defaults = Object.assign(
	{},
	...[manifest.contributes.configuration].flat().map(({ properties }) => properties),
);

/** A row of a list that the editor draws, and what is written around it. */
export interface PickRow {
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	readonly picked?: boolean;
	readonly kind?: number;
	readonly iconPath?: unknown;
}

export interface PickOptions {
	readonly title?: string;
	readonly placeHolder?: string;
}

/** A message as shown, with the words that the editor interprets. */
export interface ShownMessage {
	readonly kind: 'information' | 'warning' | 'error';
	readonly text: string;
	readonly modal: boolean;
	readonly detail: string | undefined;
	readonly buttons: readonly string[];
}

const show =
	(kind: ShownMessage['kind']) =>
	async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
		const [first] = rest;
		const options =
			typeof first === 'object' && first !== null ? (first as { modal?: boolean; detail?: string }) : {};
		const buttons = rest.filter((each) => typeof each === 'string');
		editor.messages.push({ kind, text, modal: options.modal === true, detail: options.detail, buttons });
		return editor.answer(buttons);
	};

interface PanelSerializer {
	deserializeWebviewPanel(panel: { dispose(): void }, saved: unknown): Promise<void>;
}

export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 } as const;

/** Accepts every call and does nothing: for parts that are not under test. */
// biome-ignore lint/suspicious/noExplicitAny: it can be any part of the editor.
const anything: any = new Proxy(() => undefined, {
	get: (_, name) => (name === 'then' ? undefined : name === Symbol.toPrimitive ? () => '' : anything),
	apply: () => anything,
	construct: () => anything,
	set: () => true,
});
/** Returns a namespace of the editor in which only a part has an effect. */
function namespace<T extends object>(known: T): T {
	return new Proxy(known, { get: (target, name) => (name in target ? Reflect.get(target, name) : anything) });
}

/** Texts of the editor's language by their English ones; set by `editor.speak`. */
let bundle: Readonly<Record<string, string>> | undefined;

export const l10n = {
	get bundle() {
		return bundle;
	},
	t: (message: string, ...values: readonly unknown[]): string =>
		(bundle?.[message] ?? message).replaceAll(/\{(\d+)\}/g, (mark, index) =>
			String(values[Number(index)] ?? mark),
		),
};

export const CodeActionKind = namespace({});
export const CompletionItemKind = namespace({});
export class SnippetString {
	readonly value: string;
	constructor(value: string) {
		this.value = value;
	}
}
export class CompletionItem {
	readonly label: string;
	readonly kind: unknown;
	detail?: string;
	constructor(label: string, kind?: unknown) {
		this.label = label;
		this.kind = kind;
	}
}
export class Hover {
	readonly contents: unknown;
	readonly range: Range | undefined;
	constructor(contents: unknown, range?: Range) {
		this.contents = contents;
		this.range = range;
	}
}
export class DocumentLink {
	readonly range: Range;
	readonly target: Uri;
	constructor(range: Range, target: Uri) {
		this.range = range;
		this.target = target;
	}
}
/** An edit that inserts dropped or pasted data. */
class TakingEdit {
	readonly insertText: string;
	readonly title: string;
	additionalEdit?: WorkspaceEdit;
	constructor(insertText: string, title: string) {
		this.insertText = insertText;
		this.title = title;
	}
}

export { TakingEdit as DocumentDropEdit, TakingEdit as DocumentPasteEdit };
export const DocumentDropOrPasteEditKind = {
	Empty: { append: (...parts: string[]) => ({ value: parts.join('.') }) },
};
export class RelativePattern {
	readonly base: unknown;
	readonly pattern: string;
	constructor(base: unknown, pattern: string) {
		this.base = base;
		this.pattern = pattern;
	}
}
export const SymbolKind = namespace({});
export const FoldingRangeKind = namespace({});
export const env = namespace({
	language: 'en',
	clipboard: { writeText: async (text: string) => void editor.copied.push(text), readText: async () => '' },
	openExternal: async (uri: Uri) => editor.visited.push(uri.toString()) > 0,
});
export const authentication = namespace({});
export const extensions = namespace({ getExtension: () => undefined });
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const UIKind = { Desktop: 1, Web: 2 } as const;
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 } as const;

export const window: Record<string, unknown> = namespace<Record<string, unknown>>({
	activeTextEditor: undefined,
	visibleTextEditors: [],
	onDidChangeActiveTextEditor: activated.event,
	showTextDocument: async (document: TextDocument, options: { selection?: Range } = {}) => {
		editor.shown.push({ document, selection: options.selection });
	},
	createQuickPick: () => new QuickInput(),
	createWebviewPanel: (_type: string, title: string, place: unknown) => {
		const panel = new FakeWebviewPanel(title, place);
		editor.panels.push(panel);
		return panel;
	},
	createInputBox: () => new QuickInput(),
	withProgress: (_options: unknown, work: (...parts: unknown[]) => unknown) =>
		work(
			{ report: () => undefined },
			{ isCancellationRequested: false, onCancellationRequested: () => undefined },
		),
	showInputBox: async (options: unknown) => editor.ask(options),
	showQuickPick: async (rows: readonly PickRow[] | Promise<readonly PickRow[]>, options: PickOptions = {}) =>
		editor.pick(await rows, options),
	showInformationMessage: show('information'),
	showWarningMessage: show('warning'),
	showErrorMessage: show('error'),
	state: { focused: true },
	registerWebviewPanelSerializer: (viewType: string, serializer: PanelSerializer) => {
		editor.serializers.set(viewType, serializer);
		return new Disposable(() => editor.serializers.delete(viewType));
	},
});

function notOpened(uri: Uri): never {
	throw new Error(`cannot open ${uri.toString()}`);
}

export const workspace = namespace({
	textDocuments: documents,
	onDidOpenTextDocument: opened.event,
	onDidCloseTextDocument: closed.event,
	onDidChangeTextDocument: edited.event,
	onDidChangeConfiguration: configured.event,
	isTrusted: true,
	onDidGrantWorkspaceTrust: trusted.event,
	openTextDocument: async (what: Uri | { readonly language: string; readonly content: string }) =>
		what instanceof Uri
			? (documents.find((document) => document.uri.toString() === what.toString()) ?? notOpened(what))
			: editor.open(`untitled:Untitled-${documents.length + 1}`, what.language, what.content),
	applyEdit: async ({ edits }: WorkspaceEdit) => {
		for (const { uri, range, text } of edits) {
			const document = documents.find((each) => each.uri.toString() === uri.toString());
			if (document !== undefined) editor.replace(document, range, text);
		}
		return true;
	},
	getConfiguration: () => ({
		get: (id: string) => settings.get(id) ?? defaults[id]?.default,
		update: async (id: string, value: unknown) => editor.set(id, value),
	}),
});

export const lm = {
	registerTool: (name: string, tool: LanguageModelTool) => {
		editor.tools.set(name, tool);
		return new Disposable(() => editor.tools.delete(name));
	},
};

/** The original members, restored by a reset after a test replaced them. */
const usual = [window, workspace, env, lm].map((part) => ({ part, members: { ...part } }));

export const commands = {
	registerCommand: (id: string, handler: (...args: unknown[]) => unknown) => {
		editor.handlers.set(id, handler);
		return new Disposable(() => editor.handlers.delete(id));
	},
	executeCommand: async (id: string, ...args: unknown[]) => {
		if (id === 'setContext') editor.context.set(String(args[0]), args[1]);
		return editor.handlers.get(id)?.(...args);
	},
};

const collections = new Set<Map<string, readonly Diagnostic[]>>();

export const languages = namespace({
	match: ({ pattern }: { readonly pattern: string }, { uri }: TextDocument) =>
		uri.path.endsWith(pattern) ? 10 : 0,
	onDidChangeDiagnostics: diagnosed.event,
	registerCompletionItemProvider: (_selector: unknown, provider: CompletionProvider) => {
		editor.completions = provider;
		return new Disposable(() => undefined);
	},
	getDiagnostics: (uri: Uri) => editor.foreignDiagnostics.get(uri.toString()) ?? [],
	createDiagnosticCollection: () => {
		const own = new Map<string, readonly Diagnostic[]>();
		collections.add(own);
		/** Shows the diagnostics of all collections for a document. */
		const show = (uri: string) => {
			const all = [...collections].flatMap((collection) => collection.get(uri) ?? []);
			if ([...collections].some((collection) => collection.has(uri))) editor.diagnostics.set(uri, all);
			else editor.diagnostics.delete(uri);
		};
		return {
			set: (uri: Uri, all: readonly Diagnostic[]) => {
				own.set(uri.toString(), all);
				show(uri.toString());
			},
			get: (uri: Uri) => own.get(uri.toString()),
			delete: (uri: Uri) => {
				own.delete(uri.toString());
				show(uri.toString());
			},
			dispose: () => {
				const uris = [...own.keys()];
				own.clear();
				collections.delete(own);
				for (const uri of uris) show(uri);
			},
		};
	},
});

interface CompletionProvider {
	provideCompletionItems(document: TextDocument, at: Position): readonly CompletionItem[] | undefined;
}

interface LanguageModelTool {
	prepareInvocation(): unknown;
	invoke(options: { readonly input: unknown }, token: unknown): Promise<LanguageModelToolResult>;
}

/** The person and the window. */
export const editor = {
	/** The provider of completions while a person types; the one registered last. */
	completions: undefined as CompletionProvider | undefined,
	messages: [] as ShownMessage[],
	/** The list or box that waits for an answer. */
	input: undefined as QuickInput | undefined,
	/** Texts that were activated, with their selections. */
	shown: [] as { readonly document: TextDocument; readonly selection: Range | undefined }[],
	/** Returns the button that a person presses; none by default. */
	answer: (_buttons: readonly string[]): string | undefined => undefined,
	/** Returns the text that a person types into a box; undefined by default. */
	ask: (_options: unknown): string | undefined => undefined,
	/** Returns what a person chooses from a list: a row, several, or undefined, which is the default. */
	pick: (_rows: readonly PickRow[], _options: PickOptions): unknown => undefined,
	/** The texts that were copied. */
	copied: [] as string[],
	/** The addresses that were opened in a browser. */
	visited: [] as string[],
	/** The panels that were created. */
	panels: [] as FakeWebviewPanel[],
	/** The tools for language models. */
	tools: new Map<string, LanguageModelTool>(),
	handlers: new Map<string, (...args: unknown[]) => unknown>(),
	/** The serializers that bring panels back after a reload, by kind of panel. */
	serializers: new Map<string, PanelSerializer>(),
	context: new Map<string, unknown>(),
	diagnostics: new Map<string, readonly Diagnostic[]>(),
	foreignDiagnostics: new Map<string, readonly Diagnostic[]>(),
	/** Returns the texts of the messages. */
	texts: () => editor.messages.map(({ text }) => text),
	/** Handles a command; its calls are in the returned list, each with its first argument. */
	calls(id: string): unknown[] {
		const calls: unknown[] = [];
		editor.handlers.set(id, (argument) => calls.push(argument));
		return calls;
	},
	/** Sets the language for the following texts, from those in the package. */
	speak(language: string): void {
		env.language = language;
		const file = new URL(`../../../l10n/bundle.l10n.${language}.json`, import.meta.url);
		bundle = language === 'en' ? undefined : JSON.parse(readFileSync(file, 'utf8'));
		speak(language, bundle);
	},
	set(id: string, value: unknown): void {
		settings.set(id, value);
		configured.fire({ affectsConfiguration: (other) => other === id });
	},
	open(name: string, languageId: string, text: string): TextDocument {
		const uri = name.includes(':') ? Uri.parse(name) : Uri.from({ scheme: 'file', path: `/project/${name}` });
		const document = new TextDocument(uri, languageId, text);
		documents.push(document);
		opened.fire(document);
		return document;
	},
	/** Replaces the first occurrence of some words, or types at the end. */
	type(document: TextDocument, text: string, instead = ''): void {
		const whole = document.getText();
		const rangeOffset = instead === '' ? whole.length : whole.indexOf(instead);
		const end = rangeOffset + instead.length;
		editor.replace(document, new Range(document.positionAt(rangeOffset), document.positionAt(end)), text);
	},
	/** Replaces a part of a text. */
	replace(document: TextDocument, range: Range, text: string): void {
		const rangeOffset = document.offsetAt(range.start);
		const change = { range, rangeOffset, rangeLength: document.offsetAt(range.end) - rangeOffset, text };
		document.change(change);
		edited.fire({ document, contentChanges: [change] });
	},
	/** Changes the language: the editor closes and opens the same object. */
	setLanguage(document: TextDocument, languageId: string): void {
		closed.fire(document);
		document.languageId = languageId;
		opened.fire(document);
	},
	close(document: TextDocument): void {
		document.isClosed = true;
		documents.splice(documents.indexOf(document), 1);
		closed.fire(document);
	},
	activate(document: TextDocument | undefined): void {
		window.activeTextEditor = document && { document };
		activated.fire(window.activeTextEditor);
	},
	diagnose(uri: Uri, all: readonly Diagnostic[]): void {
		editor.foreignDiagnostics.set(uri.toString(), all);
		diagnosed.fire({ uris: [uri] });
	},
	/** Trusts the workspace. */
	trust(): void {
		workspace.isTrusted = true;
		trusted.fire();
	},
	/** Forgets everything, for the next test. */
	reset(): void {
		for (const document of [...documents]) editor.close(document);
		editor.activate(undefined);
		for (const { part, members } of usual) {
			for (const name of Object.keys(part)) if (!(name in members)) Reflect.deleteProperty(part, name);
			Object.assign(part, members);
		}
		for (const map of [
			editor.handlers,
			editor.context,
			editor.diagnostics,
			editor.foreignDiagnostics,
			settings,
		])
			map.clear();
		for (const collection of collections) collection.clear();
		editor.input = undefined;
		for (const list of [editor.messages, editor.shown, editor.copied, editor.visited, editor.panels])
			list.length = 0;
		editor.answer = () => undefined;
		editor.ask = () => undefined;
		editor.pick = () => undefined;
		editor.speak('en');
	},
};
