import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { profilePage, runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { balanceSuffices } from '../../../../src/editor/runs/start/preparation.ts';
import { editor, env } from '../../support/vscode.ts';

describe('a run with a low balance', () => {
	const opened: string[] = [];
	const session = { state: 'signedIn', connection: runcomfyConnection } as SignedIn;
	const asked = (microdollars: number) => balanceSuffices(session, { microdollars, currency: 'USD' });

	beforeEach(() => {
		opened.length = 0;
		Object.assign(env, { openExternal: async (uri: Uri) => opened.push(uri.toString()) });
	});
	afterEach(() => {
		editor.reset();
		Reflect.deleteProperty(env, 'openExternal');
	});

	it('leads to the page of the account, and sends only when a person wants that', async () => {
		assert.equal(await asked(1_000_000), true);
		assert.equal(editor.messages.length, 0);
		editor.answer = ([page]) => page;
		assert.equal(await asked(999_999), false);
		assert.deepEqual(opened, [Uri.parse(profilePage(runcomfyConnection)).toString()]);
		editor.answer = (buttons) => buttons[1];
		assert.equal(await asked(0), true);
		assert.deepEqual(editor.messages[0]?.buttons, ['Open Profile Page', 'Send Anyway']);
		editor.answer = () => undefined;
		assert.equal(await asked(0), false);
		assert.equal(opened.length, 1);
	});
});
