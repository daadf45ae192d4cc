import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

const workflow = `{
  "4": {
    "inputs": { "ckpt_name": "small.safetensors" },
    "class_type": "CheckpointLoaderSimple",
    "_meta": { "title": "Model" }
  },
  "6": {
    "inputs": { "text": "a harbour", "clip": ["4", 1] },
    "class_type": "CLIPTextEncode",
    "_meta": { "title": "Prompt" }
  },
  "5": {
    "inputs": { "width": 512, "height": 512, "batch_size": 1 },
    "class_type": "EmptyLatentImage"
  },
  "3": {
    "inputs": {
      "seed": 18446744073709551615,
      "steps": 20,
      "cfg": 8,
      "sampler_name": "euler",
      "scheduler": "normal",
      "denoise": 1,
      "model": ["4", 0],
      "positive": ["6", 0],
      "negative": ["6", 0],
      "latent_image": ["5", 0]
    },
    "class_type": "KSampler"
  },
  "8": { "inputs": { "samples": ["3", 0], "vae": ["4", 2] }, "class_type": "VAEDecode" },
  "9": { "inputs": { "filename_prefix": "out", "images": ["8", 0] }, "class_type": "SaveImage" }
}
`;

function folder(): vscode.Uri {
	const [first] = vscode.workspace.workspaceFolders ?? [];
	assert.ok(first, 'the host has a folder open');
	return first.uri;
}

async function open(name: string, text: string): Promise<vscode.TextDocument> {
	const uri = vscode.Uri.joinPath(folder(), name);
	await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
	const document = await vscode.workspace.openTextDocument(uri);
	await vscode.window.showTextDocument(document);
	return document;
}

/** Waits for the expected remarks on a document, as `code text`; fails with the actual ones. */
async function remarks(
	document: vscode.TextDocument,
	wanted: readonly string[],
	least = vscode.DiagnosticSeverity.Hint,
): Promise<readonly vscode.Diagnostic[]> {
	const ours = () =>
		vscode.languages
			.getDiagnostics(document.uri)
			.filter(({ source, severity }) => source === 'Easel' && severity <= least);
	const shown = () =>
		ours().map(
			({ code, range }) => `${typeof code === 'object' ? code.value : code} ${document.getText(range)}`,
		);
	await until(shown, (all) => all.join() === wanted.join(), wanted.join() || 'no remark');
	return ours();
}

async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
	const start = document.getText().indexOf(from);
	assert.ok(start >= 0, `${from} is in the document`);
	const edit = new vscode.WorkspaceEdit();
	const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
	edit.replace(document.uri, range, to);
	assert.ok(await vscode.workspace.applyEdit(edit));
}

function at(document: vscode.TextDocument, text: string, into = 1): vscode.Position {
	return document.positionAt(document.getText().indexOf(text) + into);
}

function ask<T>(command: string, ...args: unknown[]): Thenable<T> {
	return vscode.commands.executeCommand<T>(command, ...args);
}

