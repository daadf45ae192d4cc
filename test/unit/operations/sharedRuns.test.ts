import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample } from '../../support/smallSample.ts';

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const harbour = '5a9d0000-0000-4000-8000-000000000001';

interface RunFact {
	readonly id: string;
	readonly state: string;
	readonly seed?: string;
	readonly notice?: string;
	readonly document: string;
	readonly target: { readonly name: string };
	readonly costMicrodollars?: number;
}

interface Result {
	readonly files: readonly { readonly name: string; readonly path?: string }[];
}

describe('runs shared as a file', () => {
	const world = OperationWorld.ofSuite();
	const folder = newFolder();
	let services: OpenServices;
	/** The services of a colleague: another history. */
	let other: OpenServices;

	before(async () => {
		services = world.services({});
		other = world.services({ folder: await mkdtemp(join(folder, 'colleague-')) });
	});

	const here = new OperationCaller(() => services);
	const there = new OperationCaller(() => other);
	const sure = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });

	let seed = 18446744073709551615n;

	async function run(changes: Readonly<Record<string, unknown>> = {}): Promise<RunFact> {
		const path = join(folder, 'harbour.json');
		await writeFile(path, JSON.stringify({ ...smallSample, ...changes }, undefined, 2));
		const input = { path, deployment: harbour, seed: String(seed--), wait: true };
		const { run } = await here.value<{ run: RunFact }>('run.start', input, sure());
		assert.equal(run.state, 'succeeded');
		return run;
	}

	it('appear in the history of another user with their pictures, and run again with the same inputs', async () => {
		const mine = await run();
		const path = join(folder, 'harbour.easelrun.json');
		const shared = await here.value<{ path: string; leftOut: string[]; warnings: string[] }>('run.share', {
			id: mine.id,
			path: join(folder, 'harbour'),
		});
		assert.deepEqual([shared.path, shared.leftOut, shared.warnings], [path, [], []]);

		const { run: theirs, added } = await there.value<{ run: RunFact; added: boolean }>('run.import', {
			path,
		});
		assert.ok(added);
		assert.notEqual(theirs.id, mine.id);
		assert.deepEqual(
			[theirs.state, theirs.seed, theirs.document, theirs.target.name],
			[mine.state, mine.seed, mine.document, mine.target.name],
		);
		assert.match(theirs.notice ?? '', /^Someone else ran this/);
		assert.equal(theirs.costMicrodollars, undefined);
		const bytesOf = async ({ files }: Result) =>
			Promise.all(files.map(async ({ path }) => (await readFile(path ?? '')).toString('base64')));
		const [before, after] = [
			await bytesOf(await here.value<Result>('run.result', { id: mine.id })),
			await bytesOf(await there.value<Result>('run.result', { id: theirs.id })),
		];
		assert.ok(before.length > 0);
		assert.deepEqual(after, before);

		const again = await there.value<{ run: RunFact }>('run.again', { id: theirs.id, wait: true }, sure());
		assert.deepEqual([again.run.state, again.run.seed], ['succeeded', mine.seed]);

		const twice = await there.value<{ run: RunFact; added: boolean }>('run.import', { path });
		assert.deepEqual([twice.run.id, twice.added], [theirs.id, false]);
	});

	it('never overwrite a file', async () => {
		const { id } = await run();
		const path = join(folder, 'kept.easelrun.json');
		await writeFile(path, 'mine');
		assert.match((await here.refused('run.share', { id, path })).message, /already exists/);
		assert.equal(await readFile(path, 'utf8'), 'mine');
	});

	it('contain no keys, not even in their pictures, and name omitted values', async () => {
		const key = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';
		const { id } = await run({
			note: { class_type: 'PrimitiveString', inputs: { api_key: key, value: 'x' } },
		});
		const path = join(folder, 'keys.easelrun.json');
		await here.value('run.share', { id, path });
		const text = await readFile(path, 'utf8');
		assert.ok(!text.includes(key));
		for (const { base64 } of JSON.parse(text).results as { base64: string }[])
			assert.ok(!Buffer.from(base64, 'base64').includes('class_type'));
		const { run: theirs } = await there.value<{ run: RunFact }>('run.import', { path });
		assert.match(theirs.notice ?? '', /looked like keys were left out/);
	});

	it('contain the pictures named in their document', async () => {
		const { files } = await here.value<Result>('run.result', { id: (await run()).id });
		await writeFile(join(folder, 'sketch.png'), await readFile(files[0]?.path ?? ''));
		const { id } = await run({ sketch: { class_type: 'LoadImage', inputs: { image: 'sketch.png' } } });
		const path = join(folder, 'sketch.easelrun.json');
		await here.value('run.share', { id, path });
		const { image } = JSON.parse(await readFile(path, 'utf8')).document.sketch.inputs;
		assert.match(image, /^data:image\/png;base64,/);
	});

	it('are rejected if the file is of another kind, damaged or of a later version', async () => {
		const path = join(folder, 'bad.easelrun.json');
		const refusal = async (text: string) => {
			await writeFile(path, text);
			return (await there.refused('run.import', { path })).message;
		};
		assert.match(await refusal('{}'), /not a run that was shared/);
		assert.match(await refusal('{"format":"easel-run","version":2}'), /later version/);
		const later = await there.refused('run.import', { path });
		assert.equal(later.nextStep, 'Update Easel, then try again.');
		assert.match(await refusal('{"format":"easel-run","version":1,"run":{}}'), /no workflow document/);
		const huge = {
			...{ format: 'easel-run', version: 1, document: smallSample, documentName: 'huge.json' },
			run: { sent: 'inline', prompt: 'x'.repeat(1_000_000), error: 'y'.repeat(1_000_000), ended: 'failed' },
			results: Array.from({ length: 20_000 }, () => ({ name: 'same.png', base64: '', sha256: emptySha256 })),
		};
		await writeFile(path, JSON.stringify(huge));
		const { run: bounded } = await there.value<{
			run: RunFact & { prompt: string; error: string; files: number };
		}>('run.import', { path });
		assert.ok(bounded.prompt.length < 5000 && bounded.error.length < 5000 && bounded.files <= 5000);
		const damaged = {
			...{
				format: 'easel-run',
				version: 1,
				run: { sent: 'inline', texts: 3, overrides: [null], leftOut: {} },
			},
			...{ document: smallSample, documentName: '../../x.json' },
			results: [{ name: '../../evil.png', sha256: 'no', base64: '!' }, 7, null],
		};
		await writeFile(path, JSON.stringify(damaged));
		const { run: theirs } = await there.value<{ run: RunFact }>('run.import', { path });
		assert.equal(theirs.document, 'x.json');
		assert.match(theirs.notice ?? '', /not in the file: \S*evil\.png, result and result\./);
	});
});
