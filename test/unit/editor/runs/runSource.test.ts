import assert from 'node:assert/strict';
import type { Documents } from '../../../../src/editor/documents/documents.ts';
import { sourceOfCommand } from '../../../../src/editor/runs/start/workflowSource.ts';
import { apiWorkflow } from '../../../support/uiWorkflow.ts';
import { documentsOfEachTest } from '../../support/documents.ts';
import { editor } from '../../support/vscode.ts';

const commented = `{
  // the only node
  "1": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], } },
}
`;

describe('the document to run', () => {
	let documents: Documents;
	documentsOfEachTest((opened) => {
		documents = opened;
	});

	it('may contain comments and trailing commas if its language allows them', async () => {
		const document = editor.open('a.jsonc', 'jsonc', commented);
		const source = await sourceOfCommand(documents.workflows, document.uri);
		assert.deepEqual(source?.document.problems, []);
		assert.equal(source?.document.comments, true);
		assert.deepEqual(editor.messages, []);
	});

	it('is rejected with the position of its first error, before any other question', async () => {
		const document = editor.open('a.json', 'json', commented);
		editor.answer = ([button]) => button;
		assert.equal(await sourceOfCommand(documents.workflows, document.uri), undefined);
		const [message] = editor.messages;
		assert.match(message?.text ?? '', /line 2.*Comments are not allowed/);
		assert.deepEqual(message?.buttons, ['Go to Problem']);
		assert.deepEqual(
			editor.shown.map(({ selection }) => selection?.start.line),
			[1],
		);
	});

	it('is reread when its language changes', async () => {
		const document = editor.open('a.json', 'json', commented);
		assert.equal(await sourceOfCommand(documents.workflows, document.uri), undefined);
		editor.setLanguage(document, 'jsonc');
		assert.notEqual(await sourceOfCommand(documents.workflows, document.uri), undefined);
	});

	it('is opened on request if nested in another one', async () => {
		const body = JSON.stringify({ input: { workflow: apiWorkflow } });
		for (const answer of [undefined, 'Open the Workflow']) {
			editor.reset();
			const document = editor.open('body.json', 'json', body);
			editor.answer = () => answer;
			assert.equal(await sourceOfCommand(documents.workflows, document.uri), undefined);
			assert.deepEqual(editor.messages[0]?.buttons, ['Open the Workflow']);
			assert.deepEqual(
				editor.shown.map(({ document: shown }) => JSON.parse(shown.getText())),
				answer === undefined ? [] : [apiWorkflow],
			);
		}
		const other = editor.open('other.json', 'json', '{"name": "a package"}');
		assert.equal(await sourceOfCommand(documents.workflows, other.uri), undefined);
		assert.deepEqual(editor.messages.at(-1)?.buttons, []);
	});
});
