import type { Finding } from '../../base/findings.ts';
import { checkWorkflow } from '../check.ts';
import type { WorkflowDocument } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { apiDocument, readsInPlace } from './apiDocument.ts';
import { conversionSummary, noteLine } from './report.ts';

/**
 * Checks a document as it would run: one that has to be converted is converted first. The findings about it are at its beginning, name
 * their node and have no fixes, because those would change another text.
 */
export function checkAsApi(document: WorkflowDocument, nodeInfo: NodeInfo): readonly Finding[] {
	const made = readsInPlace(document) ? undefined : apiDocument(document, nodeInfo);
	if (made === undefined) return checkWorkflow(document, nodeInfo);
	const range = { start: 0, end: 0 };
	const { nodes, report } = made;
	const summary: readonly Finding[] =
		nodes === undefined
			? []
			: [{ code: 'ui_format', severity: 'info', message: conversionSummary({ nodes, report }), range }];
	const notes = report.map((note) => ({ ...note, code: 'conversion', message: noteLine(note), range }));
	const found = checkWorkflow(made.document, nodeInfo).map(({ fixes: _, ...finding }): Finding => {
		return { ...finding, message: noteLine(finding), range };
	});
	return [...summary, ...notes, ...found];
}
