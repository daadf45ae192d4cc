import { basename } from 'node:path';
import * as vscode from 'vscode';
import { quoted } from '../../../core/base/language.ts';
import type { RunFilter, RunOriginKind, StateGroup } from '../../../core/runs/history/filter.ts';
import { labelText } from '../../shell/plainText.ts';

/** An item with a switch next to the text; a heading has neither function. */
interface Switch extends vscode.QuickPickItem {
	readonly isOn?: (filter: RunFilter) => boolean;
	readonly add?: (filter: RunFilter) => RunFilter;
}

const stateNames: Readonly<Record<StateGroup, () => string>> = {
	active: () => vscode.l10n.t('In Progress'),
	succeeded: () => vscode.l10n.t('Succeeded'),
	failed: () => vscode.l10n.t('Failed'),
	canceled: () => vscode.l10n.t('Canceled'),
	unclear: () => vscode.l10n.t('Not Sent or Unknown'),
};

const originNames: Readonly<Record<RunOriginKind, () => string>> = {
	document: () => vscode.l10n.t('From a Document'),
	deployment: () => vscode.l10n.t('On a Deployment'),
	model: () => vscode.l10n.t('On a Model'),
	engine: () => vscode.l10n.t('On an Engine'),
};

/** Describes a filter: `"harbour" · Failed · Starred`; empty if it matches every run. */
export function filterText(filter: RunFilter): string {
	const { text, states, origins, starred, documentUri } = filter;
	return [
		...(text.trim() === '' ? [] : [quoted(labelText(text, 40))]),
		...(starred ? [vscode.l10n.t('Starred')] : []),
		...states.map((state) => stateNames[state]()),
		...origins.map((origin) => originNames[origin]()),
		...(documentUri === undefined ? [] : [documentName(documentUri)]),
	].join(' · ');
}

/**
 * Lets the person type words and switch states, origins and the star on and off. Calls `apply` with each change, so
 * that the view previews the filter; Escape restores the previous filter, unless the view has got another one
 * meanwhile.
 * @param current returns the filter of the view.
 */
export function editFilter(
	current: () => RunFilter,
	activeDocument: string | undefined,
	apply: (filter: RunFilter) => void,
): void {
	const before = current();
	let last = before;
	const pick = vscode.window.createQuickPick<Switch>();
	pick.title = vscode.l10n.t('Filter Runs');
	pick.placeholder = vscode.l10n.t('Words in the prompt, seed, inputs, note, document or target');
	pick.canSelectMany = true;
	const rows = switches(before.documentUri ?? activeDocument);
	pick.items = rows;
	pick.selectedItems = rows.filter(({ isOn }) => isOn?.(before) === true);
	pick.value = before.text;
	let accepted = false;
	const update = () => {
		const empty: RunFilter = { text: pick.value, states: [], origins: [], starred: false };
		last = pick.selectedItems.reduce((filter, { add }) => add?.(filter) ?? filter, empty);
		apply(last);
	};
	pick.onDidChangeValue(update);
	pick.onDidChangeSelection(update);
	pick.onDidAccept(() => {
		accepted = true;
		pick.hide();
	});
	pick.onDidHide(() => {
		if (!accepted && current() === last) apply(before);
		pick.dispose();
	});
	pick.show();
}

function switches(documentUri: string | undefined): readonly Switch[] {
	const heading = (label: string): Switch => ({ label, kind: vscode.QuickPickItemKind.Separator });
	return [
		{
			label: vscode.l10n.t('Starred'),
			iconPath: new vscode.ThemeIcon('star-full'),
			alwaysShow: true,
			isOn: ({ starred }) => starred,
			add: (filter) => ({ ...filter, starred: true }),
		},
		heading(vscode.l10n.t('State')),
		...entries(stateNames).map(
			([state, name]): Switch => ({
				label: name(),
				alwaysShow: true,
				isOn: ({ states }) => states.includes(state),
				add: (filter) => ({ ...filter, states: [...filter.states, state] }),
			}),
		),
		heading(vscode.l10n.t('Origin')),
		...(documentUri === undefined
			? []
			: [
					{
						label: documentName(documentUri),
						description: vscode.l10n.t('only this document'),
						alwaysShow: true,
						isOn: (filter: RunFilter) => filter.documentUri === documentUri,
						add: (filter: RunFilter) => ({ ...filter, documentUri }),
					},
				]),
		...entries(originNames).map(
			([origin, name]): Switch => ({
				label: name(),
				alwaysShow: true,
				isOn: ({ origins }) => origins.includes(origin),
				add: (filter) => ({ ...filter, origins: [...filter.origins, origin] }),
			}),
		),
	];
}

function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
	return Object.entries(record) as [Key, Value][];
}

function documentName(uri: string): string {
	return labelText(basename(vscode.Uri.parse(uri).path), 40);
}
