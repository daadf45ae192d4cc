import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import { numberText } from '../../core/base/language.ts';
import type { CatalogStore, ModelFilter } from '../../core/catalog/catalogStore.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import type { SnippetLanguage } from '../../core/catalog/snippets.ts';
import { modelSnippetText } from '../../core/operations/models.ts';
import type { AppServices } from '../shell/appServices.ts';
import { type CommandHandlers, runCommand } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { copyText, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { askWhileTyping } from '../shell/questions.ts';
import { kindText, modelKinds } from './describe.ts';
import { modelPageUri } from './documents.ts';
import type { FavoriteModels } from './favorites.ts';
import type { ModelsNode, ModelsQuery } from './nodes.ts';
import { askForOrder } from './orderModels.ts';
import { pickModel, typingPauseMs } from './searchModels.ts';
import type { ModelsTree } from './tree.ts';

interface ModelCommandDeps extends Pick<AppServices, 'acts' | 'session' | 'signedIn'> {
	readonly memory: vscode.Memento;
	readonly favorites: FavoriteModels;
	readonly store: CatalogStore;
	readonly tree: ModelsTree;
	readonly view: vscode.TreeView<ModelsNode>;
	/** Reads the page of a model again. */
	readonly outdate: (uri: vscode.Uri) => void;
}

/** Returns the commands of the Models view. Each applies to the rows it was called on, or asks for a model. */
export function modelCommands(deps: ModelCommandDeps) {
	const { acts, session, memory, favorites, store, tree, view } = deps;

	async function withModel(
		node: ModelsNode | undefined,
		title: string,
		act: (signedIn: SignedIn, model: CatalogModel) => Promise<void>,
	): Promise<void> {
		const current = await deps.signedIn();
		if (current === undefined) return;
		const model = node?.kind === 'model' ? node.model : await pickModel(deps, title);
		if (model) await act(current, model);
	}

	/** The models of the rows that are selected, each once. */
	const modelsOf = (node: ModelsNode | undefined, nodes: readonly ModelsNode[] | undefined) => {
		const rows = nodes ?? (node === undefined ? [] : [node]);
		const models = rows.flatMap((row) => (row.kind === 'model' ? [row.model] : []));
		return [...new Map(models.map((model) => [model.id, model])).values()];
	};

	function show(change: Partial<ModelsQuery>): void {
		tree.setQuery({ ...tree.query, ...change });
		const { search, kind } = tree.query;
		tree.showMessage(view, search === '' ? '' : vscode.l10n.t('Filter: {0}', labelText(search)));
		view.description = kind === '' ? '' : kindText(kind);
		setContext('easel.modelsFiltered', search !== '' || kind !== '');
	}

	const copySnippet = (language: SnippetLanguage, title: string) => (node?: ModelsNode) =>
		withModel(node, title, async (_, { id }) => {
			const snippet = await acts.done(modelSnippetText, { id, language }, { in: 'easel.models' });
			if (snippet === undefined) return;
			await copyText(
				snippet.text,
				vscode.l10n.t('Copied. Put your token into EASEL_TOKEN before you run it.'),
				6000,
			);
		});

	return {
		'easel.searchModels': async () => {
			if ((await deps.signedIn()) === undefined) return;
			const model = await pickModel(deps, vscode.l10n.t('Search Models'));
			if (model) await runCommand('easel.runModel', { kind: 'model', model });
		},
		'easel.filterModels': () =>
			askWhileTyping({
				title: vscode.l10n.t('Filter Models'),
				prompt: vscode.l10n.t(
					'Words in the name, ID or description. The service searches the whole catalog. Leave empty to show all.',
				),
				value: tree.query.search,
				restMs: typingPauseMs,
				apply: (search) => show({ search: search.trim() }),
			}),
		'easel.clearModelFilter': () => show({ search: '', kind: '' }),
		'easel.chooseModelKind': async () => {
			const kind = await askForKind(tree.query.kind);
			if (kind !== undefined) show({ kind });
		},
		'easel.sortModels': async () => {
			const order = await askForOrder(memory, tree.query.order);
			if (order !== undefined) show({ order });
		},
		'easel.refreshModels': () =>
			vscode.window.withProgress({ location: { viewId: 'easel.models' } }, () => store.refresh()),
		'easel.showMoreModels': (filter: ModelFilter) => store.loadMore(filter),
		'easel.openModelPage': (node?: ModelsNode) =>
			withModel(node, vscode.l10n.t('Open Model Page'), (current, model) =>
				openPage(deps, current.connection.id, model),
			),
		'easel.openModelInBrowser': async (node?: ModelsNode) => {
			const url = node?.kind === 'model' ? node.model.url : undefined;
			if (url !== undefined) await vscode.env.openExternal(vscode.Uri.parse(url));
		},
		'easel.copyModelId': async (node?: ModelsNode, nodes?: readonly ModelsNode[]) => {
			const selected = modelsOf(node, nodes);
			const copy = (models: readonly CatalogModel[]) =>
				copyText(
					models.map(({ id }) => id).join('\n'),
					models.length === 1
						? vscode.l10n.t('Copied the ID of "{0}"', labelText(models[0]?.name ?? '', 60))
						: vscode.l10n.t('Copied the IDs of {0} models', numberText(models.length)),
				);
			if (selected.length > 0) return copy(selected);
			await withModel(undefined, vscode.l10n.t('Copy Model ID'), (_, model) => copy([model]));
		},
		'easel.copyModelAsCurl': copySnippet('curl', vscode.l10n.t('Copy as cURL')),
		'easel.copyModelAsPython': copySnippet('python', vscode.l10n.t('Copy as Python')),
		'easel.copyModelAsTypeScript': copySnippet('typescript', vscode.l10n.t('Copy as TypeScript')),
		'easel.addModelFavorite': async (node?: ModelsNode, nodes?: readonly ModelsNode[]) => {
			const selected = modelsOf(node, nodes);
			if (selected.length > 0) return favorites.add(session.current.connection.id, selected);
			await withModel(undefined, vscode.l10n.t('Add to Favorites'), async (current, model) => {
				await favorites.add(current.connection.id, [model]);
				await inform(vscode.l10n.t('"{0}" is a favorite now.', labelText(model.name)));
			});
		},
		'easel.removeModelFavorite': async (node?: ModelsNode, nodes?: readonly ModelsNode[]) => {
			const ids = modelsOf(node, nodes).map(({ id }) => id);
			await favorites.remove(session.current.connection.id, ids);
		},
	} satisfies CommandHandlers;
}

async function openPage(
	{ outdate }: Pick<ModelCommandDeps, 'outdate'>,
	connectionId: string,
	model: CatalogModel,
): Promise<void> {
	const uri = modelPageUri(connectionId, model);
	outdate(uri);
	await vscode.commands.executeCommand('markdown.showPreview', uri);
}

/** Asks for the kind of models to show; undefined if nothing was chosen, empty for all. */
async function askForKind(present: string): Promise<string | undefined> {
	const rows = ['', ...modelKinds].map((kind) => ({
		label: kind === '' ? vscode.l10n.t('All Kinds') : kindText(kind),
		...(kind === present ? { description: vscode.l10n.t('current') } : {}),
		kind: vscode.QuickPickItemKind.Default,
		value: kind,
	}));
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Show Kind of Models'),
		placeHolder: vscode.l10n.t('Select the kind of models that the view shows'),
	});
	return chosen?.value;
}
