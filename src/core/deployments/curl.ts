import type { Connection } from '../connection/connection.ts';
import { routeParts } from '../connection/route.ts';
import { shellWord, tokenVariable } from '../requests/shellText.ts';
import { parseWorkflow, sourceOf } from '../workflow/document.ts';

/**
 * Returns a curl command that submits one request to a deployment: the saved workflow with one of its own text inputs
 * as an override, since the service refuses an empty body; for a deployment that takes inputs, a prompt. It never
 * contains a token or a partner key.
 */
export function submissionAsCurl(
	connection: Connection,
	deploymentId: string,
	savedWorkflow: string | undefined,
	takesInputs = false,
): string {
	// The one input that every deployment of this kind has (wire-facts.md, section 4).
	const body = takesInputs ? '{"prompt":"a lighthouse on a rocky coast"}' : exampleBody(savedWorkflow);
	const { api, path } = routeParts(connection, 'submit', { deploymentId });
	return [
		`curl --request POST ${shellWord(`${api}${path}`)}`,
		`--header "Authorization: Bearer $${tokenVariable}"`,
		`--header ${shellWord('Content-Type: application/json')}`,
		`--data ${shellWord(body)}`,
	].join(' \\\n  ');
}

function exampleBody(savedWorkflow: string | undefined): string {
	const document = parseWorkflow(savedWorkflow ?? '{}');
	const candidates = document.nodes.flatMap((node) =>
		node.inputs
			.filter((input) => input.value.type === 'string' || input.value.type === 'number')
			.map((input) => ({ node, input })),
	);
	const chosen =
		candidates.find(({ input }) => input.name === 'text' || input.name === 'prompt') ?? candidates[0];
	if (!chosen)
		return savedWorkflow === undefined ? '{"overrides":{}}' : `{"workflow_api_json":${savedWorkflow}}`;
	const { node, input } = chosen;
	return `{"overrides":{${JSON.stringify(node.id)}:{"inputs":{${JSON.stringify(input.name)}:${sourceOf(document, input.range)}}}}}`;
}
