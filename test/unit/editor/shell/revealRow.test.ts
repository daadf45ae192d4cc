import assert from 'node:assert/strict';
import { revealRow } from '../../../../src/editor/shell/trees/revealRow.ts';

describe('the row that a tree shows', () => {
	const failing = (message: string) => ({ reveal: () => Promise.reject(new Error(message)) });

	it('may have been replaced meanwhile', async () => {
		const view = failing('TreeError [easel.comparison] Tree element not found: [object Object]');
		await revealRow(view, 'row', { focus: false });
	});

	it('passes on any other error', async () => {
		const message = "Required registered TreeDataProvider to implement 'getParent'";
		await assert.rejects(revealRow(failing(message), 'row', {}), { message });
	});
});
