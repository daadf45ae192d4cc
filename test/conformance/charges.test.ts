import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '../support/newFolder.ts';
import { type Body, demo, plainWorkflow, type SandboxUnderTest, startSandbox } from './support.ts';

describe('The end of a request and its cost', () => {
	let folder: string;
	let sandbox: SandboxUnderTest | undefined;
	beforeEach(() => {
		folder = newFolder();
	});
	afterEach(() => sandbox?.end());

	/** Changes the stored data as a disk that fails would: from now on one kind of write does not come through. */
	const alter = (sql: string) => {
		const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
		database.exec(sql);
		database.close();
	};
	const balance = async (): Promise<number> =>
		(await sandbox?.call('GET', '/prod/v2/balance'))?.body.balance_microdollars;

	const model = 'drift/tide/base/text-to-image';
	const kinds: readonly {
		readonly what: string;
		readonly table: string;
		submit(service: SandboxUnderTest): Promise<Body>;
	}[] = [
		{
			what: 'a deployment',
			table: 'requests',
			submit: (service) => service.submit(demo.harbour, { workflow_api_json: plainWorkflow(1) }),
		},
		{
			what: 'a model',
			table: 'model_requests',
			submit: async (service) => {
				const body = { prompt: 'dunes', width: 256, height: 256 };
				return (await service.call('POST', `${service.announced.modelApiUrl}/v1/models/${model}`, { body }))
					.body;
			},
		},
	];

	for (const { what, table, submit } of kinds) {
		const failing: readonly (readonly [string, string])[] = [
			['the charge', 'BEFORE UPDATE OF balance ON accounts'],
			['the end', `BEFORE UPDATE OF state ON ${table} WHEN NEW.state = 'succeeded'`],
		];
		for (const [part, when] of failing) {
			it(`of ${what} are written together: if ${part} cannot be written, neither is`, async () => {
				sandbox = await startSandbox('--data', folder, '--speed', '0.0001');
				const before = await balance();
				alter(`CREATE TRIGGER fails ${when} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
				const result = await sandbox.settle(await submit(sandbox));
				assert.equal(result.status, 'failed');
				assert.match(result.error.details, /the disk is full/);
				assert.equal(await balance(), before);
				alter('DROP TRIGGER fails');
				assert.equal((await sandbox.settle(await submit(sandbox))).status, 'succeeded');
				assert.ok((await balance()) < before);
			});
		}
	}
});
