import assert from 'node:assert/strict';
import type { SecretStorage } from 'vscode';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { readHubToken, storeHubToken } from '../../../../src/editor/jobs/hubToken.ts';
import { MemorySecrets } from '../../account/memorySecrets.ts';
import { until } from '../../support/until.ts';
import { editor, type TextDocument } from '../../support/vscode.ts';
import { configuration } from '../../training/config.ts';
import { OpenRoom } from '../training/trainingRoom.ts';

const token = `hf_${'a1'.repeat(17)}`;
const variable = `$${'{HF_TOKEN}'}`;
const flux = (...more: readonly string[]) =>
	configuration({ model: ['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux', ...more] });

describe('the model-hub token of a connection', () => {
	const at = (trainerUrl: string, id = 'c1') => ({ id, trainerUrl }) as Connection;

	it('is stored for its host, in a separate secret for each connection', async () => {
		const secrets = new MemorySecrets() as unknown as SecretStorage;
		await storeHubToken(secrets, at('https://trainer.example'), token);
		assert.equal(await readHubToken(secrets, at('https://trainer.example')), token);
		assert.equal(await readHubToken(secrets, at('https://other.example')), undefined);
		assert.equal(await readHubToken(secrets, at('https://trainer.example', 'c2')), undefined);
	});

	it('stays with the sandbox, whose port changes, and is stored nowhere readable', async () => {
		const secrets = new MemorySecrets() as unknown as SecretStorage;
		await storeHubToken(secrets, at('http://127.0.0.1:4000', 'sandbox'), token);
		assert.equal(await readHubToken(secrets, at('http://127.0.0.1:5000', 'sandbox')), token);
		await storeHubToken(secrets, at('http://trainer.example'), token);
		assert.equal(await readHubToken(secrets, at('http://trainer.example')), undefined);
	});
});

describe('a training configuration that needs a model-hub token', () => {
	let opened: OpenRoom;

	beforeEach(() => {
		opened = new OpenRoom();
	});
	afterEach(() => opened.close());

	const review = () => until('the review', () => editor.input);
	const stored = () => [...opened.secrets.values.values()];
	const codes = (document: TextDocument) =>
		(editor.diagnostics.get(document.uri.toString()) ?? []).map(
			({ code }) => (code as unknown as { value?: string } | undefined)?.value,
		);

	it('reports a missing token, accepts one in the review, and shows its destination', async () => {
		const document = editor.open('portraits.yaml', 'yaml', flux(`hf_token: ${variable}`));
		await until('the finding', () => codes(document).includes('42257 MODELA_HUB_TOKEN_REQUIRED'));
		editor.ask = () => token;
		const done = opened.run('easel.submitTraining', document.uri);
		const first = await review();
		assert.match(JSON.stringify(first.row('Start Training')), /Anyway/);
		first.choose('no token is stored');
		const again = await until('the next review', () => (editor.input === first ? undefined : editor.input));
		assert.match(JSON.stringify(again.row('$(key)')), /config\.process\[0\]\.model\.hf_token \(line \d+\)/);
		assert.doesNotMatch(JSON.stringify(again.items), /sent as it is written|hf_a1/);
		again.choose('Start Training');
		await done;
		assert.equal(opened.jobs.sent[0]?.configText, document.getText());
		assert.ok(!document.getText().includes(token));
		assert.deepEqual(stored(), [`https://trainer.example ${token}`]);
		await until('no finding', () => codes(document).length === 0);
	});

	it('puts the token under another key on request', async () => {
		await storeHubToken(
			opened.secrets as unknown as SecretStorage,
			opened.account.signedIn.connection,
			token,
		);
		const document = editor.open('portraits.yaml', 'yaml', flux(`hf_token: ${variable}`));
		editor.pick = (rows) => rows.find(({ label }) => label === 'config.hf_token');
		const done = opened.run('easel.submitTraining', document.uri);
		const first = await review();
		first.choose('$(key)');
		const again = await until('the next review', () => (editor.input === first ? undefined : editor.input));
		assert.match(JSON.stringify(again.row('$(key)')), /"config\.hf_token \(line/);
		again.hide();
		await done;
		assert.match(document.getText(), /^ {2}hf_token: \$\{HF_TOKEN\}$/m);
		assert.equal(document.getText().split(variable).length, 2);
	});

	it('stores a token written in the text, and inserts its variable, from the review', async () => {
		const document = editor.open('portraits.yaml', 'yaml', flux(`hf_token: ${token}`));
		const done = opened.run('easel.submitTraining', document.uri);
		const first = await review();
		first.press('This token is readable');
		const again = await until('the next review', () => (editor.input === first ? undefined : editor.input));
		assert.equal(document.getText(), flux(`hf_token: ${variable}`));
		assert.deepEqual(stored(), [`https://trainer.example ${token}`]);
		again.hide();
		await done;
	});

	it('stores the token from a quick fix, and keeps a changed text', async () => {
		const document = editor.open('portraits.yaml', 'yaml', flux(`hf_token: ${token}`));
		await until('the finding', () => codes(document).includes('literal-token'));
		const [found] = editor.diagnostics.get(document.uri.toString()) ?? [];
		await opened.run('easel.storeHubToken', document.uri, found?.range);
		assert.equal(document.getText(), flux(`hf_token: ${variable}`));
		await opened.run('easel.storeHubToken', document.uri, found?.range);
		assert.equal(document.getText(), flux(`hf_token: ${variable}`));
		assert.deepEqual(stored(), [`https://trainer.example ${token}`]);
	});

	it('has no token after its removal', async () => {
		editor.ask = () => token;
		await opened.run('easel.setHubToken');
		const document = editor.open('portraits.yaml', 'yaml', flux(`hf_token: ${variable}`));
		await opened.run('easel.removeHubToken');
		assert.deepEqual(stored(), []);
		await until('the finding', () => codes(document).includes('42257 MODELA_HUB_TOKEN_REQUIRED'));
	});
});
