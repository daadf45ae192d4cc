import assert from 'node:assert/strict';
import { revealRow } from '../../../../src/editor/shell/trees/revealRow.ts';

describe('the row that a tree shows', () => {
	const failing = (message: string) => ({ reveal: () => Promise.reject(new Error(message)) });

	it('may have been replaced meanwhile', async () => {
		const view = failing('TreeError [easel.comparison] Tree element not found: [object Object]');
		await revealRow(view, 'row', { focus: false });
	});

	it('is shown among the rows that replaced it', async () => {
		let calls = 0;
		const message = 'Cannot resolve tree item for element 1/job:one from extension easel.easel';
		const view = {
			reveal: async () => {
				calls++;
				if (calls === 1) throw new Error(message);
			},
		};
		await revealRow(view, 'row', {});
		assert.equal(calls, 2);
	});

	it('passes on any other error', async () => {
		const message = "Required registered TreeDataProvider to implement 'getParent'";
		await assert.rejects(revealRow(failing(message), 'row', {}), { message });
	});
});
