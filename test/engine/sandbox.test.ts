import assert from 'node:assert/strict';
import { cases } from './support/cases.ts';
import { caseText } from './support/caseText.ts';
import { documentOf } from './support/documents.ts';
import { type Body, filesOf } from './support/realEngine.ts';
import {
	resultFiles,
	resultOf,
	type SandboxUnderTest,
	sandboxOnEngine,
	submitTo,
} from './support/sandboxUnderTest.ts';
import { engine } from './support/underTest.ts';

describe('documents through the sandbox, on a real engine', () => {
	let sandbox: SandboxUnderTest;
	before(async () => {
		sandbox = await sandboxOnEngine();
	});
	after(() => sandbox.end());
	afterEach(() => engine.tidy());

	/** Returns the result of a document, and the entry of its only run in the engine's history. */
	async function run(text: string): Promise<{ result: Body; entry: Body | undefined }> {
		const before = new Set(await engine.ended());
		const result = await resultOf(sandbox, await submitTo(sandbox, text));
		const ours = (await engine.ended()).filter((id) => !before.has(id));
		assert.ok(ours.length <= 1, 'the document was run once');
		return { result, entry: ours[0] === undefined ? undefined : await engine.history(ours[0]) };
	}

	async function assertSameFiles(result: Body, entry: Body): Promise<void> {
		const files = resultFiles(result);
		const theirs = filesOf(entry);
		const name = ({ nodeId, subfolder, filename }: (typeof theirs)[number] | (typeof files)[number]) =>
			`${nodeId}: ${subfolder}/${filename}`;
		assert.deepEqual(files.map(name), theirs.map(name));
		for (const [at, file] of files.entries()) {
			const reply = await fetch(file.url);
			assert.equal(reply.status, 200);
			const bytes = Buffer.from(await reply.arrayBuffer());
			const own = theirs[at];
			assert.ok(
				own && bytes.length > 0 && bytes.equals(await engine.view(own)),
				`${name(file)}: the same bytes`,
			);
		}
	}

	for (const [name, expected] of Object.entries(cases)) {
		it(`${name}: ${expected.state}, with the results of the engine`, async () => {
			const { result, entry } = await run(caseText(name));
			assert.equal(result.status, expected.state, JSON.stringify(result));
			if (expected.error !== undefined) {
				assert.match(result.error.error, expected.error.type);
				for (const words of expected.error.says) assert.match(result.error.details, words);
				return;
			}
			assert.ok(entry, 'the engine has run it');
			await assertSameFiles(result, entry);
			const counts: Record<string, number> = {};
			for (const { nodeId } of resultFiles(result)) counts[nodeId] = (counts[nodeId] ?? 0) + 1;
			assert.deepEqual(counts, expected.files ?? {});
			for (const [nodeId, texts] of Object.entries(expected.texts ?? {}))
				assert.deepEqual(result.outputs[nodeId].text, texts);
		});
	}

	it('gives the files of a document again that the engine has in its cache', async () => {
		await run(documentOf('image'));
		const { result, entry } = await run(documentOf('image'));
		const cached = entry.status.messages.find(([type]: [string]) => type === 'execution_cached')[1].nodes;
		assert.deepEqual([...cached].sort(), ['1', '2']);
		await assertSameFiles(result, entry);
	});

	it('sends a media file once, so that the same run is in the cache of the engine', async () => {
		const text = caseText('loadImage');
		await run(text);
		const { entry } = await run(text);
		const cached = entry.status.messages.find(([type]: [string]) => type === 'execution_cached')[1].nodes;
		assert.ok(cached.includes('1'), 'the file was loaded from the cache');
	});

	it('keeps a seed of 64 bits', async () => {
		const { result } = await run(documentOf('largeSeed'));
		const [file] = resultFiles(result);
		const bytes = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer()).toString('latin1');
		assert.ok(bytes.includes('"seed": 18446744073709551615'), 'the picture names the seed');
	});
});
