import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { localDisk } from '../../../../src/core/operations/node/localDisk.ts';
import { TransferQueue } from '../../../../src/core/transfers/transferQueue.ts';
import { checkpointCommands } from '../../../../src/editor/jobs/checkpoints.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { actsOf } from '../../support/acts.ts';
import { editor, Uri, window } from '../../support/vscode.ts';

/** The smallest file of weights: a header of two bytes, and no tensor. */
const checkpoint = Buffer.from('02000000000000007b7d', 'hex');

describe('the download of a checkpoint', () => {
	let folder: string;
	let target: string;

	/** Downloads under the name that the person chose; `meanwhile` happens while the file is on its way. */
	async function download(meanwhile: () => Promise<void>): Promise<void> {
		const transport = {
			stream: async () =>
				success({
					status: 200,
					headers: {},
					length: checkpoint.length,
					body: (async function* () {
						yield checkpoint.subarray(0, 4);
						await meanwhile();
						yield checkpoint.subarray(4);
					})(),
				}),
		};
		const result = { checkpoints: [{ name: 'lora.safetensors', url: 'https://x.test/y' }], samples: [] };
		const leases = { lease: async () => true, release: async () => undefined, leased: () => false };
		const session = { current: { state: 'signedIn', service: { transport } } } as never;
		const commands = checkpointCommands(
			{
				log: silentLog,
				acts: actsOf(session, {
					disk: localDisk(folder, systemClock),
					jobs: async () => ({ jobs: () => [], result: async () => success(result) }),
					ledger: async () => ({
						queue: new TransferQueue({ clock: systemClock }),
						ledger: { leases: { ...leases, noteOf: () => undefined } },
						coordinator: { owner: 'o' },
					}),
				} as never),
			} as never,
			(async () => undefined) as never,
		);
		const row = { kind: 'checkpoint', job: { id: 'j', name: 'J' }, name: 'lora.safetensors' };
		await commands['easel.downloadCheckpoint'](row as never);
	}

	beforeEach(() => {
		folder = newFolder();
		target = join(folder, 'lora.safetensors');
		window.showSaveDialog = async () => Uri.file(target);
	});
	afterEach(() => editor.reset());

	it('replaces the file confirmed by the user', async () => {
		await writeFile(target, 'old');
		await download(async () => undefined);
		assert.deepEqual(await readdir(folder), ['lora.safetensors']);
		assert.deepEqual(await readFile(target), checkpoint);
	});

	for (const [title, before] of [
		['a file that came during it', undefined],
		['a file that was written again during it', 'old'],
	] as const)
		it(`does not overwrite ${title}, and reports the new file name`, async () => {
			if (before !== undefined) await writeFile(target, before);
			await download(() => writeFile(target, 'the only copy of another training'));
			assert.equal(await readFile(target, 'utf8'), 'the only copy of another training');
			assert.deepEqual(await readFile(join(folder, 'lora (1).safetensors')), checkpoint);
			assert.match(
				editor.messages.at(-1)?.text ?? '',
				/^Downloaded "lora \(1\)\.safetensors", .*"lora\.safetensors" was created during/,
			);
		});
});
