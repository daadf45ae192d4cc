import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld } from '../../support/operations.ts';
import { apiWorkflow, uiWorkflow } from '../../support/uiWorkflow.ts';

interface Written {
	readonly path: string;
	readonly added: readonly { readonly name: string; readonly nodeId: string; readonly widget: string }[];
	readonly kept: readonly string[];
	readonly missing: readonly string[];
	readonly changed: boolean;
}

describe('App Mode of a workflow in UI format', () => {
	const world = OperationWorld.ofSuite();
	let folder: string;
	const at = (name: string) => join(folder, name);

	beforeEach(() => {
		folder = newFolder();
	});

	const { value, refused } = world.commands();
	const names = async (path: string) =>
		(await value<{ inputs: { name: string; nodeId: string; source: string }[] }>('workflow.inputs', { path }))
			.inputs;
	/** An input with a text that both formats have. */
	const [nodeId = '', input = ''] =
		Object.entries(apiWorkflow as Readonly<Record<string, { inputs: Readonly<Record<string, unknown>> }>>)
			.flatMap(([id, { inputs }]) =>
				Object.entries(inputs).map(([name, given]) => [id, name, typeof given] as const),
			)
			.find(([, , type]) => type === 'string') ?? [];

	const layouts = {
		'in one line': JSON.stringify(uiWorkflow()),
		'with two spaces': JSON.stringify(uiWorkflow(), undefined, 2),
		'with tabs and carriage returns': JSON.stringify(uiWorkflow(), undefined, '\t').replaceAll('\n', '\r\n'),
	};
	for (const [layout, text] of Object.entries(layouts))
		it(`gets the names of its inputs, and is otherwise unchanged, ${layout}`, async () => {
			await writeFile(at('harbor.json'), text);
			await writeFile(at('harbor_api.json'), JSON.stringify(apiWorkflow));
			const path = at('harbor_api.json');
			await value('workflow.name', { path, inputs: [`prompt=${nodeId}.${input}`] });
			const written = await value<Written>('app.write', { path });
			assert.deepEqual(
				[written.path, written.added.map(({ name }) => name), written.kept, written.missing, written.changed],
				[at('harbor.json'), ['prompt'], [], [], true],
			);
			const after = await readFile(at('harbor.json'), 'utf8');
			const former = JSON.parse(text);
			const { extra, ...rest } = JSON.parse(after);
			const { extra: extraBefore, ...restBefore } = former;
			assert.deepEqual(rest, restBefore);
			assert.deepEqual({ ...extra, linearData: undefined }, { ...extraBefore, linearData: undefined });
			assert.deepEqual(extra.linearData.inputs, [[Number(nodeId), input]]);
			// The inserted text is the whole difference.
			let start = 0;
			while (text[start] === after[start]) start++;
			assert.equal(after.replace(after.slice(start, start + after.length - text.length), ''), text);
			assert.equal(/(?<!\r)\n/.test(after), /(?<!\r)\n/.test(text));
			// The name that a person chose stays, and is that of the app now.
			assert.deepEqual(
				(await names(path)).map((each) => [each.name, each.nodeId]),
				[['prompt', nodeId]],
			);
			const again = await value<Written>('app.write', { path });
			assert.deepEqual([again.added, again.kept, again.changed], [[], ['prompt'], false]);
			assert.equal(await readFile(at('harbor.json'), 'utf8'), after);
		});

	it('is written to the document itself if it is in UI format', async () => {
		await writeFile(at('harbor.json'), JSON.stringify(uiWorkflow(), undefined, 2));
		const path = at('harbor.json');
		await value('workflow.name', { path, inputs: [`${nodeId}.${input}`] });
		const { added } = await value<Written>('app.write', { path });
		assert.equal(added.length, 1);
		assert.equal((await names(path)).length, 1);
	});

	it('is not written without a workflow, or over other data', async () => {
		await writeFile(at('harbor_api.json'), JSON.stringify(apiWorkflow));
		const path = at('harbor_api.json');
		await value('workflow.name', { path, inputs: [`prompt=${nodeId}.${input}`] });
		assert.match(await message({ path }), /No workflow in UI format was found next to "harbor_api\.json"/);
		assert.match(await message({ path, ui: path }), /This is not a workflow in UI format/);
		const odd = JSON.stringify({ ...uiWorkflow(), extra: 'none' });
		await writeFile(at('harbor.json'), odd);
		assert.match(await message({ path }), /App Mode data of the workflow cannot be read/);
		assert.equal(await readFile(at('harbor.json'), 'utf8'), odd);
	});

	async function message(given: object): Promise<string> {
		return (await refused('app.write', given)).message;
	}
});
