import * as vscode from 'vscode';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { labelText } from '../shell/plainText.ts';
import { noticeRow, noticeTooltip } from '../shell/trees/listNotices.ts';
import { command, factsTooltip, moreRow, row } from '../shell/trees/treeRows.ts';
import { categoryIcon, categoryText, kindText, priceText } from './describe.ts';
import { groupId, type ModelsNode } from './nodes.ts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the row of a node. `now` in milliseconds since 1970. */
export function renderNode(node: ModelsNode, now: number): vscode.TreeItem {
	switch (node.kind) {
		case 'favorites':
			return row(groupId(node), vscode.l10n.t('Favorites'), { icon: 'star-full', state: Expanded });
		case 'category':
			return row(groupId(node), categoryText(node.category), {
				icon: categoryIcon(node.category),
				state: Collapsed,
			});
		case 'all':
			return row(groupId(node), vscode.l10n.t('All Models'), { icon: 'list-unordered', state: Collapsed });
		case 'model':
			return renderModel(node);
		case 'reading':
			return row(`reading:${node.group}`, vscode.l10n.t('Reading the catalog...'), { icon: 'loading~spin' });
		case 'failed':
			return row(`failed:${node.group}`, labelText(node.failure.message), {
				icon: 'error',
				color: 'list.errorForeground',
				description: vscode.l10n.t('Try Again'),
				command: command('easel.refreshModels', vscode.l10n.t('Try Again')),
			});
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeRow(node, now, 'easel.refreshModels', node.group);
		case 'nothing':
			return row(
				`nothing:${node.group}`,
				node.isSearch
					? vscode.l10n.t('No model found. Search for other words, or clear the filter.')
					: vscode.l10n.t('No models here'),
				{ icon: 'info' },
			);
		case 'more':
			return moreRow('easel.showMoreModels', `more:${node.group}`, node, node.filter);
	}
}

function renderModel(node: Extract<ModelsNode, { kind: 'model' }>): vscode.TreeItem {
	const { model, group, isFavorite } = node;
	const name = labelText(model.name) || labelText(model.id);
	const price = priceText(model);
	const tags = ['+model', isFavorite ? '+favorite' : '+plain', ...(model.url === undefined ? [] : ['+web'])];
	return row(`model:${group}:${model.id}`, name, {
		icon: categoryIcon(model.categories[0] ?? ''),
		description: price,
		tags: tags.join(''),
		command: command('easel.runModel', vscode.l10n.t('Run Model'), node),
		spoken: [
			vscode.l10n.t('Model {0}', name),
			...(price === undefined ? [] : [price]),
			...(isFavorite ? [vscode.l10n.t('favorite')] : []),
		].join(', '),
	});
}

/** Returns the tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(node: ModelsNode): string | vscode.MarkdownString | undefined {
	switch (node.kind) {
		case 'model':
			return modelTooltip(node.model);
		case 'failed':
			return `${node.failure.message}\n${node.failure.nextStep}`;
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeTooltip(node);
		default:
			return undefined;
	}
}

function modelTooltip(model: CatalogModel): vscode.MarkdownString {
	return factsTooltip(
		model.name,
		[
			[vscode.l10n.t('Price'), priceText(model)],
			[vscode.l10n.t('About the price'), model.price?.note],
			[vscode.l10n.t('Categories'), model.categories.map(categoryText).join(', ')],
			[vscode.l10n.t('Kind'), model.kind === undefined ? undefined : kindText(model.kind)],
			[vscode.l10n.t('Needs'), model.requiredInputs?.join(', ')],
			[vscode.l10n.t('ID'), model.id],
		],
		model.description,
	);
}
