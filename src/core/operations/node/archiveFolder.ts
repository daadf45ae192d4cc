import { join } from 'node:path';

/** Returns the folder with one folder of result files for each run, in that of the services. */
export function archiveFolder(folder: string): string {
	return join(folder, 'runs');
}
