import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Documents } from '../../../../src/editor/documents/documents.ts';
import { uiFormatLensProvider } from '../../../../src/editor/workflow/documentFeatures.ts';
import { documentsOfEachTest } from '../../support/documents.ts';
import { real } from '../../support/real.ts';
import { editor, type TextDocument } from '../../support/vscode.ts';

describe('the lenses of a workflow in UI format', () => {
	let documents: Documents;
	documentsOfEachTest((opened) => {
		documents = opened;
	});

	const titles = (document: TextDocument): readonly (string | undefined)[] => {
		const lenses = uiFormatLensProvider(documents.workflows).provideCodeLenses(
			real(document),
			undefined as unknown as vscode.CancellationToken,
		);
		return ((lenses ?? []) as vscode.CodeLens[]).map((lens) => lens.command?.title);
	};

	it('show its kind and its actions', () => {
		const ui = '{"last_node_id": 1, "nodes": [], "links": [], "version": 0.4}';
		assert.deepEqual(titles(editor.open('ui.json', 'json', ui)), [
			'Workflow in UI Format',
			'Convert to API Format',
			'Show Graph',
		]);
	});

	it('are absent on any other document', () => {
		const api = '{"1": {"class_type": "A", "inputs": {}}}';
		assert.deepEqual(titles(editor.open('api.json', 'json', api)), []);
		assert.deepEqual(titles(editor.open('body.json', 'json', `{"prompt": ${api}}`)), []);
		assert.deepEqual(titles(editor.open('package.json', 'json', '{"name": "x"}')), []);
	});
});
