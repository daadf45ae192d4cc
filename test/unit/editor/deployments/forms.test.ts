import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import { DeploymentForm, savedDeploymentForm } from '../../../../src/editor/deployments/form/panel.ts';
import { expectFailure, expectValue } from '../../http/support.ts';
import { editor } from '../../support/vscode.ts';
import { openPlayedAccount } from './playedDeployments.ts';

const edit = { mode: 'edit', connectionId: 'user:test', deploymentId: 'a' } as const;
const never = new AbortController().signal;

describe('the host of a deployment form', () => {
	let account: Awaited<ReturnType<typeof openPlayedAccount>>;
	let closed: number;
	let revealed: string[];

	const open = async (identity: ConstructorParameters<typeof DeploymentForm>[1]) => {
		const { session, store, acts } = account;
		const form = new DeploymentForm(
			{
				extensionUri: {} as never,
				log: silentLog,
				session,
				ready: async () => undefined,
				store,
				acts,
				reveal: async ({ id }) => void revealed.push(id),
			},
			identity,
		);
		await form.read();
		const answers = form.answers(() => {
			closed++;
		});
		return { form, answers };
	};

	beforeEach(async () => {
		account = await openPlayedAccount();
		closed = 0;
		revealed = [];
	});
	afterEach(async () => {
		editor.reset();
		await account.close();
	});

	it('restores a form from its saved identity', () => {
		for (const identity of [edit, { mode: 'new' }])
			assert.deepEqual(savedDeploymentForm({ identity }), identity);
		for (const saved of [undefined, {}, { identity: { mode: 'edit' } }, { identity: 'x' }])
			assert.equal(savedDeploymentForm(saved), undefined);
	});

	it('prefills a new one with the usual settings, or those of another deployment', async () => {
		const { form } = await open({ mode: 'new' });
		const { values, templates, trouble } = form.state;
		assert.equal(trouble, undefined);
		assert.equal(values.hardware, 'AMPERE_48');
		assert.deepEqual(
			templates.map(({ name }) => name),
			['Harbor', '[x](command:steal)', 'Pier'],
		);
		assert.equal(templates[0]?.values.workflow_id, 'w');
	});

	it('keeps edited fields, and updates untouched ones after a change elsewhere', async () => {
		const { form, answers } = await open(edit);
		const base = form.state.values;
		const { played } = account;
		played.records.set('a', { ...played.records.get('a'), queue_size: 6, max_instances: 5 });
		const typed = { ...base, max_instances: '3', min_instances: '1' };
		const review = expectValue(await answers.review({ values: typed, base }, never));
		assert.deepEqual(
			review.changes.map(({ label, before, after }) => [label, before, after]),
			[
				['Minimum instances', '0', '1'],
				['Maximum instances', '5', '3'],
			],
		);
		assert.deepEqual(
			review.elsewhere.map(({ label, after }) => [label, after]),
			[
				['Maximum instances', '5'],
				['Queue size', '6'],
			],
		);
		assert.match(review.cost ?? '', /^One instance/);
		expectValue(await answers.save({ values: review.values, now: review.now }, never));
		assert.deepEqual(played.sent, ['PATCH a {"name":"Harbor","min_instances":1,"max_instances":3}']);
		assert.equal(closed, 1);
	});

	it('creates one, shows it in the list, and names the field that the service omits', async () => {
		const { form, answers } = await open({ mode: 'new' });
		const values = { ...form.state.values, name: 'New', workflow_id: 'w', workflow_version: 'v1' };
		expectValue(await answers.create({ values }, never));
		assert.equal(closed, 1);
		assert.match(account.played.sent[0] ?? '', /^POST {2}\{"workflow_id":"w","name":"New"/);
		const { transport } = account.played;
		transport.json = async () => ({
			ok: false,
			failure: {
				kind: 'notFound',
				message: 'Gone.',
				nextStep: '',
				fixer: 'you',
				status: 404,
				mayHaveArrived: true,
				details: ['There is no such saved workflow.'],
			},
		});
		const failure = expectFailure(await answers.create({ values }, never));
		assert.deepEqual(failure.details, ['workflow_id: There is no such saved workflow.']);
		expectFailure(await answers.create({ values }, never));
		assert.deepEqual(
			editor.texts().filter((text) => text.includes('again?')),
			[],
		);
	});

	describe('without a response', () => {
		const cut = { kind: 'timeout', message: 'No answer came.', nextStep: '', fixer: 'service' } as const;
		/** Cuts the answers to creations. */
		const cutAnswers = (arrives: boolean) => {
			const { transport } = account.played;
			const usual = transport.json;
			transport.json = async (request) => {
				if (request.method !== 'POST') return usual(request);
				if (arrives) await usual(request);
				else account.played.sent.push('POST');
				return { ok: false, failure: { ...cut, mayHaveArrived: true } };
			};
		};

		it('is found in the list if it was created nevertheless', async () => {
			const { form, answers } = await open({ mode: 'new' });
			await account.store.refresh();
			cutAnswers(true);
			const values = { ...form.state.values, name: 'New', workflow_id: 'w', workflow_version: 'v1' };
			expectValue(await answers.create({ values }, never));
			assert.equal(closed, 1);
		});

		it('is not reported as failed, and is sent again only after a question', async () => {
			const { form, answers } = await open({ mode: 'new' });
			await account.store.refresh();
			cutAnswers(false);
			const values = { ...form.state.values, name: 'Quay', workflow_id: 'w', workflow_version: 'v1' };
			const first = expectFailure(await answers.create({ values }, never));
			assert.match(first.message, /unknown whether the deployment "Quay" was created/);
			assert.match(first.nextStep, /before you create it again/);
			editor.answer = () => undefined;
			expectFailure(await answers.create({ values }, never));
			assert.equal(account.played.sent.length, 1);
			editor.answer = ([again]) => again;
			expectFailure(await answers.create({ values }, never));
			assert.equal(account.played.sent.length, 2);
			assert.equal(closed, 0);
		});
	});

	it('sends nothing for a previous account, and reports it', async () => {
		const { form, answers } = await open(edit);
		const base = form.state.values;
		account.session.replace({ state: 'signedOut', connection: account.connection } as never);
		assert.match(form.state.trouble ?? '', /You are not signed in/);
		assert.equal(expectFailure(await answers.review({ values: base, base }, never)).kind, 'auth');
		assert.equal(expectFailure(await answers.save({ values: base, now: base }, never)).kind, 'auth');
		const elsewhere = await open({ ...edit, connectionId: 'user:other' });
		assert.ok(elsewhere.form.state.trouble);
		assert.deepEqual(account.played.sent, []);
	});

	it('reports an unreadable deployment', async () => {
		const { form } = await open({ ...edit, deploymentId: 'gone' });
		assert.match(form.state.trouble ?? '', /There is no such deployment/);
		assert.equal(form.state.reading, false);
	});
});
