import assert from 'node:assert/strict';
import type { Failure } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { dialectOf } from '../../../../src/core/connection/dialects.ts';
import type { RunTarget } from '../../../../src/core/runs/run.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { showRefusal } from '../../../../src/editor/runs/start/dialogs.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor, Uri } from '../../support/vscode.ts';

const uri = Uri.file('/w/harbour.json');
const noToken: Failure = {
	kind: 'auth',
	message: 'The server in front of My ComfyUI requires a token, or does not accept the one that was sent.',
	nextStep: 'Use the command "Easel: Set Token of the Engine", then try again.',
	fixer: 'you',
	status: 401,
};

/** Returns the buttons that are offered when a run of the document on the target was refused. */
async function offered(target: RunTarget, failure: Failure = noToken): Promise<readonly string[]> {
	const run = runRecord({ target, documentUri: uri.toString() });
	const deps = { windowRuns: { latest: () => [run] }, log: silentLog };
	const source = { uri, name: 'harbour.json', document: parseWorkflow('{}') };
	type Given = Parameters<typeof showRefusal>;
	await showRefusal(part<Given[0]>(deps), target.name, part<Given[2]>(source), failure, async () => {});
	return editor.messages.at(-1)?.buttons ?? [];
}

describe('a run rejected for lack of a token', () => {
	afterEach(() => editor.reset());

	it('offers the command to set one on an engine, and the sign-in elsewhere', async () => {
		const onEngine = await offered({ kind: 'engine', id: 'engine', name: 'My ComfyUI' });
		assert.ok(onEngine.includes('Set Token') && !onEngine.includes('Sign In'));
		const onService = await offered({ kind: 'deployment', id: 'd', name: 'Harbour' });
		assert.ok(onService.includes('Sign In') && !onService.includes('Set Token'));
	});

	it('opens that command', async () => {
		let opened = 0;
		editor.handlers.set('easel.setEngineToken', () => opened++);
		editor.answer = (buttons) => buttons.find((button) => button === 'Set Token');
		await offered({ kind: 'engine', id: 'engine', name: 'My ComfyUI' });
		assert.equal(opened, 1);
	});
});

describe('a run rejected because of the balance', () => {
	afterEach(() => editor.reset());

	it('offers the top-up page first, and claims neither that it was not sent nor that the deployment is disabled', async () => {
		const opened = editor.calls('easel.openProfilePage');
		editor.answer = ([first]) => first;
		const { codes } = dialectOf(runcomfyConnection);
		const meaning = codes.meaningOf(10001, 'inference');
		assert.ok(meaning);
		const target = { kind: 'deployment', id: 'd', name: 'Harbour' } as const;
		const buttons = await offered(target, { ...meaning, status: 400 });
		assert.deepEqual(buttons, ['Open Profile Page', 'Details']);
		assert.equal(opened.length, 1);
		assert.equal(
			editor.messages[0]?.text,
			'The run did not start. The balance or plan of this account does not allow runs.',
		);
	});
});
