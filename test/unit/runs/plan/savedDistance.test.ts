import assert from 'node:assert/strict';
import { byDistance, savedDistance } from '../../../../src/core/runs/plan/savedDistance.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';

const text = JSON.stringify({
	1: { class_type: 'Load', inputs: { name: 'a.png', seed: 18446744073709551615n.toString() } },
	2: { class_type: 'Save', inputs: { images: ['1', 0], prefix: 'x' } },
});
const document = parseWorkflow(text);

describe('the distance between a document and a saved workflow', () => {
	it('is the content to send: nothing, values, or the whole document', () => {
		assert.deepEqual(savedDistance(document, JSON.stringify(JSON.parse(text), null, 4)), { kind: 'same' });
		const other = text.replace('"a.png"', '"b.png"').replace('"x"', '"y"');
		assert.deepEqual(savedDistance(document, other), { kind: 'inputs', count: 2 });
		const rewired = text.replace('["1",0]', '["1",1]');
		assert.deepEqual(savedDistance(document, rewired), { kind: 'other', nodes: 1 });
		const more = text
			.replace('"2":', '"3":{"class_type":"Note","inputs":{}},"2":')
			.replace('"Load"', '"LoadImage"');
		assert.deepEqual(savedDistance(document, more), { kind: 'other', nodes: 2 });
	});

	it('is unknown without a comparable saved workflow', () => {
		for (const saved of [undefined, '', '[1]', '{"nodes": [], "links": []}'])
			assert.equal(savedDistance(document, saved), undefined);
	});

	it('orders targets, the nearest first and the unknown last', () => {
		const [same, few, many] = [
			{ kind: 'same' },
			{ kind: 'inputs', count: 2 },
			{ kind: 'inputs', count: 90 },
		] as const;
		const [near, far] = [
			{ kind: 'other', nodes: 1 },
			{ kind: 'other', nodes: 7 },
		] as const;
		assert.deepEqual(
			[undefined, far, many, near, same, few]
				.map((each) => [each] as const)
				.sort(([a], [b]) => byDistance(a, b))
				.flat(),
			[same, few, many, near, far, undefined],
		);
	});
});
