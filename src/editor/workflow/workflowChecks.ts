import type * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { Log } from '../../core/base/log.ts';
import { checkWorkflow } from '../../core/workflow/check.ts';
import { parseWorkflow } from '../../core/workflow/document.ts';
import { type Checked, DocumentChecks } from '../documents/documentChecks.ts';
import type { Documents } from '../documents/documents.ts';
import { mayBeWorkflow } from '../documents/scope.ts';
import type { WorkflowWithFindings } from './checkedWorkflows.ts';
import type { NodeInfoSources } from './nodeInfoSource.ts';

interface CheckedWorkflow extends Checked, WorkflowWithFindings {
	/** Returns the findings of the same rules for another text. */
	readonly recheck: (text: string) => readonly Finding[];
}

export type WorkflowChecks = DocumentChecks<CheckedWorkflow>;

/** Checks open workflow documents when they change and shows the findings. */
export function createWorkflowChecks(deps: {
	readonly log: Log;
	/** The folder of the pages that explain the rules. */
	readonly pages: vscode.Uri;
	readonly documents: Documents;
	readonly sources: NodeInfoSources;
	readonly hasPartnerKey: () => Promise<boolean>;
}): WorkflowChecks {
	const { documents, sources } = deps;
	return new DocumentChecks<CheckedWorkflow>({
		name: 'easel-workflow',
		log: deps.log,
		pages: deps.pages,
		documents,
		mayBe: mayBeWorkflow,
		onDidChangeRules: [sources.onDidChange],
		async check(document) {
			if (documents.workflows.get(document) === undefined) return undefined;
			const [nodeInfo, hasPartnerKey] = await Promise.all([sources.of(document.uri), deps.hasPartnerKey()]);
			// The text may have changed while the description was fetched: the current one is checked.
			const parsed = documents.workflows.get(document);
			if (parsed === undefined) return undefined;
			// The editor's own JSON support reports mistakes in both of its languages.
			const isJson = document.languageId === 'json' || document.languageId === 'jsonc';
			const options = { syntax: !isJson, hasPartnerKey };
			return {
				version: document.version,
				parsed,
				nodeInfo,
				findings: checkWorkflow(parsed, nodeInfo, options),
				recheck: (text) => checkWorkflow(parseWorkflow(text), nodeInfo, options),
			};
		},
	});
}
