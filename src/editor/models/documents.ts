import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { modelSchema } from '../../core/operations/models.ts';
import { safeFileName } from '../../core/transfers/names.ts';
import type { Acts } from '../shell/acts/acts.ts';
import { failureText } from '../shell/failures.ts';
import { modelOf } from './modelOf.ts';
import { modelPage, noticePage } from './page.ts';

/* Read-only pages of models: `easel-model:/<name>.md?connection=...&model=...`. The name is only for people. */

export function modelPageUri(
	connectionId: string,
	{ id, name }: Pick<CatalogModel, 'id' | 'name'>,
): vscode.Uri {
	return vscode.Uri.from({
		scheme: 'easel-model',
		path: `/${safeFileName(name, 'model')}.md`,
		query: new URLSearchParams({ connection: connectionId, model: id.toWellFormed() }).toString(),
	});
}

interface ModelPageDeps {
	readonly acts: Acts;
	readonly session: SessionSource;
	/** Settles once the session has been restored. */
	readonly ready: () => Promise<void>;
}

/** Reads the text of such a page; for a missing one, the reason is the text. */
export async function modelPageText(
	{ acts, session, ready }: ModelPageDeps,
	uri: vscode.Uri,
	signal?: AbortSignal,
): Promise<string> {
	// After a reload of the window, pages are restored before the session.
	await ready();
	const query = new URLSearchParams(uri.query);
	const id = query.get('model') ?? '';
	const { current } = session;
	if (current.state === 'signedOut' || current.connection.id !== query.get('connection')) {
		return noticePage(
			id,
			vscode.l10n.t(
				'This page belongs to a connection that you are not signed in to. Sign in, then open it again.',
			),
		);
	}
	const found = await acts.run(modelSchema, { id }, { signal });
	if (!found.ok) return noticePage(id, failureText(found.failure));
	const { model, inputSchema } = found.value;
	return modelPage(modelOf(model, inputSchema));
}
