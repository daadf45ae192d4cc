import assert from 'node:assert/strict';
import { compareWorkflows } from '../../../src/core/workflow/compare/compare.ts';
import { comparisonItems, comparisonSummary } from '../../../src/core/workflow/compare/tree.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';

const saved = `{
  "1": { "class_type": "Loader", "inputs": { "name": "a.safetensors" } },
  "2": { "class_type": "Prompt", "inputs": { "text": "a lighthouse" }, "_meta": { "title": "Mood" } },
  "4": { "class_type": "Save", "inputs": {} }
}`;
const present = `{
  "2": { "class_type": "Text", "inputs": { "text": "${'long '.repeat(40)}", "extra": true }, "_meta": { "title": "Weather" } },
  "4": { "class_type": "Save", "inputs": {} },
  "5": { "class_type": "Blank", "inputs": {} }
}`;

describe('lines of a comparison', () => {
	const comparison = compareWorkflows(parseWorkflow(saved), parseWorkflow(present));
	const items = comparisonItems(comparison);

	it('exist once per differing node, with one child per difference', () => {
		assert.deepEqual(
			items.map((item) => [item.change, item.label, item.description, item.children.length]),
			[
				['changed', 'Weather', 'Text #2', 4],
				['added', 'Blank', '#5 · added', 0],
				['removed', 'Loader', '#1 · removed', 0],
			],
		);
		assert.deepEqual(
			items[0]?.children.map((item) => [item.change, item.label, item.input]),
			[
				['changed', 'class', undefined],
				['changed', 'title', undefined],
				['changed', 'text', 'text'],
				['added', 'extra', 'extra'],
			],
		);
	});

	it('show both values, short in the line and in full in the detail', () => {
		const [, title, text, extra] = items[0]?.children ?? [];
		assert.equal(title?.description, 'Mood → Weather');
		assert.ok((text?.description.length ?? 0) < 100);
		assert.ok(text?.detail.includes('long '.repeat(39)));
		assert.equal(extra?.description, 'not set → true');
	});

	it('begin a long text shortly before the difference', () => {
		const long = 'a quiet harbour at dawn, small boats, calm water, ';
		const text = (end: string): string => `{"1": {"class_type": "A", "inputs": {"text": "${long}${end}"}}}`;
		const { changes, unchanged } = compareWorkflows(
			parseWorkflow(text('gulls')),
			parseWorkflow(text('herons')),
		);
		const [item] = comparisonItems({ changes, unchanged });
		assert.equal(item?.children[0]?.description, '…gulls" → …herons"');
	});

	it('have a unique ID and text for a screen reader', () => {
		const all = items.flatMap((item) => [item, ...item.children]);
		assert.equal(new Set(all.map((item) => item.id)).size, all.length);
		assert.equal(items[0]?.spoken, 'Weather, node 2, 4 differences');
	});

	it('have a short summary', () => {
		assert.equal(comparisonSummary(comparison), '1 changed, 1 added, 1 removed');
		assert.equal(comparisonSummary({ changes: [], unchanged: 3 }), 'no difference');
	});
});
