import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

const text = [
	'job: extension',
	'config:',
	'  name: my portraits',
	'  process:',
	'    - type: diffusion_trainer',
	'      training_folder: output',
	'      network:',
	'        type: lora',
	'        linear: 16',
	'      save:',
	'        save_every: 250',
	'      datasets:',
	'        - folder_path: /app/ai-toolkit/datasets/portraits',
	'      train:',
	'        batch_size: 2',
	'        steps: 1000',
	'        noise_scheduler: flowmatch',
	'        lr: 0.0001',
	'        gradient_checkpoint: true',
	'      model:',
	'        name_or_path: lodestones/Chroma1-Base',
	'        arch: chroma',
	'',
].join('\n');

const codeOf = (each: vscode.Diagnostic): string => {
	const { code } = each;
	return String(typeof code === 'object' ? code.value : code);
};

function ours(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
	return vscode.languages.getDiagnostics(document.uri).filter((each) => each.source === 'Easel');
}

function at(document: vscode.TextDocument, words: string, inside = 1): vscode.Position {
	return document.positionAt(document.getText().indexOf(words) + inside);
}

describe('training configurations in the editor', () => {
	let document: vscode.TextDocument;

	beforeEach(async () => {
		document = await vscode.workspace.openTextDocument({ language: 'yaml', content: text });
		await vscode.window.showTextDocument(document);
		await until(
			() => ours(document),
			(found) => found.length > 0,
			'findings',
		);
	});
	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	it('are underlined at broken rules, with a page for each code', async () => {
		const found = ours(document);
		assert.deepEqual(found.map(codeOf), ['42262 INVALID_JOB_NAME', 'platform-path', 'unknown-key']);
		assert.equal(document.getText(found[0]?.range), 'my portraits');
		for (const { code } of found) {
			assert.ok(typeof code === 'object');
			assert.ok((await vscode.workspace.fs.stat(code.target)).size > 0);
		}
	});

	it('are fixed one by one', async () => {
		const range = new vscode.Range(at(document, 'gradient_checkpoint'), at(document, 'gradient_checkpoint'));
		const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
			'vscode.executeCodeActionProvider',
			document.uri,
			range,
		);
		const action = actions.find((each) => each.title === 'Rename to gradient_checkpointing');
		assert.ok(action?.edit && action.isPreferred);
		assert.ok(await vscode.workspace.applyEdit(action.edit));
		const left = await until(
			() => ours(document),
			(found) => found.length === 2,
			'two findings',
		);
		assert.deepEqual(left.map(codeOf), ['42262 INVALID_JOB_NAME', 'platform-path']);
	});

	it('are fixed all at once', async () => {
		const fixAll = async (patience?: number) => {
			await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
			await vscode.commands.executeCommand('editor.action.fixAll');
			return until(
				() => ours(document),
				(found) => found.length === 0,
				'no finding',
				patience,
			);
		};
		// The editor drops a request for fixes when new findings arrive meanwhile.
		const left = await fixAll(10_000).catch(() => fixAll());
		assert.deepEqual(left.map(codeOf), []);
		assert.match(document.getText(), /name: "my_portraits"/);
		assert.match(document.getText(), /gradient_checkpointing: true/);
	});

	it('offer keys and values while they are written', async () => {
		const labels = async (position: vscode.Position) => {
			const list = await vscode.commands.executeCommand<vscode.CompletionList>(
				'vscode.executeCompletionItemProvider',
				document.uri,
				position,
			);
			return list.items.map((item) => (typeof item.label === 'string' ? item.label : item.label.label));
		};
		assert.ok((await labels(at(document, 'gradient_checkpoint', 5))).includes('optimizer'));
		assert.ok((await labels(at(document, 'arch: chroma', 6))).includes('flux'));
	});

	it('explain keys and values in hovers', async () => {
		const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
			'vscode.executeHoverProvider',
			document.uri,
			at(document, 'arch: chroma', 8),
		);
		const words = hovers.flatMap((hover) =>
			hover.contents.map((part) => (typeof part === 'string' ? part : part.value)),
		);
		assert.ok(words.some((each) => each.includes('**Chroma**')));
	});

	it('show figures above and next to the text', async () => {
		const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
			'vscode.executeCodeLensProvider',
			document.uri,
		);
		const titles = lenses.map((lens) => lens.command?.title);
		assert.ok(titles.includes('2 errors, 1 warning') && titles.includes('Fix 3 Problems'), titles.join());
		const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
			'vscode.executeInlayHintProvider',
			document.uri,
			new vscode.Range(0, 0, document.lineCount, 0),
		);
		assert.deepEqual(
			hints.map((hint) => hint.label),
			['3 checkpoints and the final file', '2,000 images seen'],
		);
	});

	it('have an outline, links and a name to change', async () => {
		const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
			'vscode.executeDocumentSymbolProvider',
			document.uri,
		);
		assert.deepEqual(
			symbols.map((symbol) => symbol.name),
			['job', 'config'],
		);
		const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
			'vscode.executeLinkProvider',
			document.uri,
		);
		assert.ok(links.some((link) => link.target?.path === '/lodestones/Chroma1-Base'));
		const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
			'vscode.executeDocumentRenameProvider',
			document.uri,
			at(document, 'my portraits', 3),
			'portraits_v2',
		);
		assert.equal(edit.get(document.uri)[0]?.newText, 'portraits_v2');
	});

	it('leave other YAML alone', async () => {
		const other = await vscode.workspace.openTextDocument({
			language: 'yaml',
			content: 'services:\n  web:\n    lr: x\n',
		});
		const items = await vscode.commands.executeCommand<vscode.CompletionList>(
			'vscode.executeCompletionItemProvider',
			other.uri,
			new vscode.Position(2, 4),
		);
		assert.deepEqual(ours(other), []);
		const own = [vscode.CompletionItemKind.Property, vscode.CompletionItemKind.Module];
		assert.ok(items.items.every((item) => item.kind === undefined || !own.includes(item.kind)));
	});
});
