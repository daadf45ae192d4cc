import * as vscode from 'vscode';
import { runName } from '../../../core/runs/describe.ts';
import type { SheetSelection } from '../../../core/runs/sheet/messages.ts';
import type { CommandHandler } from '../../shell/commands.ts';
import { inform } from '../../shell/messages.ts';
import type { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import { labelText } from '../../shell/plainText.ts';
import type { SheetDeps, SheetPanel } from './panels.ts';

/** Returns the command that shows the pictures of runs in one panel. Asks for missing arguments. */
export function sheetCommands(
	{ windowRuns }: SheetDeps,
	panels: PanelRegistry<SheetSelection, SheetPanel>,
): Record<'easel.showContactSheet', CommandHandler> {
	return {
		'easel.showContactSheet': async (argument: unknown) => {
			await windowRuns.open();
			const selection = selectionOf(argument) ?? (await askForSelection(windowRuns));
			if (selection !== undefined) await panels.open(selection);
		},
	};
}

/** Reads the request of a caller; undefined without one, as from the palette. */
function selectionOf(argument: unknown): SheetSelection | undefined {
	if (argument instanceof vscode.Uri) return { documentUri: argument.toString() };
	if (typeof argument !== 'object' || argument === null) return undefined;
	const { runIds, documentUri, day } = argument as Record<string, unknown>;
	const ids = Array.isArray(runIds) ? runIds.filter((id) => typeof id === 'string') : [];
	const selection = {
		...(ids.length === 0 ? {} : { runIds: ids }),
		...(typeof documentUri === 'string' ? { documentUri } : {}),
		...(typeof day === 'number' && Number.isFinite(day) ? { day } : {}),
	};
	return Object.keys(selection).length === 0 ? undefined : selection;
}

async function askForSelection(windowRuns: SheetDeps['windowRuns']): Promise<SheetSelection | undefined> {
	if (windowRuns.latest(1).length === 0) {
		await inform(vscode.l10n.t('Nothing has run from this computer yet, so there are no pictures to show.'));
		return undefined;
	}
	const open = vscode.window.activeTextEditor?.document;
	const uri = open?.uri.toString();
	const hasRuns = uri !== undefined && windowRuns.page({ limit: 1, documentUri: uri }).length > 0;
	const name = open === undefined ? '' : runName({ documentName: open.uri.path.split('/').at(-1) ?? '' });
	const items: readonly (vscode.QuickPickItem & { readonly selection: SheetSelection })[] = [
		...(hasRuns
			? [
					{
						label: vscode.l10n.t('This Document'),
						description: labelText(name),
						selection: { documentUri: uri },
					},
				]
			: []),
		{ label: vscode.l10n.t('Today'), selection: { day: Date.now() } },
		{ label: vscode.l10n.t('All Runs'), selection: {} },
	];
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Contact Sheet'),
		placeHolder: vscode.l10n.t('Select whose pictures to show'),
	});
	return chosen?.selection;
}
