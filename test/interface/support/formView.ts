// A view with a form and a host that answers, for the tests of shared parts of views. Bundled by the test that opens
// it.
import * as z from 'zod/mini';
import {
	defaultValues,
	fieldSpec,
	formValues,
	placeFailure,
} from '../../../src/core/base/panel/formFields.ts';
import { bodyOf } from '../../../src/core/requests/inputValues.ts';
import { stylePage } from '../../../src/webviews/shared/base.ts';
import { EaselForm } from '../../../src/webviews/shared/form.ts';
import { connectHost } from '../../../src/webviews/shared/host.ts';

const protocol = {
	identity: z.unknown(),
	memory: formValues,
	toView: { state: z.object({ fields: z.array(fieldSpec) }) },
	toHost: {},
	requests: {
		submit: { params: z.object({ body: z.string() }), result: z.object({ id: z.string() }) },
		chooseFile: {
			params: z.object({ accept: z.string() }),
			result: z.object({ path: z.exactOptional(z.string()) }),
		},
	},
};

stylePage();
const main = document.createElement('main');
main.setAttribute('aria-label', 'Form');
const form = new EaselForm();
const send = document.createElement('button');
send.textContent = 'Send';
const outcome = document.createElement('p');
outcome.setAttribute('role', 'status');
main.append(form, send, outcome);
document.body.append(main);

const host = connectHost(protocol, {
	state({ fields }) {
		form.fields = fields;
		form.values = { ...defaultValues(fields), ...host.recall() };
	},
});

async function submit(): Promise<void> {
	if (!(await form.check())) return;
	const answer = await host.request('submit', { body: bodyOf(form.fields, form.values) });
	if (answer.ok) {
		outcome.textContent = `Sent as ${answer.value.id}`;
		return;
	}
	const placed = placeFailure(answer.failure, form.fields);
	outcome.textContent = placed.form.join(' ');
	await form.showErrors(placed.fields);
}
send.addEventListener('click', () => void submit());
form.addEventListener('form-change', () => host.remember(form.values));
form.addEventListener('form-choose-file', (event) => {
	const { path, accept } = (event as CustomEvent<{ path: string; accept: string }>).detail;
	void host.request('chooseFile', { accept }).then((answer) => {
		if (answer.ok && answer.value.path !== undefined)
			form.values = { ...form.values, [path]: answer.value.path };
	});
});
