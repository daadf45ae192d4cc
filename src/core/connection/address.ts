import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../base/failure.ts';
import type { Addresses } from './connection.ts';

/** Query parameters; a list repeats its name. */
export type Query = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * Builds an address from a base, a path with `{name}` places, and the ids that go into them. Ids are escaped;
 * one that is empty or would climb out of its place (`.`, `..`) is a failure of kind `input`.
 */
export function buildUrl(
	base: string,
	template: string,
	ids: Readonly<Record<string, string>> = {},
	query: Query = {},
): Result<string> {
	for (const [name, id] of Object.entries(ids)) {
		if (id === '' || id === '.' || id === '..') {
			return failed({
				kind: 'input',
				message: l10n.t('"{0}" is not a valid {1}.', id, name),
				nextStep: l10n.t('Look at the current list and choose the item again.'),
				fixer: 'you',
				mayHaveArrived: false,
			});
		}
	}
	const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent((ids[name] ?? '').toWellFormed()),
	);
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === undefined) continue;
		for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
	}
	const search = parameters.size === 0 ? '' : `?${parameters}`;
	return success(`${base}${path}${search}`);
}

/** Returns the origins that may see the token of a connection. */
export function ownOrigins(addresses: Addresses): ReadonlySet<string> {
	const all = [addresses.baseUrl, addresses.modelApiUrl, addresses.webUrl, addresses.trainerUrl];
	return new Set(
		all.map((address) => URL.parse(address)?.origin ?? 'null').filter((origin) => origin !== 'null'),
	);
}
