import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { PagedTree } from './pagedTree.ts';

/** A tree whose code and data are loaded when it is first drawn. */
export class LazyTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
	readonly #loaded: Lazy<PagedTree<Node>>;
	readonly #changed = new vscode.EventEmitter<Node | undefined>();
	readonly onDidChangeTreeData = this.#changed.event;
	#visible = false;

	constructor(load: () => Promise<PagedTree<Node>>) {
		this.#loaded = lazy(
			async () => {
				const tree = await load();
				tree.onDidChangeTreeData((node) => this.#changed.fire(node));
				tree.setVisible(this.#visible);
				return tree;
			},
			(tree) => tree.dispose(),
		);
	}

	/** Sets whether the tree is visible. */
	setVisible(visible: boolean): void {
		this.#visible = visible;
		this.#loaded.value?.setVisible(visible);
	}

	async getChildren(node?: Node): Promise<Node[]> {
		return (await this.#loaded.get()).getChildren(node);
	}

	async getTreeItem(node: Node): Promise<vscode.TreeItem> {
		return (await this.#loaded.get()).getTreeItem(node);
	}

	getParent(node: Node): Node | undefined {
		return this.#loaded.value?.getParent(node);
	}

	resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
		return this.#loaded.value?.resolveTreeItem(item, node) ?? item;
	}

	dispose(): void {
		this.#loaded.dispose();
		this.#changed.dispose();
	}
}
