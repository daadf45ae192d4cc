import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoJobIds } from '../../../src/core/wire/demoJobs.ts';
import { configurationFor } from '../../support/configuration.ts';
import { editor } from '../support/vscode.ts';
import type { Call, Made, ParityRow } from './rows.ts';
import type { ParityWorld } from './world.ts';

const submitted = async (call: Call): Promise<Made> => {
	const { id } = await call<{ id: string }>('job.submit', {
		configuration: configurationFor('harbour-photos'),
	});
	return { id };
};

const canceled = async (call: Call): Promise<Made> => {
	const made = await submitted(call);
	await call('job.cancel', made);
	// Its result is requested after its end: done now, no caller does it during the act.
	await call('job.status', { ...made, wait: true });
	return made;
};

const edited = configurationFor('harbour-photos').replace('steps: 20', 'steps: 40');

export const jobRows: readonly ParityRow[] = [
	{
		act: 'job.submit',
		prepare: async (_: Call, world: ParityWorld) => {
			const path = join(world.folder, 'train.yaml');
			await writeFile(path, configurationFor('harbour-photos'));
			return { path };
		},
		program: ({ path }) => ({ path }),
		window: async ({ command, choose, open }, { path = '' }) => {
			const submit = command('easel.submitTraining', await open(path, 'yaml'));
			await choose('Start Training');
			await submit;
		},
		terminal: ({ path = '' }) => ['train', path],
		agent: ({ path }) => ['submit_training_job', { path }],
	},
	{
		act: 'job.cancel',
		prepare: submitted,
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.cancelJob', id),
		terminal: ({ id = '' }) => ['jobs', 'cancel', id],
		agent: ({ id }) => ['cancel_request', { request_id: id }],
	},
	{
		act: 'job.remove',
		prepare: async (call) => {
			const { id } = await call<{ id: string }>('job.track', { idOfService: demoJobIds.finished });
			return { id };
		},
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.removeJob', id),
		terminal: ({ id = '' }) => ['jobs', 'remove', id],
	},
	{
		act: 'job.edit',
		prepare: async (call, world) => {
			const made = await canceled(call);
			const path = join(world.folder, 'train.yaml');
			await writeFile(path, edited);
			return { ...made, path };
		},
		program: ({ id, path }) => ({ id, path }),
		window: async ({ command, choose }, { id }) => {
			await command('easel.editJob', id);
			const document = editor.shown.at(-1)?.document ?? assert.fail('no configuration was opened');
			editor.type(document, 'steps: 40', 'steps: 20');
			const send = command('easel.sendJobEdit', document.uri);
			await choose('Send Edit');
			await send;
		},
		terminal: ({ id = '', path = '' }) => ['jobs', 'edit', id, path],
	},
	{
		act: 'job.resume',
		prepare: canceled,
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.resumeJob', id),
		terminal: ({ id = '' }) => ['jobs', 'resume', id],
		differs: [
			{
				caller: 'window',
				why: 'The question says at which step it begins again, which needs what it has made.',
				alsoReads: [/jobs\/\{1\}\/result /],
			},
		],
	},
];
