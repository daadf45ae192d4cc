import assert from 'node:assert/strict';
import type { Failure } from '../../../../src/core/base/failure.ts';
import { failureText } from '../../../../src/editor/shell/failures.ts';
import { confirm, fail, inform, warn } from '../../../../src/editor/shell/messages.ts';
import { editor } from '../../support/vscode.ts';

const name = '[Harbour](command:workbench.action.quit)\u202e\n';

describe('the text of a failure', () => {
	const refusal: Failure = {
		kind: 'input',
		message: 'example.com refused the request, because something in it is not valid.',
		nextStep: 'Check the details, fix the request and try again.',
		fixer: 'you',
		status: 422,
		code: 42299,
		details: ['A new rule says no', 'more of it'],
	};

	it('contains the message of the service if its code is unknown', () => {
		assert.equal(
			failureText(refusal),
			`${refusal.message} Message from the service: A new rule says no. ${refusal.nextStep}`,
		);
		const { code: _, ...withoutCode } = refusal;
		assert.match(failureText(withoutCode), /Message from the service: A new rule says no\./);
	});

	it('contains only the text of Easel for a known code, or a fault of the service', () => {
		for (const known of [
			{ ...refusal, code: 42253, codeName: 'INVALID_YAML' },
			{ ...refusal, kind: 'upstream', status: 502 } as const,
		])
			assert.equal(failureText(known), `${refusal.message} ${refusal.nextStep}`);
	});
});

describe('messages to the user', () => {
	afterEach(() => editor.reset());

	it('never contain a link from a name, whatever their kind', async () => {
		await inform(name);
		await warn(name, 'Open');
		await fail(name);
		await confirm(name, { detail: name, action: 'Remove' });
		assert.deepEqual(
			editor.messages.map(({ kind }) => kind),
			['information', 'warning', 'error', 'warning'],
		);
		for (const { text, detail } of editor.messages) {
			assert.doesNotMatch(text, /\]\(|[\n\u202e]/);
			assert.doesNotMatch(detail ?? '', /\]\(|[\n\u202e]/);
		}
	});

	it('return the chosen button', async () => {
		editor.answer = (buttons) => buttons[1];
		assert.equal(await inform('Done', 'Show', 'Do Not Show Again'), 'Do Not Show Again');
		editor.answer = () => undefined;
		assert.equal(await warn('Look', 'Show'), undefined);
	});

	it('ask in a dialog, and only its own button confirms', async () => {
		assert.equal(await confirm('Remove this?', { detail: 'It is gone then.', action: 'Remove' }), false);
		editor.answer = ([first]) => first;
		assert.equal(await confirm('Remove this?', { detail: 'It is gone then.', action: 'Remove' }), true);
		assert.ok(editor.messages.every(({ modal, buttons }) => modal && buttons.join() === 'Remove'));
	});
});
