import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { success } from '../../../../src/core/base/failure.ts';
import type { Transport, TransportStream } from '../../../../src/core/http/transport.ts';
import { archiveFile } from '../../../../src/core/runs/archive/archive.ts';
import type { TransferStore } from '../../../../src/core/transfers/transfer.ts';
import { TransferQueue } from '../../../../src/core/transfers/transferQueue.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { part } from '../../support/part.ts';

describe('the archive', () => {
	let folder: string;
	let written: number;

	beforeEach(() => {
		folder = newFolder();
		written = 0;
	});

	/** Downloads files of that many bytes, each with a strong tag, and returns the outcomes. */
	async function bring(count: number, bytes: number) {
		const store: TransferStore = {
			get: () => undefined,
			put: async () => written++,
			remove: async () => written++,
			removeOf: async () => {},
		};
		const queue = new TransferQueue({ store, clock: systemClock });
		const stream = async () =>
			success<TransportStream>({
				status: 200,
				headers: { etag: '"1"' },
				length: bytes,
				body: (async function* () {
					yield Buffer.alloc(bytes, 1);
				})(),
			});
		return Promise.all(
			Array.from({ length: count }, (_, index) =>
				archiveFile({
					transport: part<Transport>({ stream }),
					queue,
					archiveFolder: folder,
					runId: 'run',
					file: {
						key: String(index),
						nodeId: '9',
						channel: 'images',
						index,
						subfolder: '',
						type: 'output',
						filename: `weights-${index}.bin`,
						url: `https://files.test/${index}`,
					},
					signal: new AbortController().signal,
				}),
			),
		);
	}

	it('writes nothing to the history for many small files in progress', async () => {
		const ends = await bring(40, 1000);
		assert.deepEqual([...new Set(ends.map(({ kind }) => kind))], ['there']);
		assert.equal((await readdir(join(folder, 'run'))).length, 40);
		assert.equal(written, 0);
	});

	it('saves the progress of a large file, which continues after a crash', async () => {
		const [end] = await bring(1, 9_000_000);
		assert.equal(end?.kind, 'there');
		assert.ok(written > 0);
	});
});
