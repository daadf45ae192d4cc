import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { pageOf } from '../../../../src/core/connection/route.ts';
import { minimumBalance } from '../../../../src/core/wire/limits.ts';
import { confirmLowBalance } from '../../../../src/editor/runs/start/dialogs.ts';
import { editor, env } from '../../support/vscode.ts';

describe('a run with a low balance', () => {
	const opened: string[] = [];
	const asked = (microdollars: number) =>
		confirmLowBalance(runcomfyConnection, {
			balance: { microdollars, currency: 'USD' },
			minimumMicrodollars: minimumBalance.deployment,
		});

	beforeEach(() => {
		opened.length = 0;
		Object.assign(env, { openExternal: async (uri: Uri) => opened.push(uri.toString()) });
	});
	afterEach(() => {
		editor.reset();
		Reflect.deleteProperty(env, 'openExternal');
	});

	it('leads to the page of the account, and sends only when a person wants that', async () => {
		editor.answer = ([page]) => page;
		assert.equal(await asked(999_999), false);
		assert.deepEqual(opened, [Uri.parse(pageOf(runcomfyConnection, 'profilePage')).toString()]);
		editor.answer = (buttons) => buttons[1];
		assert.equal(await asked(0), true);
		assert.deepEqual(editor.messages[0]?.buttons, ['Open Profile Page', 'Send Anyway']);
		editor.answer = () => undefined;
		assert.equal(await asked(0), false);
		assert.equal(opened.length, 1);
	});
});
