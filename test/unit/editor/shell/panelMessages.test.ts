import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { silentLog } from '../../../../src/core/base/log.ts';
import { nothing } from '../../../../src/core/base/panel/protocol.ts';
import { createPanel } from '../../../../src/editor/shell/panels/webviewPanel.ts';
import { until } from '../../support/until.ts';
import { CancellationError, commands, editor, Uri } from '../../support/vscode.ts';
import { FakeWebviewPanel } from '../../support/webviewPanel.ts';

const protocol = {
	identity: z.object({}),
	memory: nothing,
	toView: { state: z.object({}) },
	toHost: { begin: nothing },
	requests: {},
};

const usual = {
	viewType: 'easel.results',
	protocol,
	extensionUri: Uri.file('/easel') as never,
	log: silentLog,
	title: () => 'A panel',
	identity: {},
	roots: [],
	state: () => ({}),
	requests: () => ({}),
} as const;

describe('a failed message of a panel', () => {
	let logged: string[];
	let view: FakeWebviewPanel;

	beforeEach(() => {
		logged = [];
		view = new FakeWebviewPanel('', undefined);
	});
	afterEach(() => editor.reset());

	function open(begin: () => unknown): void {
		createPanel<typeof protocol>({
			...usual,
			log: { ...silentLog, error: (message, cause) => logged.push(`${message}: ${cause}`) },
			handlers: () => ({ begin }),
			restored: view as never,
		});
	}

	for (const [when, begin] of [
		['at once', () => assert.fail('the disk is full')],
		['later', async () => assert.fail('the disk is full')],
	] as const)
		it(`is logged and reported once if thrown ${when}`, async () => {
			open(begin);
			view.say('begin');
			await until('it is answered', () => editor.messages.length > 0);
			assert.deepEqual(
				editor.messages.map(({ kind, text, buttons }) => ({ kind, text, buttons })),
				[{ kind: 'error', text: 'Easel cannot finish this. the disk is full', buttons: ['Show Log'] }],
			);
			assert.equal(logged.length, 1);
			assert.match(logged.join(), /easel\.results.*the disk is full/);
		});

	it('is not reported if the user canceled it', async () => {
		let asked = 0;
		open(async () => {
			asked++;
			throw asked === 1 ? new CancellationError() : new Error('no space');
		});
		view.say('begin');
		view.say('begin');
		await until('the second is answered', () => editor.messages.length > 0);
		assert.deepEqual(editor.texts(), ['Easel cannot finish this. no space']);
		assert.equal(logged.length, 1);
	});
});

describe('a panel that closes itself', () => {
	afterEach(() => editor.reset());

	it('passes the focus to the editor that replaces it', async () => {
		const view = new FakeWebviewPanel('', undefined);
		const focused: boolean[] = [];
		commands.registerCommand('workbench.action.focusActiveEditorGroup', () => focused.push(view.disposed));
		createPanel<typeof protocol>({
			...usual,
			handlers: (panel) => ({ begin: () => panel.close() }),
			restored: view as never,
		});
		view.say('begin');
		await until('the focus has moved', () => focused.length > 0);
		assert.deepEqual(focused, [true]);
	});
});
