import { modelRequests, requestSnippet, type SnippetLanguage } from '../../catalog/snippets.ts';
import type { Connection } from '../../connection/connection.ts';
import { keptBody } from '../../requests/keptInputs.ts';
import type { RunTargetId } from '../run.ts';

/**
 * Code that runs a target with these inputs. The token comes from an environment variable; signatures of addresses and values that
 * are secrets by their name are left out.
 */
export function inputSnippet(
	{ baseUrl, modelApiUrl }: Pick<Connection, 'baseUrl' | 'modelApiUrl'>,
	{ kind, id }: RunTargetId,
	bodyText: string,
	language: SnippetLanguage,
): string {
	const body = keptBody(bodyText).text;
	if (kind === 'model') return requestSnippet(modelRequests(modelApiUrl, id), body, language);
	const path = `/prod/v2/deployments/${encodeURIComponent(id)}`;
	const place = { api: baseUrl, submit: `${path}/inference`, requests: `${path}/requests`, resultQuery: '' };
	return requestSnippet(place, body, language);
}
