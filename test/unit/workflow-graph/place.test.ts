import assert from 'node:assert/strict';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { nodeAtOffset } from '../../../src/core/workflow/model.ts';
import { sample } from './support.ts';

describe('the node at a position in the text', () => {
	const document = parseWorkflow(sample);

	it('is the one whose entry contains the position, from the opening quote of its ID to its closing brace', () => {
		for (const node of document.nodes) {
			for (const offset of [node.idRange.start, node.idRange.end + 1, node.range.end]) {
				assert.equal(nodeAtOffset(document, offset)?.id, node.id);
			}
		}
	});

	it('does not exist between or around nodes', () => {
		assert.equal(nodeAtOffset(document, 0), undefined);
		assert.equal(nodeAtOffset(document, sample.length), undefined);
		assert.equal(nodeAtOffset(document, sample.indexOf('"2":') - 2), undefined);
		assert.equal(nodeAtOffset(parseWorkflow(''), 0), undefined);
	});
});
