import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { outline } from '../../../src/core/workflow/language/outline.ts';
import { reparse } from '../../../src/core/workflow/reparse.ts';
import { sampleInfo } from './samples.ts';

const info = sampleInfo();
const count = 8;

/** Returns one node of each kind that can feed another one; some are outputs, some feed each other in a circle. */
function workflow(between: string): string {
	const nodes = Array.from({ length: count }, (_, index) => {
		const classType = index % 3 === 0 ? 'SaveImage' : 'ImageScale';
		const inputs = [
			`"images": ["${(index + 1) % count}", 0]`,
			`"image": ["${(index + 2) % count}", 0]`,
			'"width": 20',
		];
		return `"${index}": {${between}"class_type": "${classType}",${between}"inputs": { ${inputs.join(', ')} }${between}}`;
	});
	return `{${between}${nodes.join(`,${between}`)}${between}}`;
}

/** The changes that a person types into a node, each as the replaced text and the new one. */
const changes: readonly (readonly [RegExp, string])[] = [
	[/"width": \d+/, '"width": 4'],
	[/"width": \d+/, '"width": -12345'],
	[/\["\d", 0\]/, '["0", 0]'],
	[/\["\d", 0\]/, '["5", 0]'],
	[/\["\d", 0\]/, '["nowhere", 0]'],
	[/\["\d", 0\]/, '7'],
	[/"ImageScale"|"SaveImage"/, '"LoadImage"'],
	[/"ImageScale"|"LoadImage"/, '"SaveImage"'],
	[/"LoadImage"|"SaveImage"/, '"ImageScale"'],
	[/"inputs": \{ /, '"_meta": { "title": "A title" }, "inputs": { '],
	[/"inputs": \{ /, '"inputs": {\n'],
	[/"inputs": \{\n/, '"inputs": { '],
];

describe('a change within one node', () => {
	const change = fc.tuple(fc.nat(count - 1), fc.constantFrom(...changes));
	for (const [layout, between] of [
		['on many lines', '\n\t'],
		['on one line', ' '],
	] as const)
		it(`has the same findings and outline as a freshly parsed document ${layout}`, () => {
			fc.assert(
				fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (made) => {
					let document = parseWorkflow(workflow(between));
					for (const [index, [replaced, newText]] of made) {
						checkWorkflow(document, info);
						outline(document);
						const node = document.nodes[index];
						assert.ok(node);
						const found = replaced.exec(document.text.slice(node.range.start, node.range.end));
						if (!found) continue;
						const start = node.range.start + found.index;
						document = reparse(document, [{ range: { start, end: start + found[0].length }, newText }]);
						const fresh = parseWorkflow(document.text);
						assert.deepEqual(checkWorkflow(document, info), checkWorkflow(fresh, info));
						assert.deepEqual(outline(document), outline(fresh));
					}
				}),
				{ numRuns: 300 },
			);
		});

	it('keeps the outline of all other nodes', () => {
		const document = parseWorkflow(workflow('\n\t'));
		const before = outline(document);
		const start = document.text.lastIndexOf('20');
		const after = outline(reparse(document, [{ range: { start, end: start }, newText: '1' }]));
		assert.deepEqual(
			after.map((item, index) => item === before[index]),
			[...Array(count - 1).fill(true), false],
		);
	});
});
