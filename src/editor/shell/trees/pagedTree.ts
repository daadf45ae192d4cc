import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/emitter.ts';

/** Milliseconds between updates of changing rows. A redrawn row has new icons, and a click that began on an old one is lost. */
const tickMs = 5000;
/**
 * Milliseconds until requested rows have certainly reached the editor. A change that arrives together with them is
 * lost: the editor marks the rows as old, then accepts them as new.
 */
const handOverMs = 50;
/** The key of the top rows among the drawn ones. */
const top = '';

/**
 * Draws rows that are data. It knows which rows are drawn, so that a change redraws the smallest one, and updates times only for moving
 * rows while they are visible. The derived class defines the rows.
 */
export abstract class PagedTree<Node extends object>
	implements vscode.TreeDataProvider<Node>, vscode.Disposable
{
	readonly #changed = new vscode.EventEmitter<Node | undefined>();
	readonly onDidChangeTreeData = this.#changed.event;
	/** The object of each drawn row, since the editor finds rows by object. */
	readonly #drawn = new Map<string, Node>();
	/** The current content of drawn rows, if it is newer than the object in the editor. */
	readonly #latest = new Map<string, Node>();
	/** The content that the editor was given for rows that move. */
	readonly #given = new WeakMap<object, string>();
	/** The ids of the rows that were drawn below each row. */
	readonly #below = new Map<string, readonly string[]>();
	readonly #limits = new Map<string, number>();
	#visible = false;
	#ticking: NodeJS.Timeout | undefined;
	/** The time of the editor's last request for rows, on the clock of this process. */
	#askedAt = Number.NEGATIVE_INFINITY;
	/** Changes that wait until the rows are handed over: ids, or the top. */
	readonly #held = new Set<string>();
	#holding: NodeJS.Timeout | undefined;
	#releasing = false;
	#watches: readonly Disposable[] = [];
	/** Sets the message that belongs to the next top rows. */
	#message: (() => void) | undefined;

	/** Returns the rows below a row, or the top ones; called whenever they are drawn. */
	protected abstract children(node: Node | undefined): readonly Node[];

	/** Returns an id by which a row is found across redraws; undefined for rows that are never looked for, such as "Show more". */
	protected abstract idOf(node: Node): string | undefined;

	/** Draws a row, at a time in milliseconds since 1970. */
	protected abstract render(node: Node, now: number): vscode.TreeItem;

	/** Returns the tooltip; called when the pointer rests on a row. */
	protected tooltip(_node: Node, _now: number): string | vscode.MarkdownString | undefined {
		return undefined;
	}

	/** Returns whether the text of a row changes with time; it is drawn again if the text differs. */
	protected isMoving(_node: Node): boolean {
		return false;
	}

	/** Returns the row above, for `reveal`; undefined for the top ones. */
	getParent(_node: Node): Node | undefined {
		return undefined;
	}

	/** Disposes of the tree's listeners together with it. Called once, when all sources of the rows are ready. */
	protected listen(...watches: readonly Disposable[]): void {
		this.#watches = watches;
	}

	/** Returns the number of visible rows of a list: its first page, and those added by `showMore`. */
	limit(list: string, page: number): number {
		return this.#limits.get(list) ?? page;
	}

	/** Shows another page of a list below `under`, or of the top rows. */
	showMore(list: string, page: number, under?: string): void {
		this.#limits.set(list, this.limit(list, page) + page);
		if (under === undefined) this.refresh();
		else this.redraw(under);
	}

	/** Goes back to the first page of a list, for instance after it was filtered. */
	showLess(list: string): void {
		this.#limits.delete(list);
	}

	refresh(): void {
		this.#change(top);
	}

	/**
	 * Sets the message above the rows together with the next top rows. The editor draws the first change of a view
	 * immediately and the next 200 ms later; a message is such a change, so it comes after its rows.
	 */
	showMessage(view: Pick<vscode.TreeView<Node>, 'message'>, text: string): void {
		this.#message = () => {
			if ((view.message ?? '') !== text) view.message = text;
		};
	}

	/** Forgets everything that was drawn: the rows belong to an account that is no longer signed in. */
	reset(): void {
		this.#forget(top);
		this.#limits.clear();
		this.#tick();
		this.refresh();
	}

	/** Draws a row again, with the rows below it. Does nothing if it is not drawn. */
	redraw(id: string): void {
		if (this.#drawn.has(id)) this.#change(id);
	}

	/** Gives a row new content; false if it is not drawn. */
	update(node: Node): boolean {
		const id = this.idOf(node);
		if (id === undefined || !this.#drawn.has(id)) return false;
		this.#latest.set(id, node);
		this.#change(id);
		this.#tick();
		return true;
	}

	/** Returns the object of a drawn row, to reveal it. */
	drawn(id: string): Node | undefined {
		return this.#drawn.get(id);
	}

	setVisible(visible: boolean): void {
		this.#visible = visible;
		this.#tick();
	}

	/** True while a timer runs for rows that move. */
	get ticking(): boolean {
		return this.#ticking !== undefined;
	}

	getChildren(node?: Node): Node[] {
		this.#askedAt = performance.now();
		const key = node === undefined ? top : this.idOf(node);
		const rows = [...this.children(node === undefined ? undefined : this.#now(node))];
		if (key !== undefined) {
			this.#forget(key);
			const ids: string[] = [];
			for (const row of rows) {
				const id = this.idOf(row);
				if (id === undefined) continue;
				ids.push(id);
				this.#drawn.set(id, row);
			}
			this.#below.set(key, ids);
		}
		this.#tick();
		return rows;
	}

	getTreeItem(node: Node): vscode.TreeItem {
		const item = this.render(this.#now(node), Date.now());
		if (this.#isMoving(node)) this.#given.set(node, JSON.stringify(item));
		return item;
	}

	resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
		const tooltip = this.tooltip(this.#now(node), Date.now());
		if (tooltip !== undefined) item.tooltip = tooltip;
		// The editor keeps a tooltip until the row is drawn again, and its content may change sooner than the row.
		this.#given.delete(node);
		return item;
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		clearInterval(this.#ticking);
		this.#ticking = undefined;
		clearTimeout(this.#holding);
		this.#changed.dispose();
	}

	/** Makes the editor read a row again, or everything. */
	#change(key: string): void {
		this.#held.add(key);
		const left = this.#askedAt + handOverMs - performance.now();
		if (left > 0) {
			this.#holding ??= setTimeout(() => {
				this.#holding = undefined;
				for (const held of [...this.#held]) this.#change(held);
			}, left);
		} else if (!this.#releasing) {
			this.#releasing = true;
			// The editor reads the same rows again for each change event, so simultaneous ones are merged.
			queueMicrotask(() => {
				this.#releasing = false;
				for (const held of this.#held.has(top) ? [top] : [...this.#held]) this.#fire(held);
			});
		}
	}

	/**
	 * Fires for a row by its key. A row that was read again meanwhile is found by its newest object; a missing one
	 * needs no event.
	 */
	#fire(key: string): void {
		// The top rows are read with all that is below them.
		if (key === top) this.#held.clear();
		else this.#held.delete(key);
		const node = this.#drawn.get(key);
		if (key === top || node !== undefined) this.#changed.fire(node);
		if (key === top) {
			this.#message?.();
			this.#message = undefined;
		}
	}

	#now(node: Node): Node {
		const id = this.idOf(node);
		return (id === undefined ? undefined : this.#latest.get(id)) ?? node;
	}

	/** Forgets the rows below a row, and all rows below those. */
	#forget(key: string): void {
		const ids = this.#below.get(key);
		if (ids === undefined) return;
		this.#below.delete(key);
		for (const id of ids) {
			this.#forget(id);
			this.#drawn.delete(id);
			this.#latest.delete(id);
		}
	}

	#isMoving(node: Node): boolean {
		return this.isMoving(this.#now(node));
	}

	#moving(): [id: string, node: Node][] {
		return [...this.#drawn].filter(([, node]) => this.#isMoving(node));
	}

	/**
	 * Returns whether a row has changed. While the editor reads a row again it has forgotten the rows below it, and an
	 * open menu on one of them finds none.
	 */
	#saysSomethingElse(node: Node): boolean {
		return JSON.stringify(this.render(this.#now(node), Date.now())) !== this.#given.get(node);
	}

	#tick(): void {
		if (!this.#visible || this.#moving().length === 0) {
			clearInterval(this.#ticking);
			this.#ticking = undefined;
			return;
		}
		this.#ticking ??= setInterval(() => {
			const rows = this.#moving();
			if (rows.length === 0) this.#tick();
			for (const [id, row] of rows) if (this.#saysSomethingElse(row)) this.#change(id);
		}, tickMs);
	}
}
