import assert from 'node:assert/strict';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type InputSet, setEdits, textWith } from '../../../src/core/workflow/inputSet.ts';

const text = `{
	// written by hand
	"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "cfg": 7.50, "model": ["4", 0],}},
	"4": {"class_type": "Loader", "inputs": {"name": "sd15"}}
}`;
const document = parseWorkflow(text, { comments: true });
const set = (...values: readonly (readonly [string, string, string])[]): InputSet => ({
	values: values.map(([nodeId, input, literal]) => ({ place: { nodeId, input }, literal })),
	source: 'given',
});

describe('an input set', () => {
	it('changes only its places: comments, spelling and numbers stay unchanged', () => {
		assert.equal(
			textWith(document, set(['4', 'name', '"sdxl"'], ['3', 'cfg', '8.0'])),
			text.replace('7.50', '8.0').replace('sd15', 'sdxl'),
		);
		assert.equal(
			textWith(document, set(['3', 'seed', '18446744073709551614'])),
			text.replace('18446744073709551615', '18446744073709551614'),
		);
	});

	it('has one value per place, the last one, and omits places missing in the document', () => {
		const edits = setEdits(
			document,
			set(['3', 'cfg', '1'], ['9', 'cfg', '2'], ['4', 'steps', '3'], ['3', 'cfg', '4']),
		);
		assert.deepEqual(
			edits.map(({ newText }) => newText),
			['4'],
		);
	});
});
