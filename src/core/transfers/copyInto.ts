import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { diskTrouble } from './diskTrouble.ts';
import { safeFileName } from './names.ts';
import { publish } from './publish.ts';

/**
 * Copies a file into `folder` without overwriting: a taken name gets a number. The copy appears under its name only when
 * complete. Returns the final name.
 */
export async function copyInto(folder: string, path: string, name: string): Promise<Result<string>> {
	const temporary = join(folder, `.easel-${randomUUID()}.part`);
	try {
		await makeFolder(folder);
		await copyFile(path, temporary);
		return success(await publish(temporary, folder, safeFileName(name)));
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => undefined);
		return failed(diskTrouble(error, name));
	}
}
