import type * as vscode from 'vscode';
import { silentLog } from '../../../../src/core/base/log.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import type { GraphDeps } from '../../../../src/editor/workflow/checkedWorkflows.ts';
import { registerGraph } from '../../../../src/editor/workflow/graph/panels.ts';
import { ManualClock } from '../../runs/clocks.ts';
import { until } from '../../support/until.ts';
import { Disposable, EventEmitter, editor, Uri } from '../../support/vscode.ts';
import { FakeWebviewPanel } from '../../support/webviewPanel.ts';
import { nodeInfo, sample } from '../../workflow-graph/support.ts';

describe('the graph of a document', () => {
	const subscriptions: Disposable[] = [];

	afterEach(() => {
		for (const subscription of subscriptions.splice(0)) subscription.dispose();
		editor.reset();
	});

	it('is there again after a reload of the window, follows the text, and says that its file is gone', async () => {
		const documents = new Documents();
		await documents.workflows.load();
		const checked = new EventEmitter<unknown>();
		const never = () => new Disposable(() => undefined);
		const deps = {
			clock: new ManualClock(),
			log: silentLog,
			documents,
			workflows: {
				check: async (document: vscode.TextDocument) => ({
					parsed: documents.workflows.read(document),
					nodeInfo,
					findings: [],
				}),
				onDidCheck: checked.event,
				nodeInfo: async () => nodeInfo,
			},
			savedWorkflow: async () => undefined,
			progress: { activeRuns: () => [], of: () => undefined, onDidChange: never, onDidEnd: never },
			onDidChangeSaved: never,
		} as unknown as GraphDeps;
		registerGraph({ subscriptions, extensionUri: Uri.file('/extension') } as never, deps);
		const document = editor.open('harbor.json', 'json', sample);
		const panel = new FakeWebviewPanel('', undefined);
		const saved = { identity: { uri: document.uri.toString() } };
		await editor.serializers.get('easel.graph')?.deserializeWebviewPanel(panel, saved);
		panel.say('ready');
		await until('the nodes of the document', () => {
			const state = panel.last('state') as
				| { readonly model?: { readonly nodes: readonly unknown[] } }
				| undefined;
			return state?.model?.nodes.length === 4;
		});

		editor.type(document, '"Moods"', '"Mood"');
		checked.fire(document);
		await until('the new title', () => JSON.stringify(panel.sent).includes('Moods'));

		editor.close(document);
		panel.say('select', { nodeId: '3', focus: true });
		await until('a word about the missing file', () =>
			JSON.stringify(panel.sent).includes('\\"harbor.json\\" no longer exists'),
		);
		documents.dispose();
	});
});
