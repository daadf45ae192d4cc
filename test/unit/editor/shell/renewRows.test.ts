import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { rowRenewal } from '../../../../src/editor/shell/trees/renewRows.ts';
import { editor } from '../../support/vscode.ts';

describe('rows that are refreshed in an open list', () => {
	afterEach(() => editor.reset());

	const rows = (detail: string) =>
		['Harbour', 'Mountain village', 'Lighthouse'].map((label) => ({ label, detail }));

	/** Waits until everything sent to the window has arrived: it takes turns of the event loop. */
	const arrived = async () => {
		for (let turn = 0; turn < 3; turn++) await pause(1);
	};

	async function open() {
		const pick = vscode.window.createQuickPick();
		pick.items = rows('old');
		pick.show();
		const taken: (readonly string[])[] = [];
		pick.onDidAccept(() => taken.push(pick.selectedItems.map(({ label, detail }) => `${label} ${detail}`)));
		const renew = rowRenewal(pick, (renewed, old) => renewed.label === old.label);
		assert.ok(editor.input);
		await arrived();
		return { pick, renew, taken, input: editor.input };
	}

	it('keep the row active that the user selected', async () => {
		const { pick, renew, taken, input } = await open();
		pick.activeItems = pick.items.filter(({ label }) => label === 'Mountain village');
		await arrived();
		renew(rows('new'));
		await arrived();
		input.pressEnter();
		assert.deepEqual(taken, [['Mountain village new']]);
	});

	it('keep the first row active that matches the earlier input', async () => {
		const { pick, renew, taken, input } = await open();
		pick.activeItems = pick.items.slice(0, 1);
		await arrived();
		input.typeAhead('Light');
		input.type('Light');
		renew(rows('new'));
		await arrived();
		input.pressEnter();
		assert.deepEqual(taken, [['Lighthouse new']]);
	});

	for (const [moment, wait] of [
		['when they have just arrived', arrived],
		['while they are on their way', async () => undefined],
	] as const)
		it(`keep the row active that matches the input ${moment}`, async () => {
			const { pick, renew, taken, input } = await open();
			pick.activeItems = pick.items.slice(0, 1);
			await arrived();
			input.typeAhead('Mountain');
			renew(rows('new'));
			await wait();
			for (const text of ['M', 'Mo', 'Mountain']) input.type(text);
			await arrived();
			input.pressEnter();
			assert.deepEqual(taken, [['Mountain village new']]);
		});

	it('are those of the caller unless refreshed', async () => {
		const { pick, input } = await open();
		const before = pick.items;
		input.type('Mountain');
		await arrived();
		assert.equal(pick.items, before);
	});
});
