import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRecord, loadedBytes } from '../meta/support/project.ts';
import { packExtension } from '../tools/packExtension.ts';
import type { BenchRow } from './row.ts';

/** Measures the size of a download, and of the code that is loaded before the extension is active. */
export async function bench(): Promise<readonly BenchRow[]> {
	const folder = mkdtempSync(join(tmpdir(), 'easel-package-'));
	try {
		const path = join(folder, 'easel.vsix');
		packExtension(path);
		const record = buildRecord('extension');
		const entry = record.outputs['dist/extension.mjs']?.bytes ?? 0;
		return [
			{ name: 'package (.vsix)', value: statSync(path).size / 1000, unit: 'KB', budget: 3000 },
			{
				name: 'loaded with the entry',
				value: loadedBytes(record, 'dist/extension.mjs') / 1000,
				unit: 'KB',
				budget: 80,
				peer: { name: 'entry chunk alone', value: entry / 1000 },
			},
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
