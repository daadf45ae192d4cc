import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { SavedWorkflows } from '../../../../src/core/runs/start/savedWorkflows.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { serviceAt, startServer, type TestServer } from '../../http/support.ts';
import { FakeSession } from '../fakeService.ts';

describe('the saved node classes of a deployment', () => {
	let folder: string;
	let server: TestServer;
	let asked: number;
	/** The address of the description in the next answer. */
	let address: string;
	const target = {
		kind: 'deployment',
		id: 'd1',
		name: 'Harbor',
		workflowVersion: 'v1',
		keeps: 'nothing',
	} as const;

	beforeEach(async () => {
		folder = newFolder();
		asked = 0;
		server = await startServer((reply, { url }) => {
			if (url.startsWith('/info/')) {
				asked++;
				reply.end(url.split('?')[0]);
				return;
			}
			const payload = { object_info_url: `${server.url}${address}` };
			reply.setHeader('content-type', 'application/json');
			reply.end(JSON.stringify({ id: 'd1', name: 'Harbor', payload }));
		});
		mock.timers.enable({ apis: ['Date'] });
	});
	afterEach(async () => {
		mock.timers.reset();
		await server.close();
	});

	it('are read once for any number of signed addresses, and again from a new place', async () => {
		const service = serviceAt(server.url);
		const signedIn = {
			state: 'signedIn',
			connection: { ...service.connection, id: 'own' },
			account: { id: 'me', label: 'me' },
			service,
		} as const;
		const saved = new SavedWorkflows({
			log: silentLog,
			clock: systemClock,
			session: new FakeSession(signedIn),
			store: { byId: () => undefined },
			documents: async () => ({ deploymentsFor: () => [] }),
			nodeInfoFolder: folder,
			onNodeInfo() {},
		});
		for (const [path, times] of [
			['/info/one?signature=1', 1],
			['/info/one?signature=2', 1],
			['/info/two?signature=3', 2],
			['/info/one?signature=4', 3],
		] as const) {
			address = path;
			const found = await saved.nodeInfoOf(signedIn, target);
			assert.equal(found?.text, path.split('?')[0]);
			assert.equal(asked, times);
			mock.timers.tick(31_000);
		}
	});
});
