import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { silentLog } from '../../../../src/core/base/log.ts';
import { startFileFeatures } from '../../../../src/editor/deployments/file/features.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import { until } from '../../support/until.ts';
import { editor, Uri } from '../../support/vscode.ts';
import { openPlayedAccount } from './playedDeployments.ts';

describe('open files that describe deployments', () => {
	let account: Awaited<ReturnType<typeof openPlayedAccount>>;
	let documents: Documents;
	let features: vscode.Disposable;

	const messages = (name: string) =>
		editor.diagnostics.get(`file:///project/${name}`)?.map(({ message }) => message);

	beforeEach(async () => {
		account = await openPlayedAccount();
		documents = new Documents();
		features = startFileFeatures({
			extensionUri: Uri.file('/extension') as never,
			log: silentLog,
			documents,
			store: account.store,
		});
	});
	afterEach(async () => {
		features.dispose();
		documents.dispose();
		editor.reset();
		await account.close();
	});

	it('are checked while edited, and no other YAML is', async () => {
		const document = editor.open('pier.deployment.yaml', 'yaml', 'id: a\nqueue_size: many\n');
		editor.open('other.yaml', 'yaml', 'queue_size: many\n');
		await until('the finding', () => messages('pier.deployment.yaml')?.length === 1);
		assert.match(messages('pier.deployment.yaml')?.[0] ?? '', /whole number/);
		editor.type(document, '4', 'many');
		await until('a file without findings', () => messages('pier.deployment.yaml')?.length === 0);
		assert.equal(messages('other.yaml'), undefined);
		editor.close(document);
		assert.equal(messages('pier.deployment.yaml'), undefined);
	});

	it('accept a machine that the service has used', async () => {
		editor.open('pier.deployment.yaml', 'yaml', 'id: a\nhardware: BLACKWELL_192\n');
		await until('the warning', () => messages('pier.deployment.yaml')?.length === 1);
		account.played.records.set('a', { ...account.played.records.get('a'), hardware: ['BLACKWELL_192'] });
		await account.store.refresh();
		await until('the machine known', () => messages('pier.deployment.yaml')?.length === 0);
	});

	it('complete keys and values', () => {
		const document = editor.open('pier.deployment.yaml', 'yaml', 'id: a\nhardware: ');
		const at = document.positionAt(document.getText().length);
		const labels = editor.completions?.provideCompletionItems(document, at)?.map(({ label }) => label);
		assert.ok(labels?.includes('HOPPER_141'), labels?.join());
		const other = editor.open('other.yaml', 'yaml', 'hardware: ');
		assert.equal(editor.completions?.provideCompletionItems(other, at), undefined);
	});
});
