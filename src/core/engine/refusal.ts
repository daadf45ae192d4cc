import * as l10n from '@vscode/l10n';
import { asSentence, type Failure } from '../base/failure.ts';
import { namedNode } from '../requests/nodeText.ts';
import type { NodeError, PromptReply } from './parseReplies.ts';

/** Sentences shown of one reply. */
const mostSentences = 20;

/**
 * Returns a refused document as a failure with details that name node and input: `3.inputs.steps: Value 0 smaller than
 * min of 1`, `3.class_type: ...`, or `3: ...` for the node as a whole.
 * @param engine name of the connection.
 */
export function refusalOf(reply: PromptReply, engine: string): Failure {
	const { error, nodeErrors } = reply;
	const details = nodeErrors.slice(0, mostSentences).map(detailOf);
	// An engine checks first whether it has the classes.
	if (details.length === 0 && error?.nodeId !== undefined)
		details.push(`${error.nodeId}.class_type: ${error.message}`);
	const general = error === undefined ? '' : [error.message, error.details].filter(Boolean).join(': ');
	// If faults are named node by node, the general words add nothing.
	const said = nodeErrors.length > 0 ? reasonsOf(nodeErrors) : general && asSentence(general);
	return {
		kind: 'input',
		message:
			said === ''
				? l10n.t('{0} could not read the document and gave no reason.', engine)
				: l10n.t('{0} refused the document. {1}', engine, said),
		nextStep:
			said === ''
				? l10n.t('Check the log of the engine, fix the document, then run it again.')
				: l10n.t('Fix the document, then run it again.'),
		fixer: 'you',
		// In place of any status that the engine sent: a refused document is not in the queue.
		status: 400,
		mayHaveArrived: false,
		...(details.length === 0 ? {} : { details }),
	};
}

/** Returns one sentence about the outputs that an engine omitted from an accepted document; undefined if it took all. */
export function leftOut({ nodeErrors }: PromptReply): string | undefined {
	if (nodeErrors.length === 0) return undefined;
	const outputs = new Set(nodeErrors.flatMap(({ dependentOutputs }) => dependentOutputs));
	const nodes = [...(outputs.size > 0 ? outputs : new Set(nodeErrors.map(({ nodeId }) => nodeId)))];
	const reasons = reasonsOf(nodeErrors);
	return nodes.length === 1
		? l10n.t(
				'Only a part of the document runs: the engine left out the output of node {0}. {1}',
				nodes[0] ?? '',
				reasons,
			)
		: l10n.t(
				'Only a part of the document runs: the engine left out the outputs of the nodes {0}. {1}',
				nodes.join(', '),
				reasons,
			);
}

/** Returns the first faults as sentences for people: `Node 3 (KSampler), steps: Value 0 smaller than min of 1.` */
function reasonsOf(nodeErrors: PromptReply['nodeErrors']): string {
	return nodeErrors
		.slice(0, 3)
		.map((error) => {
			const input = error.input === undefined ? '' : `, ${error.input}`;
			return asSentence(`${namedNode(error.nodeId, error.classType)}${input}: ${nodeErrorText(error)}`);
		})
		.join(' ');
}

function detailOf(error: NodeError): string {
	const place = error.input === undefined ? error.nodeId : `${error.nodeId}.inputs.${error.input}`;
	return `${place}: ${nodeErrorText(error)}`;
}

/** Returns the most specific part: the details if they are a sentence, else both. */
function nodeErrorText({ type, message, details, input }: NodeError): string {
	const bare =
		input === undefined ? details : details.replace(new RegExp(`^${escaped(input)}(?: - |: |, |$)`), '');
	if (type === 'custom_validation_failed' && bare !== '') return bare;
	return bare === '' || bare === message ? message : `${message} (${bare})`;
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
