import assert from 'node:assert/strict';
import { silentLog } from '../../../src/core/base/log.ts';
import { registerCommands, registerLazyCommands } from '../../../src/editor/shell/commands.ts';
import { commands, editor } from '../support/vscode.ts';

describe('commands', () => {
	afterEach(() => editor.reset());

	it('pass on the arguments and return the result of their handler', async () => {
		registerCommands(silentLog, { 'easel.showRun': (id: string) => `shown ${id}` });
		assert.equal(await commands.executeCommand('easel.showRun', 'a'), 'shown a');
	});

	it('hide words about code in errors', async () => {
		for (const cause of [
			new Error('Assertion Failed: Argument is `undefined` or `null`.'),
			new TypeError('x is no y'),
		]) {
			registerCommands(silentLog, {
				'easel.showRun': () => {
					throw cause;
				},
			});
			await commands.executeCommand('easel.showRun');
		}
		assert.equal(editor.messages.length, 2);
		for (const { text } of editor.messages)
			assert.equal(text, 'Easel cannot finish this because of an internal error. The log has the details.');
	});

	it('retry a part that failed to load', async () => {
		let loads = 0;
		const load = async () => {
			loads++;
			if (loads === 1) throw new Error('The file is busy.');
			return { 'easel.showRun': () => 'shown' } as const;
		};
		registerLazyCommands(silentLog, ['easel.showRun'], load);
		await commands.executeCommand('easel.showRun');
		assert.equal(editor.messages.length, 1);
		assert.equal(await commands.executeCommand('easel.showRun'), 'shown');
		assert.equal(await commands.executeCommand('easel.showRun'), 'shown');
		assert.equal(loads, 2, 'what is loaded is kept');
	});
});
