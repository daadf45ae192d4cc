import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import type { FieldSpec } from '../../src/core/base/panel/formFields.ts';
import { root } from '../tools/machine.mjs';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const fields: readonly FieldSpec[] = [
	{
		kind: 'text',
		path: 'prompt',
		label: 'Prompt',
		required: true,
		multiline: true,
		description: 'What to draw.',
	},
	{ kind: 'number', path: 'seed', label: 'Seed', integer: true, default: '18446744073709551615' },
	{ kind: 'number', path: 'size.width', label: 'Width', min: 64, max: 2048, default: '512', unit: 'pixels' },
	{
		kind: 'enum',
		path: 'format',
		label: 'Format',
		default: 'png',
		options: [
			{ value: 'png', label: 'PNG' },
			{ value: 'jpg', label: 'JPEG' },
		],
	},
	{ kind: 'boolean', path: 'tiled', label: 'Tiled', default: false },
	{ kind: 'media', path: 'image', label: 'Picture', accept: 'image' },
	{ kind: 'json', path: 'extra', label: 'More' },
];

describe('a form in a browser', () => {
	const server = ViewServer.ofSuite('form', { form: 'test' });
	let view: ViewPage;

	before(async () => {
		const built = await esbuild.build({
			entryPoints: [join(root, 'test/interface/support/formView.ts')],
			bundle: true,
			format: 'esm',
			write: false,
			logLevel: 'warning',
		});
		server.files.set('/webviews/form.js', built.outputFiles[0]?.contents ?? new Uint8Array());
	});
	beforeEach(async () => {
		view = await server.open({ state: { fields }, width: 700, height: 900 });
		await view.page.getByRole('textbox', { name: /^Prompt/ }).waitFor();
	});

	const box = (name: RegExp) => view.page.getByRole('textbox', { name });
	const send = () => view.page.getByRole('button', { name: 'Send' }).click();
	const focused = () =>
		view.page.evaluate(() => {
			const form = document.querySelector('easel-form');
			return form?.shadowRoot?.activeElement?.getAttribute('data-path') ?? undefined;
		});
	/** Returns the last request of the view, once it has this name. */
	const asked = (name: string) => view.asked(name);

	it('shows every kind of field with its default, for eyes and for screen readers', async () => {
		assert.equal(await box(/^Seed/).inputValue(), '18446744073709551615');
		assert.equal(await box(/^Width/).inputValue(), '512');
		await view.page.getByRole('combobox', { name: /^Format/ }).waitFor();
		assert.equal(await view.page.getByRole('checkbox', { name: 'Tiled' }).isChecked(), false);
		await box(/^More/).waitFor();
		await view.assertAccessible();
		await takePicture(view.page, 'form', 'fields');
	});

	it('shows an error at its field, focuses it, and sends nothing', async () => {
		await box(/^Width/).fill('9');
		await send();
		await view.page.getByText('Enter a value.').waitFor();
		await view.page.getByText('Enter a number from 64 to 2048.').waitFor();
		assert.equal(await focused(), 'prompt');
		assert.deepEqual(
			(await view.sent()).filter(({ kind }) => kind === 'request'),
			[],
		);
		// Valid again, and the sentence disappears.
		await box(/^Prompt/).fill('a harbour');
		await view.page.getByText('Enter a value.').waitFor({ state: 'detached' });
	});

	it('sends the input with every digit, and shows the answer', async () => {
		await box(/^Prompt/).fill('a harbour');
		await view.page.getByText('Tiled', { exact: true }).click();
		await send();
		const { id, params } = await asked('submit');
		assert.deepEqual(params, {
			body: '{"prompt":"a harbour","seed":18446744073709551615,"size":{"width":512},"format":"png","tiled":true}',
		});
		await view.post('answer', { id, ok: true, value: { id: 'request-7' } });
		await view.page.getByText('Sent as request-7').waitFor();
	});

	it('shows a rejection of the service at its field', async () => {
		await box(/^Prompt/).fill('a harbour');
		await send();
		const { id } = await asked('submit');
		await view.post('answer', {
			id,
			ok: false,
			failure: {
				kind: 'input',
				message: 'The service refused the request.',
				nextStep: 'Fix it.',
				fixer: 'you',
				details: ['body.size.width: must be a multiple of 64'],
			},
		});
		await view.page.getByText('Must be a multiple of 64.').waitFor();
		await view.until(async () => (await focused()) === 'size.width', 'the focus in the refused field');
		await box(/^Width/).fill('576');
		await view.page.getByText('Must be a multiple of 64.').waitFor({ state: 'detached' });
	});

	it('takes a file that the host chose', async () => {
		await view.page.getByRole('button', { name: 'Choose File for Picture' }).click();
		const { id, params } = await asked('chooseFile');
		assert.deepEqual(params, { accept: 'image' });
		await view.post('answer', { id, ok: true, value: { path: 'pictures/harbour.png' } });
		await view.until(
			async () => (await box(/^Picture/).inputValue()) === 'pictures/harbour.png',
			'the chosen file',
		);
	});
});
