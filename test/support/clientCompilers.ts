import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';

/** Returns the errors of the TypeScript compiler about files, with its strictest options; empty if there are none. */
export function typescriptErrors(files: readonly string[]): string {
	const tsc = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js');
	const strictest = [
		...['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noImplicitOverride'],
		...['--noUnusedLocals', '--noUnusedParameters', '--noImplicitReturns'],
		...['--erasableSyntaxOnly', '--verbatimModuleSyntax'],
	];
	const usual = ['--noEmit', '--target', 'es2024', '--module', 'preserve', '--moduleDetection', 'force'];
	const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types'), '--skipLibCheck'];
	const checked = spawnSync(
		process.execPath,
		[tsc, '--ignoreConfig', ...strictest, ...usual, ...types, ...files],
		{
			encoding: 'utf8',
		},
	);
	return checked.stdout + checked.stderr;
}

/** Returns whether a Python is installed that runs this; tests that need it are otherwise skipped. */
function pythonRuns(...args: readonly string[]): boolean {
	return spawnSync('python3', args).status === 0;
}

export const hasPython = pythonRuns('-c', 'import sys; sys.exit(sys.version_info < (3, 9))');

const mypy = [['python3'], ['/usr/bin/python3']].find(
	([program = '']) => spawnSync(program, ['-m', 'mypy', '--version']).status === 0,
);

/** Returns the errors of Python, and of mypy if it is installed, about files. */
export function pythonErrors(files: readonly string[]): string {
	const compiled = spawnSync('python3', ['-m', 'py_compile', ...files], { encoding: 'utf8' });
	if (mypy === undefined) {
		console.log('    mypy is not installed, so the types of Python clients are not checked');
		return compiled.stdout + compiled.stderr;
	}
	const checked = spawnSync(mypy[0] ?? '', ['-m', 'mypy', '--strict', '--no-error-summary', ...files], {
		encoding: 'utf8',
	});
	return compiled.stdout + compiled.stderr + checked.stdout + checked.stderr;
}
