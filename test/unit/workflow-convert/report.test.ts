import assert from 'node:assert/strict';
import type { ConversionNote } from '../../../src/core/workflow/convert/convertUi.ts';
import { conversionReport, conversionSummary } from '../../../src/core/workflow/convert/report.ts';

const done = (...report: readonly ConversionNote[]) => ({ ok: true as const, text: '{}', nodes: 3, report });

describe('conversion report', () => {
	it('summarizes the conversion in a sentence', () => {
		assert.equal(conversionSummary(done()), 'Converted 3 nodes.');
		assert.equal(conversionSummary(done({ severity: 'info', message: 'x' })), 'Converted 3 nodes.');
		assert.equal(
			conversionSummary(done({ severity: 'warning', message: 'x' })),
			'Converted 3 nodes. 1 place should be checked.',
		);
		const two: ConversionNote = { severity: 'error', message: 'x' };
		assert.equal(
			conversionSummary(done(two, two)),
			'Converted 3 nodes. 2 places are ambiguous and must be fixed manually.',
		);
		assert.match(conversionSummary({ ...done(), nodes: 0 }), /^Nothing was converted: /);
	});

	it('lists manual fixes first, with the node', () => {
		const text = conversionReport(
			'a.json',
			done(
				{ severity: 'info', nodeId: '4', message: 'Noted.' },
				{ severity: 'error', nodeId: '10&#58;3', message: 'Open.' },
			),
		);
		assert.ok(text.indexOf('Open.') < text.indexOf('Noted.'));
		assert.match(text, /\*\*Node 4\*\*/);
	});

	it('shows document text literally, without links, pictures or markup', () => {
		const message = '![x](https://example.com/a.png) <img src=x> [link](command:x) `code`\n# heading';
		const text = conversionReport(message, done({ severity: 'error', nodeId: message, message }));
		assert.ok(!/!\[|<img|\]\(|`|\n# h|https:\/\//.test(text));
	});
});
