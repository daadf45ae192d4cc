import assert from 'node:assert/strict';
import sample from '../../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Documents } from '../../../../src/editor/documents/documents.ts';
import { ComparisonView } from '../../../../src/editor/workflow/compareView.ts';
import { convertDocument } from '../../../../src/editor/workflow/convertDocuments.ts';
import { documentsOfEachTest } from '../../support/documents.ts';
import { editor } from '../../support/vscode.ts';
import { nodeInfo } from '../../workflow-graph/support.ts';

describe('a workflow document with another one', () => {
	let documents: Documents;
	documentsOfEachTest((opened) => {
		documents = opened;
	});

	it('is compared with the deployment on which it ran, or else with one that the person chooses', async () => {
		const text = JSON.stringify(sample);
		const { uri } = editor.open('harbor.json', 'json', text);
		const saved = (name: string) => ({ name, text: text.replace('a quiet', `${name}: a quiet`) });
		let linked: ReturnType<typeof saved> | undefined;
		let chosen: ReturnType<typeof saved> | undefined;
		const questions: string[] = [];
		const view = new ComparisonView({
			log: silentLog,
			documents,
			savedWorkflow: async () => linked as never,
			chooseSaved: async (title) => {
				questions.push(title);
				return chosen as never;
			},
		});
		const changes = () =>
			view.getChildren().flatMap(({ children }) => children.map(({ description }) => description));

		await view.compare(uri);
		assert.deepEqual(questions, ['Compare "harbor.json" with a Saved Workflow']);
		assert.deepEqual(changes(), []);

		chosen = saved('Harbor');
		await view.compare(uri);
		assert.equal(questions.length, 2);
		assert.match(changes().join(), /Harbor: a quiet/);

		linked = saved('Village');
		await view.compare(uri);
		assert.equal(questions.length, 2);
		assert.match(changes().join(), /Village: a quiet/);
		assert.equal(editor.context.get('easel.comparing'), true);
		view.dispose();
	});

	it('is not made of a canvas with notes only, and the reason is shown', async () => {
		const notes = '{"nodes":[{"id":1,"type":"Note"}],"links":[],"version":0.4}';
		const { uri } = editor.open('notes.json', 'json', notes);
		await convertDocument(uri, {
			log: silentLog,
			documents,
			workflows: { nodeInfo: async () => nodeInfo },
		});
		assert.match(editor.messages[0]?.text ?? '', /^notes\.json: Nothing was converted: .*unmute its nodes/);
		assert.deepEqual(editor.shown, []);
	});
});
