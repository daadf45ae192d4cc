import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPython, pythonErrors, typescriptErrors } from '../support/clientCompilers.ts';
import { newFolder } from '../support/newFolder.ts';
import { OperationCaller, OperationWorld } from '../support/operations.ts';

const corpus = new URL('../../../shared/data/workflows/', import.meta.url).pathname;

describe('clients of public workflows', () => {
	let world: OperationWorld;
	const folder = newFolder();

	before(async () => {
		world = await OperationWorld.open();
	});
	after(() => world?.end());

	const { call } = new OperationCaller(() => world.services());

	it('in both formats compile in both languages', async function () {
		this.timeout(300_000);
		const written: Record<string, string[]> = { typescript: [], python: [] };
		for (const format of ['api', 'ui']) {
			for (const [at, name] of (await readdir(join(corpus, format))).entries()) {
				const target = at % 2 === 0 ? 'service' : 'engine';
				for (const [language, files] of Object.entries(written)) {
					const path = join(corpus, format, name);
					const made = await call('workflow.client', { path, language, target });
					// Some of the files are other documents, which are refused.
					if (!made.ok) continue;
					const client = made.value as { readonly name: string; readonly text: string };
					const file = join(folder, `${format}_${at}_${client.name.replaceAll('-', '_')}`);
					await writeFile(file, client.text);
					files.push(file);
				}
			}
		}
		for (const files of Object.values(written)) assert.ok(files.length > 20, `${files.length} clients`);
		assert.equal(typescriptErrors(written.typescript ?? []), '');
		if (hasPython) assert.equal(pythonErrors(written.python ?? []), '');
	});
});
