import assert from 'node:assert/strict';
import { kindOfFile } from '../../../src/core/base/fileKind.ts';
import { countOutputs } from '../../../src/core/runs/describe.ts';
import { resultsProtocol } from '../../../src/core/runs/results/messages.ts';
import { fileOfItem, resultsState } from '../../../src/core/runs/results/view.ts';
import type { Run, RunFile } from '../../../src/core/runs/run.ts';
import { runStates } from '../../../src/core/runs/runSchema.ts';
import {
	announcement,
	describeExpiry,
	stateMark,
	stateTextOf,
	stopButton,
} from '../../../src/webviews/results/wording.ts';
import { runFile, runRecord } from '../support/runRecord.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;

function file(index: number, more: Partial<RunFile> = {}): RunFile {
	const key = `9/images/${index}`;
	return runFile(`a_${index}.png`, { key, nodeId: '9', channel: 'images', index, ...more });
}

function run(more: Partial<Run> = {}): Run {
	return runRecord({
		documentName: 'portrait.json',
		state: 'succeeded',
		summary: { mode: 'overrides', changed: [], outputTitles: { '9': 'Save Image' } },
		submittedAt: now - 60_000,
		...more,
	});
}

const srcOf = (name: string) => `webview://${name}`;

function view(of: Run) {
	const state = resultsState(of, srcOf, now);
	assert.ok(state.run);
	return state.run;
}

describe('results as the panel shows them', () => {
	it('fits the message schema in every state, even with missing data', () => {
		for (const state of runStates) {
			const sent = resultsState(run({ state, files: [file(0)], queuePosition: 2 }), srcOf, now);
			const received = resultsProtocol.toView.state.safeParse(JSON.parse(JSON.stringify(sent)));
			assert.ok(received.success, state);
			assert.deepEqual(received.data, sent);
		}
		assert.ok(resultsProtocol.toView.state.safeParse(resultsState(undefined, srcOf, now)).success);
	});

	it('groups by output node in order of appearance, with titles if known', () => {
		const { groups } = view(
			run({
				files: [file(0), file(1, { nodeId: '38:42' }), file(2)],
				texts: [{ nodeId: '9', channel: 'text', index: 0, text: 'hello' }],
			}),
		);
		assert.deepEqual(
			groups.map((group) => [group.title, group.items.map((item) => item.kind)]),
			[
				['Save Image', ['image', 'image', 'text']],
				['Node 38:42', ['image']],
			],
		);
	});

	it('uses no inherited property as a title or kind', () => {
		assert.equal(
			view(run({ files: [file(0, { nodeId: 'constructor' })] })).groups[0]?.title,
			'Node constructor',
		);
		assert.equal(kindOfFile('x.constructor'), 'file');
	});

	it('loads only archived files, and explains why the others are missing', () => {
		const files = [
			file(0, { archivedAs: 'a.png' }),
			file(1),
			file(2, { problem: 'The service deleted it.' }),
		];
		const items = (state: Run['state']) => view(run({ state, files })).groups[0]?.items ?? [];
		assert.deepEqual(
			items('fetching').map((item) => [item.state, item.src]),
			[
				['ready', 'webview://a.png'],
				['waiting', undefined],
				['problem', undefined],
			],
		);
		assert.equal(items('succeeded')[1]?.state, 'problem');
		assert.equal(items('fetching')[2]?.problem, 'The service deleted it.');
	});

	it('finds the file of an item again, even if names repeat', () => {
		const files = [file(0, { filename: 'same.png' }), file(1, { filename: 'same.png' })];
		const sample = run({ files });
		const ids = view(sample).groups.flatMap((group) => group.items.map((item) => item.id));
		assert.deepEqual(
			ids.map((id) => fileOfItem(sample, id)),
			files,
		);
		assert.equal(fileOfItem(sample, '../../secret'), undefined);
	});

	it('chooses players by file extension, ignoring case', () => {
		const kinds = ['A.PNG', 'b.webp', 'c.MP4', 'd.flac', 'e.glb', 'noending'].map(kindOfFile);
		assert.deepEqual(kinds, ['image', 'image', 'video', 'audio', 'file', 'file']);
	});
});

describe('texts of the results panel', () => {
	it('shows the queue position and a pending cancel', () => {
		assert.match(stateTextOf(view(run({ state: 'queued', queuePosition: 3 }))).title, /position 3/);
		const preparing = view(run({ state: 'queued', serviceStatus: 'preparing_environment' }));
		assert.equal(stateTextOf(preparing).title, 'Waiting in the queue (preparing_environment)');
		const canceling = view(run({ state: 'running', cancelRequested: true }));
		assert.equal(stateTextOf(canceling).title, 'Canceling');
		assert.equal(stateMark(canceling).tone, 'busy');
	});

	it('offers to stop the download if nothing else can be stopped, even after a late cancel', () => {
		const button = (more: Partial<Run>) => {
			const { label, disabled } = stopButton(view(run(more)));
			return [label, disabled];
		};
		assert.deepEqual(button({ state: 'running' }), ['Cancel', false]);
		assert.deepEqual(button({ state: 'running', cancelRequested: true }), ['Canceling', true]);
		assert.deepEqual(button({ state: 'fetching' }), ['Stop Downloading', false]);
		assert.deepEqual(button({ state: 'fetching', cancelRequested: true }), ['Stop Downloading', false]);
	});

	it('mentions an engine, not a service with instances, for a run on an engine', () => {
		const onEngine: Partial<Run> = { target: { kind: 'engine', id: 'engine', name: 'My ComfyUI' } };
		// An engine is given the id of a run, so its reply is never missed.
		for (const state of runStates.filter((each) => each !== 'uncertain')) {
			const { title, text } = stateTextOf(view(run({ ...onEngine, state })));
			assert.doesNotMatch(`${title} ${text}`, /service|instance|deployment|charged/, state);
		}
		assert.match(stateTextOf(view(run({ state: 'lost' }))).title, /service/);
	});

	it('counts results in a sentence', () => {
		const files = [file(0), file(1), file(2, { filename: 'm.mp4' })];
		const texts = [{ nodeId: '1', channel: 'text', index: 0, text: '' }];
		const kinds = (of: Run) => view(of).groups.flatMap((group) => group.items.map(({ kind }) => kind));
		assert.equal(countOutputs(kinds(run({ files, texts }))), '2 images, 1 video and 1 text');
		assert.equal(countOutputs(kinds(run({ files: [file(0)] }))), '1 image');
		assert.equal(countOutputs([]), '');
	});

	it('announces the end with its duration and outputs', () => {
		const ended = view(run({ files: [file(0)], endedAt: now - 48_000 }));
		assert.equal(announcement(ended, now), 'portrait.json: succeeded after 12 s. 1 image.');
	});

	it('counts down to the day when the service deletes its copies', () => {
		assert.match(describeExpiry(now + 6 * day + 5, now, true), /^In 6 days; the copies/);
		assert.match(describeExpiry(now + 7 * day - 1000, now, false), /^In 7 days$/);
		assert.match(describeExpiry(now + 2 * day - 1000, now, false), /^In 47 h 59 min$/);
		assert.match(describeExpiry(now - 1, now, true), /^Deleted by the service; the copies/);
		assert.match(describeExpiry(now + 6 * day + 5, now, false), /^In 6 days$/);
		assert.match(describeExpiry(now - 1, now, false), /^Deleted by the service; .* are lost$/);
	});
});
