import { modelRequests, requestSnippet, type SnippetLanguage, snippetPlace } from '../../catalog/snippets.ts';
import type { Place } from '../../connection/route.ts';
import { keptBody } from '../../requests/keptInputs.ts';
import type { RunTargetId } from '../run.ts';

/**
 * Returns code that runs a target with these inputs. The token comes from an environment variable; signatures of
 * addresses and values with names of secrets are left out.
 */
export function inputSnippet(
	connection: Place,
	{ kind, id }: RunTargetId,
	bodyText: string,
	language: SnippetLanguage,
): string {
	const body = keptBody(bodyText).text;
	if (kind === 'model') return requestSnippet(modelRequests(connection, id), body, language);
	const names = { submit: 'submit', status: 'requestStatus', result: 'requestResult' } as const;
	return requestSnippet(snippetPlace(connection, names, { deploymentId: id }), body, language);
}
