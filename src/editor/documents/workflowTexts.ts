import { longestWorkflow, parseWorkflow, type WorkflowDocument } from '../../core/workflow/document.ts';
import { reparse } from '../../core/workflow/reparse.ts';
import { ParsedTexts } from './parsedTexts.ts';

export { parseWorkflow };

export function createWorkflowTexts(): ParsedTexts<WorkflowDocument> {
	return new ParsedTexts<WorkflowDocument>({
		parse: (text, { languageId }) => parseWorkflow(text, { comments: languageId === 'jsonc' }),
		update: { by: 'edits', apply: reparse },
		isKind: isWorkflow,
		longest: longestWorkflow,
	});
}

export function isWorkflow(parsed: WorkflowDocument): boolean {
	return parsed.kind !== 'other' && parsed.kind !== 'broken';
}
