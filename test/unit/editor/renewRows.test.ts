import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rowRenewal } from '../../../src/editor/shell/renewRows.ts';
import { editor } from '../support/vscode.ts';

describe('rows that are renewed while their list is open', () => {
	afterEach(() => editor.reset());

	const rows = (detail: string) =>
		['Harbour', 'Mountain village', 'Lighthouse'].map((label) => ({ label, detail }));

	function open() {
		const pick = vscode.window.createQuickPick();
		pick.items = rows('old');
		pick.show();
		const taken: (readonly string[])[] = [];
		pick.onDidAccept(() => taken.push(pick.selectedItems.map(({ label, detail }) => `${label} ${detail}`)));
		const renew = rowRenewal(pick, (renewed, old) => renewed.label === old.label);
		assert.ok(editor.input);
		return { pick, renew, taken, input: editor.input };
	}

	it('leave the row active that a person had reached', () => {
		const { pick, renew, taken, input } = open();
		pick.activeItems = pick.items.filter(({ label }) => label === 'Mountain village');
		renew(rows('new'));
		input.pressEnter();
		assert.deepEqual(taken, [['Mountain village new']]);
	});

	it('leave the first row active that fits what was typed before', () => {
		const { pick, renew, taken, input } = open();
		pick.activeItems = pick.items.slice(0, 1);
		input.typeAhead('Light');
		input.type('Light');
		renew(rows('new'));
		input.pressEnter();
		assert.deepEqual(taken, [['Lighthouse new']]);
	});

	it('leave the row active that fits what is typed at the same moment', () => {
		const { pick, renew, taken, input } = open();
		pick.activeItems = pick.items.slice(0, 1);
		input.typeAhead('Mountain');
		renew(rows('new'));
		input.type('Mountain');
		input.pressEnter();
		assert.deepEqual(taken, [['Mountain village new']]);
	});

	it('are given by the caller alone where nobody renewed them', () => {
		const { pick, input } = open();
		const before = pick.items;
		input.type('Mountain');
		assert.equal(pick.items, before);
	});
});
