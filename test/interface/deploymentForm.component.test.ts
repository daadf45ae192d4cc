import assert from 'node:assert/strict';
import type { FormValues } from '../../src/core/base/panel/formFields.ts';
import { deploymentFields, formValuesOf } from '../../src/core/deployments/deploymentForm.ts';
import type { DeploymentFormState } from '../../src/core/deployments/deploymentFormMessages.ts';
import {
	type DeploymentSettings,
	hardwareChoices,
	usualSettings,
} from '../../src/core/deployments/settings.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const machines = hardwareChoices(['BLACKWELL_192']);
const harbor: DeploymentSettings = {
	...usualSettings(),
	name: 'Harbor at dawn',
	workflowId: '3f1c0000-0000-4000-8000-000000000001',
	workflowVersion: 'v1',
	maxInstances: 3,
};
const newForm: DeploymentFormState = {
	mode: 'new',
	title: '',
	connection: 'Studio',
	fields: deploymentFields('new', machines, [
		{ ...harbor, id: 'd-1', name: 'Harbor at dawn' },
		{ ...harbor, id: 'd-2', name: 'Pier' },
	]),
	values: formValuesOf('new', usualSettings()),
	templates: [{ id: 'd-1', name: 'Harbor at dawn', values: formValuesOf('new', harbor) }],
	reading: false,
};
const editForm: DeploymentFormState = {
	...newForm,
	mode: 'edit',
	title: 'Harbor at dawn',
	fields: deploymentFields('edit', machines, []),
	values: formValuesOf('edit', harbor),
	templates: [],
};

