import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import { registerCommands } from '../../../../src/editor/shell/commands.ts';
import { commandIds } from '../../../../src/manifest/all.ts';
import { editor, workspace } from '../../support/vscode.ts';

/** The names of commands that send something. */
const sends =
	/^easel\.(?:run|send|submit|upload|apply|retry|repeat|resume|continue|new|save|push|publish|deploy)[A-Z]?/;

/** Commands with such a name that send no content of the workspace: their input is typed, or already known to the service. */
const others: ReadonlySet<string> = new Set([
	'easel.runModel',
	'easel.newDeployment',
	'easel.newTrainingConfiguration',
	'easel.resumeJob',
	'easel.sendExampleWebhook',
	'easel.saveDatasetFileList',
	'easel.saveRunPictures',
	'easel.savePreset',
	'easel.applyPreset',
]);

const sending = commandIds.filter((id) => sends.test(id) && !others.has(id));

describe('an untrusted workspace', () => {
	afterEach(() => editor.reset());

	it('restricts only existing commands', () => {
		const known: readonly string[] = commandIds;
		for (const id of others) assert.ok(known.includes(id), id);
	});

	for (const id of sending) {
		it(`does not reach the handler of ${id}`, async () => {
			let called = 0;
			registerCommands(silentLog, { [id]: () => ++called });
			Object.assign(workspace, { isTrusted: false });
			await editor.handlers.get(id)?.();
			assert.equal(called, 0);
			const [message, ...more] = editor.messages;
			assert.match(message?.text ?? '', /^Easel sends nothing from an untrusted workspace/);
			assert.deepEqual([message?.buttons, more], [['Manage Workspace Trust'], []]);
			Object.assign(workspace, { isTrusted: true });
			await editor.handlers.get(id)?.();
			assert.equal(called, 1);
		});
	}
});
