import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { compact } from '../../core/base/compact.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { modelSearch } from '../../core/operations/models.ts';
import type { Acts } from '../shell/acts/acts.ts';
import { failureText } from '../shell/failures.ts';
import { labelText } from '../shell/plainText.ts';
import { categoryText, priceText } from './describe.ts';
import type { FavoriteModels } from './favorites.ts';
import { modelOf } from './modelOf.ts';

/** Milliseconds without typing after which the search is sent. */
export const typingPauseMs = 250;
/** Models in one answer; more are found by more words. */
const mostFound = 50;

interface ModelSearchDeps {
	readonly acts: Acts;
	readonly session: SessionSource;
	readonly favorites: FavoriteModels;
}

interface ModelRow extends vscode.QuickPickItem {
	readonly model?: CatalogModel;
}

/** Lets the person search the catalog while typing, and choose a model; undefined if none was chosen. */
export function pickModel(
	{ acts, session, favorites }: ModelSearchDeps,
	title: string,
): Promise<CatalogModel | undefined> {
	const { current } = session;
	if (current.state === 'signedOut') return Promise.resolve(undefined);
	const pick = vscode.window.createQuickPick<ModelRow>();
	pick.title = title;
	pick.placeholder = vscode.l10n.t('Search for models by name, ID or description');
	const starred = favorites.of(current.connection.id);
	let chosen: CatalogModel | undefined;
	let asked: AbortController | undefined;
	/** True if the rows belong to other words than the current text. */
	let outdated = false;
	/** Enter was pressed during the search: it applies to the first model found. */
	let takesFirst = false;
	let pause: NodeJS.Timeout | undefined;

	const search = async (text: string): Promise<void> => {
		asked?.abort();
		const abort = new AbortController();
		asked = abort;
		pick.busy = true;
		const found = await acts.run(modelSearch, { text, limit: mostFound }, { signal: abort.signal });
		// An answer to words that have changed since.
		if (asked !== abort) return;
		pick.busy = false;
		outdated = false;
		if (!found.ok) {
			pick.items = [noticeRow(failureText(found.failure), '$(error)')];
			return;
		}
		const models = found.value.models.map((model) => modelOf(model));
		const { total = models.length } = found.value;
		const first = text.trim() === '' ? starred : [];
		const known = new Set(first.map(({ id }) => id));
		const rest = models.filter(({ id }) => !known.has(id));
		const rows = [
			...(first.length === 0 ? [] : [heading(vscode.l10n.t('Favorites')), ...first.map(modelRow)]),
			...(first.length === 0 || rest.length === 0 ? [] : [heading(vscode.l10n.t('All Models'))]),
			...rest.map(modelRow),
		];
		if (total > models.length) {
			rows.push(noticeRow(vscode.l10n.t('More models match. Type more words to find them.'), '$(info)'));
		}
		const top = rows.find(({ model }) => model !== undefined)?.model;
		if (takesFirst && top !== undefined) {
			choose(top);
			return;
		}
		pick.items =
			rows.length > 0 ? rows : [noticeRow(vscode.l10n.t('No model found. Try other words.'), '$(info)')];
	};

	const choose = (model: CatalogModel): void => {
		chosen = model;
		pick.hide();
	};

	return new Promise((resolve) => {
		pick.onDidChangeValue((text) => {
			outdated = true;
			takesFirst = false;
			clearTimeout(pause);
			pause = setTimeout(() => void search(text), typingPauseMs);
		});
		pick.onDidAccept(() => {
			const [row] = pick.selectedItems;
			takesFirst = outdated;
			if (!outdated && row?.model !== undefined) choose(row.model);
		});
		pick.onDidHide(() => {
			clearTimeout(pause);
			asked?.abort();
			asked = undefined;
			pick.dispose();
			resolve(chosen);
		});
		pick.show();
		void search('');
	});
}

function modelRow(model: CatalogModel): ModelRow {
	const detail = [labelText(model.id), ...model.categories.slice(0, 2).map(categoryText)].join(' · ');
	const description = priceText(model);
	return {
		label: labelText(model.name) || labelText(model.id),
		...compact({ description }),
		detail,
		// The service has searched, also in descriptions that the row does not show.
		alwaysShow: true,
		model,
	};
}

function heading(label: string): ModelRow {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

function noticeRow(text: string, icon: string): ModelRow {
	return { label: `${icon} ${labelText(text)}`, alwaysShow: true };
}
