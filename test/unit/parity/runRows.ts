import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demo } from '../../conformance/support.ts';
import { smallSample } from '../../support/smallSample.ts';
import { window } from '../support/vscode.ts';
import { type Call, type Difference, type Made, type ParityRow, stateOf } from './rows.ts';
import type { ParityWorld } from './world.ts';

/** Puts a workflow into the folder of the caller. */
export const workflow = async (_: Call, { folder }: ParityWorld): Promise<Made> => {
	const path = join(folder, 'harbor.json');
	await writeFile(path, JSON.stringify(smallSample, undefined, 2));
	return { path };
};

/** Starts a run that waits in its queue. */
const started = async (call: Call, world: ParityWorld): Promise<Made> => {
	const made = await workflow(call, world);
	const input = { path: made.path, deployment: demo.harbour, seed: '1' };
	const { run } = await call<{ run: { id: string } }>('run.start', input);
	return { ...made, id: run.id };
};

/** Starts a run and waits for its end. */
const ended = async (call: Call, world: ParityWorld): Promise<Made> => {
	const made = await started(call, world);
	await call('run.status', { id: made.id, wait: true });
	return made;
};

/** The window lets its person choose the target. */
export const listsTargets: Difference = {
	caller: 'window',
	why: 'The list to choose from says of each deployment how near its workflow is, and what it lacks.',
	alsoReads: [
		/^GET \/prod\/v2\/deployments\/\S+\?includes=payload /,
		/^GET \/workflows\/\S+\/object_info.json /,
	],
};

export const runRows: readonly ParityRow[] = [
	{
		act: 'run.start',
		prepare: workflow,
		program: ({ path }) => ({ path, deployment: demo.harbour }),
		window: async ({ command, choose, open }, { path = '' }) => {
			const run = command('easel.run', await open(path, 'json'));
			await choose('Harbour (SD 1.5)');
			await choose('Run');
			await run;
		},
		terminal: ({ path = '' }) => ['run', path, '--on', demo.harbour, '--no-wait'],
		agent: ({ path }) => ['submit_request', { path, deployment_id: demo.harbour }],
		differs: [listsTargets],
	},
	{
		act: 'run.cancel',
		prepare: started,
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.cancelRun', id),
		terminal: ({ id = '' }) => ['runs', 'cancel', id],
		agent: ({ id }) => ['cancel_request', { request_id: id }],
	},
	{
		act: 'run.mark',
		prepare: started,
		program: ({ id }) => ({ id, starred: true }),
		window: ({ command }, { id }) => command('easel.starRun', id),
		terminal: ({ id = '' }) => ['runs', 'star', id],
	},
	{
		act: 'run.mark',
		prepare: started,
		program: ({ id }) => ({ id, note: 'the best of them' }),
		window: ({ command }, { id }) => {
			Object.assign(window, { showInputBox: async () => 'the best of them' });
			return command('easel.editRunNote', id);
		},
		terminal: ({ id = '' }) => ['runs', 'star', id, '--note', 'the best of them'],
	},
	{
		act: 'run.delete',
		speed: 100,
		prepare: ended,
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.removeRun', id),
		terminal: ({ id = '' }) => ['runs', 'delete', id],
	},
	{
		act: 'run.again',
		speed: 100,
		prepare: async (call, world) => {
			// Its instance stays for the second run.
			await call('deployment.update', { id: demo.harbour, keepWarmSeconds: 3600 });
			return ended(call, world);
		},
		// The earlier run shows how long it takes. At this speed no poll may come before the end.
		drawn: ['expected', 'startedAt'],
		program: ({ id }) => ({ id, wait: true }),
		window: ({ command }, { id }) => command('easel.runAgain', id),
		terminal: ({ id = '' }) => ['runs', 'again', id],
		isDone: ({ runs = [], spending = [] }) =>
			runs.length === 2 &&
			runs.every((run) => stateOf([run]) === 'succeeded') &&
			spending.every((start) => JSON.stringify(start).includes('"endedAt"')),
		differs: [
			{
				caller: 'window',
				why: 'It reads the balance after a run in its time, and others before they end.',
				members: ['after', 'readAt', 'settled'],
			},
		],
	},
	{
		act: 'model.run',
		prepare: async (call) => {
			const wanted = { text: 'brindle', category: 'text-to-image' };
			const { models } = await call<{ models: { id: string }[] }>('model.search', wanted);
			return { id: models[0]?.id ?? '' };
		},
		program: ({ id }) => ({ id, inputs: { prompt: 'a harbor' } }),
		window: async ({ command, panelWith }, { id }) => {
			await command('easel.runModel', { kind: 'model', model: { id, name: id } });
			const panel = await panelWith(({ phase }) => phase === 'ready');
			const { contents } = panel.last('state') as { contents: { inputs: { values: object } } };
			const values = { ...contents.inputs.values, prompt: 'a harbor' };
			panel.say('run', { ...contents, inputs: { values } });
		},
		terminal: ({ id = '' }) => [
			...['models', 'run', id, '--no-wait'],
			...['--inputs', '{"prompt": "a harbor"}'],
		],
		agent: ({ id }) => ['submit_request', { model_id: id, inputs: { prompt: 'a harbor' } }],
		isDone: ({ runs }) => stateOf(runs) === 'queued',
		differs: [
			{
				caller: 'window',
				why: 'The form remembers what was typed into it.',
				members: ['document_facts'],
			},
		],
	},
];
