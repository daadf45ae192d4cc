import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readText, root } from './support/project.ts';

/** Runs a program of an installed library the way `npx` does, without npm. */
function runTool(library: string, program: string, args: readonly string[]): void {
	const { bin } = JSON.parse(readText(`node_modules/${library}/package.json`));
	const script = join(root, 'node_modules', library, typeof bin === 'string' ? bin : bin[program]);
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		cwd: root,
		encoding: 'utf8',
	});
	if (status !== 0) assert.fail(`${program} ${args.join(' ')} says:\n${(stdout + stderr).slice(0, 6000)}`);
}

describe('the sources', () => {
	for (const project of ['.', 'src/webviews', 'test/interface']) {
		it(`have no type error in ${project}`, () =>
			runTool('typescript', 'tsc', ['-p', project, '--singleThreaded']));
	}

	it('are formatted and break no lint rule', () => {
		runTool('@biomejs/biome', 'biome', [
			'check',
			'--error-on-warnings',
			'--diagnostic-level=warn',
			'--max-diagnostics=30',
			'.',
		]);
	});
});
