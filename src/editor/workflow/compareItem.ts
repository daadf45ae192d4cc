import * as vscode from 'vscode';
import type { ComparisonItem } from '../../core/workflow/compare/tree.ts';

const icons = {
	added: new vscode.ThemeIcon('diff-added', new vscode.ThemeColor('gitDecoration.addedResourceForeground')),
	removed: new vscode.ThemeIcon(
		'diff-removed',
		new vscode.ThemeColor('gitDecoration.deletedResourceForeground'),
	),
	changed: new vscode.ThemeIcon(
		'diff-modified',
		new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
	),
};

/** A line of the comparison as the editor draws it. */
export class ChangeItem extends vscode.TreeItem {
	constructor(item: ComparisonItem) {
		const { None, Expanded } = vscode.TreeItemCollapsibleState;
		super(item.label, item.children.length > 0 ? Expanded : None);
		this.id = item.id;
		this.description = item.description;
		this.tooltip = item.detail;
		this.iconPath = icons[item.change];
		this.accessibilityInformation = { label: item.spoken };
		this.command = { command: 'easel.revealChange', title: vscode.l10n.t('Show in Text'), arguments: [item] };
	}
}
