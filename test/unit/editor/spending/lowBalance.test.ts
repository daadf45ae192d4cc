import assert from 'node:assert/strict';
import { runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { minimumBalance } from '../../../../src/core/wire/limits.ts';
import { confirmLowBalance } from '../../../../src/editor/runs/start/dialogs.ts';
import { editor } from '../../support/vscode.ts';

describe('a run with a low balance', () => {
	const opened: unknown[] = [];
	const asked = (microdollars: number) =>
		confirmLowBalance(runcomfyConnection, {
			balance: { microdollars, currency: 'USD' },
			minimumMicrodollars: minimumBalance.deployment,
		});

	beforeEach(() => {
		opened.length = 0;
		editor.handlers.set('easel.openProfilePage', (id) => opened.push(id));
	});
	afterEach(() => editor.reset());

	it('links to the account page, and sends only after confirmation', async () => {
		editor.answer = ([page]) => page;
		assert.equal(await asked(999_999), false);
		assert.deepEqual(opened, [runcomfyConnection.id]);
		editor.answer = (buttons) => buttons[1];
		assert.equal(await asked(0), true);
		assert.deepEqual(editor.messages[0]?.buttons, ['Open Profile Page', 'Send Anyway']);
		editor.answer = () => undefined;
		assert.equal(await asked(0), false);
		assert.equal(opened.length, 1);
	});
});
