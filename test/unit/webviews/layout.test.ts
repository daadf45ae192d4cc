import assert from 'node:assert/strict';
import { foldTools, panelLayout } from '../../../src/webviews/results/layout.ts';

describe('space in the results panel', () => {
	it('is shared generously if there is enough', () => {
		assert.deepEqual(panelLayout({ width: 1280, height: 800 }, true), { compact: false, details: 'beside' });
		assert.deepEqual(panelLayout({ width: 500, height: 700 }, false), { compact: false, details: 'beneath' });
	});

	it('goes to the picture if height is scarce', () => {
		assert.deepEqual(panelLayout({ width: 889, height: 556 }, false), { compact: true, details: 'beside' });
		assert.deepEqual(panelLayout({ width: 640, height: 480 }, true), { compact: true, details: 'beside' });
		assert.deepEqual(panelLayout({ width: 300, height: 400 }, true), { compact: true, details: 'beneath' });
	});

	it('goes to the picture if details below it use some', () => {
		assert.deepEqual(panelLayout({ width: 500, height: 700 }, true), { compact: true, details: 'beneath' });
		assert.deepEqual(panelLayout({ width: 500, height: 1100 }, true), { compact: false, details: 'beneath' });
	});

	it('is not compact without a picture', () => {
		assert.deepEqual(panelLayout({ width: 500, height: 700 }, true, false), {
			compact: false,
			details: 'beneath',
		});
	});

	it('keeps the most important tools visible and folds the others', () => {
		const tools = Array.from({ length: 8 }, (_, index) => String(index));
		const labels = (width: number) => {
			const { shown, folded } = foldTools(tools, width);
			return [shown.join(''), folded.join('')];
		};
		assert.deepEqual(labels(640), ['01234567', '']);
		assert.deepEqual(labels(220), ['012', '34567']);
		assert.deepEqual(labels(40), ['0', '1234567']);
	});
});
