import * as vscode from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import type { CommandId } from '../ids.ts';
import { markdownText } from '../plainText.ts';

/* The parts that the rows of all views have in common. */

/** The look of a row, in addition to its label. Texts are those of labels (`labelText`). */
interface RowLook {
	readonly icon: string;
	readonly color?: string;
	readonly description?: string | undefined;
	/** The state of the rows below it; none by default. */
	readonly state?: vscode.TreeItemCollapsibleState;
	/** `+tag` for each thing that menus ask for. */
	readonly tags?: string;
	readonly command?: vscode.Command;
	/** Plain text; a tooltip that takes work is made on hover instead. */
	readonly tooltip?: string;
	/** The text for screen readers in place of label and description. */
	readonly spoken?: string;
}

/** Returns a row; `id` distinguishes it from all others of its view. */
export function row(id: string, label: string, look: RowLook): vscode.TreeItem {
	const item = new vscode.TreeItem(label, look.state ?? vscode.TreeItemCollapsibleState.None);
	item.id = id;
	item.iconPath = new vscode.ThemeIcon(look.icon, look.color ? new vscode.ThemeColor(look.color) : undefined);
	if (look.description) item.description = look.description;
	if (look.command) item.command = look.command;
	if (look.tags) item.contextValue = look.tags;
	if (look.tooltip) item.tooltip = look.tooltip;
	item.accessibilityInformation = {
		label: look.spoken ?? [label, look.description].filter(Boolean).join(', '),
	};
	return item;
}

/** Makes the command that a click on a row runs. */
export function command(id: CommandId, title: string, ...args: unknown[]): vscode.Command {
	return { command: id, title, arguments: args };
}

/** Returns the last row of a page, which shows the next one. */
export function moreRow(
	showMore: CommandId,
	id: string,
	{ shown, total }: { readonly shown: number; readonly total?: number | undefined },
	...args: unknown[]
): vscode.TreeItem {
	return row(id, vscode.l10n.t('Show More'), {
		icon: 'ellipsis',
		description:
			total === undefined
				? vscode.l10n.t('{0} shown', numberText(shown))
				: vscode.l10n.t('{0} of {1} shown', numberText(shown), numberText(total)),
		command: command(showMore, vscode.l10n.t('Show More'), ...args),
	});
}

/** Returns a tooltip with a title, a text and a row for each fact that is known; nothing in it becomes Markdown. */
export function factsTooltip(
	title: string,
	facts: readonly (readonly [string, string | number | undefined])[],
	text?: string,
): vscode.MarkdownString {
	const lines = facts
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]) => `| ${name} | ${markdownText(String(value))} |`);
	return new vscode.MarkdownString(
		[
			`**${markdownText(title)}**`,
			'',
			...(text === undefined ? [] : [markdownText(text), '']),
			'|  |  |',
			'|---|---|',
			...lines,
			'',
		].join('\n'),
	);
}