describe('the form of a deployment in a browser', () => {
	const server = ViewServer.ofSuite('deployment', { mode: 'new' });
	let view: ViewPage;

	const open = async (state: DeploymentFormState, more: { width?: number; saved?: unknown } = {}) => {
		view = await server.open({ state, width: 800, height: 900, ...more });
		await view.page.getByRole('heading', { level: 1 }).waitFor();
	};
	const box = (name: RegExp) => view.page.getByRole('textbox', { name });
	const button = (name: string) => view.page.getByRole('button', { name });
	const text = (words: string | RegExp) => view.page.getByText(words);
	const asked = (name: string) => view.asked(name);
	const readable = (name: string) =>
		view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, `deployment form ${theme}`, name);
		});
	const nothingAsked = async () =>
		assert.deepEqual(
			(await view.sent()).filter(({ kind }) => kind === 'request'),
			[],
		);
	const reviewed = {
		changes: [
			{ label: 'Hardware', before: 'AMPERE_48 (48 GB)', after: 'ADA_80_PLUS (80 GB)' },
			{ label: 'Minimum instances', before: '0', after: '2' },
		],
		elsewhere: [],
		values: { ...editForm.values, hardware: 'ADA_80_PLUS', min_instances: '2' },
		now: editForm.values,
		cost: '2 instances keep running and are billed continuously, even without requests.',
	};

	it('is readable in every theme, with faults and costs at their place', async () => {
		await open(newForm);
		await box(/^Name/).fill('x'.repeat(201));
		await box(/^Minimum instances/).fill('2');
		await text('Enter at most 200 characters.').waitFor();
		await text('The maximum of 1 is below the minimum of 2 instances.').waitFor();
		await text('2 instances keep running and are billed continuously, even without requests.').waitFor();
		await readable('new');
		await view.close();
		await open(editForm);
		await button('Review Changes...').click();
		await view.post('answer', { id: (await asked('review')).id, ok: true, value: reviewed });
		await text('Changed settings').first().waitFor();
		await readable('summary');
	});

	it('makes a deployment with the keyboard alone, from the settings of another', async () => {
		await open(newForm);
		const template = view.page.getByRole('combobox', { name: /^Start from/ });
		await template.focus();
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('Enter');
		await view.until(
			async () => (await box(/^Workflow ID/).inputValue()) === harbor.workflowId,
			'the workflow of the other deployment',
		);
		assert.equal(await box(/^Maximum instances/).inputValue(), '3');
		await box(/^Name/).focus();
		await view.page.keyboard.type('Pier');
		await button('Review...').focus();
		await view.page.keyboard.press('Enter');
		const { values, base } = (await asked('review')).params as { values: FormValues; base: FormValues };
		await view.post('answer', {
			id: (await asked('review')).id,
			ok: true,
			value: {
				changes: [
					{ label: 'Name', after: 'Pier' },
					{ label: 'Maximum instances', after: '3' },
				],
				elsewhere: [],
				values,
				now: base,
				cost: '2 instances keep running and are billed continuously, even without requests.',
			},
		});
		await view.page.getByRole('heading', { name: 'Settings of the new deployment' }).waitFor();
		await view.assertAccessible();
		await takePicture(view.page, 'deployment form dark', 'review of a new one');
		await button('Create').focus();
		await view.page.keyboard.press('Enter');
		const { params } = await asked('create');
		assert.deepEqual(params.values, { ...newForm.templates[0]?.values, name: 'Pier' });
	});

	it('takes the workflow of a deployment that there is, and any other that is typed', async () => {
		await open(newForm);
		const known = view.page.getByRole('combobox', { name: 'Known values of Workflow ID' });
		for (const before of ['', 'typed before']) {
			await box(/^Workflow ID/).fill(before);
			await known.focus();
			await view.page.keyboard.press('ArrowDown');
			await view.page.getByRole('option', { name: 'Harbor at dawn, Pier' }).waitFor();
			await view.page.keyboard.press('ArrowDown');
			await view.page.keyboard.press('Enter');
			await view.until(
				async () => (await box(/^Workflow ID/).inputValue()) === harbor.workflowId,
				'the workflow of both deployments',
			);
		}
		await box(/^Workflow ID/).fill('another');
		await box(/^Name/).fill('Tower');
		await box(/^Workflow version/).fill('v1');
		await button('Review...').click();
		assert.equal((await asked('review')).params.values.workflow_id, 'another');
	});

	it('refuses bad input while it is typed and sends nothing', async () => {
		await open(newForm);
		await button('Review...').click();
		await text('Enter a value.').first().waitFor();
		await view.until(
			async () =>
				(await view.page.evaluate(
					() =>
						document
							.querySelector('easel-deployment')
							?.shadowRoot?.querySelector('easel-form')
							?.shadowRoot?.activeElement?.getAttribute('data-path') ?? '',
				)) === 'name',
			'the focus in the first field with a fault',
		);
		for (const [field, typed, fault] of [
			[/^Queue size/, 'many', 'Enter a whole number.'],
			[/^Keep warm/, '1.5', 'Enter a whole number.'],
			[/^Maximum instances/, '61', 'Enter a number from 1 to 60.'],
		] as const) {
			await box(field).fill(typed);
			await text(fault).first().waitFor();
			await box(field).fill('1');
			await text(fault).waitFor({ state: 'detached' });
		}
		await nothingAsked();
	});

	it('shows markup, emoji and right-to-left text literally', async () => {
		const name = '<img src=x onerror=alert(1)> 🚢 מִגְדַּלּוֹר';
		await open({ ...editForm, title: name, values: { ...editForm.values, name } });
		await view.page.getByRole('heading', { name: `Edit "${name}"` }).waitFor();
		await button('Review Changes...').click();
		const change = { label: 'Name', before: name, after: '<b>pier</b>' };
		await view.post('answer', {
			id: (await asked('review')).id,
			ok: true,
			value: { ...reviewed, changes: [change] },
		});
		await text('<b>pier</b>').waitFor();
		assert.equal(await view.page.locator('img, b').count(), 0);
	});

	it('shows its changes and those of others, then sends them', async () => {
		await open(editForm);
		await box(/^Minimum instances/).fill('2');
		await button('Review Changes...').click();
		const review = await asked('review');
		assert.equal(review.params.values.min_instances, '2');
		await view.post('answer', {
			id: review.id,
			ok: true,
			value: { ...reviewed, elsewhere: [{ label: 'Queue size', before: '1', after: '4' }] },
		});
		await text('Someone else has changed this deployment since you opened the form:').waitFor();
		await text('Queue size: 1 → 4').waitFor();
		await button('Save Changes').click();
		const { id, params } = await asked('save');
		assert.equal(params.values.hardware, 'ADA_80_PLUS');
		// The service refuses one field: the form is back, with the sentence there.
		await view.post('answer', {
			id,
			ok: false,
			failure: {
				kind: 'input',
				message: 'The service refused the request.',
				nextStep: 'Fix it.',
				fixer: 'you',
				details: ['min_instances: no capacity for two'],
			},
		});
		await text('No capacity for two.').waitFor();
		assert.equal(await box(/^Minimum instances/).inputValue(), '2');
	});

	it('keeps its input while it is hidden', async () => {
		await open(editForm);
		await box(/^Name/).fill('Pier');
		const saved = await view.saved();
		await view.close();
		await open({ ...editForm, values: { ...editForm.values, queue_size: '9' } }, { saved });
		assert.equal(await box(/^Name/).inputValue(), 'Pier');
		await button('Review Changes...').click();
		const { params } = await asked('review');
		assert.deepEqual((params as unknown as { base: unknown }).base, editForm.values);
	});

	it('fills in what was not typed when the deployment is read', async () => {
		await open({ ...editForm, title: '', values: {}, reading: true });
		await box(/^Name/).fill('Pier');
		await view.post('state', editForm);
		await view.page.getByRole('heading', { name: 'Edit "Harbor at dawn"' }).waitFor();
		await view.until(
			async () => (await box(/^Maximum instances/).inputValue()) === '3',
			'the value of the deployment',
		);
		assert.equal(await box(/^Name/).inputValue(), 'Pier');
		await button('Review Changes...').click();
		const { params } = await asked('review');
		assert.deepEqual(params.values, { ...editForm.values, name: 'Pier' });
		assert.deepEqual((params as unknown as { base: unknown }).base, editForm.values);
	});

	it('explains why sending is impossible, and offers to try again', async () => {
		await open({ ...editForm, trouble: 'You are not signed in. Sign in. Your input is kept.' });
		assert.equal(await button('Review Changes...').getAttribute('aria-disabled'), 'true');
		await button('Try Again').click();
		await view.until(
			async () => (await view.sent()).some(({ kind }) => kind === 'readAgain'),
			'the message readAgain',
		);
	});
});
