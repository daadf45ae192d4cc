import * as l10n from '@vscode/l10n';
import { type Failure, yourFailure } from '../../base/failure.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';

/** Returns the failure of a document that cannot be run, or `undefined` when it can be tried. */
export function whyNotRunnable(document: WorkflowDocument): Failure | undefined {
	switch (document.kind) {
		case 'ui':
			return yourFailure(
				'input',
				l10n.t(
					'This is a workflow in UI format, which the node editor saves; the service runs the API format.',
				),
				l10n.t('Convert it to API format, or choose Workflow > Export (API) in the node editor.'),
			);
		case 'metadata':
			return yourFailure(
				'input',
				l10n.t('This is the metadata of a picture with a workflow inside, not the workflow itself.'),
				l10n.t('Copy the part under "prompt" into a separate document and run that.'),
			);
		case 'other':
			if (document.text.trim() === '') return broken(document);
			return yourFailure(
				'input',
				l10n.t('This JSON is not a workflow: no node with a class_type was found in it.'),
				l10n.t('Open a workflow exported in API format (Workflow > Export (API)) and run that.'),
			);
		case 'broken':
			return broken(document);
		case 'api':
		case 'requestBody':
			if (document.nodes.length === 0) {
				return yourFailure(
					'input',
					l10n.t('The workflow has no nodes, so there is nothing to run.'),
					l10n.t('Add nodes, or open a workflow exported in API format.'),
				);
			}
			return document.problems.length > 0 ? broken(document) : undefined;
	}
}

function broken(document: WorkflowDocument): Failure {
	const [problem] = document.problems;
	const line = problem ? document.text.slice(0, problem.range.start).split('\n').length : 1;
	return yourFailure(
		'input',
		problem
			? l10n.t('The document is not valid JSON (line {0}): {1}', line, problem.message)
			: l10n.t('The document is empty or not JSON.'),
		l10n.t('Correct the document, then run it again.'),
	);
}
