import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';

/** Far beyond any description of a deployment, in bytes. */
const largestFile = 1_000_000;

/** Reads the text of a file of a deployment, or returns what is wrong with it. */
export async function readDeploymentText(
	path: string,
	cwd: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
	const whole = resolve(cwd, path);
	try {
		const found = await stat(whole);
		// A pipe or a device might never end.
		if (!found.isFile()) return { problem: l10n.t('{0} is not a file.', path) };
		if (found.size > largestFile)
			return { problem: l10n.t('{0} is larger than 1 MB, far beyond any file of a deployment.', path) };
		const bytes = await readFile(whole);
		return isUtf8(bytes)
			? { text: bytes.toString('utf8') }
			: { problem: l10n.t('{0} is not written in UTF-8. Save it as UTF-8.', path) };
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return { problem: l10n.t('{0} cannot be read: {1}', path, reason) };
	}
}
