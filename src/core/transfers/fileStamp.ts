import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { codeOf } from '../base/disk/codeOf.ts';

export const absentStamp = 'missing';

/**
 * Returns a stamp that identifies a file without reading it. It changes whenever the file does, except when that is written twice within the
 * resolution of the file system's clock. Never rejects.
 */
export async function fileStamp(path: string): Promise<string> {
	try {
		return stampOf(await stat(path, { bigint: true }));
	} catch (error) {
		const code = codeOf(error) ?? '';
		return code === 'ENOENT' ? absentStamp : `unreadable ${code}`;
	}
}

export function stampOf({ mtimeNs, size, ino }: BigIntStats): string {
	return `${mtimeNs}/${size}/${ino}`;
}
