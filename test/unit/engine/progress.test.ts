import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { type EngineProgress, EngineProgressBoard } from '../../../src/core/engine/engineProgress.ts';

describe('the progress of a run on an engine', () => {
	let board: EngineProgressBoard;
	let changes: EngineProgress[];

	beforeEach(() => {
		board = new EngineProgressBoard();
		changes = [];
		board.onDidChange((progress) => changes.push(progress));
		board.begin('run', { titles: { '3': 'KSampler' }, totalNodes: 4 });
	});

	it('names the current node by its title, and counts earlier nodes as done', () => {
		board.accept({ type: 'cached', promptId: 'run', nodeIds: ['1'] });
		board.accept({ type: 'executing', promptId: 'run', nodeId: '2' });
		board.accept({ type: 'executing', promptId: 'run', nodeId: '3' });
		board.accept({ type: 'progress', promptId: 'run', nodeId: '3', value: 4, max: 20 });
		assert.deepEqual(board.of('run'), {
			runId: 'run',
			nodeId: '3',
			nodeTitle: 'KSampler',
			step: { value: 4, max: 20 },
			done: ['2'],
			cached: ['1'],
			total: 4,
		});
	});

	it('removes the step of one node when the next begins', () => {
		board.accept({ type: 'progress', promptId: 'run', nodeId: '3', value: 20, max: 20 });
		board.accept({ type: 'executing', promptId: 'run', nodeId: '4' });
		assert.equal(board.of('run')?.step, undefined);
	});

	it('reads the states of all nodes at once', () => {
		board.accept({
			type: 'progressState',
			promptId: 'run',
			nodes: [
				{ nodeId: '1', state: 'finished', value: 1, max: 1 },
				{ nodeId: '3', state: 'running', value: 2, max: 8 },
			],
		});
		const { nodeId, step, done } = board.of('run') ?? {};
		assert.deepEqual({ nodeId, step, done }, { nodeId: '3', step: { value: 2, max: 8 }, done: ['1'] });
	});

	it('assigns an unnamed preview to the current run', () => {
		board.accept({ type: 'preview', mediaType: 'image/png', bytes: new Uint8Array(1) });
		assert.equal(board.of('run')?.preview, undefined, 'no run works yet');
		board.accept({ type: 'executing', promptId: 'run', nodeId: '3' });
		board.accept({ type: 'preview', mediaType: 'image/png', bytes: new Uint8Array(1) });
		assert.equal(board.of('run')?.preview?.mediaType, 'image/png');
	});

	it('ignores runs of other clients', () => {
		changes = [];
		board.accept({ type: 'executing', promptId: 'foreign', nodeId: '3' });
		assert.deepEqual(changes, []);
		assert.equal(board.of('foreign'), undefined);
	});

	it('is removed once the run has ended', () => {
		const ended: string[] = [];
		board.onDidEnd((runId) => ended.push(runId));
		board.end('run');
		board.end('run');
		board.accept({ type: 'executing', promptId: 'run', nodeId: '3' });
		assert.equal(board.of('run'), undefined);
		assert.deepEqual(ended, ['run']);
	});
});
