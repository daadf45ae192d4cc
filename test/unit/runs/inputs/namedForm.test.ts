import assert from 'node:assert/strict';
import sample from '../../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { type FieldSpec, formErrors } from '../../../../src/core/base/panel/formFields.ts';
import { initialValues } from '../../../../src/core/requests/inputValues.ts';
import { FormContents, type RememberedInputs } from '../../../../src/core/runs/inputs/contents.ts';
import {
	changedInputs,
	fieldsOfNames,
	formOverrides,
	formSetOf,
	overridesOf,
} from '../../../../src/core/runs/inputs/namedForm.ts';
import { loadCoreCatalog } from '../../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { type NamedInput, namedInput } from '../../../../src/core/workflow/named/namedInput.ts';
import type { NodeInfo } from '../../../../src/core/workflow/nodeInfo.ts';

const largest = '18446744073709551615';
const text = JSON.stringify({
	...sample,
	3: { ...sample['3'], inputs: { ...sample['3'].inputs, seed: 0 } },
	20: { class_type: 'LoadImage', inputs: { image: 'boats/harbor.png' } },
	21: { class_type: 'Unknown', inputs: { on: true, list: [1, 2], model: 'a.safetensors' } },
}).replace('"seed":0', `"seed":${largest}`);

describe('the form of named inputs', () => {
	let nodeInfo: NodeInfo;
	before(async () => {
		nodeInfo = await loadCoreCatalog();
	});

	const read = (places: Readonly<Record<string, string>>, source = text) => {
		const document = parseWorkflow(source);
		const inputs = Object.entries(places).flatMap(([name, place]): NamedInput[] => {
			const all = place.split(' ').map((each) => {
				const [nodeId = '', input = ''] = each.split('.');
				return { nodeId, input };
			});
			return [namedInput(document, { name, places: all, source: 'file' }, nodeInfo) ?? assert.fail(name)];
		});
		return { document, inputs, fields: fieldsOfNames(document, inputs) };
	};
	const every = {
		...{ prompt: '6.text', seed: '3.seed', steps: '3.steps', cfg: '3.cfg', sampler: '3.sampler_name' },
		...{ picture: '20.image', 'model.file': '21.model', on: '21.on', __proto: '6.text 7.text' },
	};

	it('has a field for each, with the type, range, choices and value of the document', () => {
		const { fields } = read(every);
		const of = (label: string) => fields.find((field) => field.label === label) ?? assert.fail(label);
		assert.deepEqual(
			fields.map(({ label, kind }) => [label, kind]),
			[
				['prompt', 'text'],
				['seed', 'number'],
				['steps', 'number'],
				['cfg', 'number'],
				['sampler', 'enum'],
				['picture', 'media'],
				['model.file', 'text'],
				['on', 'boolean'],
				['__proto', 'text'],
			],
		);
		assert.equal(of('seed').default, largest);
		assert.ok((of('seed') as { seed?: boolean }).seed && !(of('steps') as { seed?: boolean }).seed);
		assert.equal((of('prompt') as { multiline?: boolean }).multiline, true);
		assert.equal((of('picture') as { accept?: string }).accept, 'image');
		assert.equal(of('on').default, true);
		const errors = (values: Readonly<Record<string, string>>) => Object.keys(formErrors(fields, values));
		assert.deepEqual(errors({ steps: '0', cfg: 'x', sampler: 'none', seed: '-1' }), [
			'seed',
			'steps',
			'cfg',
			'sampler',
		]);
		assert.deepEqual(errors({ steps: '4', cfg: '7.5', sampler: 'ddim', seed: largest }), []);
	});

	it('offers the value of the document even if the known choices lack it', () => {
		const { fields } = read(
			{ sampler: '3.sampler_name' },
			text.replace(/"sampler_name":"\w+"/, '"sampler_name":"mine"'),
		);
		const [field] = fields;
		assert.equal(field?.default, 'mine');
		assert.ok(field?.kind === 'enum' && field.options[0]?.value === 'mine' && field.options.length > 10);
	});

	it('changes only entered values: an empty text counts, an empty number means that of the document', () => {
		const { fields, inputs } = read(every);
		const { values } = initialValues(fields);
		assert.deepEqual(changedInputs(fields, { values }, inputs).values, []);
		const path = (label: string) => fields.find((field) => field.label === label)?.path ?? '';
		const entered = {
			values: {
				...values,
				[path('prompt')]: '',
				seed: '18446744073709551614',
				steps: '',
				on: false,
				[path('model.file')]: 'b',
			},
		};
		assert.equal(
			overridesOf(changedInputs(fields, entered, inputs)),
			'{"6.text":"","3.seed":18446744073709551614,"21.model":"b","21.on":false}',
		);
		// A name with several places sets all of them.
		assert.deepEqual(
			changedInputs(fields, { values: { ...values, [path('__proto')]: 'x' } }, inputs).values.map(
				({ place }) => place.nodeId,
			),
			['6', '7'],
		);
	});

	it('is kept as overrides by name, and filled in from a set by place', () => {
		const { fields, inputs } = read({ prompt: '6.text', seed: '3.seed' });
		const { values } = initialValues(fields);
		assert.equal(
			formOverrides(fields, { values: { ...values, prompt: 'x' } }, inputs),
			`{"prompt":"x","seed":${largest}}`,
		);
		const unnamed = inputs.map((input) => ({ ...input, source: 'document' as const }));
		assert.equal(formOverrides(fields, { values: { prompt: 'x' } }, unnamed), '{"6.text":"x"}');
		const literal = '"y"';
		const { set, without } = formSetOf(
			{
				values: [
					{ place: { nodeId: '6', input: 'text' }, literal },
					{ place: { nodeId: '3', input: 'steps' }, literal: '4' },
				],
				source: 'given',
			},
			inputs,
		);
		assert.deepEqual(set.values, [{ place: { nodeId: '', input: 'prompt' }, literal }]);
		assert.deepEqual(without, ['3.steps']);
	});

	describe('while its document changes', () => {
		const kept = new Map<string, RememberedInputs>();
		const memory = {
			inputsFor: (key: string) => kept.get(key),
			noteInputs: async (key: string, inputs: RememberedInputs) => void kept.set(key, inputs),
		};
		const open = () =>
			new FormContents(memory, 'form', {
				onFits: () => {},
				mayReplace: async () => true,
				onReplaced: () => {},
				followsDefaults: true,
			});
		const names = { prompt: '6.text', seed: '3.seed' };
		const fieldsOf = (
			source: string,
			places: Readonly<Record<string, string>> = names,
		): readonly FieldSpec[] => read(places, source).fields;
		beforeEach(() => kept.clear());

		it('keeps entered values, follows the document elsewhere, and loses no value without an input', async () => {
			const contents = open();
			contents.follow(fieldsOf(text));
			contents.edited({
				view: 'form',
				inputs: { values: { ...contents.current.inputs.values, prompt: 'fog' } },
			});
			contents.follow(fieldsOf(text.replace(largest, '5')));
			assert.deepEqual(contents.current.inputs.values, { prompt: 'fog', seed: '5' });
			contents.follow(fieldsOf(text, { seed: '3.seed' }));
			assert.deepEqual(contents.current.inputs, { values: { seed: largest }, others: '{"prompt":"fog"}' });
			await contents.keep();
			const again = open();
			again.follow(fieldsOf(text.replace(largest, '7')));
			assert.deepEqual(again.current.inputs.values, { prompt: 'fog', seed: '7' });
			again.reset();
			assert.equal(again.current.inputs.values.prompt, sample['6'].inputs.text);
		});

		it('keeps an emptied text', async () => {
			const contents = open();
			contents.follow(fieldsOf(text));
			contents.edited({
				view: 'form',
				inputs: { values: { ...contents.current.inputs.values, prompt: '' } },
			});
			await contents.keep();
			const again = open();
			again.follow(fieldsOf(text));
			assert.equal(again.current.inputs.values.prompt, '');
		});

		it('is filled in over the values of the document', () => {
			const contents = open();
			contents.follow(fieldsOf(text));
			contents.fill({ values: [{ place: { nodeId: '', input: 'seed' }, literal: '9' }], source: 'given' });
			assert.deepEqual(contents.current.inputs.values, { prompt: sample['6'].inputs.text, seed: '9' });
		});
	});
});
