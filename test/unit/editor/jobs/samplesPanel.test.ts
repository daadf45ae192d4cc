import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { SampleCache } from '../../../../src/core/jobs/samples/cache.ts';
import type { SamplesSource } from '../../../../src/core/jobs/samples/jobSamples.ts';
import type { SamplesState } from '../../../../src/core/jobs/samples/messages.ts';
import { createSamplesPanel } from '../../../../src/editor/jobs/samples/panel.ts';
import { part } from '../../support/part.ts';
import { until } from '../../support/until.ts';
import { editor, Uri } from '../../support/vscode.ts';

describe('the samples of a job at another connection', () => {
	afterEach(() => editor.reset());

	it('name it, and link to it', async () => {
		const places = [
			{ id: 'service', name: 'Service' },
			{ id: 'sandbox', name: 'Sandbox' },
		];
		const session = { current: { state: 'signedOut' as const, connection: { id: 'service' } } };
		const switched: string[] = [];
		createSamplesPanel(
			part<Parameters<typeof createSamplesPanel>[0]>({
				context: { extensionUri: Uri.file('/easel') },
				log: silentLog,
				clock: systemClock,
				ready: () => new Promise(() => undefined),
				session,
				connections: {
					all: () => places,
					switchTo: async (connection: { readonly id: string }) => {
						switched.push(connection.id);
						session.current = { state: 'signedOut', connection: { id: connection.id } };
						return false;
					},
				},
				source: part<SamplesSource>({
					get: (id: string) => ({
						id,
						name: 'fox',
						phase: 'ended',
						state: 'STOPPED',
						attempt: 1,
						connectionId: 'sandbox',
					}),
					transport: () => undefined,
					onDidChange: () => ({ dispose() {} }),
				}),
				cache: part<SampleCache>({
					use: () => ({ dispose() {} }),
					onDidEvict: () => ({ dispose() {} }),
					folderOf: (id: string) => `/samples/${id}`,
				}),
				folder: Uri.file('/samples'),
				jobId: 'one',
				place: { column: { viewColumn: 2 } },
			}),
		);
		const [panel] = editor.panels;
		const state = () => panel?.last('state') as SamplesState | undefined;
		panel?.say('ready');
		await until('the state', () => state()?.job !== undefined);
		assert.equal(state()?.job?.elsewhere, 'Sandbox');
		panel?.say('switchConnection', { job: 'one' });
		await until('the switch', () => switched.length > 0);
		assert.deepEqual(switched, ['sandbox']);
		panel?.say('ready');
		await until('the same connection', () => state()?.job?.elsewhere === undefined);
	});
});
