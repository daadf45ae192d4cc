import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineProgress } from '../../src/core/engine/engineProgress.ts';
import { refusedRun } from '../../src/core/runs/plan/refusedRun.ts';
import type { Run } from '../../src/core/runs/run.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { EngineWindow, origin, planOf } from '../unit/engine/window.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { busyDocument } from './support/busyDocument.ts';
import { cases } from './support/cases.ts';
import { caseText } from './support/caseText.ts';
import { documentOf } from './support/documents.ts';
import { filesOf } from './support/realEngine.ts';
import { engine } from './support/underTest.ts';
import { endOf } from './support/windowRuns.ts';

describe('documents from a window, on a real engine', () => {
	let window: EngineWindow;
	before(async () => {
		window = await EngineWindow.open(engine.url, fastClock(10));
	});
	after(() => window.close());
	afterEach(() => engine.tidy());

	async function assertSameFiles(run: Run): Promise<void> {
		const theirs = filesOf(await engine.history(run.id));
		const name = (file: { filename: string; subfolder: string; type?: string | undefined }) =>
			`${file.type} ${file.subfolder}/${file.filename}`;
		assert.deepEqual(run.files.map(name).sort(), theirs.map(name).sort());
		for (const file of run.files) {
			const own = theirs.find((one) => name(one) === name(file));
			const kept = readFileSync(join(window.folder, 'runs', run.id, file.archivedAs ?? ''));
			assert.ok(
				own && kept.length > 0 && kept.equals(await engine.view(own)),
				`${name(file)}: the same bytes`,
			);
		}
	}

	for (const [name, expected] of Object.entries(cases)) {
		it(`${name}: ${expected.state}, with the results of the engine`, async () => {
			const before = await engine.ended();
			const started = await window.runs.start(await planOf(caseText(name)), origin);
			if (!started.ok) {
				assert.ok(expected.error, JSON.stringify(started.failure));
				const document = parseWorkflow(caseText(name));
				const said = refusedRun(started.failure, document, 'My ComfyUI', 'harbour.json').message;
				for (const words of expected.error.says) assert.match(`${said}\n${window.latest?.notice}`, words);
				assert.equal(window.latest?.state, 'unsent');
				assert.deepEqual(await engine.ended(), before, 'nothing has run');
				return;
			}
			const run = await endOf(window, started.value.id);
			assert.equal(run.state, expected.state, JSON.stringify(run));
			if (expected.error !== undefined) {
				assert.match(run.error?.error ?? '', expected.error.type);
				for (const words of expected.error.says) assert.match(run.error?.details ?? '', words);
				return;
			}
			await assertSameFiles(run);
			assert.equal(
				run.files.length,
				Object.values(expected.files ?? {}).reduce((sum, count) => sum + count, 0),
			);
			assert.deepEqual(
				run.texts.map(({ text }) => text),
				Object.values(expected.texts ?? {}).flat(),
			);
			for (const node of expected.dropped ?? [])
				assert.match(run.warning ?? '', new RegExp(`node ${node}\\b`));
		});
	}

	it('gives the files of a document again that the engine has in its cache', async () => {
		await endOf(window, (await window.start(documentOf('image'))).id);
		const run = await endOf(window, (await window.start(documentOf('image'))).id);
		await assertSameFiles(run);
		assert.equal(run.files.length, 1);
	});

	it('sends a media file under a name that keeps the cache of the engine', async () => {
		await endOf(window, (await window.start(caseText('loadImage'))).id);
		const { id } = await window.start(caseText('loadImage'));
		await endOf(window, id);
		const { status } = await engine.history(id);
		const [, { nodes }] = status.messages.find(([type]: [string]) => type === 'execution_cached');
		assert.ok(nodes.includes('1'), 'the file was loaded from the cache');
	});

	it('keeps a seed of 64 bits', async () => {
		const { id } = await window.start(documentOf('largeSeed'));
		const run = await endOf(window, id);
		const bytes = readFileSync(join(window.folder, 'runs', id, run.files[0]?.archivedAs ?? ''));
		assert.ok(
			bytes.toString('latin1').includes('"seed": 18446744073709551615'),
			'the picture names the seed',
		);
	});

	it('ends a run whose history has values outside JSON', async () => {
		const document =
			'{"1":{"class_type":"EmptyImage","inputs":{"width":16,"height":16,"batch_size":1,"color":0}},"2":{"class_type":"ImageScaleBy","inputs":{"image":["1",0],"upscale_method":"area","scale_by":"nan"}},"3":{"class_type":"SaveImage","inputs":{"images":["2",0],"filename_prefix":"easel/nan"}}}';
		const run = await endOf(window, (await window.start(document)).id);
		assert.equal(run.state, 'failed');
		assert.match(run.error?.details ?? '', /NaN/);
	});

	it('shows the node at work by its name, and those that are done as they become so', async () => {
		const seen: EngineProgress[] = [];
		const listener = window.progress.onDidChange((progress) => seen.push(progress));
		const document = JSON.parse(busyDocument());
		document['30']._meta = { title: 'Größe & <b>Form</b>' };
		const { id } = await window.start(JSON.stringify(document));
		await endOf(window, id);
		listener.dispose();
		const own = seen.filter(({ runId }) => runId === id);
		assert.ok(own.some(({ nodeId, nodeTitle }) => nodeId === '30' && nodeTitle === 'Größe & <b>Form</b>'));
		// The history may report the end of the run before the stream has named the last nodes.
		const done = own.map(({ done }) => done);
		for (const [index, nodes] of done.entries())
			assert.deepEqual(nodes.slice(0, done[index - 1]?.length ?? 0), done[index - 1] ?? []);
		assert.ok(done.at(-1)?.includes('30'));
		assert.deepEqual(
			done.at(-1)?.filter((node) => !(node in document)),
			[],
		);
	});
});
