import * as l10n from '@vscode/l10n';
import { jsonOf, parseWorkflow, type WorkflowDocument } from '../document.ts';
import { workflowInside } from '../inside.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { type ConversionNote, convertUi } from './convertUi.ts';

export interface ConversionOutcome {
	/** The number of converted nodes; absent for a workflow that was in API format inside another document. */
	readonly nodes?: number;
	readonly report: readonly ConversionNote[];
}

/** A document in API format derived from another one. */
interface ApiDocument extends ConversionOutcome {
	readonly document: WorkflowDocument;
}

/** Returns whether the workflow in a document is read in place. */
export function readsInPlace({ kind }: WorkflowDocument): boolean {
	return kind === 'requestBody' || kind === 'metadata';
}

/**
 * Returns the API format of a document in UI format, and of a workflow in either format within a document of another
 * kind; undefined for any other document, and if nothing can be converted.
 */
export function apiDocument(
	given: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
): ApiDocument | undefined {
	const inside = workflowInside(given);
	const document = inside === undefined ? given : parseWorkflow(inside.text);
	const report =
		inside === undefined
			? []
			: [
					{
						severity: 'info' as const,
						message: l10n.t('The workflow is the part "{0}" of the document.', inside.place),
					},
				];
	if (document.kind === 'ui') {
		const converted = convertUi(jsonOf(document), nodeInfo);
		if (!converted.ok) return undefined;
		const { text, nodes } = converted;
		return { document: parseWorkflow(text), nodes, report: [...report, ...converted.report] };
	}
	return inside && { document, report };
}
