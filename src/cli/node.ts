import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as l10n from '@vscode/l10n';

/** The oldest Node with SQLite built in and unlocked. */
const oldest: readonly [number, number] = [22, 13];

/**
 * Runs `program` if this Node is new enough, otherwise the same script again under a newer one: `EASEL_NODE`, or the
 * one installed for the tests. Without one, ends with status 2 and one sentence. Must parse on Node 20.
 */
export async function onRecentNode(script: string, program: () => Promise<void>): Promise<void> {
	if (isRecent(process.versions.node)) {
		await program();
		return;
	}
	const node = process.env.EASEL_NODE ?? findNode(dirname(fileURLToPath(script)));
	if (node === undefined || process.env.EASEL_RELAUNCHED === '1') {
		const wanted = oldest.join('.');
		process.stderr.write(
			`${l10n.t('Easel needs Node {0} or newer, and this is Node {1}. Install a newer Node, name one in EASEL_NODE, or run npm start once, which installs one.', wanted, process.versions.node)}\n`,
		);
		process.exitCode = 2;
		return;
	}
	relaunch(node, script);
}

function isRecent(version: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** Returns a Node that the project installed from the package registry, if the program is in the project. */
function findNode(folder: string): string | undefined {
	const modules = join(folder, '.vscode-test', 'node', 'node_modules');
	if (!existsSync(modules)) return dirname(folder) === folder ? undefined : findNode(dirname(folder));
	const names = process.platform === 'win32' ? ['bin/node.exe', 'node.exe'] : ['bin/node'];
	const candidates = readdirSync(modules).flatMap((entry) => names.map((name) => join(modules, entry, name)));
	return candidates.find((candidate) => existsSync(candidate));
}

function relaunch(node: string, script: string): void {
	const env = { ...process.env, EASEL_RELAUNCHED: '1' };
	const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], { stdio: 'inherit', env });
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
		process.on(signal, () => {
			// A terminal sends Ctrl-C to both, and a command takes a second one for impatience.
			if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
		});
	child.on('error', (error) => {
		process.stderr.write(`${l10n.t('The Node at {0} could not be started: {1}', node, error.message)}\n`);
		process.exitCode = 2;
	});
	child.on('exit', (code, signal) => {
		process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
	});
}
