import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Uri, window } from '../support/vscode.ts';
import { type ParityRow, stateOf } from './rows.ts';

const picture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

export const datasetRows: readonly ParityRow[] = [
	{
		act: 'dataset.create',
		program: () => ({ name: 'harbor' }),
		window: async ({ command }) => {
			Object.assign(window, { showInputBox: async () => 'harbor' });
			await command('easel.newDataset');
		},
		terminal: () => ['datasets', 'create', 'harbor'],
	},
	{
		act: 'dataset.delete',
		prepare: async (call) => call('dataset.create', { name: 'harbor' }),
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.deleteDataset', { dataset: { id } }),
		terminal: ({ id = '' }) => ['datasets', 'delete', id],
	},
	{
		act: 'dataset.upload',
		speed: 100,
		prepare: async (_, world) => {
			const folder = join(world.folder, 'harbor');
			await mkdir(folder);
			await writeFile(join(folder, 'one.png'), picture);
			await writeFile(join(folder, 'one.txt'), 'a harbor');
			return { folder };
		},
		program: ({ folder }) => ({ folder, name: 'harbor', wait: true }),
		window: async ({ command, panelWith }, { folder = '' }) => {
			await command('easel.uploadDataset', Uri.file(folder));
			const panel = await panelWith(({ upload }) => (upload as { enabled?: boolean }).enabled === true);
			panel.say('upload');
		},
		terminal: ({ folder = '' }) => ['upload', folder, '--dataset', 'harbor'],
		agent: ({ folder }) => ['upload_dataset', { folder, name: 'harbor' }],
		// The list of its files is removed after its end.
		isDone: ({ uploads, upload_files }) => stateOf(uploads) === 'ready' && upload_files === undefined,
	},
];
