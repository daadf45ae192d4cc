import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

const sample = 'text-to-image-sd15.json';

/** Opens a sample of the extension as a file of the workspace. */
async function openSample(name: string): Promise<vscode.TextDocument> {
	const extension = vscode.extensions.getExtension('easel.easel');
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	assert.ok(extension && folder);
	const target = vscode.Uri.joinPath(folder.uri, name);
	await vscode.workspace.fs.copy(
		vscode.Uri.joinPath(extension.extensionUri, 'media', 'samples', name),
		target,
		{
			overwrite: true,
		},
	);
	const document = await vscode.workspace.openTextDocument(target);
	await vscode.window.showTextDocument(document);
	return document;
}

/** Returns the titles of the lenses above the text. */
async function lenses(document: vscode.TextDocument): Promise<readonly string[]> {
	const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
		'vscode.executeCodeLensProvider',
		document.uri,
	);
	return all.map((lens) => lens.command?.title ?? '');
}

const resultTabs = () =>
	vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(
			({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('easel.results'),
		);

describe('the sandbox in the editor', () => {
	after(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await vscode.commands.executeCommand('easel.stopSandbox');
	});

	it('runs a document on the deployment that is offered first, until its result is there', async () => {
		await vscode.commands.executeCommand('easel.startSandbox');
		const document = await openSample(sample);
		await until(
			() => lenses(document),
			(titles) => titles.includes('$(play) Run'),
			'Run above the text',
		);
		let isOver = false;
		const run = vscode.commands.executeCommand('easel.run').then(() => {
			isOver = true;
		});
		// The deployment, then the plan. No event reports the opening of a list, and without one nothing is accepted.
		await until(
			async () => {
				await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
				return isOver;
			},
			(over) => over,
			'the command to end',
		);
		await run;
		await until(resultTabs, (tabs) => tabs.length === 1, 'the tab of the result');
		assert.match(resultTabs()[0]?.label ?? 'no tab', /^text-to-image-sd15 · /);
		await until(
			() => lenses(document),
			(titles) => titles.some((title) => title.startsWith('$(play) Run on ')) && !titles.includes('Cancel'),
			'the end of the run above the text',
		);
	});
});

describe('the samples in the editor', () => {
	const findings = (document: vscode.TextDocument) =>
		vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Easel');

	const figures = (document: vscode.TextDocument) =>
		vscode.commands.executeCommand<vscode.InlayHint[]>(
			'vscode.executeInlayHintProvider',
			document.uri,
			new vscode.Range(0, 0, document.lineCount, 0),
		);

	afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

	it('show the mistakes of the configuration that is there to have some, and none in the other', async () => {
		const faulty = await openSample('harbour-lora-with-mistakes.yaml');
		const found = await until(
			() => findings(faulty),
			(all) => all.length > 0,
			'the mistakes',
		);
		assert.ok(found.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error));
		const sound = await openSample('harbour-lora.yaml');
		// The values next to the text come from the same check.
		await until(
			() => figures(sound),
			(all) => all.length > 0,
			'figures beside the text',
		);
		assert.deepEqual(findings(sound), []);
	});
});
