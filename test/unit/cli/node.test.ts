import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../../support/newFolder.ts';

const launcher = new URL('../../../src/cli/node.ts', import.meta.url);

describe('a program under an old Node', () => {
	let folder: string;
	let script: string;
	let old: string;

	beforeEach(() => {
		folder = newFolder();
		mkdirSync(join(folder, 'dist'));
		script = join(folder, 'dist', 'program.mjs');
		writeFileSync(
			script,
			`import { onRecentNode } from ${JSON.stringify(launcher.href)};
			await onRecentNode(import.meta.url, async () => console.log('runs with', ...process.argv.slice(2)));`,
		);
		old = join(folder, 'old.mjs');
		writeFileSync(
			old,
			"Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
		);
	});

	const run = (env: NodeJS.ProcessEnv = {}, ...flags: readonly string[]) => {
		const { EASEL_NODE: _, EASEL_RELAUNCHED: __, ...rest } = process.env;
		const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, script, 'a', 'b'], {
			env: { ...rest, ...env },
			encoding: 'utf8',
		});
		return { status, stdout: stdout.trim(), stderr };
	};
	const isOld = () => ['--import', pathToFileURL(old).href];

	it('runs if the Node is new enough', () => {
		assert.deepEqual(run(), { status: 0, stdout: 'runs with a b', stderr: '' });
	});

	it('reports the required version in a sentence, and ends with status 2', () => {
		const { status, stdout, stderr } = run({}, ...isOld());
		assert.deepEqual([status, stdout], [2, '']);
		assert.match(
			stderr,
			/^Easel needs Node 22\.13 or newer, and this is Node 20\.19\.0\. .*EASEL_NODE.*\.\n$/,
		);
	});

	it('runs under the configured one, or the one next to the package, with its arguments', () => {
		assert.equal(run({ EASEL_NODE: process.execPath }, ...isOld()).stdout, 'runs with a b');
		const beside = join(folder, '.vscode-test', 'node', 'node_modules', 'node-here', 'bin');
		mkdirSync(beside, { recursive: true });
		symlinkSync(process.execPath, join(beside, 'node'));
		assert.equal(run({}, ...isOld()).stdout, 'runs with a b');
	});

	it('does not restart itself forever', () => {
		assert.equal(run({ EASEL_NODE: process.execPath, EASEL_RELAUNCHED: '1' }, ...isOld()).status, 2);
	});
});
