import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { diskTrouble } from './diskTrouble.ts';
import { safeFileName } from './names.ts';
import { publish } from './publish.ts';

interface SaveItem {
	readonly path: string;
	readonly name: string;
}

/**
 * Copies files into `folder`, in order, without overwriting: a taken name gets a number. A copy appears under its name
 * only when complete. On failure the files saved so far stay.
 * @returns the final names, in the order of `files`
 */
export async function saveAll(
	files: readonly SaveItem[],
	folder: string,
): Promise<Result<{ saved: string[] }>> {
	const saved: string[] = [];
	for (const file of files) {
		const temporary = join(folder, `.easel-${randomUUID()}.part`);
		try {
			await makeFolder(folder);
			await copyFile(file.path, temporary);
			saved.push(await publish(temporary, folder, safeFileName(file.name)));
		} catch (error) {
			await rm(temporary, { force: true }).catch(() => undefined);
			return failed(diskTrouble(error, file.name));
		}
	}
	return success({ saved });
}
