import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { Session } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import type { Service } from '../../../../src/core/http/transport.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunTable } from '../../../../src/core/runs/runTable.ts';
import { type RunCommandDeps, runCommands } from '../../../../src/editor/runs/commands.ts';
import { RunProgress } from '../../../../src/editor/runs/progress.ts';
import { WindowRuns } from '../../../../src/editor/runs/windowRuns.ts';
import type { WindowParts } from '../../../../src/editor/shell/lazyService.ts';
import { ofService } from '../../../support/connection.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { part } from '../../support/part.ts';
import { real } from '../../support/real.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { editor, Uri } from '../../support/vscode.ts';
import { windowParts } from '../../support/windowParts.ts';

const connection = { ...ofService, id: 'user:test', name: 'Studio' } as Connection;
/** A service that is never reached. */
const service = part<Service>({ connection, transport: { json: () => new Promise(() => {}) } });
const signedIn: Session = { state: 'signedIn', connection, account: { id: 'ada', label: 'Ada' }, service };
const signedOut: Session = { state: 'signedOut', connection };

describe('the history of runs in a window', () => {
	let folder: string;
	let session: SessionStore;
	let parts: WindowParts;
	let windowRuns: WindowRuns;
	let opened: string[];

	beforeEach(() => {
		folder = newFolder();
		session = new SessionStore(signedIn);
		parts = windowParts(session, { folder });
		windowRuns = new WindowRuns(parts, session, real(Uri.file(folder)));
		opened = [];
	});
	afterEach(async () => {
		windowRuns.dispose();
		await parts.opened.close();
		editor.reset();
	});

	async function keep(...runs: readonly Run[]): Promise<void> {
		const table = new RunTable((await parts.opened.ledger.get()).ledger);
		for (const run of runs) await table.put(run);
	}
	const commands = () =>
		runCommands(
			part<RunCommandDeps>({
				log: silentLog,
				session,
				windowRuns,
				panels: { open: (id: string) => opened.push(id) },
			}),
		);

	it('is opened only on demand, and returns nothing until then', async () => {
		assert.deepEqual([windowRuns.latest(10), windowRuns.active(), windowRuns.opened], [[], [], undefined]);
		assert.deepEqual(readdirSync(folder), []);
		await keep(runRecord({ id: 'one', state: 'succeeded' }));
		const heard: string[] = [];
		windowRuns.onDidChange(({ id }) => heard.push(id));
		await windowRuns.open();
		assert.deepEqual(heard, ['one'], 'listeners hear of what was there already');
		await windowRuns.open();
		assert.equal(heard.length, 1);
	});

	it('shows the results of a connection even while signed out', async () => {
		await keep(
			runRecord({ id: 'ours', state: 'succeeded', submittedAt: 2 }),
			runRecord({ id: 'elsewhere', connectionId: 'sandbox', state: 'succeeded', submittedAt: 3 }),
		);
		session.replace(signedOut);
		await commands()['easel.showLastResult']();
		assert.deepEqual([opened, editor.messages], [['ours'], []]);
	});

	it('names the connection without runs if there is no result to show', async () => {
		await keep(runRecord({ connectionId: 'sandbox', state: 'succeeded' }));
		await commands()['easel.showLastResult']();
		assert.deepEqual(opened, []);
		assert.match(editor.messages[0]?.text ?? '', /^Nothing has run on Studio from this computer yet\./);
	});

	it('reports that nothing is queued or running if there is nothing to cancel', async () => {
		await keep(runRecord({ state: 'succeeded' }));
		await commands()['easel.cancelRun'](undefined);
		assert.deepEqual(editor.texts(), ['No run is queued or running.']);
	});

	it('counts only runs in progress of the signed-in account', async () => {
		const counts: number[] = [];
		const progress = new RunProgress(windowRuns, (count) => counts.push(count));
		await keep(
			runRecord({ id: 'ours', state: 'queued' }),
			runRecord({ id: 'of another', accountId: 'bob', state: 'queued' }),
		);
		await windowRuns.open();
		await until('the run in the count', () => counts.at(-1) === 1);
		session.replace(signedOut);
		assert.equal(counts.at(-1), 0);
		session.replace({ ...signedIn, account: { id: 'eve', label: 'Eve' } });
		assert.equal(counts.at(-1), 0);
		progress.dispose();
	});
});
