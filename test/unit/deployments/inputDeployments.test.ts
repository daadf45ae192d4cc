import assert from 'node:assert/strict';
import type { Session, SessionSource } from '../../../src/core/account/session.ts';
import { success } from '../../../src/core/base/failure.ts';
import type { Deployment } from '../../../src/core/deployments/deployment.ts';
import { InputDeployments } from '../../../src/core/deployments/inputDeployments.ts';
import { parseDeployments } from '../../../src/core/deployments/parseDeployment.ts';
import { createDeploymentStore } from '../../../src/core/deployments/store.ts';
import { parseJson } from '../../../src/core/json/exact.ts';
import { ofService } from '../../support/connection.ts';
import { part } from '../support/part.ts';

const payloads: Readonly<Record<string, string>> = {
	graph: '{"workflow_api_json":{"1":{"class_type":"A","inputs":{}}},"object_info_url":"https://x.test/o"}',
	lora: '{"workflow_api_json":null,"overrides":{},"object_info_url":null}',
};

describe('deployments with inputs', () => {
	it('are recognized by a payload without a workflow', () => {
		const read = (payload: string) => {
			const json = parseJson(`[{"id":"d","name":"D"${payload}}]`);
			return json.ok && parseDeployments(json.value)?.records[0]?.takesInputs;
		};
		assert.equal(read(`,"payload":${payloads.lora}`), true);
		assert.equal(read(`,"payload":${payloads.graph}`), undefined);
		assert.equal(read(''), undefined);
	});

	it('are marked in the store, with one request per version of a deployment', async () => {
		const session = part<SessionSource>({
			current: part<Session>({ state: 'signedIn', connection: ofService, service: {} }),
			onDidChange: () => ({ dispose: () => undefined }),
		});
		let version = 'v1';
		const list: () => Deployment[] = () =>
			Object.keys(payloads).map((id) => ({ id, name: id, workflowVersion: version }));
		const store = createDeploymentStore({
			session,
			list: () => Promise.resolve(success({ deployments: list(), skipped: [] })),
		});
		const asked: (readonly string[])[] = [];
		let answered: () => void = () => undefined;
		const forms = new InputDeployments({
			session,
			store,
			read: (_, { ids }) => {
				asked.push(ids);
				const deployments = list().map((each) =>
					each.id === 'lora' ? { ...each, takesInputs: true } : each,
				);
				setImmediate(() => answered());
				return Promise.resolve(success({ deployments, skipped: [] }));
			},
		});
		const refreshed = async () => {
			const reply = new Promise<void>((resolve) => {
				answered = resolve;
			});
			await store.refresh();
			await reply;
		};
		const marked = () => store.items.filter(({ takesInputs }) => takesInputs).map(({ id }) => id);
		await refreshed();
		assert.deepEqual(marked(), ['lora']);
		await store.refresh();
		assert.deepEqual(marked(), ['lora']);
		assert.deepEqual(asked, [['graph', 'lora']]);
		version = 'v2';
		await refreshed();
		assert.deepEqual(asked.length, 2);
		forms.dispose();
		store.dispose();
	});
});
