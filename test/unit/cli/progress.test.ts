import assert from 'node:assert/strict';
import type { CommandIo } from '../../../src/cli/terminal/io.ts';
import { Progress } from '../../../src/cli/terminal/progress.ts';

/** Returns a place for progress, with a clock that stands still between steps. */
function shownIn({ renewsLines, columns }: Pick<CommandIo, 'renewsLines' | 'columns'>) {
	const said: string[] = [];
	let now = 0;
	const io = { renewsLines, columns, err: (text: string) => said.push(text) } as unknown as CommandIo;
	const progress = new Progress(io, () => now);
	return {
		progress,
		pass: (ms: number) => {
			now += ms;
		},
		lines: () =>
			said
				.join('')
				.split(renewsLines ? '\r\u001b[K' : '\n')
				.filter((line) => line !== ''),
	};
}

describe('progress on stderr', () => {
	it('is a bar with percent and remaining time on a terminal', () => {
		const { progress, pass, lines } = shownIn({ renewsLines: true, columns: 80 });
		const show = (done: number) =>
			progress.show(`${done} of 200 MB`, { state: 'a', done, total: 200, estimates: true });
		show(0);
		pass(5000);
		show(50);
		pass(15_000);
		show(200);
		progress.end();
		assert.deepEqual(lines(), [
			'[--------------------]   0%  0 of 200 MB',
			'[#####---------------]  25%  50 of 200 MB, about 15 s left',
			'[####################] 100%  200 of 200 MB',
		]);
	});

	it('fits a narrow terminal', () => {
		const { progress, lines } = shownIn({ renewsLines: true, columns: 40 });
		progress.show('x'.repeat(100), { state: 'a', done: 1, total: 2 });
		assert.equal(lines()[0]?.length, 39);
		assert.match(lines()[0] ?? '', /^\[#####-----\] {2}50% {2}x{19}…$/);
	});

	it('is a line per state elsewhere, and in between one every ten seconds', () => {
		const { progress, pass, lines } = shownIn({ renewsLines: false, columns: undefined });
		progress.show('queued');
		for (let step = 0; step < 100; step++) {
			progress.show(`running, step ${step}`, { state: 'running', done: step, total: 100 });
			pass(400);
		}
		progress.show('stopped, step 100', { state: 'stopped', done: 100, total: 100 });
		assert.deepEqual(lines(), [
			'queued',
			'running, step 0',
			'running, step 25',
			'running, step 50',
			'running, step 75',
			'stopped, step 100',
		]);
	});
});
