import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import { fileCommands } from '../../../../src/editor/deployments/file/commands.ts';
import { commands, editor, Uri, window, workspace } from '../../support/vscode.ts';
import { openPlayedAccount } from './playedDeployments.ts';

describe('the commands of deployment files', () => {
	let account: Awaited<ReturnType<typeof openPlayedAccount>>;
	let shown: Map<string, string>;
	let diffs: string[];
	let handlers: ReturnType<typeof fileCommands>;

	const open = (text: string) => {
		const document = editor.open('harbor.deployment.yaml', 'yaml', text);
		return Object.assign(document, { save: async () => true });
	};
	const uriOf = ({ uri }: { readonly uri: unknown }) => uri as never;
	const yes = ([first]: readonly string[]) => first;

	beforeEach(async () => {
		account = await openPlayedAccount();
		shown = new Map();
		diffs = [];
		handlers = fileCommands({
			...account,
			log: silentLog,
			files: { ready: async () => undefined, files: [], of: () => undefined } as never,
			live: {
				show: (uri: Uri, text: string) => {
					shown.set(uri.path, text);
					return uri;
				},
			} as never,
		});
		commands.registerCommand('vscode.diff', (_left, _right, title) => diffs.push(String(title)));
	});
	afterEach(async () => {
		editor.reset();
		await account.close();
	});

	it('show the file next to the values of the deployment, and send nothing', async () => {
		const document = open('# ours\nid: a\nqueue_size: 4 # more\n');
		await handlers['easel.planDeployment'](uriOf(document));
		assert.deepEqual(diffs, ['harbor.deployment.yaml (Deployment ↔ File)']);
		assert.deepEqual([...shown.values()], ['# ours\nid: a\nqueue_size: 1 # more\n']);
		assert.deepEqual(account.played.sent, []);
	});

	it('report that there is nothing to apply', async () => {
		const document = open('id: a\nqueue_size: 1\n');
		await handlers['easel.planDeployment'](uriOf(document));
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.deepEqual(diffs, []);
		assert.match(editor.messages[0]?.text ?? '', /^"Harbor" matches the file\./);
		assert.match(editor.messages[1]?.text ?? '', /There is nothing to apply/);
	});

	it('apply after a question with each change and its cost', async () => {
		const document = open('id: a\nqueue_size: 4\nmin_instances: 1\n');
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.equal(editor.messages[0]?.text, 'Apply the file to "Harbor"?');
		assert.match(
			editor.messages[0]?.detail ?? '',
			/^Minimum instances: 0 → 1; Queue size: 1 → 4\. One instance keeps running/,
		);
		assert.deepEqual(account.played.sent, []);
		editor.answer = yes;
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.deepEqual(account.played.sent, ['PATCH a {"name":"Harbor","min_instances":1,"queue_size":4}']);
	});

	it('create a deployment and write its ID into the file', async () => {
		editor.answer = yes;
		const document = open('name: New\nworkflow_id: w\nworkflow_version: v1\n');
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.equal(account.played.sent.length, 1);
		assert.equal(document.getText(), 'id: new-3\nname: New\nworkflow_id: w\nworkflow_version: v1\n');
		assert.ok(account.store.byId('new-3'));
	});

	it('create one deployment, however often invoked during the first request', async () => {
		editor.answer = yes;
		const document = open('name: New\nworkflow_id: w\nworkflow_version: v1\n');
		await Promise.all([1, 2, 3].map(() => handlers['easel.applyDeployment'](uriOf(document))));
		assert.equal(account.played.sent.length, 1);
		assert.match(document.getText(), /^id: new-3\n/);
		assert.deepEqual(editor.texts(), ['Create the deployment "New"?', 'Created "New".']);
	});

	it('create none if one with the same name was created during the question', async () => {
		const { played } = account;
		editor.answer = (buttons) => {
			played.records.set('other', { ...played.records.get('a'), id: 'other', name: 'New' });
			return buttons[0];
		};
		const document = open('name: New\nworkflow_id: w\nworkflow_version: v1\n');
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.deepEqual(played.sent, []);
		assert.match(editor.messages.at(-1)?.text ?? '', /has been created in the meantime, with the ID other/);
	});

	it('send the confirmed changes, and nothing if the deployment changed during the question', async () => {
		const document = open('id: a\nqueue_size: 4\n');
		editor.answer = (buttons) => {
			if (account.played.sent.length === 0) editor.type(document, 'max_instances: 3\n');
			return buttons[0];
		};
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.deepEqual(account.played.sent, ['PATCH a {"name":"Harbor","queue_size":4}']);
		const { records } = account.played;
		editor.answer = (buttons) => {
			records.set('a', { ...records.get('a'), max_instances: 9 });
			return buttons[0];
		};
		await handlers['easel.applyDeployment'](uriOf(document));
		assert.match(editor.messages.at(-1)?.text ?? '', /Someone else has just changed "Harbor"/);
		assert.equal(account.played.sent.length, 1);
	});

	it('jump to the first error of a file', async () => {
		const document = open('id: a\nqueue_size: many\n');
		await handlers['easel.planDeployment'](uriOf(document));
		assert.match(
			editor.messages[0]?.text ?? '',
			/^The file has an error\. "queue_size" must be a whole number/,
		);
		const selection = editor.shown[0]?.selection;
		assert.equal(selection && document.getText(selection), 'many');
	});

	it('pull the values of the deployment into its file, with its comments', async () => {
		const document = open('id: a\nqueue_size: 9 # more\nname: Old\n');
		await handlers['easel.pullDeployment'](uriOf(document));
		assert.equal(document.getText(), 'id: a\nqueue_size: 1 # more\nname: Harbor\n');
		await handlers['easel.pullDeployment'](uriOf(document));
		assert.match(editor.messages.at(-1)?.text ?? '', /already has the settings of "Harbor"/);
	});

	it('ask before they overwrite a file', async () => {
		const written: string[] = [];
		const there = new Set(['/project/harbor.deployment.yaml']);
		window.showSaveDialog = async () => Uri.file('/project/harbor.yaml');
		Object.assign(workspace, {
			asRelativePath: ({ path }: Uri) => path.replace('/project/', ''),
			fs: {
				stat: async ({ path }: Uri) => assert.ok(there.has(path)),
				writeFile: async ({ path }: Uri) => written.push(path),
			},
		});
		const deployment = account.store.byId('a');
		assert.ok(deployment);
		const pull = () => handlers['easel.pullDeployment']({ kind: 'deployment', deployment });
		await pull();
		assert.deepEqual(written, []);
		assert.equal(editor.messages.at(-1)?.text, '"harbor.deployment.yaml" already exists. Replace it?');
		editor.answer = yes;
		await pull();
		there.clear();
		editor.answer = () => undefined;
		await pull();
		assert.deepEqual(written, ['/project/harbor.deployment.yaml', '/project/harbor.deployment.yaml']);
	});

	it('report a missing file for a row or the editor', async () => {
		const deployment = account.store.byId('a');
		assert.ok(deployment);
		await handlers['easel.planDeployment']({ kind: 'deployment', deployment });
		assert.match(editor.messages.at(-1)?.text ?? '', /^No file in this workspace belongs to "Harbor"/);
		window.activeTextEditor = undefined;
		await handlers['easel.planDeployment'](undefined);
		assert.match(editor.messages.at(-1)?.text ?? '', /no file whose name ends with "\.deployment\.yaml"/);
	});
});