describe('workflow documents in the editor', () => {
	after(async () => {
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	it('are checked when they open and at every edit, also with Windows line ends', async () => {
		const document = await open('checked_api.json', workflow.replaceAll('\n', '\r\n'));
		await remarks(document, []);
		await replace(document, '"steps": 20', '"steps": 0');
		const [remark] = await remarks(document, ['value_smaller_than_min 0']);
		assert.equal(remark?.severity, vscode.DiagnosticSeverity.Error);
		await replace(document, '"4": {', '\r\n\r\n"4": {');
		await remarks(document, ['value_smaller_than_min 0']);
		await replace(document, '"steps": 0', '"steps": 30');
		await remarks(document, []);
	});

	it('are checked with the node info next to them', async () => {
		const document = await open('described_api.json', '{"1": {"class_type": "OnlyHere", "inputs": {}}}');
		await remarks(document, ['missing_node_type "OnlyHere"']);
		const description = vscode.Uri.joinPath(folder(), 'object_info.json');
		const text = JSON.stringify({
			OnlyHere: { input: {}, output: [], output_node: true, output_matchtypes: null },
		});
		await vscode.workspace.fs.writeFile(description, new TextEncoder().encode(text));
		try {
			await replace(document, '"inputs": {}', '"inputs": {"a": 1}');
			const [remark] = await remarks(document, ['unknown_input "a"']);
			assert.ok(remark?.message.includes('OnlyHere'));
		} finally {
			await vscode.workspace.fs.delete(description);
		}
	});

	it('suggest matching values', async () => {
		const document = await open('offers_api.json', workflow.replace('"steps": 20,', '"st"'));
		await remarks(document, ['required_input_missing "KSampler"']);
		const list = await ask<vscode.CompletionList>(
			'vscode.executeCompletionItemProvider',
			document.uri,
			at(document, '"st"', 3),
		);
		const steps = list.items.find((item) => typeof item.label === 'object' && item.label.label === 'steps');
		assert.ok(steps?.insertText instanceof vscode.SnippetString);
		assert.ok(steps.insertText.value.startsWith(`"steps": \${1:20}`));
	});

	it('replace the whole of a link over several lines', async () => {
		const laidOut = workflow.replace('["8", 0]', '[\n        "99",\n        0\n      ]');
		const document = await open('relinked_api.json', laidOut);
		await remarks(document, ['exception_during_validation "99"'], vscode.DiagnosticSeverity.Error);
		const behind = at(document, '"99"', 4);
		const editor = vscode.window.activeTextEditor;
		assert.ok(editor);
		editor.selection = new vscode.Selection(behind, behind);
		await ask('editor.action.triggerSuggest');
		await until(
			async () => {
				await ask('acceptSelectedSuggestion');
				return document.getText();
			},
			(text) => text !== laidOut,
			'a link in place of the other',
		);
		assert.equal(document.getText(), workflow);
		await remarks(document, []);
	});

	it('show hovers for nodes and inputs', async () => {
		const document = await open('tells_api.json', workflow);
		await remarks(document, []);
		const hovers = await ask<vscode.Hover[]>(
			'vscode.executeHoverProvider',
			document.uri,
			at(document, '"KSampler"', 3),
		);
		const shown = hovers
			.flatMap((hover) => hover.contents.map((one) => (typeof one === 'string' ? one : one.value)))
			.join();
		assert.ok(shown.includes('`denoise`'), shown);
		const hints = await ask<vscode.InlayHint[]>(
			'vscode.executeInlayHintProvider',
			document.uri,
			new vscode.Range(0, 0, 40, 0),
		);
		const labels = hints.map(({ label }) =>
			typeof label === 'string' ? label : label.map((part) => part.value).join(''),
		);
		assert.ok(labels.includes('Model · CLIP'), labels.join());
		const symbols = await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
		assert.ok(symbols.some((symbol) => symbol.name === 'Prompt'));
	});

	it('lead along links, and rename a node everywhere', async () => {
		const document = await open('links_api.json', workflow);
		await remarks(document, []);
		const link = at(document, '"clip": ["4"', '"clip": ["'.length);
		const targets = await ask<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document.uri, link);
		assert.equal(
			targets[0]?.targetSelectionRange && document.getText(targets[0].targetSelectionRange),
			'"4"',
		);
		const places = await ask<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, link);
		assert.equal(places.length, 4);
		const edit = await ask<vscode.WorkspaceEdit>(
			'vscode.executeDocumentRenameProvider',
			document.uri,
			link,
			'loader',
		);
		assert.ok(await vscode.workspace.applyEdit(edit));
		assert.equal(document.getText().split('"loader"').length - 1, 4);
		await remarks(document, []);
	});

	it('fix themselves on request', async () => {
		const broken = workflow
			.replace('["4", 0]', '[4, 0]')
			.replace('"euler"', '"eular"')
			.replace('      "cfg": 8,\n', '');
		const document = await open('mended_api.json', broken);
		await remarks(document, [
			'value_not_in_list "eular"',
			'exception_during_inner_validation 4',
			'required_input_missing "KSampler"',
		]);
		const whole = new vscode.Range(0, 0, document.lineCount, 0);
		const actions = await ask<vscode.CodeAction[]>(
			'vscode.executeCodeActionProvider',
			document.uri,
			whole,
			vscode.CodeActionKind.SourceFixAll.append('easel').value,
		);
		const [all] = actions;
		assert.ok(all?.edit);
		assert.ok(await vscode.workspace.applyEdit(all.edit));
		await remarks(document, []);
		assert.ok(document.getText().includes('"seed": 18446744073709551615'));
	});

	it('are recognized in the other formats', async () => {
		const canvas = await open('canvas.json', '{"last_node_id": 1, "nodes": [], "links": [], "version": 0.4}');
		await remarks(canvas, ['ui_format {']);
		const lenses = await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', canvas.uri);
		assert.deepEqual(
			lenses.map((lens) => lens.command?.title).filter((title) => !title?.includes('Run')),
			['Workflow in UI Format', 'Convert to API Format', 'Show Graph'],
		);
		const body = await open('body.json', `{"prompt": ${workflow}}`);
		await remarks(body, ['wrapped_workflow {']);
		const plain = await open('plain.json', '{"name": "x", "inputs": {}}');
		await remarks(plain, []);
	});
});
