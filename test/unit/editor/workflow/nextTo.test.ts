import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import sample from '../../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { silentLog } from '../../../../src/core/base/log.ts';
import { loadCoreCatalog } from '../../../../src/core/workflow/catalog.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import { startPresetsFeatures } from '../../../../src/editor/workflow/nextTo/presets.ts';
import { startSweepFeatures } from '../../../../src/editor/workflow/nextTo/sweeps.ts';
import { until } from '../../support/until.ts';
import { EventEmitter, editor, Uri } from '../../support/vscode.ts';

for (const { what, kind, start, name, language, wrong, problem, incomplete, offered } of [
	{
		what: 'preset files',
		kind: 'presets',
		start: startPresetsFeatures,
		name: 'harbor.presets.yaml',
		language: 'yaml',
		wrong: 'presets:\n  night:\n    3.steps: many\n',
		problem: /whole number/,
		incomplete: 'presets:\n  night:\n    3.sampler_name: ',
		offered: [['', 'euler']],
	},
	{
		what: 'value tables',
		kind: 'sweep',
		start: startSweepFeatures,
		name: 'harbor.sweep.csv',
		// They are read whatever the language.
		language: 'plaintext',
		wrong: '3.steps\nmany\n',
		problem: /"many" is not a whole number/,
		incomplete: '3.sampler_name,\n,',
		offered: [
			['3.sampler_name,', '3.steps'],
			['3.sampler_name,\n', 'euler'],
		],
	},
] as const)
	describe(`open ${what}`, () => {
		let documents: Documents;
		/** Fires for a workflow with files to check again. */
		let read: EventEmitter<vscode.TextDocument>;
		let features: vscode.Disposable;
		const messages = () => editor.diagnostics.get(`file:///project/${name}`)?.map(({ message }) => message);

		beforeEach(() => {
			documents = new Documents();
			read = new EventEmitter();
			const onDidCheck = read.event as never;
			features = start({
				extensionUri: Uri.file('/extension') as never,
				log: silentLog,
				documents,
				checked: { check: async () => undefined, onDidCheck, nodeInfo: () => loadCoreCatalog() },
			});
		});
		afterEach(() => {
			features.dispose();
			documents.dispose();
			editor.reset();
		});

		it('are checked with their workflow in the editor, while either is edited', async () => {
			const workflow = editor.open('harbor.json', 'json', JSON.stringify(sample));
			const document = editor.open(name, language, wrong);
			await until('the finding', () => messages()?.length === 1);
			assert.match(messages()?.[0] ?? '', problem);
			editor.type(document, '8', 'many');
			await until('a file without findings', () => messages()?.length === 0);
			assert.equal(documents.kindOf(document as never), kind);
			editor.type(workflow, '"stairs"', '"steps"');
			read.fire(workflow as never);
			await until('the input gone', () => messages()?.length === 1);
			assert.match(messages()?.[0] ?? '', /no input "steps"/);
		});

		it('complete inputs and choices', async () => {
			editor.open('harbor.json', 'json', JSON.stringify(sample));
			const document = editor.open(name, language, incomplete);
			for (const [before, label] of offered) {
				const at = document.positionAt((before || incomplete).length);
				const items = await editor.completions?.provideCompletionItems(document, at);
				assert.ok(items?.some((item) => item.label === label));
			}
		});
	});
