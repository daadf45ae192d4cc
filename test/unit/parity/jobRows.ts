import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoJobIds } from '../../../src/core/wire/demoJobs.ts';
import { configurationFor } from '../../support/configuration.ts';
import type { Call, Made, ParityRow } from './rows.ts';
import type { ParityWorld } from './world.ts';

const submitted = async (call: Call): Promise<Made> => {
	const { id } = await call<{ id: string }>('job.submit', {
		configuration: configurationFor('harbour-photos'),
	});
	return { id };
};

export const jobRows: readonly ParityRow[] = [
	{
		act: 'job.submit',
		prepare: async (_: Call, world: ParityWorld) => {
			const path = join(world.folder, 'train.yaml');
			await writeFile(path, configurationFor('harbour-photos'));
			return { path };
		},
		program: ({ path }) => ({ path }),
		terminal: ({ path = '' }) => ['train', path],
		agent: ({ path }) => ['submit_training_job', { path }],
	},
	{
		act: 'job.cancel',
		prepare: submitted,
		program: ({ id }) => ({ id }),
		window: (command, { id }) => command('easel.cancelJob', id),
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
		window: (command, { id }) => command('easel.removeJob', id),
		terminal: ({ id = '' }) => ['jobs', 'remove', id],
	},
	{
		act: 'job.resume',
		prepare: async (call) => {
			const { id = '' } = await submitted(call);
			await call('job.cancel', { id });
			return { id };
		},
		program: ({ id }) => ({ id }),
		window: (command, { id }) => command('easel.resumeJob', id),
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
