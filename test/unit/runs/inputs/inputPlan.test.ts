import assert from 'node:assert/strict';
import { fieldsOfSchema } from '../../../../src/core/requests/inputSchema.ts';
import { initialValues } from '../../../../src/core/requests/inputValues.ts';
import { keepInputs, readInputsOf, removeRunFolder } from '../../../../src/core/runs/archive/runFolder.ts';
import { planAgain, planInputs } from '../../../../src/core/runs/inputs/plan.ts';
import { inputSnippet } from '../../../../src/core/runs/inputs/snippet.ts';
import { targetOfModel } from '../../../../src/core/runs/inputs/target.ts';
import { ofService } from '../../../support/connection.ts';
import { newFolder } from '../../../support/newFolder.ts';

const { fields } = fieldsOfSchema({
	properties: {
		prompt: { type: 'string' },
		steps: { type: 'integer', default: 20 },
		image: { type: 'string', format: 'image_uri' },
		noise: { type: 'object', properties: { seed: { type: 'integer' } } },
	},
});
const plan = () => {
	const initial = initialValues(fields);
	const values = {
		...initial.values,
		prompt: 'a harbor',
		'noise.seed': '18446744073709551615',
		image: 'https://files.test/a.png?sig=abc',
	};
	return planInputs(fields, { ...initial, values }, 'Flash');
};

describe('the plan of a run of inputs', () => {
	it('sends the exact body, and remembers differences from the defaults without secrets', async () => {
		const { bodyText, summary } = await plan();
		assert.equal(
			bodyText,
			'{"prompt":"a harbor","steps":20,"image":"https://files.test/a.png?sig=abc","noise":{"seed":18446744073709551615}}',
		);
		assert.equal(summary.mode, 'inputs');
		assert.equal(summary.prompt, 'a harbor');
		assert.equal(summary.seed, '18446744073709551615');
		assert.deepEqual(
			summary.changed.map(({ input, from, to }) => [input, from, to]),
			[
				['Prompt', '', '"a harbor"'],
				['Image', '', '"https://files.test/a.png"'],
				['Noise: Seed', '', '18446744073709551615'],
			],
		);
		assert.equal((await plan()).summary.digest, summary.digest);
	});

	it('is repeated unchanged, or with only another seed', async () => {
		const { bodyText, summary } = await plan();
		assert.deepEqual(await planAgain(bodyText, summary, false), { bodyText, summary });
		const again = await planAgain(bodyText, summary, true);
		assert.notEqual(again.summary.seed, summary.seed);
		assert.match(again.summary.seed ?? '', /^\d{1,10}$/);
		assert.equal(again.bodyText, bodyText.replace('18446744073709551615', again.summary.seed ?? ''));
		assert.notEqual(again.summary.digest, summary.digest);
		assert.equal(again.summary.changed.at(-1)?.to, again.summary.seed);
		const { seed: _, ...without } = summary;
		assert.equal((await planAgain('{"prompt":"a"}', without, true)).bodyText, '{"prompt":"a"}');
	});

	it('is kept in and removed with the folder of the run', async () => {
		const folder = newFolder();
		assert.equal(await readInputsOf(folder, 'run'), undefined);
		await keepInputs(folder, 'run', '{"a":1}');
		assert.equal(await readInputsOf(folder, 'run'), '{"a":1}');
		await removeRunFolder(folder, 'run');
		assert.equal(await readInputsOf(folder, 'run'), undefined);
	});
});

describe('inputs as code', () => {
	const connection = { ...ofService, baseUrl: 'https://base.test', modelApiUrl: 'https://models.test' };
	const body = '{"prompt":"it\'s","image":"https://files.test/a.png?sig=5ecret","token":"5ecret"}';

	it('go to their target, without token and secrets', () => {
		for (const language of ['curl', 'python', 'typescript'] as const) {
			const model = inputSnippet(connection, { kind: 'model', id: 'a/b' }, body, language);
			const deployment = inputSnippet(connection, { kind: 'deployment', id: 'd-1' }, body, language);
			for (const code of [model, deployment]) {
				assert.ok(!code.includes('5ecret'));
				assert.match(code, /EASEL_TOKEN/);
			}
			assert.match(model, /models\.test[\s\S]*\/v1\/models\/a\/b/);
			assert.match(deployment, /base\.test[\s\S]*\/prod\/v2\/deployments\/d-1\/inference/);
			if (language === 'curl') continue;
			assert.match(model, /\/v1\/requests\/[\s\S]*include_cost=true/);
			assert.match(deployment, /\/prod\/v2\/deployments\/d-1\/requests\/\$?\{/);
			assert.doesNotMatch(deployment, /include_cost|v1\/requests/);
		}
	});
});

describe('the form of a model', () => {
	it('has its price in words, and fields from names without a schema', () => {
		const target = targetOfModel({
			id: 'a/b',
			name: 'B',
			categories: [],
			price: { usd: 0.5, unit: 'second', note: 'Audio costs extra' },
			inputs: ['prompt', 'odd'],
			requiredInputs: ['prompt'],
		});
		assert.equal(target.price, '0.50 USD per second. Audio costs extra');
		assert.deepEqual(
			target.form.fields.map(({ path, kind, required }) => [path, kind, required === true]),
			[
				['prompt', 'text', true],
				['odd', 'json', false],
			],
		);
		assert.match(
			targetOfModel({ id: 'a', name: 'A', categories: [] }).form.notes.join(),
			/Write them as JSON/,
		);
	});
});
