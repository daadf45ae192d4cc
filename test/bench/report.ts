import { close, open, read } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanSelection } from '../../src/core/datasets/disk/scan.ts';
import { fixChange } from '../../src/core/datasets/report/fixes.ts';
import { makeReport } from '../../src/core/datasets/report/report.ts';
import { jpeg } from '../unit/datasets/report/mediaFiles.ts';
import { type BenchRow, median } from './row.ts';

const pairs = 5000;
const rounds = 15;
const atOnce = 24;

/** Measures the report on a folder of 10,000 files against the minimum work to read each of them. */
export async function bench(): Promise<readonly BenchRow[]> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-bench-report-'));
	try {
		const head = jpeg(1024, 1024);
		const content = Buffer.alloc(20_000);
		for (let index = 0; index < pairs; index++) {
			const stem = join(folder, String(index).padStart(5, '0'));
			content.writeUInt16BE(index, content.length - 2);
			await writeFile(`${stem}.jpg`, Buffer.concat([head.subarray(0, -2), content, head.subarray(-2)]));
			if (index % 10 !== 0) await writeFile(`${stem}.txt`, `a boat at sea, number ${index}`);
			else await writeFile(`${stem}.TXT`, `a boat at sea, number ${index}`);
		}
		const whole: number[] = [];
		const plain: number[] = [];
		const again: number[] = [];
		for (let round = 0; round < rounds; round++) {
			plain.push(await time(() => plainReading(folder)));
			let scan = await scanSelection([]);
			whole.push(
				await time(async () => {
					scan = await scanSelection([folder]);
					makeReport(scan, []);
				}),
			);
			again.push(
				await time(async () => {
					const change = fixChange(makeReport(scan, []), 'letterCase', 'rename');
					makeReport(scan, change === undefined ? [] : [change]);
				}),
			);
		}
		const name = `report on ${(2 * pairs).toLocaleString('en-US')} files`;
		const peer = { name: 'readdir, stat and the first KB of each', value: median(plain) };
		// A round takes its time or twice that, as the system wakes the threads that read, and which of the two has the slow one is chance.
		const ratio = Math.min(...whole) / Math.min(...plain);
		return [
			{ name, value: median(whole), unit: 'ms', peer },
			{ name: `${name}, against its peer`, value: ratio, unit: 'x', budget: 1.5 },
			{ name: `${name}, a fix and the report after it`, value: median(again), unit: 'ms', budget: 200 },
		];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function time(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

async function plainReading(folder: string): Promise<void> {
	const names = (await readdir(folder)).values();
	const one = async () => {
		const buffer = Buffer.allocUnsafe(1024);
		for (const name of names) {
			const path = join(folder, name);
			await stat(path);
			await new Promise<void>((resolve, reject) =>
				open(path, 'r', (error, file) => {
					if (error) return reject(error);
					read(file, buffer, 0, buffer.length, 0, (failure) => {
						close(file, () => undefined);
						if (failure) reject(failure);
						else resolve();
					});
				}),
			);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, one));
}
