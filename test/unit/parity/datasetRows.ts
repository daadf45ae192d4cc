import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { window } from '../support/vscode.ts';
import { type ParityRow, stateOf } from './rows.ts';

const picture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

export const datasetRows: readonly ParityRow[] = [
	{
		act: 'dataset.create',
		program: () => ({ name: 'harbor' }),
		window: async (command) => {
			Object.assign(window, { showInputBox: async () => 'harbor' });
			await command('easel.newDataset');
		},
		terminal: () => ['datasets', 'create', 'harbor'],
	},
	{
		act: 'dataset.delete',
		prepare: async (call) => call('dataset.create', { name: 'harbor' }),
		program: ({ id }) => ({ id }),
		window: (command, { id }) => command('easel.deleteDataset', { dataset: { id } }),
		terminal: ({ id = '' }) => ['datasets', 'delete', id],
	},
	{
		act: 'dataset.upload',
		speed: 100,
		prepare: async (_, world) => {
			const folder = join(world.folder, 'pictures');
			await mkdir(folder);
			await writeFile(join(folder, 'one.png'), picture);
			await writeFile(join(folder, 'one.txt'), 'a harbor');
			return { folder };
		},
		program: ({ folder }) => ({ folder, name: 'harbor', wait: true }),
		terminal: ({ folder = '' }) => ['upload', folder, '--dataset', 'harbor'],
		agent: ({ folder }) => ['upload_dataset', { folder, name: 'harbor' }],
		isDone: ({ uploads }) => stateOf(uploads) === 'ready',
	},
];
