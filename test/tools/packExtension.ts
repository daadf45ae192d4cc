import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './machine.mjs';

/** Packs the extension as for publishing; returns what the packer printed. Throws when it refuses. */
export function packExtension(to: string): string {
	const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
	const args = [vsce, 'package', '--no-dependencies', '--out', to];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
	if (status !== 0) throw new Error(`The extension could not be packed:\n${stdout}${stderr}`);
	return stdout + stderr;
}
