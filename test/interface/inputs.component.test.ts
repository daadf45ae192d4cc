import assert from 'node:assert/strict';
import { encode } from 'fast-png';
import { compact } from '../../src/core/base/compact.ts';
import { type Json, parseJson } from '../../src/core/json/exact.ts';
import { fieldsOfSchema } from '../../src/core/requests/inputSchema.ts';
import { initialValues } from '../../src/core/requests/inputValues.ts';
import type { InputFormContents, InputFormState } from '../../src/core/runs/inputs/messages.ts';
import { resultsState } from '../../src/core/runs/results/view.ts';
import type { Run } from '../../src/core/runs/run.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const schema: Json = {
	type: 'object',
	required: ['prompt'],
	properties: {
		prompt: { type: 'string', title: 'Prompt', description: 'What to draw.', maxLength: 500 },
		image_url: { type: 'string', format: 'image_uri', title: 'Picture to start from' },
		image_size: { type: 'string', enum: ['square_hd', 'portrait_4_3'], default: 'square_hd' },
		guidance_scale: { type: 'float', minimum: 0, maximum: 20, default: 2.5 },
		seed: { type: 'integer', minimum: 0, maximum: 2147483647, default: null },
		size: { type: 'object', properties: { width: { type: 'integer', multipleOf: 8 } } },
		loras: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } } } },
		references: { type: 'array', items: { type: 'string', format: 'image_uri' } },
		safe: { type: 'boolean', default: true, title: 'Check for safety' },
		camera: { type: 'quaternion' },
	},
};
const { fields, notes } = fieldsOfSchema(schema);
const now = Date.now();

function run(more: Partial<Run> = {}): Run {
	return {
		id: 'run-1',
		connectionId: 'sandbox',
		accountId: 'me',
		target: { kind: 'model', id: 'studio/flux-2/flash', name: 'FLUX.2 Flash' },
		documentName: 'FLUX.2 Flash',
		requestId: 'r-1',
		state: 'running',
		summary: {
			mode: 'inputs',
			changed: [],
			prompt: 'a harbor',
			seed: '7',
			outputTitles: { output: 'FLUX.2 Flash' },
		},
		submittedAt: now - 9000,
		startedAt: now - 4000,
		files: [],
		texts: [],
		...more,
	};
}

function state(
	server: ViewServer,
	shown: Run | undefined,
	more: Partial<InputFormState> = {},
): InputFormState {
	const results = resultsState(shown, (name) => server.address(name), now);
	return {
		now,
		opensOutside: true,
		target: { kind: 'model', id: 'studio/flux-2/flash', name: 'FLUX.2 Flash' },
		description: 'Draws pictures from words, quickly.',
		price: '0.01 USD per image',
		hasPage: true,
		phase: 'ready',
		fields: [...fields],
		notes: [...notes],
		contents: { inputs: initialValues(fields), view: 'form' },
		triggerWords: {},
		revision: 1,
		sending: false,
		...compact({ run: results.run }),
		...more,
	};
}

