import { modelRequests, requestSnippet, type SnippetLanguage } from '../../catalog/snippets.ts';
import type { Connection } from '../../connection/connection.ts';
import { keptBody } from '../../requests/keptInputs.ts';
import type { RunTargetId } from '../run.ts';

/**
 * Returns code that runs a target with these inputs. The token comes from an environment variable; signatures of addresses and values that
 * are secrets by their name are left out.
 */
export function inputSnippet(
	connection: Pick<Connection, 'baseUrl' | 'modelApiUrl' | 'dialect'>,
	{ kind, id }: RunTargetId,
	bodyText: string,
	language: SnippetLanguage,
): string {
	const body = keptBody(bodyText).text;
	if (kind === 'model') return requestSnippet(modelRequests(connection, id), body, language);
	const { baseUrl, dialect } = connection;
	const path = `${dialect.paths.deployments}/${encodeURIComponent(id)}`;
	const place = { api: baseUrl, submit: `${path}/inference`, requests: `${path}/requests`, resultQuery: '' };
	return requestSnippet(place, body, language);
}
