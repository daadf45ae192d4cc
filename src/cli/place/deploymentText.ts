import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { readText } from '../../core/base/disk/readWhole.ts';
import { largestDeploymentFile } from '../../core/deployments/file/deploymentFile.ts';

/** Reads the text of a file of a deployment, or returns its problem. */
export async function readDeploymentText(
	path: string,
	cwd: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
	const read = await readText(resolve(cwd, path), largestDeploymentFile);
	return 'why' in read ? { problem: l10n.t('{0} cannot be read: {1}.', path, read.why) } : read;
}
