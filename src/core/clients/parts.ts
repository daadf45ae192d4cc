import { type Place, routeParts } from '../connection/route.ts';
import { commentLine, withEscapes } from '../requests/codeText.ts';
import type { ClientInput, ClientModel } from './model.ts';

/** The routes of a service that a client calls, with `{deploymentId}` and `{requestId}`. */
export interface ClientService {
	readonly api: string;
	readonly submit: string;
	/** The path of a request; the others are below it. */
	readonly request: string;
	readonly status: string;
	readonly result: string;
	readonly cancel: string;
}

export interface ClientParts {
	readonly model: ClientModel;
	/** Lines for the first comment. */
	readonly header: readonly string[];
	/** The address below which it calls. */
	readonly address: string;
	/** Absent: it calls an engine. */
	readonly service: ClientService | undefined;
}

/** Returns the routes of the requests of a deployment. */
export function clientService(connection: Place): ClientService {
	const { api, path: submit } = routeParts(connection, 'submit');
	const status = routeParts(connection, 'requestStatus').path;
	const result = routeParts(connection, 'requestResult').path;
	const cancel = routeParts(connection, 'requestCancel').path;
	const pieces = status.split('/');
	const shared = pieces.findIndex((piece, at) =>
		[result, cancel].some((path) => path.split('/')[at] !== piece),
	);
	const request = pieces.slice(0, shared).join('/');
	const below = (path: string) => path.slice(request.length);
	return { api, submit, request, status: below(status), result: below(result), cancel: below(cancel) };
}

/** The most characters of a value in a comment. */
const longestDefault = 60;

/** Returns the comment of an input: its description, its range and its value in the workflow. */
export function inputComment({ description = '', type, min, max, literal, isSecret }: ClientInput): string {
	const value = commentLine(withEscapes(literal));
	const shown =
		value.length > longestDefault
			? `${value.slice(0, longestDefault).toWellFormed().trimEnd()}…${value.startsWith('"') ? '"' : ''}`
			: value;
	const about = commentLine(description).replace(/[^.!?]$/, '$&.');
	const kind =
		type === 'file' ? 'The path, the address or the bytes of a file.' : rangeText(bound(min), bound(max));
	const start = isSecret ? 'Must be given: no secret is kept here.' : `Default: ${shown}.`;
	return [about, kind, start].filter((part) => part !== '').join(' ');
}

function rangeText(min: string | undefined, max: string | undefined): string {
	if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
	if (min !== undefined) return `At least ${min}.`;
	return max === undefined ? '' : `At most ${max}.`;
}

/** Returns a bound as digits; undefined if it is not one. */
export function bound(digits: string | undefined): string | undefined {
	return digits !== undefined && /^-?\d/.test(digits) ? digits : undefined;
}

/** Returns the titles of the outputs in alphabetical order, each once. */
export function outputTitlesOf({ outputs }: ClientModel): readonly string[] {
	return [...new Set(Object.values(outputs))].sort();
}
