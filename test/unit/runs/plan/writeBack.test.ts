import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sameJson } from '../../../../src/core/json/canonical.ts';
import { inputsToWrite } from '../../../../src/core/runs/plan/writeBack.ts';
import { jsonOf, parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { inputAt, textWith } from '../../../../src/core/workflow/inputSet.ts';

const sent = `{
	"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "steps": 20, "cfg": 7.50, "model": ["4", 0]}},
	"4": {"class_type": "Loader", "inputs": {"name": "sd15", "options": {"a": [1]}}},
	"5": {"class_type": "RandomNoise", "inputs": {"noise_seed": ["6", 0]}},
	"6": {"class_type": "PrimitiveInt", "inputs": {"value": 5}},
	"7": {"class_type": "Gone", "inputs": {"text": "a harbour", "seed": 3}}
}`;
const present = `{
	// written by hand
	"4": {"inputs": {"name": "sdxl", "options": {"a": [1]}}, "class_type": "Loader"},
	"3": { "class_type": "KSampler",
		"inputs": { "seed": 4, "steps": 2e1, "cfg": 8, "model": ["9", 0], "denoise": 1.0, }, },
	"5": {"class_type": "RandomNoise", "inputs": {"noise_seed": ["6", 0]}},
	"6": {"class_type": "PrimitiveInt", "inputs": {"value": 77}},
	"7": {"class_type": "Another", "inputs": {"text": "a harbour", "seed": 9}}
}`;

function written(which: 'all' | 'seeds') {
	const document = parseWorkflow(present, { comments: true });
	const found = inputsToWrite(parseWorkflow(sent), document, which);
	return {
		...found,
		text: textWith(document, { values: found.inputs, source: 'run' }),
	};
}

describe('writing the inputs of a run back', () => {
	it('keeps lists, since they may be unknown links', () => {
		const list = (values: string) =>
			parseWorkflow(`{"1": {"class_type": "A", "inputs": {"sizes": [${values}]}}}`);
		assert.deepEqual(inputsToWrite(list('1, 2, 3'), list('4, 5'), 'all'), { inputs: [], missing: [] });
	});

	it('replaces only values that differ in meaning, with the sent spelling', () => {
		const { inputs, text } = written('all');
		assert.deepEqual(
			inputs.map(({ nodeTitle, place, now, literal }) => [nodeTitle, place.input, now, literal]),
			[
				['Loader', 'name', '"sdxl"', '"sd15"'],
				['KSampler', 'seed', '4', '18446744073709551615'],
				['KSampler', 'cfg', '8', '7.50'],
				['PrimitiveInt', 'value', '77', '5'],
			],
		);
		assert.equal(
			text,
			present
				.replace('sdxl', 'sd15')
				.replace('"seed": 4', '"seed": 18446744073709551615')
				.replace('"cfg": 8', '"cfg": 7.50')
				.replace('77', '5'),
		);
	});

	it('replaces only the numbers of seeds on request', () => {
		const { inputs, missing } = written('seeds');
		assert.deepEqual(
			inputs.map(({ place, literal }) => [place.input, literal]),
			[
				['seed', '18446744073709551615'],
				['value', '5'],
			],
		);
		assert.deepEqual(missing, ['Gone · seed']);
	});

	it('names inputs without a place: missing nodes, nodes of another class, inputs turned into links', () => {
		assert.deepEqual(written('all').missing, ['Gone · text', 'Gone · seed']);
		const linked = parseWorkflow(
			sent.replace('"steps": 20', '"steps": ["6", 0]').replace('"cfg": 7.50, ', ''),
		);
		assert.deepEqual(inputsToWrite(parseWorkflow(sent), linked, 'all').missing, [
			'KSampler · steps',
			'KSampler · cfg',
		]);
	});

	it('makes any two documents agree in their common inputs, then finds nothing to do', () => {
		const value = fc.oneof(
			fc.string().map((text) => JSON.stringify(text)),
			fc.integer().map(String),
			fc.constantFrom('18446744073709551615', '1.0', 'true', 'null', '{"a":[1,"2"]}', '["1",0]', '[1,2,3]'),
		);
		const node = fc.record({
			class: fc.constantFrom('A', 'B'),
			inputs: fc.dictionary(fc.constantFrom('seed', 'text', 'steps', '"quoted"', 'ünï'), value),
		});
		const workflow = fc
			.dictionary(fc.constantFrom('1', '2', '3', '38:42'), node, { minKeys: 1 })
			.map((nodes) => {
				const entries = Object.entries(nodes).map(([id, each]) => {
					const inputs = Object.entries(each.inputs).map(
						([name, text]) => `${JSON.stringify(name)}: ${text}`,
					);
					return `"${id}": {"class_type": "${each.class}", "inputs": {${inputs.join(', ')}}}`;
				});
				return `{${entries.join(',\n')}}`;
			});
		fc.assert(
			fc.property(workflow, workflow, (one, other) => {
				const from = parseWorkflow(one);
				const before = parseWorkflow(other);
				const { inputs } = inputsToWrite(from, before, 'all');
				const after = parseWorkflow(textWith(before, { values: inputs, source: 'run' }));
				assert.deepEqual(after.problems, []);
				assert.deepEqual(inputsToWrite(from, after, 'all').inputs, []);
				for (const { place, literal } of inputs) {
					const input = inputAt(after, place);
					assert.ok(input && sameJson(jsonOf(after, input.range), literal));
				}
			}),
		);
	});
});
