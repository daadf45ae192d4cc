import * as l10n from '@vscode/l10n';
import { type Failure, failed, inputFailure, type Result, success } from '../base/failure.ts';
import type { Addresses } from './address.ts';
import type { Connection } from './connection.ts';
import { dialectOf } from './dialects.ts';
import type { RouteName } from './routes.ts';

/** Query parameters; a list repeats its name. */
export type Query = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

type Ids = Readonly<Record<string, string>>;

/** The parts of a connection that lead to its routes. */
export type Place = Pick<Connection, 'dialect'> & Partial<Pick<Connection, keyof Addresses | 'name'>>;

/**
 * Returns the address of a route with these ids, which are escaped; an empty id or one that would leave its place (`.`,
 * `..`) is a failure of kind `input`, and so is a route that the service does not have.
 */
export function route(place: Place, name: RouteName, ids: Ids = {}, query: Query = {}): Result<string> {
	const wrong = Object.entries(ids).find(([, id]) => id === '' || id === '.' || id === '..');
	if (wrong !== undefined) return failed(notAnId(...wrong));
	const found = dialectOf(place).routes[name];
	if (found === undefined) return failed(notOffered(place));
	const [base, path] = found;
	return success(`${place[base] ?? ''}${withQuery(withIds(path, ids), query)}`);
}

/** Returns the address and the path of a route for display: placeholders without an id stay. Empty if the service has no such route. */
export function routeParts(
	place: Place,
	name: RouteName,
	ids: Ids = {},
): { readonly api: string; readonly path: string } {
	const [base, path] = dialectOf(place).routes[name] ?? [];
	return { api: (base && place[base]) ?? '', path: withIds(path ?? '', ids) };
}

/** Returns the address of a page for people; the web address of the connection if the service has no such page. */
export function pageOf(connection: Connection, name: 'devicePage' | 'profilePage'): string {
	const page = route(connection, name);
	return page.ok ? page.value : connection.webUrl;
}

function withIds(path: string, ids: Ids): string {
	return path.replace(/\{(\+?)(\w+)\}/g, (asked, isPath: string, name: string) => {
		const id = ids[name];
		if (id === undefined) return asked;
		return isPath ? id : encodeURIComponent(id.toWellFormed());
	});
}

function withQuery(path: string, query: Query): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === undefined) continue;
		for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
	}
	if (parameters.size === 0) return path;
	return `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

function notAnId(name: string, id: string): Failure {
	return inputFailure(
		l10n.t('"{0}" is not a valid {1}.', id, name),
		l10n.t('Refresh the list and choose the item again.'),
	);
}

function notOffered({ name = '' }: Place): Failure {
	return inputFailure(
		l10n.t('"{0}" does not offer this.', name),
		l10n.t('Switch to a connection that does.'),
	);
}
