import assert from 'node:assert/strict';
import { modelRows } from '../../../src/cli/commands/models.ts';
import type { OperationCall } from '../../../src/cli/frame/operationCommand.ts';
import { success } from '../../../src/core/base/failure.ts';
import { modelSchema } from '../../../src/core/operations/models.ts';

const address = 'https://models.example/a/b';

/** Calls `models show --web`; `opens` is the success of the browser, if there is one. */
async function showPage(opens?: boolean, flags: Readonly<Record<string, boolean>> = {}) {
	const said = { out: '', err: '', opened: [] as string[] };
	const io = {
		err: (text: string) => {
			said.err += text;
		},
		...(opens === undefined
			? {}
			: {
					openPage: async (page: string) => {
						said.opened.push(page);
						return opens;
					},
				}),
	};
	const output = { model: { id: 'a/b', name: 'A', categories: [], url: address }, inputs: [] };
	const row = modelRows.find(({ name }) => name === 'models show');
	const status = await row?.run?.({
		io,
		operation: modelSchema,
		input: { id: 'a/b' },
		call: async () => success(output),
		given: { flags: { web: true, ...flags }, positionals: [] },
		fail: () => 1,
		show: (_output: unknown, shown?: unknown) => {
			said.out += JSON.stringify(shown);
		},
	} as unknown as OperationCall);
	assert.equal(status, 0);
	return said;
}

describe('the page of a model', () => {
	it('is opened on a terminal', async () => {
		const { out, err, opened } = await showPage(true);
		assert.deepEqual([out, opened], ['', [address]]);
		assert.ok(err.includes(address));
	});

	it('is printed without a terminal, without a browser, or as JSON on request', async () => {
		const printed = JSON.stringify({ text: `${address}\n` });
		assert.equal((await showPage()).out, printed);
		assert.equal((await showPage(false)).out, printed);
		const { out, opened } = await showPage(true, { json: true });
		assert.deepEqual([out, opened], [printed, []]);
	});
});