describe('a form of inputs in a browser', () => {
	const server = ViewServer.ofSuite(
		'inputs',
		{ connectionId: 'sandbox', kind: 'model', id: 'm', name: 'm' },
		true,
	);
	let view: ViewPage;

	before(() => {
		const data = new Uint8Array(320 * 240 * 3).map((_, at) => (at * 7) % 200);
		for (const name of ['a.png', 'b.png'])
			server.files.set(name, encode({ width: 320, height: 240, data, channels: 3 }));
	});

	const open = async (shown?: Run, more: Partial<InputFormState> = {}, width = 1000) => {
		view = await server.open({
			state: state(server, shown, more),
			width,
			height: 900,
		});
	};
	const box = (name: RegExp) => view.page.getByRole('textbox', { name });
	const button = (name: string) => view.page.getByRole('button', { name, exact: true });
	const sent = async (kind: string) => (await view.sent()).filter((message) => message.kind === kind);
	const body = async (kind: string): Promise<InputFormContents> => {
		await view.until(async () => (await sent(kind)).length > 0, kind);
		return (await sent(kind)).at(-1)?.payload as InputFormContents;
	};
	const succeeded = run({
		state: 'succeeded',
		endedAt: now,
		costMicrodollars: 12_500,
		files: ['a.png', 'b.png'].map((filename, index) => ({
			key: `k${index}`,
			nodeId: 'output',
			channel: 'images',
			index,
			filename,
			subfolder: '',
			type: 'output',
			archivedAs: filename,
			bytes: 1000,
		})),
	});

	it('is readable in every theme, also for screen readers, with the result next to it', async () => {
		await open(succeeded);
		await view.page.getByText('Succeeded · 4 s · 2 images · seed 7 · 0.0125 USD').waitFor();
		await box(/^Prompt\. required/).fill('A harbor at dawn');
		await box(/^Guidance scale/).fill('21');
		await view.page.getByText('Enter a number from 0 to 20.').waitFor();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, 'inputs', `form-${theme}`);
		});
		await button('Edit as JSON').click();
		await box(/^Inputs as JSON/).fill('{\n  "prompt": "a"\n  "seed": 1\n}');
		await view.page.getByRole('button', { name: /Line 3, column 3: A comma is missing/ }).waitFor();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, 'inputs', `json-${theme}`);
		});
	});

	it('shows the result below the form in a narrow panel', async () => {
		await open(succeeded, {}, 420);
		await view.page.getByText(/0\.0125 USD/).waitFor();
		await view.assertAccessible();
		await takePicture(view.page, 'inputs', 'narrow');
		await view.close();
		await open(run(), {}, 420);
		await button('Cancel').click();
		await view.until(async () => (await sent('cancel')).length === 1, 'the cancel');
		await takePicture(view.page, 'inputs', 'narrow-running');
	});

	it('keeps every change, shows errors while typing, and sends nothing invalid', async () => {
		await open();
		await box(/^Guidance scale/).pressSequentially('x');
		await view.page.getByText('Enter a number, such as 7.5.').waitFor();
		await button('Run').click();
		await view.page.getByText('Enter a value.').waitFor();
		assert.deepEqual(await sent('run'), []);
		await box(/^Guidance scale/).fill('7');
		await box(/^Prompt/).fill('<b>مرحبا 🌊</b>');
		assert.equal((await body('edited')).inputs.values.prompt, '<b>مرحبا 🌊</b>');
		await view.page.keyboard.press('Control+Enter');
		const contents = await body('run');
		assert.equal(contents.view, 'form');
		assert.deepEqual(contents.inputs.values, {
			image_size: 'square_hd',
			guidance_scale: '7',
			safe: true,
			prompt: '<b>مرحبا 🌊</b>',
		});
	});

	it('shows the same inputs as JSON, keeps unknown members, and reports invalid JSON', async () => {
		await open();
		await box(/^Prompt/).fill('a');
		await button('Edit as JSON').click();
		const json = box(/^Inputs as JSON/);
		assert.deepEqual(parseJson(await json.inputValue()), {
			ok: true,
			value: { prompt: 'a', image_size: 'square_hd', guidance_scale: parsed('2.5'), safe: true },
		});
		await json.fill('{"prompt": "b", "seed": 18446744073709551615, "extra": {"a": [1]},}');
		await view.page.getByRole('button', { name: /^Line 1, column 67: Something is missing/ }).waitFor();
		await button('Edit as Form').click();
		await json.waitFor();
		await json.fill('{"prompt": {"text": "b"}, "seed": 12, "extra": {"a": [1]}}');
		await button('Edit as Form').click();
		await view.page.getByText('Other properties from JSON, which are also sent').waitFor();
		assert.equal(await box(/^Seed/).inputValue(), '12');
		assert.match(await box(/^Prompt.*Shown as JSON/).inputValue(), /"text": "b"/);
		await button('Run').click();
		const { inputs } = await body('run');
		assert.equal(inputs.others, '{"extra":{"a":[1]}}');
		assert.deepEqual(inputs.asJson, ['prompt']);
	});

	it('shows a rejection of the service at its field, and others above the buttons', async () => {
		await open();
		await box(/^Prompt/).fill('a');
		const refusal = {
			attempt: 1,
			message: 'The service refused the request.',
			nextStep: 'Fix it.',
			details: ['references.1: is no picture', 'prompt: prompt: too rude', 'try later'],
		};
		await view.post('state', state(server, undefined, { refusal }));
		await view.page.getByText('Is no picture.').waitFor();
		await view.page.getByText('Too rude.').waitFor();
		await view.page.getByText('try later').waitFor();
		await view.until(
			async () =>
				view.page.evaluate(
					() =>
						document
							.querySelector('easel-inputs')
							?.shadowRoot?.querySelector('easel-form')
							?.shadowRoot?.activeElement?.getAttribute('data-path') === 'prompt',
				),
			'the focus in the refused field',
		);
	});

	it('explains what to do with a local file, and asks its host for checkpoints', async () => {
		await open();
		await button('Local File for Picture to start from').click();
		await view.page.getByText(/cannot read files on this computer\. Upload the file/).waitFor();
		await button('Use Checkpoint for Loras').click();
		await view.until(async () => (await sent('chooseCheckpoint')).length === 1, 'the question');
		assert.deepEqual((await sent('chooseCheckpoint'))[0]?.payload, { path: 'loras' });
	});

	it('offers the trigger word of a LoRA while the prompt lacks it', async () => {
		const initial = initialValues(fields);
		const loras = '[{"path": "checkpoint:ink/ink_000000100.safetensors"}]';
		const inputs = { ...initial, values: { ...initial.values, prompt: 'a boat', loras } };
		const triggerWords = { ink: '1nk', other: 'oth3r' };
		await open(undefined, { contents: { inputs, view: 'form' }, triggerWords });
		const offer = button('Insert Trigger Word "1nk"');
		await offer.waitFor();
		assert.equal(await view.page.getByText('oth3r').count(), 0, 'of a job that is not in the form');
		await takePicture(view.page, 'component', 'inputs-trigger-word');
		await view.assertAccessible();
		await offer.click();
		await view.until(async () => (await body('edited')).inputs.values.prompt === '1nk, a boat', 'the prompt');
		await offer.waitFor({ state: 'detached' });
		await box(/^Prompt/).fill('a ship');
		await offer.waitFor();
		await box(/^Prompt/).fill('');
		await offer.click();
		await view.until(async () => (await body('edited')).inputs.values.prompt === '1nk', 'the word alone');
	});

	it('offers its inputs as code', async () => {
		await open();
		await button('Copy as Code').click();
		await view.page.getByRole('menuitem', { name: 'Copy as Python' }).click();
		await view.until(async () => (await sent('copyAs')).length === 1, 'the language');
		assert.deepEqual((await sent('copyAs'))[0]?.payload, { language: 'python' });
	});

	it('draws a new seed within its range and runs', async () => {
		await open();
		await box(/^Prompt/).fill('a');
		await button('Run with New Seed').click();
		const seed = Number((await body('run')).inputs.values.seed);
		assert.ok(Number.isInteger(seed) && seed >= 0 && seed <= 2147483647, String(seed));
	});

	it('works by keyboard alone', async () => {
		await open(succeeded);
		const focused = () =>
			view.page.evaluate(() => {
				let at = document.activeElement;
				while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
				return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
			});
		const seen = new Set<string>();
		for (let press = 0; press < 60; press++) {
			await view.page.keyboard.press('Tab');
			seen.add(await focused());
		}
		const labels = [...seen].join('\n');
		for (const label of ['Edit as Form', 'Prompt. required', 'Local File for Picture', 'Seed', 'Run', 'Save'])
			assert.ok(labels.includes(label), `${label} in\n${labels}`);
	});

	it('takes 500 fields and hostile texts', async () => {
		const properties: Record<string, Json> = {};
		for (let at = 0; at < 500; at++)
			properties[`p${at}<img src=x onerror=alert(1)>`] = {
				type: 'string',
				title: `${'\u202e'}${'long '.repeat(30)}${at}`,
				description: '<script>alert(1)</script>',
			};
		const many = fieldsOfSchema({ properties });
		await open(undefined, {
			fields: [...many.fields],
			contents: { inputs: initialValues(many.fields), view: 'form' },
		});
		assert.equal(await view.page.locator('vscode-textfield').count(), 500);
		const last = view.page.locator('vscode-textfield').last().locator('input');
		await last.fill('x');
		await view.until(async () => Object.keys((await body('edited')).inputs.values).length === 1, 'the value');
		assert.equal(await view.page.locator('script:not([src]), img').count(), 0);
	});

	it('explains why running is impossible, and offers the next step', async () => {
		await open(undefined, {
			phase: 'failed',
			problem: { message: 'The service cannot be reached.', nextStep: 'Try again.', action: 'reload' },
			fields: [],
		});
		await button('Try Again').click();
		await view.until(async () => (await sent('reload')).length === 1, 'the reload');
		await takePicture(view.page, 'inputs', 'failed');
	});
});

function parsed(text: string): Json {
	const value = parseJson(text);
	assert.ok(value.ok);
	return value.value;
}
