import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../../core/base/lazy.ts';
import type { ViewId } from '../ids.ts';
import type { PagedTree } from './pagedTree.ts';

/** A tree that is loaded when its view is first shown: most windows begin without it. */
export class LazyTree<Node extends object, Tree extends PagedTree<Node> = PagedTree<Node>>
	implements vscode.TreeDataProvider<Node>, vscode.Disposable
{
	readonly #tree: Lazy<Tree>;
	readonly #changed = new vscode.EventEmitter<Node | undefined>();
	readonly onDidChangeTreeData = this.#changed.event;
	#visible = false;
	#view: vscode.Disposable | undefined;

	constructor(load: () => Promise<Tree>) {
		this.#tree = lazy(
			async () => {
				const tree = await load();
				tree.onDidChangeTreeData((node) => this.#changed.fire(node));
				tree.setVisible(this.#visible);
				return tree;
			},
			(tree) => tree.dispose(),
		);
	}

	/** The tree, if its view was shown already. */
	get loaded(): Tree | undefined {
		return this.#tree.value;
	}

	/** Returns the tree, for a command that works with it. */
	load(): Promise<Tree> {
		return this.#tree.get();
	}

	/** Creates the view of the tree, which ends with it. */
	createView(
		id: ViewId,
		options: Omit<vscode.TreeViewOptions<Node>, 'treeDataProvider'>,
	): vscode.TreeView<Node> {
		const view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
		const watch = view.onDidChangeVisibility(({ visible }) => {
			this.#visible = visible;
			this.loaded?.setVisible(visible);
		});
		this.#view = vscode.Disposable.from(view, watch);
		return view;
	}

	getChildren(node?: Node): Node[] | Promise<Node[]> {
		return this.loaded?.getChildren(node) ?? this.load().then((tree) => tree.getChildren(node));
	}

	getParent(node: Node): Node | undefined {
		return this.loaded?.getParent(node);
	}

	async getTreeItem(node: Node): Promise<vscode.TreeItem> {
		return (await this.load()).getTreeItem(node);
	}

	resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
		return this.loaded?.resolveTreeItem(item, node) ?? item;
	}

	dispose(): void {
		this.#view?.dispose();
		this.#tree.dispose();
		this.#changed.dispose();
	}
}
